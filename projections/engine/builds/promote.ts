import type { Knex } from 'knex'
import type { Position } from '#platform/event-store/event-store.ts'
import {
  activeBuild,
  BuildRefused,
  buildNamed,
  buildsOf,
  durably,
  LOCK_MS,
  lockBuilds,
  notifyBuilds,
  notifyPosition,
  type Build,
} from './builds.ts'
import { byProjector, recordStep, type StepBy } from './steps.ts'
import { pointViews } from './views.ts'

const isBehind = (build: { position: Position | null }, goal: Position | null): boolean =>
  (build.position ?? '') < (goal ?? '')

/** Counts the blocked facts of `build` that are not blocked in `before`. */
const moreBlockedFacts = async (trx: Knex, build: Build, before: Build | undefined): Promise<number> => {
  const row = await trx('parked_facts')
    .where({ build: build.name })
    .whereNotIn(
      'position',
      trx('parked_facts')
        .where({ build: before?.name ?? '' })
        .select('position'),
    )
    .count({ count: '*' })
    .first()
  return Number(row?.count)
}

export type Promotion = {
  /** The position that the build must have reached. */
  readonly head: Position | null
  readonly by?: StepBy
  /** The build that must still be active, if the caller chose by it. */
  readonly from?: string | undefined
  readonly isRollback?: boolean
}

/**
 * Throws the first reason against making `build` active instead of `before`, in the order in which an operator can
 * fix them.
 */
const refuseUnlessReadable = async (
  trx: Knex,
  build: Build,
  { before, head }: { readonly before: Build | undefined; readonly head: Position | null },
): Promise<void> => {
  const { name, position } = build
  if (build.state === 'retiring') throw new BuildRefused(name, 'unknown')
  if (build.state === 'active') throw new BuildRefused(name, 'is active')
  if (build.state === 'building') throw new BuildRefused(name, 'is not built')
  const goal = [head, before?.position ?? null].toSorted((a, b) => ((a ?? '') < (b ?? '') ? -1 : 1))[1]
  if (isBehind(build, goal ?? null))
    throw new BuildRefused(name, 'is behind', `at ${position ?? 'the beginning'}, not ${goal}`)
  const blocked = await moreBlockedFacts(trx, build, before)
  if (before && blocked > 0)
    throw new BuildRefused(name, 'has facts set aside', `${blocked} more than in ${before.name}`)
}

const refuseOvertaken = (name: string, from: string | undefined, before: Build | undefined): void => {
  if (from === undefined || from === before?.name) return
  throw new BuildRefused(name, 'comes too late', `${before?.name} became active instead of ${from}`)
}

/** If two programs start at once, the newer version wins in any order. */
const keepOlderBuilds = (trx: Knex, { model, version }: Build) =>
  trx('checkpoints').where({ model }).where('version', '<', version).update({ promotes: false })

const activate = async (
  trx: Knex,
  { name }: Build,
  { before, isRollback }: { readonly before: Build | undefined; readonly isRollback: boolean },
): Promise<Build> => {
  if (before) await trx('checkpoints').where({ name: before.name }).update({ state: 'previous' })
  const follows = isRollback ? {} : { follows: before?.name ?? null }
  const [promoted] = (await trx('checkpoints')
    .where({ name })
    .update({ state: 'active', promotes: false, promoted_at: trx.fn.now(), ...follows })
    .returning('*')) as [Build]
  return promoted
}

/**
 * Makes a build active and keeps the former one as `previous`, in one transaction. Refuses when a read would see
 * less than before. The projector never replaces a newer version by itself. Throws BuildRefused, StepTaken, and a
 * transient error (`isTransient`) when readers keep a lock too long.
 */
export const promote = (
  db: Knex,
  name: string,
  { head, by = byProjector, from, isRollback = false }: Promotion,
): Promise<Build> =>
  durably(db, async (trx) => {
    const { model } = await buildNamed(trx, name)
    const builds = await lockBuilds(trx, model)
    // Only for the views: new readers queue behind this. Who waits for another step waits until that has ended.
    await trx.raw(`SET LOCAL lock_timeout = ${LOCK_MS}`)
    const build = builds.find((one) => one.name === name)
    if (!build) throw new BuildRefused(name, 'unknown')
    const before = builds.find(({ state }) => state === 'active')
    refuseOvertaken(name, from, before)
    await refuseUnlessReadable(trx, build, { before, head })
    if (by === byProjector && !build.promotes)
      throw new BuildRefused(name, 'comes too late', `${before?.name} is newer and active`)
    const lost = await pointViews(trx, name, before?.name)
    if (lost) throw new BuildRefused(name, 'cannot be read by running programs', lost)
    const promoted = await activate(trx, build, { before, isRollback })
    await keepOlderBuilds(trx, build)
    await recordStep(trx, by, {
      type: isRollback ? 'ReadModelRolledBack' : 'ReadModelPromoted',
      data: { model, version: build.version, build: build.build, replaced: before?.build ?? null },
    })
    await notifyBuilds(trx, model)
    await notifyPosition(trx, model, build.position)
    return promoted
  })

/** The step that makes this former build active again: only the one that the active build replaced is a rollback's. */
export const stepBackTo = ({ name, model }: Build, active: Build | undefined): string =>
  active?.follows === name ? `rollback ${model}` : `promote ${name}`

/**
 * Returns the active build and the one to go back to. A second rollback goes back further and does not undo the
 * first. Throws BuildRefused when there is none.
 */
export const rollbackOf = async (
  db: Knex,
  model: string,
): Promise<{ readonly from: Build; readonly to: Build }> => {
  const from = await activeBuild(db, model)
  const to = (await buildsOf(db, model)).find(
    ({ name, state }) => state === 'previous' && name === from?.follows,
  )
  if (!from || !to) throw new BuildRefused(model, 'has no previous build')
  return { from, to }
}
