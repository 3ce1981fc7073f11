import type { Language } from '../texts/language.ts'
import { groupedIban } from './iban-groups.ts'

/** The characters of an IBAN without what separates them when people type or paste it. */
export const plainIban = (typed: string): string =>
  typed
    .replace(/^\s*IBAN\b:?/i, '')
    .replaceAll(/[\s.\-‐-―\p{DI}]/gu, '')
    .toUpperCase()

type Edit = {
  /** The characters before. */
  readonly before: string
  /** What the field holds now, and where the cursor stands in it. */
  readonly text: string
  readonly cursor: number
  /** `inputType` of the event. */
  readonly by: string
}

/**
 * What an edit makes of an IBAN, and where the cursor belongs in its groups. Deleting at the edge of a group deletes the character behind
 * the space.
 */
export const editIban = ({ before, text, cursor, by }: Edit): { plain: string; cursor: number } => {
  const plain = plainIban(text)
  const place = plainIban(text.slice(0, cursor)).length
  const isSpaceOnly = plain === before && text.length < groupedIban(before).length
  const gone = { deleteContentBackward: place - 1, deleteContentForward: place }[by]
  if (!isSpaceOnly || gone === undefined || gone < 0)
    return { plain, cursor: groupedIban(plain.slice(0, place)).length }
  const rest = plain.slice(0, gone) + plain.slice(gone + 1)
  return { plain: rest, cursor: groupedIban(rest.slice(0, gone)).length }
}

export type IbanFault =
  | { readonly why: 'characters' | 'country' | 'digits' }
  | { readonly why: 'length'; readonly country: string; readonly length: number; readonly given: number }
  | { readonly why: 'form'; readonly country: string }

/** Checks country, length, form and check digits. The rules of the countries are loaded with the first check. */
export const ibanFault = async (plain: string): Promise<IbanFault | null> => {
  if (!/^[A-Z0-9]+$/.test(plain)) return { why: 'characters' }
  const { countrySpecs, validateIBAN, ValidationErrorsIBAN } = await import('ibantools')
  const { errorCodes } = validateIBAN(plain)
  const country = plain.slice(0, 2)
  const length = countrySpecs[country]?.chars
  if (errorCodes.includes(ValidationErrorsIBAN.NoIBANCountry) || !length) return { why: 'country' }
  if (plain.length !== length) return { why: 'length', country, length, given: plain.length }
  if (errorCodes.includes(ValidationErrorsIBAN.WrongBBANFormat)) return { why: 'form', country }
  return errorCodes.length > 0 ? { why: 'digits' } : null
}

/** The name of a country in the reader's language. */
export const countryName = (country: string, language: Language): string =>
  new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? country
