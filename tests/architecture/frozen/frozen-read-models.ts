import { join } from 'node:path'
import type { State } from '../read-models.ts'

/** A version of a read model as it was on the day it was frozen, and what has been accepted as the same since then. */
export type FrozenReadModel = Omit<State, 'handlers' | 'facts'> & {
  readonly accepted: readonly (Pick<State, 'handlers' | 'facts'> & { readonly why: string })[]
}

export const FROZEN_READ_MODELS = join(import.meta.dirname, 'frozen-read-models.json')

const entryOf = (frozen: readonly FrozenReadModel[], { model, version }: State) =>
  frozen.find((entry) => entry.model === model && entry.version === version)

const columnsOf = ({ additive }: Pick<State, 'additive'>): Map<string, string> =>
  new Map(
    Object.entries(additive).flatMap(([table, columns]) =>
      Object.entries(columns).map(([column, type]) => [`${table}.${column}`, type] as const),
    ),
  )

/** What nobody can accept, as other rows would stand in builds of one version. */
const breaksOf = (entry: FrozenReadModel, now: State): string[] => {
  const columns = columnsOf(now)
  const lost = [...columnsOf(entry)].filter(([column, type]) => columns.get(column) !== type)
  const others = Object.keys(entry.gives).filter((sample) => entry.gives[sample] !== now.gives[sample])
  return [
    ...(entry.tables === now.tables ? [] : ['its tables']),
    ...(lost.length === 0 ? [] : [`the additive ${lost.map(([column]) => column).join(', ')}`]),
    ...(others.length === 0 ? [] : [`what becomes of ${others.join(', ')}`]),
  ]
}

/** Facts that were not taken before, of which more becomes than additive columns. */
const begunOf = (entry: FrozenReadModel, now: State): string[] => {
  const typeOf = (sample: string) => sample.split(' ')[0]
  const taken = new Set(Object.keys(entry.gives).map(typeOf))
  return Object.keys(now.gives).filter((sample) => !taken.has(typeOf(sample)))
}

const isAccepted = ({ accepted }: FrozenReadModel, now: State): boolean =>
  accepted.some(({ handlers, facts }) => handlers === now.handlers && facts === now.facts)

const changedOf = ({ accepted }: FrozenReadModel, now: State): string =>
  accepted.some(({ handlers }) => handlers === now.handlers) ? 'the schemas of its facts' : 'its handlers'

const raise = ({ model }: State): string =>
  `Raise its version in projections/${model}/projection.ts, then npm run freeze: a projector builds the new one beside.`

/** What somebody has forgotten, and what to do; undefined when nothing is. */
export const faultOf = (frozen: readonly FrozenReadModel[], now: State): string | undefined => {
  const { model, version } = now
  const name = `The read model ${model}, version ${version}`
  const newest = Math.max(0, ...frozen.filter((entry) => entry.model === model).map((entry) => entry.version))
  const entry = entryOf(frozen, now)
  if (version < newest) return `${name}, is older than ${newest}, which is frozen. ${raise(now)}`
  if (!entry) return `${name}, is not frozen yet: npm run freeze.`
  const breaks = [...breaksOf(entry, now), ...begunOf(entry, now).map((sample) => `that it takes ${sample}`)]
  if (breaks.length > 0)
    return `${name}, is frozen, and other than then is ${breaks.join(' and ')}. ${raise(now)} A column alone may be declared additive instead.`
  if (!isAccepted(entry, now))
    return `${name}, is frozen, and other than then is ${changedOf(entry, now)}. ${raise(now)} If the rows of no fact change but in additive columns: npm run freeze -- --same ${model} 'why'.`
  return columnsOf(now).size > columnsOf(entry).size
    ? `${name}, has an additive column that is not frozen yet: npm run freeze.`
    : undefined
}

/** With an entry of what has none yet, and new additive columns of what has; nothing else changes. */
export const freeze = (frozen: readonly FrozenReadModel[], now: State): readonly FrozenReadModel[] => {
  const { handlers, facts, ...rest } = now
  const entry = entryOf(frozen, now)
  const isNew = frozen.every(({ model, version }) => model !== now.model || version < now.version)
  if (!entry)
    return isNew
      ? [...frozen, { ...rest, accepted: [{ handlers, facts, why: 'as it was written' }] }]
      : frozen
  if (breaksOf(entry, now).length > 0) return frozen
  return frozen.map((one) => (one === entry ? { ...entry, additive: now.additive } : one))
}

/**
 * With these handlers and facts accepted as the same version. Throws when the tables or what becomes of some frozen fact say
 * otherwise; as those do not take every branch, it also says why.
 */
export const accept = (
  frozen: readonly FrozenReadModel[],
  now: State,
  why: string,
): readonly FrozenReadModel[] => {
  const entry = entryOf(frozen, now)
  const breaks = entry ? [...breaksOf(entry, now), ...begunOf(entry, now)] : ['not frozen']
  if (breaks.length > 0) throw new Error(faultOf(frozen, now))
  if (why.trim() === '') throw new Error('Say why the rows stay the same.')
  if (isAccepted(entry!, now)) return frozen
  const { handlers, facts, gives } = now
  return frozen.map((one) =>
    one === entry ? { ...entry, gives, accepted: [...entry.accepted, { handlers, facts, why }] } : one,
  )
}
