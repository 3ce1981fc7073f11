import type { Knex } from 'knex'
import type { Position } from '#platform/event-store/event-store.ts'
import {
  activeBuild,
  BuildRefused,
  buildNamed,
  buildsOf,
  lasting,
  LOCK_MS,
  locked,
  tell,
  tellPlace,
  type Build,
} from './builds.ts'
import { itself, noteStep, type By } from './steps.ts'
import { pointViews } from './views.ts'

const isBehind = (build: { position: Position | null }, goal: Position | null): boolean =>
  (build.position ?? '') < (goal ?? '')

/** Facts that stand aside in `build`, and would not in `before`. */
const asideBeyond = async (trx: Knex, build: Build, before: Build | undefined): Promise<number> => {
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
  /** How far the build has to be at least. */
  readonly head: Position | null
  readonly by?: By
  /** The build that has to be the active one still, where somebody chose by that. */
  readonly from?: string | undefined
  /** Back to a build that was active before. */
  readonly isRollback?: boolean
}

/** What speaks against reading `build` instead of `before`, in the order in which it can be mended. */
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
  const aside = await asideBeyond(trx, build, before)
  if (before && aside > 0)
    throw new BuildRefused(name, 'has facts set aside', `${aside} more than ${before.name}`)
}

const refuseTooLate = (name: string, from: string | undefined, before: Build | undefined): void => {
  if (from === undefined || from === before?.name) return
  throw new BuildRefused(name, 'comes too late', `${before?.name} is read instead of ${from} by now`)
}

/** Of two programs that begin at once the newer one's build is read, whichever is there first. */
const holdOlder = (trx: Knex, { model, version }: Build) =>
  trx('checkpoints').where({ model }).where('version', '<', version).update({ promotes: false })

const exchange = async (
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
 * Lets a build be read instead of the active one, which stays as `previous`: in one transaction, and only where no read
 * would see less than before. By itself none takes the place of one of a newer version that was read first. Throws
 * BuildRefused, StepTaken, and what `isTransient` says when readers did not let go in time.
 */
export const promote = (
  db: Knex,
  name: string,
  { head, by = itself, from, isRollback = false }: Promotion,
): Promise<Build> =>
  lasting(db, async (trx) => {
    await trx.raw(`SET LOCAL lock_timeout = ${LOCK_MS}`)
    const { model } = await buildNamed(trx, name)
    const builds = await locked(trx, model)
    const build = builds.find((one) => one.name === name)
    if (!build) throw new BuildRefused(name, 'unknown')
    const before = builds.find(({ state }) => state === 'active')
    refuseTooLate(name, from, before)
    await refuseUnlessReadable(trx, build, { before, head })
    if (by === itself && !build.promotes)
      throw new BuildRefused(name, 'comes too late', `${before?.name} is newer and read by now`)
    const lost = await pointViews(trx, name, before?.name)
    if (lost) throw new BuildRefused(name, 'cannot be read by running programs', lost)
    const promoted = await exchange(trx, build, { before, isRollback })
    await holdOlder(trx, build)
    await noteStep(trx, by, {
      type: isRollback ? 'ReadModelRolledBack' : 'ReadModelPromoted',
      data: { model, version: build.version, build: build.build, replaced: before?.build ?? null },
    })
    await tell(trx, model)
    await tellPlace(trx, model, build.position)
    return promoted
  })

/**
 * The build that is read, and the one that was before it. Steps back only: a second rollback does not undo the first.
 * Throws BuildRefused when there is none.
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
