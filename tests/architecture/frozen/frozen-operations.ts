import { join } from 'node:path'
import type { Endpoint } from '#contract/endpoint.ts'

/**
 * What installed programs rely on. `call` is the method and path. A shape has an entry per field (`body.proof.pin`, `[]`
 * for the items of a list): the types that it may have, with a `?` in front if it may be missing, and its bounds (`body.title minLength`).
 */
export type FrozenOperation = {
  readonly operation: string
  readonly call: string
  readonly sent: Shape
  readonly answer: Shape
  /** Changes that programs of before do not stand, and why they were made. */
  readonly declared?: readonly { readonly breaks: readonly string[]; readonly why: string }[]
}
type Bound = string | number | boolean
type Shape = { readonly [field: string]: Bound }

export const FROZEN_OPERATIONS = join(import.meta.dirname, 'frozen-operations.json')

type Schema = {
  readonly type?: string
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: { readonly [name: string]: Schema }
  readonly patternProperties?: { readonly [pattern: string]: Schema }
  readonly required?: readonly string[]
}

const BOUNDS = [
  'minLength',
  'minimum',
  'minItems',
  'maxLength',
  'maximum',
  'maxItems',
  'minProperties',
  'maxProperties',
  'uniqueItems',
  'format',
  'pattern',
] as const
/** A schema with any other keyword is refused, because nobody would compare it. */
const OTHERS = 'type const anyOf items properties patternProperties required default $id x-typed x-address'
const KNOWN = new Set<string>([...OTHERS.split(' '), ...BOUNDS])

type Fields = Map<string, { types: Set<string>; isOptional: boolean; bounds: Map<string, Bound> }>

const typeOf = ({ type, const: only }: Schema): string =>
  only === undefined ? (type ?? 'anything') : JSON.stringify(only)

/** The schemas below one, as `[field, schema, isOptional]`. */
const below = (field: string, schema: Schema): readonly (readonly [string, Schema, boolean])[] => [
  ...Object.entries(schema.properties ?? {}).map(
    ([name, one]) => [`${field}.${name}`, one, !schema.required?.includes(name)] as const,
  ),
  ...(schema.items ? [[`${field}[]`, schema.items, false] as const] : []),
  ...Object.values(schema.patternProperties ?? {}).map((one) => [`${field}{}`, one, false] as const),
]

/** Adds the types and bounds of a schema at `field`, and those of the fields below it. */
const collect = (fields: Fields, field: string, schema: Schema, isOptional: boolean): void => {
  const unknown = Object.keys(schema).filter((keyword) => !KNOWN.has(keyword))
  if (unknown.length > 0) throw new Error(`${field}: add ${unknown.join(', ')} to frozen-operations.ts`)
  const entry = fields.get(field) ?? { types: new Set(), isOptional, bounds: new Map() }
  entry.isOptional ||= isOptional
  fields.set(field, entry)
  if (!schema.anyOf) entry.types.add(typeOf(schema))
  for (const bound of BOUNDS) {
    const value = (schema as { readonly [bound: string]: Bound | undefined })[bound]
    if (value !== undefined) entry.bounds.set(bound, value)
  }
  for (const one of schema.anyOf ?? []) collect(fields, field, one, isOptional)
  for (const [name, one, mayMiss] of below(field, schema)) collect(fields, name, one, mayMiss)
}

const shapeOf = (parts: { readonly [part: string]: Schema | undefined }): Shape => {
  const fields: Fields = new Map()
  for (const [part, schema] of Object.entries(parts)) if (schema) collect(fields, part, schema, false)
  return Object.fromEntries(
    [...fields].flatMap(([field, { types, isOptional, bounds }]) => [
      [field, `${isOptional ? '?' : ''}${[...types].join(' | ')}`] as const,
      ...[...bounds].map(([bound, value]) => [`${field} ${bound}`, value] as const),
    ]),
  )
}

const isField = (name: string) => !name.includes(' ')

/** Returns the shape of an operation as it is now. */
export const operationOf = (endpoint: Endpoint): FrozenOperation => {
  const { operation, method, path, params, query, body, reply } = endpoint
  const answer = Object.entries(shapeOf({ answer: reply })).filter(([name]) => isField(name))
  return {
    operation,
    call: `${method} ${path}`,
    sent: shapeOf({ params, query, body }),
    answer: Object.fromEntries(answer),
  }
}

type Field = { readonly isOptional: boolean; readonly types: readonly string[] }
const read = (value: Bound): Field => {
  const text = String(value)
  const isOptional = text.startsWith('?')
  return { isOptional, types: text.slice(isOptional ? 1 : 0).split(' | ') }
}
const isWord = (type: string) => type.startsWith('"')
const among = (types: readonly string[], one: string) =>
  types.includes(one) || types.includes('anything') || (isWord(one) && types.includes('string'))

