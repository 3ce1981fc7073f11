import * as z from 'zod/mini'
import { EMAIL_PATTERN } from '#contract/common.ts'
import type { commonTexts } from './texts/common.ts'

/** The messages that the rules give, in the language of the moment. */
export type RuleTexts = ReturnType<typeof commonTexts.use>['invalid']

const emailPattern = new RegExp(EMAIL_PATTERN)
const CONTROL_CHARACTER = /[\p{Cc}\p{Cs}]/u
const FORBIDDEN_IN_TEXT = /(?![\n\r\t])[\p{Cc}\p{Cs}]/u

export const isEmail = (text: string): boolean => text.length <= 254 && emailPattern.test(text)

/** Required, trimmed, an address the API takes. */
export const emailRule = (t: RuleTexts) =>
  z.string().check(z.trim(), z.minLength(1, t.emailMissing), z.refine(isEmail, t.email))

/** A password that exists: required, at least 3 characters, exactly as typed. */
export const loginPasswordRule = (t: RuleTexts) =>
  z.string().check(z.minLength(1, t.field), z.minLength(3, t.short), z.maxLength(128, t.long(128)))

/** A password to be set: required, at least 6 characters. */
export const newPasswordRule = (t: RuleTexts) =>
  z
    .string()
    .check(z.minLength(1, t.passwordMissing), z.minLength(6, t.passwordShort), z.maxLength(128, t.long(128)))

/** One line: required, trimmed, at least 3 characters. */
export const lineRule = (t: RuleTexts, most: number) =>
  z.string().check(
    z.trim(),
    z.minLength(1, t.field),
    z.minLength(3, t.short),
    z.maxLength(most, t.long(most)),
    z.refine((text) => !CONTROL_CHARACTER.test(text), t.characters),
  )

/** Several lines, may be empty. */
export const optionalTextRule = (t: RuleTexts, most: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(most, t.long(most)),
    z.refine((text) => !FORBIDDEN_IN_TEXT.test(text), t.characters),
  )

export const termsRule = (t: RuleTexts) => z.boolean().check(z.refine((checked) => checked, t.terms))
