import type { Platform } from '#platform/platform.ts'
import { BuildRefused, buildsOf, startBuild, type Build } from '#projections/engine/builds/builds.ts'
import { projections as known } from '#projections/index.ts'
import { beginBuild } from '#projections/operations/operations.ts'
import type { Projection } from '#projections/engine/definition/projection.ts'
import { waitForBuilds } from '#projections/operations/wait-for-builds.ts'
import { byOperator } from '#projections/engine/builds/steps.ts'
import { createProgress } from '../../local/build-progress.ts'

const requireBuilds = (builds: readonly Build[], names: readonly string[]): void => {
  const missing = names.find((name) => !builds.some((build) => build.name === name))
  if (missing !== undefined) throw new BuildRefused(missing, 'unknown')
}

type Fill = {
  readonly names: readonly string[]
  readonly own: readonly Projection[]
  readonly signal: AbortSignal
}

/** Waits until these builds have reached the current head and have their indexes; shows the progress. */
export const fill = async (platform: Platform, { names, own, signal }: Fill): Promise<void> => {
  const head = await platform.eventStore.head()
  const progress = createProgress(head)
  const isDone = (builds: readonly Build[]): boolean => {
    requireBuilds(builds, names)
    progress.show(builds)
    return builds.every(({ state, position }) => state !== 'building' && (position ?? '') >= (head ?? ''))
  }
  try {
    await waitForBuilds(platform, { names, own, isDone, signal })
  } finally {
    progress.end()
  }
}

/** Prints the blocked facts of a build, as they may prevent its promotion. Returns whether there are any. */
const printBlocked = async ({ db }: Platform, { name }: Build): Promise<boolean> => {
  const blocked = await db('parked_facts')
    .where({ build: name })
    .first<{ dead: string; held: string }>(
      db.raw('count(*) FILTER (WHERE NOT held) AS dead'),
      db.raw('count(*) FILTER (WHERE held) AS held'),
    )
  if (blocked.dead === '0' && blocked.held === '0') return false
  const held = blocked.held === '0' ? '' : `, ${blocked.held} held for a newer program`
  console.log(`${name} has blocked facts: ${blocked.dead} dead letters${held}.`)
  return true
}

/**
 * Builds these models anew up to the head, to be inspected and promoted. Returns 1 when facts are blocked. Throws
 * BuildRefused, and an AbortError when `signal` aborts; the next build continues this one.
 */
export const build = async (
  platform: Platform,
  models: readonly Projection[],
  signal: AbortSignal = new AbortController().signal,
): Promise<number> => {
  await platform.gate.pass()
  const startedAt = performance.now()
  const started: Build[] = []
  for (const model of models)
    started.push(await beginBuild(platform, model, { promotes: false, by: byOperator }))
  const names = started.map(({ name }) => name)
  await fill(platform, { names, own: models, signal })
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  let isComplete = true
  for (const one of started) {
    console.log(`${one.name} was built in ${seconds} s. Next: npm run ops -- projections promote ${one.name}`)
    if (await printBlocked(platform, one)) isComplete = false
  }
  return isComplete ? 0 : 1
}

/** Returns the builds that the processes of this version will promote; starts a missing one. */
const startNew = async ({ db, eventStore }: Platform, model: Projection): Promise<readonly Build[]> => {
  const builds = (await buildsOf(db, model.name)).filter(({ state }) => state !== 'retiring')
  const ownBuilds = builds.filter(({ version }) => version === model.version)
  if (ownBuilds.some(({ state }) => state === 'active' || state === 'previous')) return []
  const promotable = ownBuilds.filter(({ promotes }) => promotes)
  if (promotable.length > 0 || builds.some(({ version }) => version > model.version)) return promotable
  return [await startBuild(db, model, eventStore, { promotes: true, by: byOperator })]
}

/**
 * Builds the read models whose version is newer than any build, beside the running program, and keeps them at the
 * head until the processes of this program promote them or `signal` aborts.
 */
export const buildNew = async (
  platform: Platform,
  signal: AbortSignal = new AbortController().signal,
  models: readonly Projection[] = known,
): Promise<number> => {
  await platform.gate.pass()
  const started: Build[] = []
  for (const model of models) started.push(...(await startNew(platform, model)))
  if (started.length === 0) {
    console.log('No read model of this program is newer than the existing builds.')
    return 0
  }
  const names = started.map(({ name }) => name)
  const own = models.filter(({ name }) => started.some(({ model }) => model === name))
  await fill(platform, { names, own, signal })
  let isComplete = true
  for (const one of started) if (await printBlocked(platform, one)) isComplete = false
  console.log(
    `${names.join(', ')} reached the head and follow it. Start the processes of this program, which promote them.`,
  )
  const isPromoted = (builds: readonly Build[]): boolean => {
    requireBuilds(builds, names)
    return builds.every(({ state }) => state === 'active' || state === 'previous')
  }
  await waitForBuilds(platform, { names, own, isDone: isPromoted, signal })
  console.log(`${names.join(', ')} became active.`)
  return isComplete ? 0 : 1
}
