import { expect } from 'vitest'
import type { Knex } from '#platform/postgres/database.ts'
import { projections } from '#projections/index.ts'
import {
  activeBuild,
  buildsOf,
  startBuild,
  type Build,
  type ReadModel,
} from '#projections/engine/builds/builds.ts'
import { eventually } from '../eventually.ts'
import { expectParked } from '../servers/postgres.ts'

/** Begins a build of a read model that takes the place of the one that is read, once a projector has filled it. */
export const buildAnew = async (db: Knex, model: ReadModel): Promise<Build> => {
  const active = await activeBuild(db, model.name)
  const store = { identity: async () => active!.store_id, head: async () => active!.position }
  return startBuild(db, model, store, { promotes: true })
}

/** Builds read models anew, while a projector runs, until they are read. */
export const rebuild = async (db: Knex, models: readonly ReadModel[] = projections): Promise<void> => {
  const begun: string[] = []
  for (const model of models) begun.push((await buildAnew(db, model)).name)
  await eventually(async () => {
    const active = (await buildsOf(db)).filter(({ state }) => state === 'active').map(({ name }) => name)
    expect(active).toEqual(expect.arrayContaining(begun))
  })
}

/** The name of the build that is read. */
export const readOf = async (db: Knex, model: string): Promise<string> => (await activeBuild(db, model))!.name

/** How far the builds are that are read. */
export const activePlaces = (db: Knex): Promise<(string | null)[]> =>
  db('checkpoints').where({ state: 'active' }).orderBy('model').pluck('position')

/** What is set aside in the builds that are read, with the model as `projection`. */
export const asideOf = (db: Knex, model?: string): Knex.QueryBuilder => {
  const rows = db('parked_facts as p')
    .join('checkpoints as c', 'c.name', 'p.build')
    .where({ state: 'active' })
    .orderBy(['model', 'p.position'])
    .select('p.*', 'model as projection')
  return model === undefined ? rows : rows.where({ model })
}

/** Sets facts aside in the build of a model that is read; who does so expects it. */
export const setAsideIn = async (
  db: Knex,
  model: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> => {
  expectParked()
  const { name: build } = (await activeBuild(db, model))!
  await db('parked_facts').insert(rows.map((row) => ({ ...row, build })))
}
