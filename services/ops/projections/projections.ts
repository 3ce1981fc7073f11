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

/** Of promoting and rolling back, where somebody has to catch up first. */
const CATCH_UP_MS = 30_000
const way = { by: byOperator, helps: true, withinMs: CATCH_UP_MS } as const

type Action = (platform: Platform, named: Named, signal: AbortSignal) => Promise<number>

const sayRead = ({ model, name }: Build): number => {
  console.log(`${model}: ${name} is read from now on. Back: npm run ops -- projections rollback ${model}`)
  return 0
}

/** What has to be so before the step can be taken. */
const ADVICE: Partial<Record<BuildRefused['refusal'], (named: Named) => string>> = {
  'is behind': ({ model }) =>
    `run a projector that has its writer (this program has version ${model.version}), then try again`,
  'is not built': ({ model }) => `npm run ops -- projections build ${model.name}`,
  'has no build to promote': ({ model }) => `npm run ops -- projections build ${model.name}`,
  'has no previous build': ({ model }) => `npm run ops -- projections build ${model.name}`,
  'has facts set aside': () => 'the one that is read is read on; see npm run ops -- doctor',
  'is active': ({ model }) =>
    `promote another build first, see npm run ops -- projections status ${model.name}`,
}

const retry: Action = async (platform, { model, build: named }, signal) => {
  const { name } = await retryLanes(platform.db, model.name, byOperator)
  if (named && named.name !== name) console.log(`${name} is the build that is read, and tried again.`)
  const heldIn = () => platform.db('parked_facts').where({ build: name, held: true }).first('lane')
  // What only a newer program can read is held on, and nobody says so.
  const isTried = async () => (await heldIn()) === undefined
  await waitForBuilds(platform, { names: [name], own: [model], isDone: isTried, signal, idleMs: 3_000 })
  const left = await platform
    .db('parked_facts')
    .where({ build: name })
    .first<{ facts: string; held: string }>(
      platform.db.raw('count(*) AS facts'),
      platform.db.raw('count(*) FILTER (WHERE held) AS held'),
    )
  console.log(
    left.facts === '0'
      ? `${name}: nothing stands aside any more.`
      : `${name}: ${left.facts} facts stand aside still, ${left.held} of them held for a newer program.`,
  )
  return left.facts === '0' ? 0 : 1
}

/** Of one read model, or one of its builds. */
const actions: Readonly<Record<string, Action>> = {
  verify,
  retry,
  promote: async (platform, named) => sayRead(await promoteNamed(platform, named, way)),
  rollback: async (platform, named) => sayRead(await rollBack(platform, named, way)),
  async retire(platform, named) {
    console.log(`${await retireNamed(platform, named, byOperator)} is gone.`)
    return 0
  },
}

const usage = (why?: string): number => {
  const names = known.map((one) => one.name).join(', ')
  if (why) console.error(`${why}.\n`)
  console.error(
    `npm run ops -- projections ${USAGE}\n\nNAME is a read model (${names}); promote, verify and retire also take one of its builds, such as ${known[0]!.name}_2.`,
  )
  return 2
}

const modelsNamed = (names: readonly string[]): readonly Projection[] =>
  names.map((name) => {
    const model = known.find((one) => one.name === name)
    if (!model) throw new NameUnknown(`${name} is no read model`)
    return model
  })

/** Undefined for arguments that it does not take. */
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

/** Undefined for what nobody knows. */
const chosen = (
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

/** Answers 2 for what nobody knows, 130 when `signal` ended it. */
export const runProjections = async (
  platform: Platform,
  args: readonly string[],
  signal: AbortSignal,
): Promise<number> => {
  try {
    return (await chosen(platform, args, signal)) ?? usage()
  } catch (error) {
    if (error instanceof NameUnknown) return usage(error.message)
    if (error instanceof BuildRefused) {
      console.error(`${error.message}.`)
      return 1
    }
    if (!signal.aborted) throw error
    console.error(
      'Interrupted. What was being built stays as far as it is; the same command goes on with it.',
    )
    return INTERRUPTED
  } finally {
    // Else the worker does it.
    await recordSteps(platform).catch(() => {})
  }
}

export const projections: Command = {
  usage: 'list | build | …',
  summary: 'read models: where they are; build, compare, promote, roll back, retire them',
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
