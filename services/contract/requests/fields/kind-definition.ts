import Type, { type Static } from 'typebox'
import { words } from '../../common.ts'
import { FIELD_TYPES, MAX_FIELDS, MAX_RULES } from '../kinds.ts'

/** What an admin writes of a kind of request, as facts keep it. */

const inBoth = Type.Object({ de: Type.String(), en: Type.String() })
const field = Type.Object({
  name: Type.String(),
  label: inBoth,
  type: words(FIELD_TYPES),
  required: Type.Boolean(),
  listed: Type.Boolean(),
  options: Type.Optional(Type.Array(inBoth)),
})
const who = Type.Union([
  Type.Literal('any'),
  Type.Object({ groups: Type.Array(Type.String()) }),
  Type.Object({ participants: Type.Array(Type.String()) }),
])
const rule = {
  when: Type.Object({
    amountFrom: Type.Optional(Type.String()),
    amountTo: Type.Optional(Type.String()),
    currency: Type.Optional(Type.String()),
    field: Type.Optional(Type.Object({ name: Type.String(), is: Type.String() })),
    requesterGroup: Type.Optional(Type.String()),
  }),
  who,
  count: Type.Integer(),
  before: Type.Union([Type.Literal('call-check'), Type.Literal('call-back'), Type.Null()]),
  beforeHours: Type.Optional(Type.Integer()),
  hours: Type.Integer(),
  declines: Type.Optional(words(['first', 'as-many'])),
  escalate: Type.Optional(Type.Object({ after: Type.Integer(), who })),
}

/** Of before requests could wait for people. All of it is sealed, because an admin typed it. */
export const earlierFields = {
  name: inBoth,
  fields: Type.Array(field, { maxItems: MAX_FIELDS }),
  rules: Type.Array(Type.Object(rule), { maxItems: MAX_RULES }),
  reminders: Type.Optional(Type.Object({ quarter: Type.Boolean(), dayBefore: Type.Boolean() })),
}
/** Of before, likewise. */
export const EarlierDefinition = Type.Object(earlierFields)

const parking = Type.Object({ ...rule, park: Type.Optional(Type.Literal(true)) })
export const definitionFields = {
  ...earlierFields,
  rules: Type.Array(parking, { maxItems: MAX_RULES }),
}
export const KindDefinition = Type.Object(definitionFields)
export type KindDefinition = Static<typeof KindDefinition>

/** A kind as it was, null for a new one, and as it becomes. */
export type WrittenKind = { readonly before: KindDefinition | null; readonly after: KindDefinition }

/** Whether a rule lets requests wait for people: a program of before would drop that from the next version. */
export const parks = (definition: unknown): boolean =>
  ((definition as KindDefinition | null)?.rules ?? []).some(({ park }) => park !== undefined)
