import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Position } from '#platform/event-store/event-store.ts'
import type { Platform } from '#platform/platform.ts'
import { BuildRefused, buildsOf, startBuild, type Build } from '../engine/builds/builds.ts'
import { promote, rollbackOf } from '../engine/builds/promote.ts'
import type { Projection } from '../engine/definition/projection.ts'
import { retire, sweepRetired } from '../engine/builds/retire.ts'
import { waitForBuilds } from './wait-for-builds.ts'
import type { By } from '../engine/builds/steps.ts'

/** What operators do with builds, by the names that they know: those of models, and those of builds. */

/** No model of this program, and no build. */
export class NameUnknown extends Error {}

export type Named = {
  readonly model: Projection
  /** All of the model, oldest first. */
  readonly builds: readonly Build[]
  /** Where one was named. */
  readonly build: Build | undefined
}

/** What a name stands for. Throws NameUnknown. */
export const find = async (db: Knex, models: readonly Projection[], name: string): Promise<Named> => {
  const builds = (await buildsOf(db)).filter(({ state }) => state !== 'retiring')
  const build = builds.find((one) => one.name === name)
  const model = models.find((one) => one.name === (build?.model ?? name))
  if (!model) throw new NameUnknown(`${name} is no read model, and none of their builds`)
  return { model, builds: builds.filter((one) => one.model === model.name), build }
}

/** A fresh build of this program's version; one that is unfinished is gone on with, not begun again. */
export const beginBuild = (
  { db, eventStore }: Pick<Platform, 'db' | 'eventStore'>,
  model: Projection,
  how: { readonly promotes: boolean; readonly by: By },
): Promise<Build> =>
  db.transaction(async (trx) => {
    await trx.raw('SELECT pg_advisory_xact_lock(hashtext(?))', [`build ${model.name}`])
    const unfinished = (await buildsOf(trx, model.name)).find(
      ({ state, version }) => state === 'building' && version === model.version,
    )
    return unfinished ?? startBuild(trx, model, eventStore, how)
  })

const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'

/** Readers, or a comparison, did not let go of a table in time, or somebody waited for us as we did for them. */
const isHeldUp = (error: unknown): boolean =>
  [LOCK_NOT_AVAILABLE, DEADLOCK].includes((error as { code?: string }).code ?? '')

type Way = {
  readonly by: By
  /** Where nobody else keeps the build up, this process may; false in one that serves. */
  readonly helps: boolean
  readonly withinMs: number
}
type Step = { readonly name: string; readonly from?: string | undefined; readonly isRollback?: boolean }

/** Promotes as soon as the build stands at the head that the store has now. Throws BuildRefused, StepTaken. */
const promoteSoon = async (
  platform: Platform,
  { model, builds }: Named,
  { step: { name, ...step }, by, helps, withinMs }: Way & { readonly step: Step },
): Promise<Build> => {
  const head: Position | null = await platform.eventStore.head()
  const isOurs = builds.find((one) => one.name === name)?.version === model.version
  let promoted: Build | undefined
  let refused: unknown
  const isDone = async (): Promise<boolean> => {
    try {
      promoted = await promote(platform.db, name, { ...step, head, by })
      return true
    } catch (error) {
      refused = error
      if (isHeldUp(error) || (error instanceof BuildRefused && error.refusal === 'is behind')) return false
      throw error
    }
  }
  await waitForBuilds(platform, { names: [name], isDone, withinMs, ...(helps && isOurs && { own: [model] }) })
  if (promoted) return promoted
  throw refused
}

/** The build that was named, else the newest that is ready; throws BuildRefused where none could be meant. */
const candidate = ({ model, builds, build }: Named): Build => {
  const newest = (state: Build['state']) => builds.findLast((one) => one.state === state)
  const found = build ?? newest('ready') ?? newest('building')
  if (!found) throw new BuildRefused(model.name, 'has no build to promote')
  return found
}

/** Lets a build be read: the one that is named, else the newest of the model. Throws BuildRefused, StepTaken. */
export const promoteNamed = async (platform: Platform, named: Named, way: Way): Promise<Build> => {
  const from = named.builds.find(({ state }) => state === 'active')?.name
  return promoteSoon(platform, named, { ...way, step: { name: candidate(named).name, from } })
}

/** Lets the build be read that was read before. Throws BuildRefused, StepTaken. */
export const rollBack = async (platform: Platform, named: Named, way: Way): Promise<Build> => {
  const { from, to } = await rollbackOf(platform.db, named.model.name)
  const step = { name: to.name, from: from.name, isRollback: true }
  return promoteSoon(platform, named, { ...way, step })
}

const RETIRE_MS = 5_000

/** After a try of ours that was held up, and may have begun. */
const goOnRetiring = async (db: Knex, name: string, by: By): Promise<void> => {
  const left = (await buildsOf(db)).find((build) => build.name === name)
  await (left?.state === 'retiring' ? sweepRetired(db) : retire(db, name, by))
}

/** Drops a build: the one that is named, else the only one of the model that is not read. Throws BuildRefused, StepTaken. */
export const retireNamed = async (
  { db }: Pick<Platform, 'db'>,
  { model, builds, build }: Named,
  by: By,
): Promise<string> => {
  const idle = builds.filter(({ state }) => state !== 'active').map(({ name }) => name)
  if (!build && idle.length === 0) throw new BuildRefused(model.name, 'has nothing to retire')
  if (!build && idle.length > 1)
    throw new BuildRefused(model.name, 'has several builds', `name one of ${idle.join(', ')}`)
  const name = build?.name ?? idle[0]!
  const until = performance.now() + RETIRE_MS
  for (let step: typeof goOnRetiring = retire; ; step = goOnRetiring) {
    try {
      await step(db, name, by)
      return name
    } catch (error) {
      if (!isHeldUp(error) || performance.now() > until) throw error
      await pause(100)
    }
  }
}
