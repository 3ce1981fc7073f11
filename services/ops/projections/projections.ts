import type { Command } from '../command.ts'
import { build, buildNew } from './build-projections.ts'
import { openOpsDatabase } from '../open-database.ts'
import { list, status } from './list-builds.ts'
import { verify } from './verify-projection.ts'
import { allEvents } from '#modules/all.events.ts'
import { recordSteps } from '#modules/operations/record-steps.ts'
import { createLogger } from '#platform/watch/logger.ts'
import { openPlatform, type Platform } from '#platform/platform.ts'
import { stopOnSignals } from '#platform/signals.ts'
import { BuildRefused, type Build } from '#projections/engine/builds/builds.ts'
import { stepBackTo } from '#projections/engine/builds/promote.ts'
import { projections as known } from '#projections/index.ts'
import {
  find,
  NameUnknown,
  promoteNamed,
  retireNamed,
  rollBack,
  type Named,
} from '#projections/operations/operations.ts'
import type { Projection } from '#projections/engine/definition/projection.ts'
import { retryLanes } from '#projections/operations/retry.ts'
import { waitForBuilds } from '#projections/operations/wait-for-builds.ts'
import { byOperator } from '#projections/engine/builds/steps.ts'

const USAGE =
  'list | status [--watch] | build NAME… | build --new | build --all | verify NAME | promote NAME | rollback NAME | retire NAME | retry NAME'
const INTERRUPTED = 130

/** How long a promotion or a rollback waits for the build to catch up. */
const CATCH_UP_MS = 30_000
const way = { by: byOperator, helps: true, withinMs: CATCH_UP_MS } as const

type Action = (platform: Platform, named: Named, signal: AbortSignal) => Promise<number>

const printActive = ({ builds }: Named, active: Build): number => {
  const former = builds.find(({ state }) => state === 'active')
  const back = former ? ` To go back: npm run ops -- projections ${stepBackTo(former, active)}` : ''
  console.log(`${active.model}: ${active.name} is active.${back}`)
  return 0
}

/** What to do first when a step is refused. */
const ADVICE: Partial<Record<BuildRefused['refusal'], (named: Named) => string>> = {
  'is behind': ({ model }) =>
    `run a projector of its version (this program has version ${model.version}), then try again`,
  'is not built': ({ model }) => `npm run ops -- projections build ${model.name}`,
  'has no build to promote': ({ model }) => `npm run ops -- projections build ${model.name}`,
  'has no previous build': ({ model, builds, build: named }) => {
    const others = builds.filter(({ state }) => state === 'ready' || state === 'previous')
    const other = others.find(({ name }) => name === named?.name) ?? others.at(-1)
    return `npm run ops -- projections ${other ? `promote ${other.name}` : `build ${model.name}`}`
  },
  'is not the previous build': ({ build: named }) => `npm run ops -- projections promote ${named?.name}`,
  'has facts set aside': () => 'the active build stays; see npm run ops -- doctor',
  'is active': () => 'promote another build first, see npm run ops -- projections list',
}

const retry: Action = async (platform, { model, build: named }, signal) => {
  const { name } = await retryLanes(platform.db, model.name, byOperator)
  if (named && named.name !== name) console.log(`${name} is the active build, so its lanes are retried.`)
  const heldIn = () => platform.db('parked_facts').where({ build: name, held: true }).first('lane')
  // A fact of a newer program stays held without any sign.
  const isRetried = async () => (await heldIn()) === undefined
  await waitForBuilds(platform, { names: [name], own: [model], isDone: isRetried, signal, idleMs: 3_000 })
  const left = await platform
    .db('parked_facts')
    .where({ build: name })
    .first<{ facts: string; held: string }>(
      platform.db.raw('count(*) AS facts'),
      platform.db.raw('count(*) FILTER (WHERE held) AS held'),
    )
  console.log(
    left.facts === '0'
      ? `${name} has no blocked facts.`
      : `${name} still has ${left.facts} blocked facts, ${left.held} of them held for a newer program.`,
  )
  return left.facts === '0' ? 0 : 1
}

