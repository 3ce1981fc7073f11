import { createTexts } from '../texts/create-texts.ts'

export const signedTexts = createTexts(
  { of: (given: number, count: number) => `${given} of ${count}`, parked: 'too few approvers' },
  { of: (given, count) => `${given} von ${count}`, parked: 'zu wenige Freigebende' },
)
