import type { TObject, TSchema } from 'typebox'
import type { Validator } from 'typebox/compile'
import type { Clear, Subject } from './facts.ts'

export type PersonalField = { readonly field: string; readonly subject: Subject }

/** The parts of a schema that are inspected. */
type Part = TSchema & {
  readonly personal?: Subject
  readonly clear?: Clear
  readonly type?: string
  readonly const?: unknown
  readonly anyOf?: readonly Part[]
  readonly items?: Part
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, Part>>
}

const HARMLESS = new Set(['boolean', 'integer', 'number', 'null'])

/** Throws for a text of no declared kind, a nested personal field and an unbounded list: they could hold personal text unsealed. */
const requireClear = (part: Part, place: string): void => {
  if (part.personal) throw new TypeError(`${place}: only a field at the top can be personal; seal it whole`)
  if (part.const !== undefined || part.clear || HARMLESS.has(part.type ?? '')) return
  if (part.anyOf) return part.anyOf.forEach((one) => requireClear(one, place))
  if (part.type === 'array' && part.items && part.maxItems) return requireClear(part.items, `${place}[]`)
  if (part.type === 'object' && part.properties)
    return Object.entries(part.properties).forEach(([name, one]) => requireClear(one, `${place}.${name}`))
  throw new TypeError(`${place}: is neither personal, nor clear and bounded`)
}

/**
 * Returns the sealed fields of an event type with their subjects. Throws TypeError for a field that is neither personal nor known
 * to be harmless, and for a personal field without its subject. The program then does not start.
 */
export const personalFields = (type: string, schema: TObject): readonly PersonalField[] =>
  Object.entries(schema.properties as Readonly<Record<string, Part>>).flatMap(([field, part]) => {
    const subject = part.personal
    if (!subject) {
      requireClear(part, `${type}.${field}`)
      return []
    }
    const by = subjectField(subject)
    if (!(schema.properties as Readonly<Record<string, Part>>)[by]?.clear)
      throw new TypeError(`${type}.${field}: there is no ${by} that says whose it is`)
    return [{ field, subject }]
  })

const subjectField = (subject: Subject): string => Object.values(subject)[0] as string

/** Returns the subject whose key seals the field: `person:<user id>`, `address:<hmac>` or `workspace:<id>`. Throws if it is missing. */
export const subjectOf = (subject: Subject, data: Readonly<Record<string, unknown>>): string => {
  const by = subjectField(subject)
  const id = data[by]
  if (typeof id !== 'string') throw new TypeError(`personal field without its subject: ${by}`)
  return `${Object.keys(subject)[0]}:${id}`
}

/** Returns the schema with additional properties forbidden, so that no input slips into an event unnoticed. */
export const closed = <T>(schema: T): T => {
  if (typeof schema !== 'object' || schema === null) return schema
  if (Array.isArray(schema)) return schema.map(closed) as T
  const parts = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closed(part)]))
  return (parts['type'] === 'object' ? { ...parts, additionalProperties: false } : parts) as T
}

/** Returns the schema without the fields. */
export const without = (schema: TObject, fields: ReadonlySet<string>): TObject => {
  const keep = ([field]: readonly [string, unknown]) => !fields.has(field)
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(schema.properties).filter(keep)),
    required: schema.required.filter((field) => !fields.has(field)),
  } as TObject
}

export const describeFaults = (check: Validator, data: unknown): string =>
  check
    .Errors(data)
    .map((fault) => `${fault.instancePath} ${fault.message}`)
    .join('; ')
