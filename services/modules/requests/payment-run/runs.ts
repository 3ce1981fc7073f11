import { Rejected } from '#contract/errors.ts'
import { LARGEST, type PaymentRun, type PayeeNews, type RunPayment } from '#contract/requests/payment-run.ts'
import { bounded } from '#platform/primitives/bounded.ts'
import type { FileRow } from '#modules/requests/files/file.store.ts'
import { createFiles } from '#modules/requests/files/files.ts'
import { createKnownPayees, type Comparison, type News } from './known-payee.store.ts'
import { unitsOf } from './money.ts'
import { readRun, type Block, type Payment, type Run } from './read-run.ts'
import { UnreadableRun } from './unreadable-run.ts'

type WholeRun = Run & { readonly payments: readonly Payment[] }
type Services = Parameters<typeof createFiles>[0]
export type PaymentSearch = {
  readonly q?: string | undefined
  readonly order?: 'place' | 'amount' | undefined
  readonly news?: Exclude<PayeeNews, 'known'> | undefined
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

/** A run of 20,000 payments takes a second and 100 MB, so a process reads few at the same time. */
const reading = bounded({ atOnce: 2, waiting: 50 })
const DEFAULT_LIMIT = 50

const noRun = (field: string, { element, fault, found, expected, message }: UnreadableRun): Rejected =>
  new Rejected('file.no-run', [
    {
      field,
      problem: message,
      element,
      fault,
      ...(found && { found }),
      ...(expected && { expected }),
    },
  ])

const shown = (payment: Payment, { news, before }: News): RunPayment => {
  const { place, payee, account, bic, amount, endToEndId, remittance } = payment
  return {
    place,
    payee,
    iban: account.iban,
    account: account.other,
    bic,
    amount,
    endToEndId,
    remittance,
    news,
    before,
  }
}

const debitOf = (
  { debtor, account, day, count, sum }: Block,
  currency: string,
): PaymentRun['debits'][number] => ({
  debtor,
  iban: account.iban,
  account: account.other,
  day,
  count,
  sum: { value: sum, currency },
})

const byAmount = (one: Payment, other: Payment): number => {
  const difference = unitsOf(other.amount.value)! - unitsOf(one.amount.value)!
  return difference === 0n ? one.place - other.place : difference > 0n ? 1 : -1
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase()
/** An IBAN is found as it is printed, too. */
const finds = (q: string) => {
  const [text, dense] = [folded(q.trim()), folded(q).replaceAll(/\s/g, '')]
  return ({ payee, account, endToEndId, remittance }: Payment): boolean =>
    [payee, endToEndId, remittance, account.other].some(
      (part) => part !== null && folded(part).includes(text),
    ) ||
    (account.iban !== null && dense !== '' && folded(account.iban).includes(dense))
}

const offsetOf = (cursor: string | undefined): number => {
  if (cursor === undefined) return 0
  if (!/^\d{1,5}$/.test(cursor))
    throw new Rejected('input.invalid', [{ field: 'cursor', problem: 'is unknown' }])
  return Number(cursor)
}

/** Payment runs, each read from its sealed file whenever somebody asks. */
export const createRuns = (services: Services) => {
  const files = createFiles(services)
  const payees = createKnownPayees(services)

  const read = (file: FileRow, field = 'file'): Promise<WholeRun> =>
    reading(async () => {
      const bytes = await files.read(file)
      if (!bytes) throw new Rejected('file.not-found')
      const payments: Payment[] = []
      try {
        return { ...(await readRun(bytes, (payment) => payments.push(payment))), payments }
      } catch (error) {
        throw error instanceof UnreadableRun ? noRun(field, error) : error
      }
    })

  const compared = async (file: FileRow, payments: readonly Payment[]): Promise<Comparison> =>
    payees.compare(file, payments)

  return {
    /** The whole run. Throws `file.no-run`, whose details name the file by `field`. */
    read,
    /** Throws `file.no-run`, whose details name the element. */
    async summary(file: FileRow): Promise<PaymentRun> {
      const { version, messageId, count, sum, blocks, payments } = await read(file)
      const { since, news } = await compared(file, payments)
      const largest = payments.toSorted(byAmount).slice(0, LARGEST)
      const counted = (what: PayeeNews) => news.filter((one) => one.news === what).length
      return {
        version: `pain.001.001.${version}`,
        messageId,
        count,
        sum,
        debits: blocks.map((block) => debitOf(block, sum.currency)),
        largest: largest.map((payment) => shown(payment, news[payment.place - 1]!)),
        unknown: counted('unknown'),
        changed: counted('changed'),
        since: since && since.toISOString(),
      }
    },
    /** A page of the payments that fit. Throws `file.no-run`, and `input.invalid` for a bad cursor. */
    async payments(
      file: FileRow,
      { q = '', order, news: wanted, cursor, limit = DEFAULT_LIMIT }: PaymentSearch,
    ) {
      const start = offsetOf(cursor)
      const { payments: all } = await read(file)
      const found = q.trim() === '' ? all : all.filter(finds(q))
      const ordered = order === 'amount' ? found.toSorted(byAmount) : found
      const page = (payments: readonly Payment[]) => payments.slice(start, start + limit)
      const relevant = wanted ? ordered : page(ordered)
      const { news } = await compared(file, relevant)
      const fitting = relevant
        .map((payment, at) => ({ payment, news: news[at]! }))
        .filter((one) => !wanted || one.news.news === wanted)
      const total = wanted ? fitting.length : ordered.length
      const onPage = wanted ? fitting.slice(start, start + limit) : fitting
      return {
        payments: onPage.map((one) => shown(one.payment, one.news)),
        total,
        nextCursor: start + limit < total ? String(start + limit) : null,
      }
    },
    /** A request with this file was approved: its payees are known from then on. A file that is no run is none. */
    async learn(fileId: string, requestId: string, at: Date): Promise<void> {
      const file = await files.find(fileId)
      if (!file || file.type !== 'application/xml') return
      try {
        const { payments } = await read(file)
        await payees.learn({ workspaceId: file.workspaceId, requestId, at }, payments)
      } catch (error) {
        // Erased meanwhile, or another kind of XML.
        if (!(error instanceof Rejected)) throw error
      }
    },
  }
}
