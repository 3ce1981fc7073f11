import { decimalsOf } from '#contract/requests/fields/decimals.ts'
import type { Amount } from '#contract/requests/kinds.ts'
import type { Language } from '../texts/language.ts'

/**
 * Amounts as people type and read them. They are decimal text throughout: a floating-point number would round what is signed.
 */

export type AmountFault = 'missing' | 'form' | 'decimals' | 'large' | 'currency'
export type ReadAmount = { readonly value: string } | { readonly fault: AmountFault }

const MARKS: Readonly<Record<Language, { readonly decimal: string; readonly group: string }>> = {
  en: { decimal: '.', group: ',' },
  de: { decimal: ',', group: '.' },
}
const SIGNS: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP', $: 'USD' }
/** Before the decimal mark, as `Decimal` of the contract. */
const MOST_DIGITS = 13

/** The currencies to choose from, the most usual first. */
export const CURRENCIES: readonly string[] = (
  'EUR USD GBP CHF AED AUD BHD BRL CAD CLP CNY CZK DKK HKD HUF ILS INR ISK JPY KRW KWD MXN MYR NOK NZD PLN QAR RON RSD SAR SEK SGD ' +
  'THB TND TRY TWD UAH VND ZAR'
).split(' ')

/** Digits in groups of three, all with the same mark, or none. */
const WHOLE = /^(?:\d+|\d{1,3}(?<mark>[.,_])\d{3}(?:\k<mark>\d{3})*)$/
/** One mark before exactly three digits may be of a group or a decimal one. */
const UNCLEAR = /^[1-9]\d{0,2}[.,]\d{3}$/

/** The place of the decimal mark; -1 without one. */
const decimalPlace = (text: string, language: Language): number => {
  const marks = text.replaceAll(/[^.,]/g, '')
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  if (marks === '') return -1
  if (new Set(marks).size === 2) return last
  if (marks.length > 1) return -1
  return UNCLEAR.test(text) && text[last] === MARKS[language].group ? -1 : last
}

const WITH_CURRENCY = /^(?<before>[A-Za-z]{3}|[€£$])?\s*(?<number>.*?)\s*(?<after>[A-Za-z]{3}|[€£$])?$/u

/** Whether the text names a currency other than this one. */
const isOther = (named: string | undefined, currency: string): boolean =>
  named !== undefined && (SIGNS[named] ?? named.toUpperCase()) !== currency

/**
 * Reads `10.000,00`, `10,000.00`, `10 000`, `10'000.-` or `10000 EUR`. Where a mark may mean either, it means what it means in the
 * reader's language.
 */
export const readAmount = (typed: string, currency: string, language: Language): ReadAmount => {
  const found = WITH_CURRENCY.exec(typed.trim())?.groups
  if (!found?.['number']) return { fault: typed.trim() === '' ? 'missing' : 'form' }
  if (isOther(found['before'], currency) || isOther(found['after'], currency)) return { fault: 'currency' }
  const text = found['number'].replace(/(?<=[.,])[-–—]+$/, '').replaceAll(/[\s'’]/g, '_')
  const place = decimalPlace(text, language)
  const [whole, decimals] = place < 0 ? [text, ''] : [text.slice(0, place), text.slice(place + 1)]
  if (!WHOLE.test(whole) || !/^\d*$/.test(decimals)) return { fault: 'form' }
  return decimalText(whole, decimals, decimalsOf(currency))
}

const decimalText = (whole: string, decimals: string, most: number): ReadAmount => {
  const digits = whole.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '')
  if (digits.length > MOST_DIGITS) return { fault: 'large' }
  if (decimals.length > most) return { fault: 'decimals' }
  return { value: most === 0 ? digits : `${digits}.${decimals.padEnd(most, '0')}` }
}

const grouped = (digits: string, mark: string): string => digits.replaceAll(/\B(?=(?:\d{3})+$)/g, mark)

/** `10.000,00 EUR` in German, `10,000.00 EUR` in English. */
export const formatAmount = ({ value, currency }: Amount, language: Language): string => {
  const [whole = '', decimals = ''] = value.split('.')
  const { decimal, group } = MARKS[language]
  const shown = decimals.padEnd(decimalsOf(currency), '0')
  return `${grouped(whole, group)}${shown && decimal}${shown}\u00A0${currency}`
}
