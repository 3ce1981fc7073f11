import { MAX_LISTED, MAX_NAMES, type Field, type InBoth, type Kind } from '#contract/requests/kinds.ts'
import { canonicalText } from '#contract/requests/signing.ts'

/** What an admin writes. */
export type Written = Pick<Kind, 'name' | 'fields' | 'rules' | 'reminders'>

/** A kind as it is. */
export type KnownKind = Kind & {
  /** Fields of earlier versions. */
  readonly retired: readonly Pick<Field, 'name' | 'type'>[]
}

type Fault = { readonly field: string; readonly problem: string }

const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

/** The places whose key occurs before. */
const repeated = (keys: readonly string[]): readonly number[] =>
  keys.flatMap((key, place) => (keys.indexOf(key) < place ? place : []))

const repeatedIn = (texts: readonly InBoth[]): readonly number[] => [
  ...new Set(
    (['de', 'en'] as const).flatMap((language) => repeated(texts.map((text) => folded(text[language])))),
  ),
]

const optionFaults = ({ type, options }: Field, place: number): readonly Fault[] => {
  const field = `fields.${place}.options`
  if (type !== 'choice') return options === undefined ? [] : [{ field, problem: 'are for a choice alone' }]
  if (options === undefined) return [{ field, problem: 'are missing' }]
  return repeatedIn(options).map((at) => ({ field: `${field}.${at}`, problem: 'is there twice' }))
}

const fieldFaults = (fields: readonly Field[]): readonly Fault[] => [
  ...repeated(fields.map(({ name }) => name)).map((at) => ({
    field: `fields.${at}.name`,
    problem: 'is the name of another field',
  })),
  ...repeatedIn(fields.map(({ label }) => label)).map((at) => ({
    field: `fields.${at}.label`,
    problem: 'is the label of another field',
  })),
  ...fields.flatMap(optionFaults),
  ...(fields.filter(({ listed }) => listed).length > MAX_LISTED
    ? [{ field: 'fields', problem: `has more than ${MAX_LISTED} fields that lists show` }]
    : []),
]

/** A name keeps its type: requests of before were signed with it, and rules are about it. */
const typeFaults = (fields: readonly Field[], before: KnownKind): readonly Fault[] => {
  const types = new Map([...before.retired, ...before.fields].map(({ name, type }) => [name, type]))
  const changed = fields.flatMap(({ name, type }, place) => {
    const was = types.get(name)
    if (was === undefined || was === type) return []
    return [{ field: `fields.${place}.type`, problem: `was ${was} before; use another name` }]
  })
  const all = new Set([...types.keys(), ...fields.map(({ name }) => name)])
  if (all.size <= MAX_NAMES) return changed
  return [...changed, { field: 'fields', problem: `had more than ${MAX_NAMES} names over time` }]
}

const builtInFaults = (written: Written, before: KnownKind): readonly Fault[] =>
  (['name', 'fields'] as const).flatMap((field) =>
    canonicalText(written[field]) === canonicalText(before[field])
      ? []
      : [{ field, problem: 'stays as it is in a built-in kind' }],
  )

/** What is wrong with a kind that an admin writes, compared with the kind as it was. */
export const faultsOf = (written: Written, before: KnownKind | undefined): readonly Fault[] => {
  if (before && before.builtIn !== null) return builtInFaults(written, before)
  return [...fieldFaults(written.fields), ...(before ? typeFaults(written.fields, before) : [])]
}
