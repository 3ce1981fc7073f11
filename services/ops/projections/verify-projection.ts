import type { Platform } from '#platform/platform.ts'
import { BuildRefused, type Build } from '#projections/engine/builds/builds.ts'
import { compareBuilds, type Compared, type TableCompared } from '#projections/operations/compare.ts'
import { beginBuild, retireNamed, type Named } from '#projections/operations/operations.ts'
import { waitForBuilds } from '#projections/operations/wait-for-builds.ts'
import { byOperator } from '#projections/engine/builds/steps.ts'
import { fill } from './build-projections.ts'

const MEET_MS = 30_000

const lineOf = ({ table, rows, isEqual, differing, skipped }: TableCompared): string => {
  const without = skipped.length > 0 ? ` (without ${skipped.join(', ')})` : ''
  if (isEqual) return `${table}: ${rows[0]} rows, equal${without}`
  return `${table}: ${rows[0]} and ${rows[1]} rows, different${without}, such as ${differing.join(' ')}`
}

const compare = async (
  platform: Platform,
  { model }: Named,
  { names, signal }: { readonly names: readonly [string, string]; readonly signal: AbortSignal },
): Promise<Compared> => {
  let compared: Compared | undefined
  const isDone = async () => (compared = await compareBuilds(platform.db, model, names)) !== undefined
  await waitForBuilds(platform, { names, own: [model], isDone, signal, withinMs: MEET_MS })
  if (compared) return compared
  throw new BuildRefused(names[1], 'is behind', `no process advances it to the position of ${names[0]}`)
}

const printResult = ({ tables, skipped }: Compared, [one, other]: readonly [string, string]): number => {
  console.log(`${one} and ${other}, at the same position:`)
  for (const table of tables) console.log(`  ${lineOf(table)}`)
  for (const table of skipped) console.log(`  ${table}: exists in one build only`)
  const isEqual = tables.every((table) => table.isEqual)
  console.log(isEqual ? 'They are equal.' : 'They differ.')
  return isEqual ? 0 : 1
}

/** Returns the build to compare with: the named one, else the newest inactive one. */
const other = ({ builds, build }: Named, active: Build): Build | undefined => {
  if (build && build.name !== active.name) return build
  return builds.findLast(({ state }) => state === 'ready' || state === 'previous')
}

/**
 * Compares the active build with another one of the model, or with a new one that is retired afterwards. Returns 1
 * when they differ. Throws BuildRefused.
 */
export const verify = async (platform: Platform, named: Named, signal: AbortSignal): Promise<number> => {
  await platform.gate.pass()
  const { model, builds } = named
  const active = builds.find(({ state }) => state === 'active')
  if (!active) throw new BuildRefused(model.name, 'is not there')
  const inactive = other(named, active)
  if (inactive) {
    const names = [active.name, inactive.name] as const
    return printResult(await compare(platform, named, { names, signal }), names)
  }
  const fresh = await beginBuild(platform, model, { promotes: false, by: byOperator })
  const isNew = !builds.some(({ name }) => name === fresh.name)
  const names = [active.name, fresh.name] as const
  try {
    await fill(platform, { names: [fresh.name], own: [model], signal })
    return printResult(await compare(platform, named, { names, signal }), names)
  } finally {
    if (isNew) await retireNamed(platform, { ...named, build: fresh }, byOperator)
  }
}
