import { join } from 'node:path'
import type { State } from '../read-models.ts'
import { linesOf } from './frozen.ts'

/**
 * The newest version of a read model on the day it was frozen, and the changes that were accepted since. Builds of
 * older versions may exist, also as the target of a rollback. Only the program that made them writes them.
 */
export type FrozenReadModel = Omit<State, 'handlers' | 'facts'> & {
  readonly accepted: readonly (Pick<State, 'handlers' | 'facts'> & { readonly why: string })[]
}

export const FROZEN_READ_MODELS = join(import.meta.dirname, 'frozen-read-models.json')

const entryOf = (frozen: readonly FrozenReadModel[], { model }: State) =>
  frozen.find((entry) => entry.model === model)

const columnsOf = ({ additive }: Pick<State, 'additive'>): Map<string, string> =>
  new Map(
    Object.entries(additive).flatMap(([table, columns]) =>
      Object.entries(columns).map(([column, type]) => [`${table}.${column}`, type] as const),
    ),
  )

/** Changes that cannot be accepted, because builds of one version would have different rows. */
const breaksOf = (entry: FrozenReadModel, now: State): string[] => {
  const columns = columnsOf(now)
  const lost = [...columnsOf(entry)].filter(([column, type]) => columns.get(column) !== type)
  const others = Object.keys(entry.gives).filter((sample) => entry.gives[sample] !== now.gives[sample])
  return [
    ...(entry.tables === now.tables ? [] : ['its tables']),
    ...(lost.length === 0 ? [] : [`the additive columns ${lost.map(([column]) => column).join(', ')}`]),
    ...(others.length === 0 ? [] : [`the rows for ${others.join(', ')}`]),
  ]
}

/** Facts that were not handled before and change more than additive columns. */
const newFactsOf = (entry: FrozenReadModel, now: State): string[] => {
  const typeOf = (sample: string) => sample.split(' ')[0]
  const taken = new Set(Object.keys(entry.gives).map(typeOf))
  return Object.keys(now.gives).filter((sample) => !taken.has(typeOf(sample)))
}

const isAccepted = ({ accepted }: FrozenReadModel, now: State): boolean =>
  accepted.some(({ handlers, facts }) => handlers === now.handlers && facts === now.facts)

const changedOf = ({ accepted }: FrozenReadModel, now: State): string =>
  accepted.some(({ handlers }) => handlers === now.handlers) ? 'the schemas of its facts' : 'its handlers'

const raise = ({ model }: State): string =>
  `Raise its version in projections/${model}/projection.ts, then run npm run freeze. A projector builds the new version beside the old one.`

/** Returns what is missing and what to do, or undefined. */
export const faultOf = (frozen: readonly FrozenReadModel[], now: State): string | undefined => {
  const { model, version } = now
  const name = `The read model ${model}, version ${version}`
  const entry = entryOf(frozen, now)
  if (entry && version < entry.version)
    return `${name}, is older than ${entry.version}, which is frozen. ${raise(now)}`
  if (entry?.version !== version) return `${name}, is not frozen yet: run npm run freeze.`
  const breaks = [
    ...breaksOf(entry, now),
    ...newFactsOf(entry, now).map((sample) => `it now handles ${sample}`),
  ]
  if (breaks.length > 0)
    return `${name}, has changed since it was frozen: ${breaks.join(' and ')}. ${raise(now)} If you only add a column, you can declare it additive instead.`
  if (!isAccepted(entry, now))
    return `${name}, has changed since it was frozen: ${changedOf(entry, now)}. ${raise(now)} If no rows change except in additive columns, run instead: npm run freeze -- --same ${model} 'why'.`
  return columnsOf(now).size > columnsOf(entry).size
    ? `${name}, has an additive column that is not frozen yet: run npm run freeze.`
    : undefined
}

/** Adds a read model, puts a new version in the place of the one before, or adds additive columns. Changes nothing else. */
export const freeze = (frozen: readonly FrozenReadModel[], now: State): readonly FrozenReadModel[] => {
  const { handlers, facts, ...rest } = now
  const entry = entryOf(frozen, now)
  const written = { ...rest, accepted: [{ handlers, facts, why: 'as it was written' }] }
  if (!entry) return [...frozen, written]
  if (entry.version < now.version) return frozen.map((one) => (one === entry ? written : one))
  if (entry.version > now.version || breaksOf(entry, now).length > 0) return frozen
  return frozen.map((one) => (one === entry ? { ...entry, additive: now.additive } : one))
}

/**
 * Accepts new handlers and schemas as the same version. Throws if the tables or the rows for a frozen fact differ. Needs a
 * reason, because the frozen facts do not reach every branch.
 */
export const accept = (
  frozen: readonly FrozenReadModel[],
  now: State,
  why: string,
): readonly FrozenReadModel[] => {
  const entry = entryOf(frozen, now)
  const isFrozen = entry?.version === now.version
  if (!isFrozen || [...breaksOf(entry, now), ...newFactsOf(entry, now)].length > 0)
    throw new Error(faultOf(frozen, now))
  if (why.trim() === '') throw new Error('Say why the rows stay the same.')
  if (isAccepted(entry, now)) return frozen
  const { handlers, facts, gives } = now
  return frozen.map((one) =>
    one === entry ? { ...entry, gives, accepted: [...entry.accepted, { handlers, facts, why }] } : one,
  )
}

/** Prints a line for each fact that a read model makes rows of, and for each accepted change. */
export const printReadModels = (all: readonly FrozenReadModel[]): string => {
  const entries = all.map(({ gives, accepted, ...rest }) => {
    const rows = Object.entries(gives).map(([sample, hash]) => `"${sample}":"${hash}"`)
    return `${JSON.stringify(rest).slice(0, -1)},"gives":{\n${rows.join(',\n')}\n},"accepted":${linesOf(accepted)}}`
  })
  return `[\n${entries.join(',\n')}\n]\n`
}
