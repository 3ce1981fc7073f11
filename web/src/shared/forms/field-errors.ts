import { asciiAddress, hasForeignLocalPart } from '#contract/accounts/address.ts'
import { EMAIL_PATTERN } from '#contract/common.ts'
import type { commonTexts } from '../texts/common.ts'

/** The messages of the rules in the current language. */
export type RuleTexts = ReturnType<typeof commonTexts.use>['invalid']

const emailPattern = new RegExp(EMAIL_PATTERN)

export const isEmail = (text: string): boolean => {
  const address = asciiAddress(text)
  return address.length <= 254 && emailPattern.test(address)
}

/** Returns the key of the error message for an address, or undefined. Ignores surrounding spaces. */
export const emailErrorKey = (text: string): 'emailMissing' | 'email' | 'emailLocal' | undefined => {
  if (text.trim() === '') return 'emailMissing'
  if (hasForeignLocalPart(text.trim())) return 'emailLocal'
  return isEmail(text.trim()) ? undefined : 'email'
}

export const emailError = (text: string, t: RuleTexts): string | undefined => {
  const key = emailErrorKey(text)
  return key && t[key]
}

const tooLong = (text: string, t: RuleTexts): string | undefined =>
  text.length > 128 ? t.long(128) : undefined

/** For an existing password: required, at least 3 characters, never trimmed. */
export const loginPasswordError = (text: string, t: RuleTexts): string | undefined => {
  if (text === '') return t.field
  return text.length < 3 ? t.short : tooLong(text, t)
}

/** For a new password: required, with the minimum length of this installation. */
export const newPasswordError = (text: string, t: RuleTexts, least: number): string | undefined => {
  if (text === '') return t.passwordMissing
  return [...text].length < least ? t.passwordShort(least) : tooLong(text, t)
}

/** For the repeated password. */
export const confirmError = (password: string, confirm: string, t: RuleTexts): string | undefined => {
  if (confirm === '') return t.confirmMissing
  return confirm === password ? undefined : t.confirmDiffers
}