/** A reader relies on every field and on the types that it may have. It must stand new fields, and new words of a list of words. */
const answerBreaks = (before: Shape, now: Shape): readonly string[] =>
  Object.entries(before).flatMap(([field, value]) => {
    if (now[field] === undefined) return [`there is no ${field}`]
    const [was, is] = [read(value), read(now[field])]
    const gone = was.types.filter((type) => !among(is.types, type))
    const strange = is.types.filter(
      (type) => !among(was.types, type) && !(isWord(type) && was.types.some(isWord)),
    )
    return [
      ...(is.isOptional && !was.isOptional ? [`${field} may be missing`] : []),
      ...gone.map((type) => `${field} is never ${type}`),
      ...strange.map((type) => `${field} may be ${type}`),
    ]
  })

const isNarrower = (bound: string, was: Bound | undefined, is: Bound): boolean => {
  if (was === undefined) return true
  if (bound.startsWith('min')) return is > was
  return bound.startsWith('max') ? is < was : is !== was
}

/** A new field, of an object that programs of before send too. */
const isNewlyRequired = (before: Shape, field: string, value: Bound): boolean => {
  const parent = /^(.*)[.][^.]+$/.exec(field)?.[1]
  const isSent = parent === undefined ? field === 'body' : parent === 'query' || before[parent] !== undefined
  return isField(field) && isSent && !read(value).isOptional
}

/** A sender relies on everything that it sent being taken. */
const sentBreaks = (before: Shape, now: Shape): readonly string[] => [
  ...Object.entries(before).flatMap(([field, value]) => {
    if (!isField(field)) return []
    if (now[field] === undefined) return [`${field} is not taken`]
    const [was, is] = [read(value), read(now[field])]
    return [
      ...(was.isOptional && !is.isOptional ? [`${field} is required`] : []),
      ...was.types.filter((type) => !among(is.types, type)).map((type) => `${field} may not be ${type}`),
    ]
  }),
  ...Object.entries(now).flatMap(([name, value]) => {
    const [field, bound] = name.split(' ') as [string, string | undefined]
    if (before[field] !== undefined)
      return bound && isNarrower(bound, before[name], value) ? [`${field} has ${bound} ${value}`] : []
    return bound === undefined && isNewlyRequired(before, field, value) ? [`${field} is required`] : []
  }),
]

const breaksOf = (before: FrozenOperation, now: FrozenOperation | undefined): readonly string[] => {
  if (!now) return ['it does not exist']
  return [
    ...(before.call === now.call ? [] : [`it is called by ${now.call} instead of ${before.call}`]),
    ...sentBreaks(before.sent, now.sent),
    ...answerBreaks(before.answer, now.answer),
  ]
}

const latest = (all: readonly FrozenOperation[], operation: string) =>
  all.find((one) => one.operation === operation)

/** Returns for each operation that differs from its frozen shape what differs, and what to do. */
export const operationFaults = (
  frozen: readonly FrozenOperation[],
  now: readonly FrozenOperation[],
): readonly string[] => {
  const names = new Set([...frozen, ...now].map(({ operation }) => operation))
  return [...names].flatMap((operation) => {
    const [before, after] = [latest(frozen, operation), latest(now, operation)]
    const breaks = before ? breaksOf(before, after) : []
    if (breaks.length > 0)
      return [
        `${operation} has changed so that installed phone apps of before fail: now ${breaks.join(', and ')}. Keep what they rely on and add beside it, or declare it: npm run freeze -- --breaks ${operation} 'why no program of before minds'.`,
      ]
    const { declared: _, ...shape } = before ?? {}
    return JSON.stringify(shape) === JSON.stringify(after)
      ? []
      : [`${operation} has an addition that is not frozen yet: run npm run freeze.`]
  })
}

/** Takes over what is new. Keeps the entry of an operation that breaks older programs, unless `declared` says why. */
export const freezeOperations = (
  frozen: readonly FrozenOperation[],
  now: readonly FrozenOperation[],
  declared: { readonly operations: readonly string[]; readonly why: string } = { operations: [], why: '' },
): readonly FrozenOperation[] => {
  const { operations, why } = declared
  if (operations.length > 0 && why.trim() === '') throw new Error('Say why no program of before minds.')
  const names = [...new Set([...frozen, ...now].map(({ operation }) => operation))].toSorted()
  return names.flatMap((operation) => {
    const [before, after] = [latest(frozen, operation), latest(now, operation)]
    if (!before) return [after!]
    const breaks = breaksOf(before, after)
    const isDeclared = operations.includes(operation)
    if (isDeclared && breaks.length === 0) throw new Error(`${operation} breaks nothing.`)
    if (breaks.length > 0 && !isDeclared) return [before]
    const all = [...(before.declared ?? []), ...(isDeclared ? [{ breaks, why }] : [])]
    return after ? [{ ...after, ...(all.length > 0 && { declared: all }) }] : []
  })
}
