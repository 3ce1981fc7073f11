import type { Knex } from 'knex'
import { buildNamed, BuildRefused, buildsOf, LOCK_MS, locked, tell, tellPlace, type Build } from './builds.ts'
import { itself, noteStep, operator, type By } from './steps.ts'
import { LONG_MS } from './tables.ts'

/** Drops the tables of a build that is nobody's any more; also one that a crash left half gone. */
const drop = (db: Knex, { name, model }: Build): Promise<void> =>
  db.transaction(async (trx) => {
    await trx.raw(`SET LOCAL lock_timeout = ${LOCK_MS}`)
    await trx('checkpoints').where({ name }).delete()
    await trx.raw('DROP SCHEMA IF EXISTS ?? CASCADE', [name]).options({ query_timeout: LONG_MS })
    await tell(trx, model)
  })

const noteRetired = async (trx: Knex, { name, follows, model, version, build }: Build, by: By) => {
  await trx('checkpoints').where({ follows: name }).update({ follows })
  await noteStep(trx, by, { type: 'ReadModelRetired', data: { model, version, build } })
}

/** Drops a build and its tables. Its writers let go first. Throws BuildRefused when it is read, and StepTaken. */
export const retire = async (db: Knex, name: string, by: By = itself): Promise<void> => {
  const build = await db.transaction(async (trx) => {
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
 * Takes away a build, also an active one, whose facts the event store does not hold: until the next one is promoted its
 * model is not there. For stores that were restored, while no process runs.
 */
export const discard = async (db: Knex, name: string): Promise<void> => {
  const build = await buildNamed(db, name)
  await db.transaction(async (trx) => {
    await trx('checkpoints').where({ name }).update({ state: 'retiring' })
    await noteRetired(trx, build, operator)
  })
  await drop(db, build)
  if (build.state === 'active') await tellPlace(db, build.model, null)
}
