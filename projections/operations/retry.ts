import type { Knex } from 'knex'
import { BuildRefused, lockBuilds, notifyBuilds, type Build } from '../engine/builds/builds.ts'
import { byProjector, recordStep, type StepBy } from '../engine/builds/steps.ts'

/**
 * Has the projector retry every blocked lane of the active build. A lane whose fact still fails stays blocked.
 * Throws BuildRefused and StepTaken.
 */
export const retryLanes = (db: Knex, model: string, by: StepBy = byProjector): Promise<Build> =>
  db.transaction(async (trx) => {
    const build = (await lockBuilds(trx, model)).find(({ state }) => state === 'active')
    if (!build) throw new BuildRefused(model, 'is not there')
    const { name, version } = build
    const lanes: string[] = await trx('parked_facts').where({ build: name }).distinct('lane').pluck('lane')
    if (lanes.length === 0) throw new BuildRefused(name, 'has nothing set aside')
    await trx('parked_facts').where({ build: name, held: false }).update({ held: true })
    await trx('checkpoints').where({ name }).increment('resumed', 1)
    const data = { model, version, build: build.build, lanes: lanes.length }
    await recordStep(trx, by, { type: 'ReadModelLanesRetried', data })
    await notifyBuilds(trx, model)
    return build
  })
