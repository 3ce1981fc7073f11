import type { Knex } from 'knex'
import { BuildRefused, locked, tell, type Build } from '../engine/builds/builds.ts'
import { itself, noteStep, type By } from '../engine/builds/steps.ts'

/**
 * Has every lane of the active build that stands still tried again, by whoever keeps the build up: they look back, and
 * take up what is held. What cannot be taken stands still as before. Throws BuildRefused, StepTaken.
 */
export const retryLanes = (db: Knex, model: string, by: By = itself): Promise<Build> =>
  db.transaction(async (trx) => {
    const build = (await locked(trx, model)).find(({ state }) => state === 'active')
    if (!build) throw new BuildRefused(model, 'is not there', 'none of its builds is read')
    const { name, version } = build
    const lanes: string[] = await trx('parked_facts').where({ build: name }).distinct('lane').pluck('lane')
    if (lanes.length === 0) throw new BuildRefused(name, 'has nothing set aside')
    await trx('parked_facts').where({ build: name, held: false }).update({ held: true })
    await trx('checkpoints').where({ name }).increment('resumed', 1)
    const data = { model, version, build: build.build, lanes: lanes.length }
    await noteStep(trx, by, { type: 'ReadModelLanesRetried', data })
    await tell(trx, model)
    return build
  })
