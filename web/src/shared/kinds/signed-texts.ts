import { createTexts } from '../texts/create-texts.ts'

export const signedTexts = createTexts(
  { of: (given: number, count: number) => `${given} of ${count}` },
  { of: (given, count) => `${given} von ${count}` },
)
