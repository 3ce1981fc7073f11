import type { RunFault } from '#contract/requests/payment-run.ts'

const PROBLEMS: { readonly [fault in RunFault]: string } = {
  amount: 'is no amount above zero',
  bic: 'is no BIC',
  characters: 'holds characters that not every device can show',
  count: 'does not say how many payments there are',
  currency: 'is no currency of ISO 4217',
  currencies: 'is another currency than that of the first payment: a run has one',
  date: 'is no date',
  decimals: 'has more decimals than its currency',
  depth: 'is nested too deeply',
  doctype: 'is a document type, which is not read',
  encoding:
    'is not in the encoding that it says, or in one that is not read (UTF-8, ISO-8859-1, ISO-8859-15, Windows-1252)',
  foreign: 'belongs to another namespace',
  iban: 'is no valid IBAN',
  instruction: 'is a processing instruction, which is not read',
  length: 'is too long',
  many: 'holds too many elements',
  method: 'is no credit transfer (TRF)',
  missing: 'is missing or empty',
  mixed: 'holds text where elements belong, or a comment within its text',
  number: 'is no number',
  size: 'is larger than 10 MiB',
  sum: 'is not the sum of the payments',
  syntax: 'is no well-formed XML',
  twice: 'stands there more than once, or beside what excludes it',
  unsupported: 'is not read here',
  version: 'is neither pain.001.001.03 nor pain.001.001.09',
}
type Seen = { readonly found?: string; readonly expected?: string }

/**
 * What is wrong with which element: `PmtInf[2]/CdtTrfTxInf[14]/Amt`. Tells numbers and codes of the file, no names or accounts.
 */
export class UnreadableRun extends Error {
  readonly element: string
  readonly fault: RunFault
  readonly found: string | undefined
  readonly expected: string | undefined
  constructor(element: string, fault: RunFault, { found, expected }: Seen = {}) {
    super(`${element}: ${PROBLEMS[fault]}`)
    this.element = element
    this.fault = fault
    this.found = found?.slice(0, 80)
    this.expected = expected
  }
}
