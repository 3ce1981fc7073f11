import type { RuleTexts } from './field-errors.ts'

/** For the name of a person, which may be missing. */
export const nameError = (text: string, t: RuleTexts): string | undefined =>
  [...text.trim()].length > 60 ? t.long(60) : undefined
