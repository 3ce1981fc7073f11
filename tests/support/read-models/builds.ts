import { expect, vi } from 'vitest'
import type { Knex } from '#platform/postgres/database.ts'
import { projections } from '#projections/index.ts'
import {
  activeBuild,
  buildsOf,
  startBuild,
  type Build,
  type ReadModel,
} from '#projections/engine/builds/builds.ts'
import { expectDeadLetters } from '../servers/postgres.ts'

/** Starts a build that replaces the active one once a projector has filled it. */
export const buildAnew = async (db: Knex, model: ReadModel): Promise<Build> => {
  const active = await activeBuild(db, model.name)
  const store = { identity: async () => active!.store_id, head: async () => active!.position }
  return startBuild(db, model, store, { promotes: true })
}

/** Rebuilds read models while a projector runs, and waits until the new builds are active. A busy machine gets a minute for thousands of facts. */
export const rebuild = async (db: Knex, models: readonly ReadModel[] = projections): Promise<void> => {
  const begun: string[] = []
  for (const model of models) begun.push((await buildAnew(db, model)).name)
  await vi.waitFor(
    async () => {
      const active = (await buildsOf(db)).filter(({ state }) => state === 'active').map(({ name }) => name)
      expect(active).toEqual(expect.arrayContaining(begun))
    },
    { timeout: 60_000, interval: 20 },
  )
}

/** The name of the active build. */
export const activeBuildName = async (db: Knex, model: string): Promise<string> =>
  (await activeBuild(db, model))!.name

/** The positions of the active builds. */
export const activePositions = (db: Knex): Promise<(string | null)[]> =>
  db('checkpoints').where({ state: 'active' }).orderBy('model').pluck('position')

/** Dead letters and held facts of the active builds, with the model as `projection`. */
export const blockedFactsIn = (db: Knex, model?: string): Knex.QueryBuilder => {
  const rows = db('parked_facts as p')
    .join('checkpoints as c', 'c.name', 'p.build')
    .where({ state: 'active' })
    .orderBy(['model', 'p.position'])
    .select('p.*', 'model as projection')
  return model === undefined ? rows : rows.where({ model })
}

/** Inserts dead letters or held facts into the active build of a model, and expects them. */
export const insertBlockedFacts = async (
  db: Knex,
  model: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> => {
  expectDeadLetters()
  const { name: build } = (await activeBuild(db, model))!
  await db('parked_facts').insert(rows.map((row) => ({ ...row, build })))
}
