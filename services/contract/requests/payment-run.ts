import Type, { type Static } from 'typebox'
import { IdParams, IsoTime, NextCursor, nullable, PageQuery, Search, words } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { Amount } from './kinds.ts'

/** Payments of one run. */
export const MAX_PAYMENTS = 20_000
/** How many of the largest payments a summary has. */
export const LARGEST = 10

/** Why a file is no payment run that is read here. Each is about one element. */
export const RUN_FAULTS = [
  'amount',
  'bic',
  'characters',
  'count',
  'currency',
  'currencies',
  'date',
  'decimals',
  'depth',
  'doctype',
  'encoding',
  'foreign',
  'iban',
  'instruction',
  'length',
  'many',
  'method',
  'missing',
  'mixed',
  'number',
  'size',
  'sum',
  'syntax',
  'twice',
  'unsupported',
  'version',
] as const
export type RunFault = (typeof RUN_FAULTS)[number]

/** By IBAN, or by another number. */
const account = { iban: nullable(Type.String()), account: nullable(Type.String()) }

/**
 * What approved runs of the workspace say about a payee: never paid by one, paid to other accounts only, or paid to this one. Names are
 * compared without regard to case.
 */
export const PAYEE_NEWS = ['unknown', 'changed', 'known'] as const
export type PayeeNews = (typeof PAYEE_NEWS)[number]

export const RunPayment = Type.Object(
  {
    /** From 1, as in the file. */
    place: Type.Integer(),
    payee: Type.String(),
    ...account,
    bic: nullable(Type.String()),
    amount: Amount,
    endToEndId: nullable(Type.String()),
    remittance: nullable(Type.String()),
    news: words(PAYEE_NEWS),
    /** The IBAN or account to which the last approved run paid this payee, if it `changed`. */
    before: nullable(Type.String()),
  },
  { $id: 'RunPayment' },
)
export type RunPayment = Static<typeof RunPayment>

export const PaymentRun = Type.Object(
  {
    version: words(['pain.001.001.03', 'pain.001.001.09']),
    messageId: Type.String(),
    count: Type.Integer(),
    /** Of all payments: a run has one currency. */
    sum: Amount,
    /** From which account on which day (YYYY-MM-DD) how much is paid, as the file orders it. */
    debits: Type.Array(
      Type.Object({
        debtor: Type.String(),
        ...account,
        day: Type.String(),
        count: Type.Integer(),
        sum: Amount,
      }),
    ),
    largest: Type.Array(RunPayment),
    unknown: Type.Integer(),
    changed: Type.Integer(),
    /** When the last of the other runs was approved that this is compared with; null if there is none. */
    since: nullable(IsoTime),
  },
  { $id: 'PaymentRun' },
)
export type PaymentRun = Static<typeof PaymentRun>

const reading = {
  method: 'GET',
  access: 'user',
  readModels: ['requests'],
  params: IdParams,
  status: 200,
  errors: ['file.not-found', 'file.no-run'],
} as const

export const paymentRun = endpoint({
  ...reading,
  operation: 'files.payment-run',
  summary:
    'What a file pain.001.001.03 or .09 pays: number, sum, accounts, days, the largest ten, and how many payees or accounts no approved run had. For those who may read the file. Otherwise the details name the element and its fault',
  path: '/files/payment-run/{id}',
  reply: PaymentRun,
})

export const runPayments = endpoint({
  ...reading,
  operation: 'files.payments',
  summary: 'The payments of a file pain.001, searched and in pages',
  path: '/files/payments/{id}',
  query: Type.Object({
    ...PageQuery,
    /** In payee, account, reference and remittance information. */
    q: Type.Optional(Search(140)),
    /** As the file orders them by default. */
    order: Type.Optional(words(['place', 'amount'])),
    news: Type.Optional(words(['unknown', 'changed'])),
  }),
  reply: Type.Object({
    payments: Type.Array(RunPayment),
    /** That fit, on all pages. */
    total: Type.Integer(),
    nextCursor: NextCursor,
  }),
})
