import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import type { Knex } from 'knex'
import { canonicalText } from '#contract/requests/signing.ts'
import { parseKeyRing } from '../config/key-ring.ts'
import { hmac } from '../primitives/ids.ts'
import type { Logger } from '../watch/logger.ts'
import type { Metrics } from '../watch/metrics.ts'

/**
 * Keyed MACs of the rows that open a door, such as sessions and password hashes. Somebody who can write to the database, but has no
 * key, can neither add such a row nor change or move one. A row without a fitting MAC counts as unknown, and is reported.
 *
 * A MAC cannot tell that an old row was put back as it once was.
 */

/** What the rows of a table claim. Together, `claims` and `excused` name every column but `mac`. */
export type MacTable = {
  readonly table: string
  /** The columns of the primary key, which are claims as well. */
  readonly key: readonly string[]
  readonly claims: readonly string[]
  /** The columns that the MAC does not cover, each with the reason. */
  readonly excused: { readonly [column: string]: string }
  /** A row with a value in this column proves nothing any more, and has no MAC. */
  readonly endedBy?: string
}

export type Row = { readonly [column: string]: unknown }

export type RowMacs = {
  /** Returns the row with its MAC. Throws TypeError if a claim is missing. */
  sealed<R extends Row>(table: MacTable, row: R): R & { readonly mac: string }
  /** Returns the row if its MAC fits what it claims, else undefined; reports a row that does not fit. */
  genuine<R extends Row>(table: MacTable, row: R | undefined): R | undefined
  /** Accepts rows without a MAC until then, because programs that write none may still run. */
  takeOver(taken: { readonly until: Date | null } | undefined): void
  /** Whether the MAC fits, without a report. */
  fits(table: MacTable, row: Row): boolean
}

/** Where sealed rows are stored: a database or a transaction, and the keys. */
export type SealedRows = { readonly db: Knex; readonly rowMacs: RowMacs }

const FORMAT = 'm1'

const isEnded = ({ endedBy }: MacTable, row: Row): boolean =>
  endedBy !== undefined && (row[endedBy] ?? null) !== null

const textOf = (table: string, column: string, value: unknown): string => {
  if (value === undefined) throw new TypeError(`${table}: the claim ${column} is missing`)
  if (value === null) return 'null'
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? canonicalText(value) : `=${value as string | number | boolean}`
}

/** Keys are derived from CHECKPOINT_KEY. The newest seals; an older one is accepted while it is listed. */
export const createRowMacs = (
  checkpointKey: string,
  { log, metrics, now }: { readonly log: Logger; readonly metrics: Metrics; readonly now: () => Date },
): RowMacs => {
  const { newest, all } = parseKeyRing(checkpointKey)
  const keys = new Map<string, KeyObject>(
    all.map(({ number, secret }) => [
      String(number),
      createSecretKey(hmac(secret, 'mac-key', 'row'), 'base64url'),
    ]),
  )
  const macWith = (number: string, { table, claims }: MacTable, row: Row): string | undefined => {
    const key = keys.get(number)
    if (!key) return undefined
    const mac = createHmac('sha256', key)
    for (const part of [table, ...claims.map((column) => textOf(table, column, row[column]))])
      mac.update(`${part.length}:${part}`)
    return `${FORMAT}:${number}:${mac.digest('base64url')}`
  }
  const fits: RowMacs['fits'] = (table, row) => {
    const stored = row['mac']
    if (typeof stored !== 'string') return false
    return stored === macWith(stored.split(':')[1] ?? '', table, row)
  }
  let until: Date | null = null
  return {
    fits,
    takeOver(taken) {
      until = taken?.until ?? null
    },
    sealed: (table, row) => ({ ...row, mac: macWith(String(newest.number), table, row)! }),
    genuine(table, row) {
      if (row === undefined || fits(table, row)) return row
      if (row['mac'] === null && until !== null && now() < until && !isEnded(table, row)) return row
      const key = Object.fromEntries(table.key.map((column) => [column, row[column]]))
      log.error({ security: 'row.altered', table: table.table, key }, 'a row was not written by this product')
      metrics.count('altered_rows_total', { table: table.table })
      return undefined
    },
  }
}

const CLASHES = 50

export type ChangeOptions = {
  /** The row as it was read before and found genuine, for the first try. */
  readonly known?: Row | undefined
  /** A change of another table, in the same statement as each try. */
  readonly beside?: Knex.QueryBuilder | undefined
}

/**
 * Changes the one row that `find` selects, and seals it anew. Returns the new row; undefined if there is none or it is not genuine.
 * The row is only written if its MAC is still the one that was read, so nothing of a concurrent change is lost.
 */
export const changeRow = async <R extends Row>(
  { db, rowMacs, known, beside }: SealedRows & ChangeOptions,
  table: MacTable,
  find: Knex.QueryBuilder,
  changes: Row,
): Promise<R | undefined> => {
  for (let clashes = 0; clashes < CLASHES; clashes += 1) {
    const isKnown = clashes === 0 && known !== undefined
    const row = isKnown ? known : rowMacs.genuine<Row>(table, await find.clone().first())
    if (!row) return undefined
    const next = rowMacs.sealed(table, { ...row, ...changes })
    const unchanged = Object.fromEntries([...table.key, 'mac'].map((column) => [column, row[column]]))
    const change = db(table.table)
      .where(unchanged)
      .update({ ...changes, mac: next.mac })
    const changed = await (beside ? change.with('beside', beside) : change)
    if (changed > 0) return next as unknown as R
  }
  throw new Error(`${table.table}: a row changed ${CLASHES} times while it was to be changed`)
}

const PAGE = 1_000

/** Yields the rows of a table that prove something, by primary key. Do not change keys meanwhile. */
export async function* provingRows(db: Knex, { table, key, endedBy }: MacTable): AsyncGenerator<Row> {
  for (let last: Row | undefined; ;) {
    const query = db(table)
      .orderBy([...key])
      .limit(PAGE)
    if (endedBy !== undefined) void query.whereNull(endedBy)
    if (last) {
      const marks = key.map(() => '?').join(', ')
      const names = key.map(() => '??').join(', ')
      const after = last
      void query.whereRaw(`(${names}) > (${marks})`, [
        ...key,
        ...key.map((column) => after[column] as string),
      ])
    }
    const rows: Row[] = await query
    yield* rows
    if (rows.length < PAGE) return
    last = rows.at(-1)
  }
}

/** Seals each row that proves something and has no MAC. Returns how many. */
export const sealRows = async (rows: SealedRows, table: MacTable): Promise<number> => {
  let sealed = 0
  for await (const row of provingRows(rows.db, table)) {
    if (row['mac'] !== null) continue
    const unchanged = Object.fromEntries([...table.key, 'mac'].map((column) => [column, row[column]]))
    sealed += await rows
      .db(table.table)
      .where(unchanged)
      .update({ mac: rows.rowMacs.sealed(table, row).mac })
  }
  return sealed
}
