import { isValidBIC, isValidIBAN } from 'ibantools'
import { decimalsIn } from '#contract/requests/fields/currencies.ts'
import type { Amount } from '#contract/requests/kinds.ts'
import type { RunFault } from '#contract/requests/payment-run.ts'
import { typedText, typingFault } from '#contract/typed-text.ts'
import { decimalOf, unitsOf } from './money.ts'
import { UnreadableRun } from './unreadable-run.ts'
import type { XmlElement } from './xml-elements.ts'

/** One of them is null. */
export type Account = { readonly iban: string | null; readonly other: string | null }

const IBAN = /^[A-Z]{2}\d{2}[A-Z\d]{1,30}$/
const DATE = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?$/
const BLANKS = /[\t\n\r ]+/g
const PLAIN = /^[ -~]*$/

export const wrong = (
  { path, name }: XmlElement,
  fault: RunFault,
  seen?: { readonly found?: string; readonly expected?: string },
): UnreadableRun => new UnreadableRun(path || name, fault, seen)

/** The element below, by its way. */
export const below = (element: XmlElement, ...way: readonly string[]): XmlElement | undefined =>
  way.reduce<XmlElement | undefined>((at, name) => at?.children.find((child) => child.name === name), element)

/** The element below; throws `missing`. */
export const needed = (element: XmlElement, ...way: readonly string[]): XmlElement => {
  const found = below(element, ...way)
  if (found) return found
  throw new UnreadableRun([...(element.path ? [element.path] : []), ...way].join('/'), 'missing')
}

/** The text as everybody sees it, in one line. Throws for one that is empty, too long or deceives. */
export const textOf = (element: XmlElement, most: number): string => {
  const line = element.text.replaceAll(BLANKS, ' ').trim()
  const isPlain = PLAIN.test(line)
  if (!isPlain && typingFault(line, 'one') !== undefined) throw wrong(element, 'characters')
  const text = isPlain ? line : typedText(line)
  if (text === '') throw wrong(element, 'missing')
  if (Array.from(text).length > most) throw wrong(element, 'length')
  return text
}

const optionalText = (element: XmlElement | undefined, most: number): string | null =>
  element && element.text.trim() !== '' ? textOf(element, most) : null

export const numberOf = (element: XmlElement): number => {
  const text = element.text.trim()
  if (!/^\d{1,15}$/.test(text)) throw wrong(element, 'number')
  return Number(text)
}

/** In the smallest units of `money.ts`. */
export const sumOf = (element: XmlElement): bigint => {
  const units = unitsOf(element.text.trim())
  if (units === undefined) throw wrong(element, 'number')
  return units
}

/** The amount of a payment, with exactly the decimals of its currency. */
export const amountOf = (payment: XmlElement): Amount & { readonly units: bigint } => {
  const amount = needed(payment, 'Amt')
  const equivalent = below(amount, 'EqvtAmt')
  if (equivalent) throw wrong(equivalent, 'unsupported')
  const element = needed(amount, 'InstdAmt')
  const currency = element.attributes.get('Ccy') ?? ''
  const decimals = decimalsIn(currency)
  if (decimals === undefined) throw wrong(element, 'currency', { found: currency })
  const text = element.text.trim()
  const units = unitsOf(text)
  if (units === undefined || units === 0n) throw wrong(element, 'amount')
  if ((text.split('.')[1] ?? '').length > decimals)
    throw wrong(element, 'decimals', { found: text, expected: String(decimals) })
  return { value: decimalOf(units, decimals), currency, units }
}

export const accountOf = (element: XmlElement): Account => {
  const id = needed(element, 'Id')
  const [iban, other] = [below(id, 'IBAN'), below(id, 'Othr')]
  if (iban && other) throw wrong(other, 'twice')
  if (other) return { iban: null, other: textOf(needed(other, 'Id'), 34) }
  const number = needed(id, 'IBAN')
  const text = textOf(number, 34)
  if (!IBAN.test(text) || !isValidIBAN(text)) throw wrong(number, 'iban')
  return { iban: text, other: null }
}

/** Null where the file leaves the bank to the IBAN. */
export const bicOf = (agent: XmlElement | undefined): string | null => {
  const institution = agent && below(agent, 'FinInstnId')
  const bic = institution && (below(institution, 'BICFI') ?? below(institution, 'BIC'))
  if (!bic) return null
  const text = textOf(bic, 11)
  if (!isValidBIC(text)) throw wrong(bic, 'bic')
  return text
}

/** The day on which the bank is to pay: as the element itself (version 3), or as one in it (version 9). */
export const dayOf = (element: XmlElement): string => {
  const [day, moment] = [below(element, 'Dt'), below(element, 'DtTm')]
  if (day && moment) throw wrong(moment, 'twice')
  const written = day ?? moment ?? element
  const text = written.text.trim()
  if (text === '') throw wrong(element, 'missing')
  const [, date, time] = DATE.exec(text) ?? []
  const isMoment = written === moment
  const isReal = date !== undefined && !Number.isNaN(Date.parse(`${date}T00:00Z`))
  if (!isReal || new Date(date).toISOString().slice(0, 10) !== date || (time !== undefined) !== isMoment)
    throw wrong(written, 'date')
  return date
}

const reference = (structured: XmlElement): string[] => {
  const creditor = optionalText(below(structured, 'CdtrRefInf', 'Ref'), 35)
  const documents = structured.children
    .filter(({ name }) => name === 'RfrdDocInf')
    .map((document) => optionalText(below(document, 'Nb'), 35))
  const further = structured.children
    .filter(({ name }) => name === 'AddtlRmtInf')
    .map((one) => optionalText(one, 140))
  return [creditor, ...documents, ...further].filter((text) => text !== null)
}

/** What the payee reads: free text, or references. Null if there is nothing. */
export const remittanceOf = (payment: XmlElement): string | null => {
  const parts = (below(payment, 'RmtInf')?.children ?? []).flatMap((element) => {
    if (element.name === 'Ustrd') return optionalText(element, 140) ?? []
    return element.name === 'Strd' ? reference(element) : []
  })
  return parts.length > 0 ? parts.join(' · ') : null
}
