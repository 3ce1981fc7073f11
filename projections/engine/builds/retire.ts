import type { Knex } from 'knex'
import type { Logger } from '#platform/watch/logger.ts'
import {
  buildNamed,
  BuildRefused,
  buildsOf,
  lasting,
  LOCK_MS,
  locked,
  tell,
  tellPlace,
  type Build,
} from './builds.ts'
import { itself, noteStep, operator, type By } from './steps.ts'
import { LONG_MS } from '../definition/tables.ts'

/** Drops the tables of a build that is nobody's any more; also one that a crash left half gone. */
const drop = (db: Knex, { name, model }: Build): Promise<void> =>
  lasting(db, async (trx) => {
    await trx.raw(`SET LOCAL lock_timeout = ${LOCK_MS}`)
    // First the tables: whoever writes them locks them before the checkpoint.
    await trx.raw('DROP SCHEMA IF EXISTS ?? CASCADE', [name]).options({ query_timeout: LONG_MS })
    await trx('checkpoints').where({ name }).delete()
    await tell(trx, model)
  })

const noteRetired = async (trx: Knex, { name, follows, model, version, build }: Build, by: By) => {
  await trx('checkpoints').where({ follows: name }).update({ follows })
  await noteStep(trx, by, { type: 'ReadModelRetired', data: { model, version, build } })
}

/** Drops a build and its tables. Its writers let go first. Throws BuildRefused when it is read, and StepTaken. */
export const retire = async (db: Knex, name: string, by: By = itself): Promise<void> => {
  const build = await lasting(db, async (trx) => {
    const { model } = await buildNamed(trx, name)
    const found = (await locked(trx, model)).find((one) => one.name === name)
    if (!found) throw new BuildRefused(name, 'unknown')
    if (found.state === 'active') throw new BuildRefused(name, 'is active')
    if (found.state === 'retiring') throw new BuildRefused(name, 'is going already')
    await trx('checkpoints').where({ name }).update({ state: 'retiring' })
    await noteRetired(trx, found, by)
    return found
  })
  await drop(db, build)
}

/** Ends what a crash left of `retire`. */
export const sweepRetired = async (db: Knex): Promise<void> => {
  for (const build of await buildsOf(db)) if (build.state === 'retiring') await drop(db, build)
}

/**
 * Retires builds that still show what was erased, as nobody has kept them up since: no program with their writer runs.
 * Answers their names. `versions`: what this program keeps up, by model.
 */
export const retireForgetful = async (
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
  const forgetful = rows.filter(({ model, version }) => versions.get(model) !== version)
  for (const { name } of forgetful) await retire(db, name)
  return forgetful.map(({ name }) => name)
}

/** A build that nobody keeps up shows what is erased no longer than this, and a moment. */
const FORGET_MS = 60_000

/** Looks for such builds now and then, until the returned function is called. */
export const watchForgetful = (
  db: Knex,
  models: readonly { readonly name: string; readonly version: number }[],
  log: Logger,
): (() => void) => {
  const versions = new Map(models.map(({ name, version }) => [name, version]))
  const look = async () => {
    await sweepRetired(db)
    for (const build of await retireForgetful(db, versions, FORGET_MS))
      log.warn({ build }, 'was retired: it showed what is erased, and nobody keeps it up')
  }
  const timer = setInterval(
    () =>
      void look().catch((error: unknown) =>
        log.warn({ err: error }, 'cannot look for builds that nobody keeps up'),
      ),
    FORGET_MS,
  )
  return () => clearInterval(timer)
}

/**
 * Takes away a build, also an active one, whose facts the event store does not hold: until the next one is promoted its
 * model is not there. For stores that were restored, while no process runs.
 */
export const discard = async (db: Knex, name: string): Promise<void> => {
  const build = await buildNamed(db, name)
  await lasting(db, async (trx) => {
    await trx('checkpoints').where({ name }).update({ state: 'retiring' })
    await noteRetired(trx, build, operator)
  })
  await drop(db, build)
  if (build.state === 'active') await tellPlace(db, build.model, null)
}
