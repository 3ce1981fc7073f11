import type { Knex } from 'knex'
import type { Logger } from '#platform/watch/logger.ts'
import {
  buildNamed,
  BuildRefused,
  buildsOf,
  durably,
  LOCK_MS,
  lockBuilds,
  notifyBuilds,
  notifyPosition,
  type Build,
} from './builds.ts'
import { byProjector, recordStep, byOperator, type StepBy } from './steps.ts'
import { LONG_MS } from '../definition/tables.ts'

/** Drops the tables and the checkpoint of a retiring build. Repeats what a crash interrupted. */
const drop = (db: Knex, { name, model }: Build): Promise<void> =>
  durably(db, async (trx) => {
    await trx.raw(`SET LOCAL lock_timeout = ${LOCK_MS}`)
    // The tables first: writers lock them before the checkpoint.
    await trx.raw('DROP SCHEMA IF EXISTS ?? CASCADE', [name]).options({ query_timeout: LONG_MS })
    await trx('checkpoints').where({ name }).delete()
    await notifyBuilds(trx, model)
  })

const recordRetirement = async (trx: Knex, { name, follows, model, version, build }: Build, by: StepBy) => {
  await trx('checkpoints').where({ follows: name }).update({ follows })
  await recordStep(trx, by, { type: 'ReadModelRetired', data: { model, version, build } })
}

/**
 * Drops a build and its tables after its writers have stopped. Throws BuildRefused when it is active or unknown,
 * and StepTaken.
 */
export const retire = async (db: Knex, name: string, by: StepBy = byProjector): Promise<void> => {
  const build = await durably(db, async (trx) => {
    const { model } = await buildNamed(trx, name)
    const found = (await lockBuilds(trx, model)).find((one) => one.name === name)
    if (!found) throw new BuildRefused(name, 'unknown')
    if (found.state === 'active') throw new BuildRefused(name, 'is active')
    if (found.state === 'retiring') throw new BuildRefused(name, 'is going already')
    await trx('checkpoints').where({ name }).update({ state: 'retiring' })
    await recordRetirement(trx, found, by)
    return found
  })
  await drop(db, build)
}

/** Finishes retirements that a crash interrupted. */
export const sweepRetired = async (db: Knex): Promise<void> => {
  for (const build of await buildsOf(db)) if (build.state === 'retiring') await drop(db, build)
}

/**
 * Retires builds that still hold erased data because no program keeps them up. Returns their names. `versions`: the
 * version of each model that this program keeps up.
 */
export const retireUnerased = async (
  db: Knex,
  versions: ReadonlyMap<string, number>,
  graceMs: number,
): Promise<readonly string[]> => {
  const { rows } = await db.raw<{ rows: Pick<Build, 'name' | 'model' | 'version'>[] }>(
    `SELECT c.name, c.model, c.version FROM checkpoints c
     JOIN checkpoints active ON active.model = c.model AND active.state = 'active'
     WHERE c.state IN ('building', 'ready', 'previous') AND coalesce(c.position, '') < coalesce(active.position, '')
       AND EXISTS (SELECT FROM erasures e WHERE e.erased_at > c.updated_at
         AND e.erased_at < now() - ? * interval '1 millisecond')`,
    [graceMs],
  )
  const unerased = rows.filter(({ model, version }) => versions.get(model) !== version)
  for (const { name } of unerased) await retire(db, name)
  return unerased.map(({ name }) => name)
}

/** The longest time that a build without a projector holds erased data, apart from a moment. */
const UNERASED_MS = 60_000

/** Retires such builds regularly until the returned function is called. */
export const watchUnerased = (
  db: Knex,
  models: readonly { readonly name: string; readonly version: number }[],
  log: Logger,
): (() => void) => {
  const versions = new Map(models.map(({ name, version }) => [name, version]))
  const look = async () => {
    await sweepRetired(db)
    for (const build of await retireUnerased(db, versions, UNERASED_MS))
      log.warn({ build }, 'a build was retired: it held erased data, and no projector keeps it up')
  }
  const timer = setInterval(
    () =>
      void look().catch((error: unknown) =>
        log.warn({ err: error }, 'cannot look for builds that hold erased data'),
      ),
    UNERASED_MS,
  )
  return () => clearInterval(timer)
}

/**
 * Drops a build, even an active one, that does not belong to the event store. Its model is away until the next
 * build is promoted. For restored stores, while no process runs.
 */
export const discard = async (db: Knex, name: string): Promise<void> => {
  const build = await buildNamed(db, name)
  await durably(db, async (trx) => {
    await trx('checkpoints').where({ name }).update({ state: 'retiring' })
    await recordRetirement(trx, build, byOperator)
  })
  await drop(db, build)
  if (build.state === 'active') await notifyPosition(db, build.model, null)
}
