import type { Knex } from 'knex'
import { hashOrId } from '#platform/event-store/checkpoint-mismatch.ts'
import type { EventStore, Position } from '#platform/event-store/event-store.ts'
import { asOnlyOne } from '#platform/postgres/only-one.ts'
import { buildsOf, durably, type Build } from '../engine/builds/builds.ts'
import type { Logger } from '#platform/watch/logger.ts'
import { addColumns, createTables, LONG_MS } from '../engine/definition/tables.ts'
import { CheckpointMoved } from '../engine/runner/checkpoints.ts'
import type { Filling } from '../engine/runner/fill.ts'

/**
 * Lanes write to tables of their own, which take the place of those of the build when every row is there. So a build whose lanes
 * were broken off stands where it stood, and whoever fills it meanwhile does no harm: the first to move its checkpoint wins.
 */

/** The schema that the lanes of a build fill. */
export const laneSchema = (build: string): string => `${build}_lanes`

const dropSchema = (trx: Knex, schema: string): Promise<unknown> =>
  trx.raw('DROP SCHEMA IF EXISTS ?? CASCADE', [schema]).options({ query_timeout: LONG_MS })

/** The name under which one process at a time fills the lanes of a build, or drops them. */
export const laneLock = (build: string): string => `lanes ${build}`

type Filled = Pick<Filling, 'name' | 'projection'>

/** Makes empty tables for the lanes of these builds. */
export const openLaneTables = (db: Knex, builds: readonly Filled[]): Promise<void> =>
  db.transaction(async (trx) => {
    for (const { name, projection } of builds) {
      const schema = laneSchema(name)
      await dropSchema(trx, schema)
      await createTables(trx, schema, projection.tables)
      for (const [table, { additive }] of Object.entries(projection.tables))
        if (additive) await addColumns(trx, schema, table, additive)
    }
  })

export const dropLaneTables = async (db: Knex, names: readonly string[]): Promise<void> => {
  for (const name of names) await dropSchema(db, laneSchema(name))
}

/** Drops what lanes have left behind that nobody fills. */
const sweepLaneTables = async (db: Knex): Promise<void> => {
  const { rows } = await db.raw<{ rows: { build: string }[] }>(
    `SELECT left(nspname, -6) AS build FROM pg_namespace WHERE nspname ~ '_[0-9]+_lanes$' AND pg_has_role(nspowner, 'MEMBER')`,
  )
  for (const { build } of rows) await asOnlyOne(db, [laneLock(build)], () => dropLaneTables(db, [build]))
}

const SWEEP_MS = 60_000

/** Drops what lanes left behind in a crash, now and regularly until the returned function is called: no erasure reaches it. */
export const watchLaneTables = (db: Knex, log: Logger): (() => Promise<void>) => {
  let sweeping = Promise.resolve()
  const sweep = (): void => {
    sweeping = sweeping
      .then(() => sweepLaneTables(db))
      .catch((error: unknown) => log.warn({ err: error }, 'cannot drop what lanes have left behind'))
  }
  sweep()
  const timer = setInterval(sweep, SWEEP_MS)
  return () => {
    clearInterval(timer)
    return sweeping
  }
}

/**
 * Puts the filled tables in the place of those of the builds, and moves their checkpoints to `to`. Throws CheckpointMoved and does
 * nothing if somebody else has advanced one of them.
 */
export const takeLaneTables = async (
  db: Knex,
  { from, to }: { readonly from: readonly Pick<Build, 'name' | 'position'>[]; readonly to: Position },
  eventStore: Pick<EventStore, 'factAt'>,
): Promise<void> => {
  const last = await eventStore.factAt(to)
  const fact = last && hashOrId(last)
  await durably(db, async (trx) => {
    for (const { name, position } of from.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      // The tables first: writers lock them before the checkpoint.
      await dropSchema(trx, name)
      const moved: number = await trx('checkpoints')
        .where({ name, state: 'building' })
        .whereRaw('position IS NOT DISTINCT FROM ?', [position])
        .update({ position: to, fact: trx.raw('coalesce(?, fact)', [fact]), updated_at: trx.fn.now() })
      if (moved === 0) throw new CheckpointMoved([name])
      await trx.raw('ALTER SCHEMA ?? RENAME TO ??', [laneSchema(name), name])
    }
  })
}

/** The builds by name. One that is gone is missing. */
export const standing = async (db: Knex, names: readonly string[]): Promise<Build[]> =>
  (await buildsOf(db)).filter(({ name, state }) => names.includes(name) && state === 'building')
