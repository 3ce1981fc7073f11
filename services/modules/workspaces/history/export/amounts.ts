import { decimalsOf } from '#contract/requests/fields/decimals.ts'
import type { Amount } from '#contract/requests/kinds.ts'
import type { ExportedEntry } from '#projections/audit/export-queries.ts'
import type { XlsxCell } from './xlsx.ts'

/** Amounts as spreadsheets take them for numbers. */

/** By the id of the entry. Provided by the module of Belege. */
export type AmountsOf = (entries: readonly ExportedEntry[]) => Promise<ReadonlyMap<string, Amount>>

const DECIMAL_SIGNS = { de: ',', en: '.' } as const

/** With all decimals of its currency, or more where it has more. */
const digitsOf = ({ value, currency }: Amount): { readonly digits: string; readonly decimals: number } => {
  const [whole = '', given = ''] = value.split('.')
  const decimals = Math.max(decimalsOf(currency), given.length)
  return { digits: decimals === 0 ? whole : `${whole}.${given.padEnd(decimals, '0')}`, decimals }
}

/** `1234567,50`: without groups, which spreadsheets take for texts in some languages. */
export const amountDigits = (amount: Amount, language: 'de' | 'en'): string =>
  digitsOf(amount).digits.replace('.', DECIMAL_SIGNS[language])

/** A number, or a text where a spreadsheet would round it. */
export const amountCell = (amount: Amount): XlsxCell => {
  const { digits, decimals } = digitsOf(amount)
  const number = Number(digits)
  return number.toFixed(decimals) === digits ? { amount: number, decimals } : digits
}
