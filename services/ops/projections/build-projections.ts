import type { Platform } from '#platform/platform.ts'
import { BuildRefused, buildsOf, startBuild, type Build } from '#projections/engine/builds/builds.ts'
import { projections as known } from '#projections/index.ts'
import { beginBuild } from '#projections/operations/operations.ts'
import type { Projection } from '#projections/engine/definition/projection.ts'
import { waitForBuilds } from '#projections/operations/wait-for-builds.ts'
import { byOperator } from '#projections/engine/builds/steps.ts'
import { createProgress } from '../../local/build-progress.ts'

const noneGone = (builds: readonly Build[], names: readonly string[]): void => {
  const gone = names.find((name) => !builds.some((build) => build.name === name))
  if (gone !== undefined) throw new BuildRefused(gone, 'unknown')
}

type Fill = {
  readonly names: readonly string[]
  readonly own: readonly Projection[]
  readonly signal: AbortSignal
}

/** Until these builds stand where the head is now, with their indexes; shows how far they are. */
export const fill = async (platform: Platform, { names, own, signal }: Fill): Promise<void> => {
  const head = await platform.eventStore.head()
  const progress = createProgress(head)
  const isDone = (builds: readonly Build[]): boolean => {
    noneGone(builds, names)
    progress.show(builds)
    return builds.every(({ state, position }) => state !== 'building' && (position ?? '') >= (head ?? ''))
  }
  try {
    await waitForBuilds(platform, { names, own, isDone, signal })
  } finally {
    progress.end()
  }
}

/** What stands aside in a build and would not in the one that is read; said, as it keeps the build from being read. */
const sayAside = async ({ db }: Platform, { name }: Build): Promise<boolean> => {
  const aside = await db('parked_facts')
    .where({ build: name })
    .first<{ parked: string; held: string }>(
      db.raw('count(*) FILTER (WHERE NOT held) AS parked'),
      db.raw('count(*) FILTER (WHERE held) AS held'),
    )
  if (aside.parked === '0' && aside.held === '0') return false
  const held = aside.held === '0' ? '' : `, ${aside.held} held for a newer program`
  console.log(`${name} has facts set aside: ${aside.parked} parked${held}.`)
  return true
}

/**
 * Fresh builds of these models, filled up to the head and left to be looked at and promoted. Answers 1 when facts were
 * set aside. Throws BuildRefused, and an AbortError when `signal` ends it: the build is gone on with by the next.
 */
export const build = async (
  platform: Platform,
  models: readonly Projection[],
  signal: AbortSignal = new AbortController().signal,
): Promise<number> => {
  await platform.gate.pass()
  const startedAt = performance.now()
  const begun: Build[] = []
  for (const model of models)
    begun.push(await beginBuild(platform, model, { promotes: false, by: byOperator }))
  const names = begun.map(({ name }) => name)
  await fill(platform, { names, own: models, signal })
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  let isWhole = true
  for (const one of begun) {
    console.log(`${one.name} is built, in ${seconds} s. Next: npm run ops -- projections promote ${one.name}`)
    if (await sayAside(platform, one)) isWhole = false
  }
  return isWhole ? 0 : 1
}

/** Builds of this version that are to be read when its processes start: those that were begun, and those that are missing. */
const beginNew = async ({ db, eventStore }: Platform, model: Projection): Promise<readonly Build[]> => {
  const builds = (await buildsOf(db, model.name)).filter(({ state }) => state !== 'retiring')
  const ours = builds.filter(({ version }) => version === model.version)
  if (ours.some(({ state }) => state === 'active' || state === 'previous')) return []
  const coming = ours.filter(({ promotes }) => promotes)
  if (coming.length > 0 || builds.some(({ version }) => version > model.version)) return coming
  return [await startBuild(db, model, eventStore, { promotes: true, by: byOperator })]
}

/**
 * Builds what this program has in a higher version than any build, beside the running one, and keeps it at the head
 * until the processes of this program read it, or `signal` ends it.
 */
export const buildNew = async (
  platform: Platform,
  signal: AbortSignal = new AbortController().signal,
  models: readonly Projection[] = known,
): Promise<number> => {
  await platform.gate.pass()
  const begun: Build[] = []
  for (const model of models) begun.push(...(await beginNew(platform, model)))
  if (begun.length === 0) {
    console.log('No read model of this program is newer than those that are there.')
    return 0
  }
  const names = begun.map(({ name }) => name)
  const own = models.filter(({ name }) => begun.some(({ model }) => model === name))
  await fill(platform, { names, own, signal })
  let isWhole = true
  for (const one of begun) if (await sayAside(platform, one)) isWhole = false
  console.log(
    `${names.join(', ')} stand at the head and are kept there. Start the processes of this program: they promote them.`,
  )
  const isRead = (builds: readonly Build[]): boolean => {
    noneGone(builds, names)
    return builds.every(({ state }) => state === 'active' || state === 'previous')
  }
  await waitForBuilds(platform, { names, own, isDone: isRead, signal })
  console.log(`${names.join(', ')} are read now.`)
  return isWhole ? 0 : 1
}