/** Actions on a read model or one of its builds. */
const actions: Readonly<Record<string, Action>> = {
  verify,
  retry,
  promote: async (platform, named) => printActive(named, await promoteNamed(platform, named, way)),
  rollback: async (platform, named) => printActive(named, await rollBack(platform, named, way)),
  async retire(platform, named) {
    console.log(`${await retireNamed(platform, named, byOperator)} was retired.`)
    return 0
  },
}

const usage = (why?: string): number => {
  const names = known.map((one) => one.name).join(', ')
  if (why) console.error(`${why}\n`)
  console.error(
    `npm run ops -- projections ${USAGE}\n\nNAME is a read model (${names}); all but build also take one of its builds, such as ${known[0]!.name}_2.`,
  )
  return 2
}

const modelsNamed = (names: readonly string[]): readonly Projection[] =>
  names.map((name) => {
    const model = known.find((one) => one.name === name)
    if (!model) throw new NameUnknown(known, name, 'not a read model')
    return model
  })

/** Returns undefined for wrong arguments. */
type Verb = (platform: Platform, names: readonly string[], signal: AbortSignal) => Promise<number> | undefined

const verbs: Readonly<Record<string, Verb>> = {
  list: (platform, names) => (names.length === 0 ? list(platform) : undefined),
  status(platform, [flag, ...more], signal) {
    if (more.length > 0 || (flag !== undefined && flag !== '--watch')) return undefined
    return status(platform, flag === undefined ? undefined : signal)
  },
  build(platform, names, signal) {
    const [flag] = names
    if (flag === undefined) return undefined
    if (!flag.startsWith('--')) return build(platform, modelsNamed([...new Set(names)]), signal)
    if (names.length > 1) return undefined
    if (flag === '--new') return buildNew(platform, signal)
    return flag === '--all' ? build(platform, known, signal) : undefined
  },
}

/** Returns undefined for an unknown command or wrong arguments. */
const dispatch = (
  platform: Platform,
  [verb = '', ...names]: readonly string[],
  signal: AbortSignal,
): Promise<number> | undefined => {
  if (Object.hasOwn(verbs, verb)) return verbs[verb]!(platform, names, signal)
  const [name, ...more] = names
  if (!Object.hasOwn(actions, verb) || name === undefined || more.length > 0) return undefined
  return act(platform, { action: actions[verb]!, name, signal })
}

const act = async (
  platform: Platform,
  { action, name, signal }: { readonly action: Action; readonly name: string; readonly signal: AbortSignal },
): Promise<number> => {
  const named = await find(platform.db, known, name)
  try {
    return await action(platform, named, signal)
  } catch (error) {
    if (!(error instanceof BuildRefused)) throw error
    const advice = ADVICE[error.refusal]?.(named)
    console.error(`${error.message}.${advice ? ` To do: ${advice}.` : ''}`)
    return 1
  }
}

/** Returns the exit code: 2 for wrong arguments, 130 when `signal` aborted. */
export const runProjections = async (
  platform: Platform,
  args: readonly string[],
  signal: AbortSignal,
): Promise<number> => {
  try {
    return (await dispatch(platform, args, signal)) ?? usage()
  } catch (error) {
    if (error instanceof NameUnknown) return usage(error.message)
    if (error instanceof BuildRefused) {
      console.error(`${error.message}.`)
      return 1
    }
    if (!signal.aborted) throw error
    console.error('Interrupted. An unfinished build is kept; run the same command again to continue it.')
    return INTERRUPTED
  } finally {
    // If this fails, the worker does it.
    await recordSteps(platform).catch(() => {})
  }
}

export const projections: Command = {
  usage: 'list | build | …',
  summary: 'lists, builds, compares, promotes, rolls back and retires read models',
  run: async (args) => {
    const signal = stopOnSignals(() => process.exit(INTERRUPTED))
    const found = await openOpsDatabase()
    const log = createLogger('error')
    const platform = await openPlatform(found.config, { log, catalogue: allEvents, readModels: [] })
    try {
      return await runProjections(platform, args, signal)
    } finally {
      await platform.close()
      await found.close()
    }
  },
}
