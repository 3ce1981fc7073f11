import type { Knex } from 'knex'
import type pg from 'pg'
import type { Fact } from '#platform/facts/facts.ts'
import { changesOf, fromOf, project, type Member } from './apply.ts'
import type { CollectedChanges, Row, Statement } from '../definition/changes.ts'
import { writeBatch } from './checkpoints.ts'
import { copyRows } from './copy-rows.ts'
import { isErasure } from '../definition/erasure.ts'
import { addKey, createBloomFilter, type BloomFilter } from './bloom-filter.ts'

/** The page cannot be written in bulk. */
export class NotInBulk extends Error {}

/** The keys that were put since the build was empty, for each table whose rows may be put twice. */
export type Seen = ReadonlyMap<string, BloomFilter>

export const seenIn = ({ projection: { tables } }: Pick<Member, 'projection'>): Seen =>
  new Map(Object.entries(tables).flatMap(([name, { once }]) => (once ? [] : [[name, createBloomFilter()]])))

/**
 * An erasure before the build destroyed its keys, so no decoded row holds the data. A sweep would scan tables that
 * have no index yet.
 */
const withoutSweeps = (changes: CollectedChanges): CollectedChanges => ({ ...changes, sweep: () => {} })

/** The rows that these facts become. Throws NotInBulk if a sweep is necessary, and what the handlers throw. */
const fold = async (db: Knex, member: Member, facts: readonly Fact[]): Promise<CollectedChanges> => {
  const { projection, begun_at: begunAt } = member
  const changes = changesOf(member)
  const isOld = (fact: Fact) => begunAt !== null && fact.position <= begunAt
  if (facts.some((fact) => isErasure(fact) && !isOld(fact))) throw new NotInBulk()
  await project(fromOf(db, member), projection, facts, withoutSweeps(changes))
  return changes
}

/** Copies the rows that are new. The other changes stay in `changes`. */
const copyNew = async (
  client: pg.Client,
  { name: schema, projection }: Member,
  changes: CollectedChanges,
  seen: Seen | undefined,
): Promise<void> => {
  for (const [table, { columns, additive = {}, once }] of Object.entries(projection.tables)) {
    const keys = seen?.get(table)
    const isNew = once ? () => true : (key: string) => keys !== undefined && addKey(keys, key)
    const rows = changes.takeRows(table, isNew)
    const given = (row: Row) => Object.keys(additive).filter((column) => row[column] !== undefined)
    // COPY writes NULL for a column that a row does not name. Rows without it must get the default.
    for (const group of Map.groupBy(rows, (row) => given(row).join(' ')).values()) {
      const all = [...Object.keys(columns), ...given(group[0]!)]
      await copyRows(client, { schema, table, columns: all }, group)
    }
  }
}

/** A build, the facts of the page that it lacks, and its keys: without them rows may exist already. */
export type Share = {
  readonly member: Member
  readonly facts: readonly Fact[]
  readonly seen: Seen | undefined
}

/** Ends the transaction of a page: runs what is left, and does what belongs to it. */
type Finish = (trx: Knex, statements: readonly Statement[], members: readonly Member[]) => Promise<unknown>

/** Copies new rows of all builds, and finishes, all or nothing. */
const writeRows = async (db: Knex, shares: readonly Share[], finish: Finish): Promise<void> => {
  const folded = await Promise.all(
    shares.map(async ({ member, facts, seen }) => ({ member, seen, changes: await fold(db, member, facts) })),
  )
  await db.transaction(async (trx) => {
    const client: pg.Client = await trx.client.acquireConnection()
    for (const { member, seen, changes } of folded) await copyNew(client, member, changes, seen)
    const statements = folded.flatMap(({ changes }) => changes.statements())
    await finish(
      trx,
      statements,
      folded.map(({ member }) => member),
    )
  })
}

/** Copies new rows of all builds, upserts the others, and moves the checkpoints, all or nothing. */
export const writeBulk = (
  db: Knex,
  shares: readonly Share[],
  goal: Parameters<typeof writeBatch>[3],
): Promise<void> =>
  writeRows(db, shares, (trx, statements, members) => writeBatch(trx, statements, members, goal))

/** Copies new rows and upserts the others. For tables that are thrown away unless every row comes. */
export const writeUnchecked = (db: Knex, shares: readonly Share[]): Promise<void> =>
  writeRows(db, shares, async (trx, statements) => {
    if (statements.length === 0) return
    const parts = statements.map(({ sql }, i) => `rows${i} AS (${sql})`)
    await trx.raw(
      `WITH ${parts.join(', ')} SELECT`,
      statements.map(({ json }) => json),
    )
  })
