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
}

/** Of before rules could ask further people. All of it is sealed, because an admin typed it. */
export const kindDefinition = {
  name: inBoth,
  fields: Type.Array(field, { maxItems: MAX_FIELDS }),
  rules: Type.Array(Type.Object(rule), { maxItems: MAX_RULES }),
}
export const kindReminders = Type.Optional(
  Type.Object({ quarter: Type.Boolean(), dayBefore: Type.Boolean() }),
)
/** Of before, likewise. */
export const EarlierDefinition = Type.Object({ ...kindDefinition, reminders: kindReminders })

const escalating = Type.Object({
  ...rule,
  escalate: Type.Optional(Type.Object({ after: Type.Integer(), who })),
})
export const definitionFields = {
  ...kindDefinition,
  rules: Type.Array(escalating, { maxItems: MAX_RULES }),
  reminders: kindReminders,
}
export const KindDefinition = Type.Object(definitionFields)
export type KindDefinition = Static<typeof KindDefinition>

/** A kind as it was, null for a new one, and as it becomes. */
export type WrittenKind = { readonly before: KindDefinition | null; readonly after: KindDefinition }

/** Whether a rule asks further people: a program of before would drop that from the next version. */
export const escalates = (definition: unknown): boolean =>
  ((definition as KindDefinition | null)?.rules ?? []).some(({ escalate }) => escalate !== undefined)
