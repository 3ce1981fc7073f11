import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Position } from '#platform/event-store/event-store.ts'
import type { Platform } from '#platform/platform.ts'
import { BuildRefused, buildsOf, startBuild, type Build } from '../engine/builds/builds.ts'
import { promote, rollbackOf } from '../engine/builds/promote.ts'
import type { Projection } from '../engine/definition/projection.ts'
import { retire, sweepRetired } from '../engine/builds/retire.ts'
import { waitForBuilds } from './wait-for-builds.ts'
import type { StepBy } from '../engine/builds/steps.ts'

/** The steps that operators take with builds, by the name of a model or of a build. */

/** The name is neither a read model of this program nor a build, or a build's where only a read model fits. */
export class NameUnknown extends Error {
  constructor(models: readonly Projection[], name: string, isNot: string) {
    const meant = models.find((model) => model.name === name.replace(/_\d+$/, ''))
    super(`${name} is ${isNot}.${meant ? ` Did you mean ${meant.name}?` : ''}`)
  }
}

export type Named = {
  readonly model: Projection
  /** All builds of the model, oldest first. */
  readonly builds: readonly Build[]
  /** Undefined when the name is a model's. */
  readonly build: Build | undefined
}

/** Throws NameUnknown. */
export const find = async (db: Knex, models: readonly Projection[], name: string): Promise<Named> => {
  const builds = (await buildsOf(db)).filter(({ state }) => state !== 'retiring')
  const build = builds.find((one) => one.name === name)
  const model = models.find((one) => one.name === (build?.model ?? name))
  if (!model) throw new NameUnknown(models, name, 'neither a read model nor a build')
  return { model, builds: builds.filter((one) => one.model === model.name), build }
}

/** Returns a new build of this program's version, or the unfinished one. */
export const beginBuild = (
  { db, eventStore }: Pick<Platform, 'db' | 'eventStore'>,
  model: Projection,
  how: { readonly promotes: boolean; readonly by: StepBy },
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

/** A lock timeout or a deadlock with readers or a comparison. */
const isLockConflict = (error: unknown): boolean =>
  [LOCK_NOT_AVAILABLE, DEADLOCK].includes((error as { code?: string }).code ?? '')

type Promoting = {
  readonly by: StepBy
  /** Whether this process may advance the build when no projector does. False in processes that serve requests. */
  readonly helps: boolean
  readonly withinMs: number
}
type Step = { readonly name: string; readonly from?: string | undefined; readonly isRollback?: boolean }

/** Promotes the build once it reaches the current head. Throws BuildRefused and StepTaken. */
const promoteSoon = async (
  platform: Platform,
  { model, builds }: Named,
  { step: { name, ...step }, by, helps, withinMs }: Promoting & { readonly step: Step },
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
      if (isLockConflict(error) || (error instanceof BuildRefused && error.refusal === 'is behind'))
        return false
      throw error
    }
  }
  await waitForBuilds(platform, { names: [name], isDone, withinMs, ...(helps && isOurs && { own: [model] }) })
  if (promoted) return promoted
  throw refused
}

/**
 * Returns the named build, else the newest ready one, else the newest unfinished one. Throws BuildRefused when
 * there is none.
 */
const candidate = ({ model, builds, build }: Named): Build => {
  const newest = (state: Build['state']) => builds.findLast((one) => one.state === state)
  const found = build ?? newest('ready') ?? newest('building')
  if (!found) throw new BuildRefused(model.name, 'has no build to promote')
  return found
}

/** Promotes the named build, else the newest of the model. Throws BuildRefused and StepTaken. */
export const promoteNamed = async (platform: Platform, named: Named, how: Promoting): Promise<Build> => {
  const from = named.builds.find(({ state }) => state === 'active')?.name
  return promoteSoon(platform, named, { ...how, step: { name: candidate(named).name, from } })
}

/**
 * Makes the previous build active again. A named build must be that one or the active one. Throws BuildRefused and
 * StepTaken.
 */
export const rollBack = async (platform: Platform, named: Named, how: Promoting): Promise<Build> => {
  const { from, to } = await rollbackOf(platform.db, named.model.name)
  if (named.build && ![from.name, to.name].includes(named.build.name))
    throw new BuildRefused(named.build.name, 'is not the previous build', `${from.name} replaced ${to.name}`)
  const step = { name: to.name, from: from.name, isRollback: true }
  return promoteSoon(platform, named, { ...how, step })
}

const RETIRE_MS = 5_000

/** Continues a retirement that may have begun before it met a lock. */
const continueRetiring = async (db: Knex, name: string, by: StepBy): Promise<void> => {
  const left = (await buildsOf(db)).find((build) => build.name === name)
  await (left?.state === 'retiring' ? sweepRetired(db) : retire(db, name, by))
}

/**
 * Retires the named build, else the only one of the model that is not active, and returns its name. Throws
 * BuildRefused and StepTaken.
 */
export const retireNamed = async (
  { db }: Pick<Platform, 'db'>,
  { model, builds, build }: Named,
  by: StepBy,
): Promise<string> => {
  const idle = builds.filter(({ state }) => state !== 'active').map(({ name }) => name)
  if (!build && idle.length === 0) throw new BuildRefused(model.name, 'has nothing to retire')
  if (!build && idle.length > 1)
    throw new BuildRefused(model.name, 'has several builds', `name one of ${idle.join(', ')}`)
  const name = build?.name ?? idle[0]!
  const until = performance.now() + RETIRE_MS
  for (let step: typeof continueRetiring = retire; ; step = continueRetiring) {
    try {
      await step(db, name, by)
      return name
    } catch (error) {
      if (!isLockConflict(error) || performance.now() > until) throw error
      await pause(100)
    }
  }
}
