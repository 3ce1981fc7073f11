import * as z from 'zod/mini'
import { hasForeignLocalPart } from '#contract/accounts/address.ts'
import { isEmail, type RuleTexts } from './field-errors.ts'

const CONTROL_CHARACTER = /[\p{Cc}\p{Cs}]/u
const FORBIDDEN_IN_TEXT = /(?![\n\r\t])[\p{Cc}\p{Cs}]/u

/** Required, trimmed, an address that the API accepts. */
export const emailRule = (t: RuleTexts) =>
  z.string().check(
    z.trim(),
    z.minLength(1, t.emailMissing),
    z.refine((text) => isEmail(text) || hasForeignLocalPart(text), t.email),
    z.refine((text) => !hasForeignLocalPart(text), t.emailLocal),
  )

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
