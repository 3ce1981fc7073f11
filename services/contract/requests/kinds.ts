import Type, { type Static, type TUnsafe } from 'typebox'
import { Id, Line, nullable, words } from '../common.ts'
import { Currency, Decimal, FIELD_TYPES, InBoth, MAX_FIELDS } from './fields/filled.ts'

export * from './fields/filled.ts'

/**
 * Kinds of request: which fields one has, and by which rules it is decided. Every write makes a new version; a request keeps the
 * version it was made by.
 */

export const BUILT_IN_KINDS = ['text', 'payment', 'bank-details', 'payment-run', 'access'] as const
export type BuiltInKind = (typeof BUILT_IN_KINDS)[number]
/** Of one workspace, without the built-in ones. */
export const MAX_KINDS = 30
export const MAX_OPTIONS = 30
export const MAX_RULES = 20
/** Fields of a kind that lists and mails show. */
export const MAX_LISTED = 4
/** Names of fields that a kind has had over all its versions. */
export const MAX_NAMES = 100
/** Different people who must approve. */
export const MAX_COUNT = 5
export const MAX_LIFE_HOURS = 60 * 24

/** The key of a field in a request. It never changes its meaning within a kind. */
export const FieldName = Type.String({ pattern: '^[a-z][a-z0-9-]{0,29}$' })

export const Field = Type.Object({
  name: FieldName,
  label: InBoth,
  type: words(FIELD_TYPES),
  required: Type.Boolean(),
  /** Whether lists and mails show it. */
  listed: Type.Boolean(),
  /** Only for a `choice`, and required there. */
  options: Type.Optional(Type.Array(InBoth, { minItems: 1, maxItems: MAX_OPTIONS })),
})
export type Field = Static<typeof Field>

/** All that are given must hold. An empty one fits every request. */
export const When = Type.Object({
  /** Included. */
  amountFrom: Type.Optional(Decimal),
  /** Not included. */
  amountTo: Type.Optional(Decimal),
  /** Of the amounts; without one, amounts of any currency. */
  currency: Type.Optional(Currency),
  field: Type.Optional(Type.Object({ name: FieldName, is: Line(1, 200) })),
  requesterGroup: Type.Optional(Id),
})
export type When = Static<typeof When>

const GroupIds = Type.Array(Id, { minItems: 1, maxItems: 10, uniqueItems: true })
const ParticipantIds = Type.Array(Id, { minItems: 1, maxItems: 20, uniqueItems: true })
export type Who =
  | 'any'
  | { groups: Static<typeof GroupIds> }
  | { participants: Static<typeof ParticipantIds> }

/**
 * Of several groups, each one of those who approve stands for another group. One object for both, because of a union of two the
 * validation would remove the fields of the second while it tries the first.
 */
export const Who = Type.Union([
  Type.Literal('any'),
  Type.Object(
    { groups: Type.Optional(GroupIds), participants: Type.Optional(ParticipantIds) },
    { minProperties: 1, maxProperties: 1 },
  ),
]) as unknown as TUnsafe<Who>

export const Rule = Type.Object({
  when: When,
  who: Who,
  /** How many different people must approve. */
  count: Type.Integer({ minimum: 1, maximum: MAX_COUNT }),
  /** What must have been confirmed with the requester before, in the last `beforeHours`. */
  before: nullable(words(['call-check', 'call-back'])),
  /** Default 24. Only together with `before`. */
  beforeHours: Type.Optional(Type.Integer({ minimum: 1, maximum: 720 })),
  /** How long a request lives. */
  hours: Type.Integer({ minimum: 1, maximum: MAX_LIFE_HOURS }),
  /** Default: the first decline ends a request. `as-many`: it takes as many declines as approvals. */
  declines: Type.Optional(words(['first', 'as-many'])),
  /** Who is asked too once so many hours have passed. Those who were asked first still may decide. */
  escalate: Type.Optional(
    Type.Object({ after: Type.Integer({ minimum: 1, maximum: MAX_LIFE_HOURS - 1 }), who: Who }),
  ),
  /** A request that too few people can decide at present waits for them. Without it, such a request is refused, or ends. */
  park: Type.Optional(Type.Literal(true)),
})
export type Rule = Static<typeof Rule>

export const KindFields = Type.Array(Field, { maxItems: MAX_FIELDS })
/** Read from the top; the first that fits holds. Without one that fits, the requester names who decides. */
export const KindRules = Type.Array(Rule, { maxItems: MAX_RULES })

/** A quarter into the life of a request, and a day before its end, moved into the working hours of the workspace. */
export const REMINDERS = ['quarter', 'day-before'] as const
export type Reminder = (typeof REMINDERS)[number]
/** Which of them are sent. */
export const KindReminders = Type.Object({ quarter: Type.Boolean(), dayBefore: Type.Boolean() })

export const Kind = Type.Object(
  {
    id: Id,
    /** From 1. */
    version: Type.Integer(),
    builtIn: nullable(words(BUILT_IN_KINDS)),
    name: InBoth,
    fields: KindFields,
    rules: KindRules,
    /** Absent: both. */
    reminders: Type.Optional(KindReminders),
  },
  { $id: 'Kind' },
)
export type Kind = Static<typeof Kind>
