import { createHmac } from 'node:crypto'
import type { Platform } from '#platform/platform.ts'
import { seal, unseal, type Sealed } from '#platform/facts/sealing.ts'
import type { DataKey } from '#platform/secrets/keys.ts'
import type { Payment } from './read-run.ts'

/** To whom approved runs of a workspace have paid. Rows hold keyed hashes, which mean nothing without the workspace's key. */
export type KnownPayees = {
  /** The payments of an approved run. Can be repeated. */
  learn(run: ApprovedRun, payments: readonly Paid[]): Promise<void>
  /** What other runs say, as `at` the given time. */
  compare(run: Compared, payments: readonly Paid[]): Promise<Comparison>
}
type Paid = Pick<Payment, 'payee' | 'account'>
type ApprovedRun = { readonly workspaceId: string; readonly requestId: string; readonly at: Date }
type Compared = {
  readonly workspaceId: string
  /** Its own payments count for nothing. Null for a file of no request. */
  readonly requestId: string | null
}
export type News =
  | { readonly news: 'unknown' | 'known'; readonly before: null }
  /** The account of the last run, if it can still be read. */
  | { readonly news: 'changed'; readonly before: string | null }
export type Comparison = {
  readonly since: Date | null
  /** In the order of the payments. */
  readonly news: readonly News[]
}

type Row = {
  readonly workspace_id: string
  readonly payee: string
  readonly account: string
  readonly sealed: Sealed
  readonly request_id: string
  readonly first_at: Date
  readonly last_at: Date
}

const TABLE = 'known_payees'
/** Rows of one statement. */
const AT_ONCE = 1_000
const UNKNOWN: News = { news: 'unknown', before: null }
const KNOWN: News = { news: 'known', before: null }

const accountText = ({ account: { iban, other } }: Paid): string => iban ?? other ?? ''
const folded = (name: string): string => name.normalize('NFKC').toLowerCase()
const hashOf = ({ secret }: DataKey, ...parts: readonly string[]): string =>
  createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url').slice(0, 32)
const hashes = (key: DataKey, paid: Paid) => ({
  payee: hashOf(key, 'payee', folded(paid.payee)),
  account: hashOf(key, 'account', accountText(paid)),
})
const placeOf = (row: Pick<Row, 'workspace_id' | 'payee' | 'account'>): string =>
  `known payee ${row.workspace_id}/${row.payee}/${row.account}`

const inParts = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, at) =>
    all.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  )

export const createKnownPayees = ({ db, keys }: Pick<Platform, 'db' | 'keys'>): KnownPayees => {
  const keyOf = async (workspaceId: string): Promise<DataKey> =>
    (await keys.toSeal([{ subject: `workspace:${workspaceId}`, workspaceId }]))[0]!

  const rowsOf = async (
    { workspaceId, requestId, at }: ApprovedRun,
    payments: readonly Paid[],
  ): Promise<readonly Row[]> => {
    const key = await keyOf(workspaceId)
    const rows = new Map<string, Row>()
    for (const paid of payments) {
      const place = { workspace_id: workspaceId, ...hashes(key, paid) }
      const id = placeOf(place)
      if (rows.has(id)) continue
      const sealed = seal(key, id, accountText(paid))
      rows.set(id, { ...place, sealed, request_id: requestId, first_at: at, last_at: at })
    }
    return [...rows.values()]
  }

  const before = async (row: Row | undefined): Promise<string | null> => {
    const key = row && (await keys.toRead([row.sealed.key])).get(row.sealed.key)
    return key ? (unseal(key, placeOf(row), row.sealed).value as string) : null
  }

  /** Of other runs, by payee, the newest first. */
  const knownOf = async (
    { workspaceId, requestId }: Compared,
    payees: ReadonlySet<string>,
  ): Promise<ReadonlyMap<string, readonly Row[]>> => {
    const found: Row[] = []
    for (const part of inParts([...payees])) {
      const rows = db<Row>(TABLE)
        .where({ workspace_id: workspaceId })
        .whereIn('payee', [...part])
      if (requestId !== null) void rows.whereNot({ request_id: requestId })
      found.push(...(await rows.orderBy('last_at', 'desc')))
    }
    return Map.groupBy(found, ({ payee }) => payee)
  }

  return {
    async learn(run, payments) {
      // A second of keys is enough for so many at once.
      for (const part of inParts(payments)) {
        const rows = await rowsOf(run, part)
        await db<Row>(TABLE)
          .insert([...rows])
          .onConflict(['workspace_id', 'payee', 'account'])
          .merge({ last_at: db.raw('greatest(known_payees.last_at, excluded.last_at)') as unknown as Date })
      }
    },
    async compare(run, payments) {
      const { workspaceId, requestId } = run
      const last = db<Row>(TABLE).where({ workspace_id: workspaceId }).max({ at: 'last_at' })
      if (requestId !== null) void last.whereNot({ request_id: requestId })
      const [newest] = await last
      const since = (newest?.['at'] as Date | null | undefined) ?? null
      if (since === null) return { since, news: payments.map(() => UNKNOWN) }
      const key = await keyOf(workspaceId)
      const hashed = payments.map((paid) => hashes(key, paid))
      const known = await knownOf(run, new Set(hashed.map(({ payee }) => payee)))
      const news: News[] = []
      for (const { payee, account } of hashed) {
        const rows = known.get(payee)
        if (!rows) news.push(UNKNOWN)
        else if (rows.some((row) => row.account === account)) news.push(KNOWN)
        else news.push({ news: 'changed', before: await before(rows[0]) })
      }
      return { since, news }
    },
  }
}

/** Removes what belongs to erased workspaces. Runs periodically. */
export const forgetPayees = async ({ db }: Pick<Platform, 'db'>): Promise<void> => {
  await db.raw(`DELETE FROM ${TABLE} k USING erasures e WHERE e.workspace_id = k.workspace_id`)
}
