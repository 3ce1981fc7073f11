import Type from 'typebox'
import { Rejected } from '#contract/errors.ts'
import { words } from '#contract/common.ts'
import { BUILT_IN_KINDS, FIELD_TYPES, MAX_FIELDS, MAX_NAMES, MAX_RULES } from '#contract/requests/kinds.ts'
import { clear, fact, personal, type EventOf } from '#platform/facts/facts.ts'

/** Stream `kinds-<workspaceId>`: the kinds of request of a workspace, each with its versions. */

const id = clear('id')
const inBoth = Type.Object({ de: Type.String(), en: Type.String() })
const field = Type.Object({
  name: Type.String(),
  label: inBoth,
  type: words(FIELD_TYPES),
  required: Type.Boolean(),
  listed: Type.Boolean(),
  options: Type.Optional(Type.Array(inBoth)),
})
const rule = Type.Object({
  when: Type.Object({
    amountFrom: Type.Optional(Type.String()),
    amountTo: Type.Optional(Type.String()),
    currency: Type.Optional(Type.String()),
    field: Type.Optional(Type.Object({ name: Type.String(), is: Type.String() })),
    requesterGroup: Type.Optional(Type.String()),
  }),
  who: Type.Union([
    Type.Literal('any'),
    Type.Object({ groups: Type.Array(Type.String()) }),
    Type.Object({ participants: Type.Array(Type.String()) }),
  ]),
  count: Type.Integer(),
  before: Type.Union([Type.Literal('call-check'), Type.Literal('call-back'), Type.Null()]),
  beforeHours: Type.Optional(Type.Integer()),
  hours: Type.Integer(),
  declines: Type.Optional(words(['first', 'as-many'])),
})

const definition = {
  name: inBoth,
  fields: Type.Array(field, { maxItems: MAX_FIELDS }),
  rules: Type.Array(rule, { maxItems: MAX_RULES }),
  /** The fields of earlier versions that this one has not: their names keep their types. */
  retired: Type.Array(Type.Object({ name: Type.String(), type: words(FIELD_TYPES) }), {
    maxItems: MAX_NAMES,
  }),
}
const written = {
  workspaceId: id,
  kindId: id,
  /** From 1, without gaps; from 2 for a built-in kind, whose version 1 is the program's. */
  version: Type.Integer({ minimum: 1 }),
  builtIn: Type.Union([words(BUILT_IN_KINDS), Type.Null()]),
}
const ofWorkspace = { workspace: 'workspaceId' }

export const kindEvents = {
  /** A kind as it is from now on. An admin wrote all of it, so all of it is sealed. */
  KindWritten: fact(
    2,
    Type.Object({
      ...written,
      definition: personal(
        Type.Object({
          ...definition,
          reminders: Type.Optional(Type.Object({ quarter: Type.Boolean(), dayBefore: Type.Boolean() })),
        }),
        ofWorkspace,
      ),
    }),
    { 1: (data) => data },
    {
      schema: Type.Object({ ...written, definition: personal(Type.Object(definition), ofWorkspace) }),
      downcast(data) {
        // A program of before would drop what it does not know from the next version.
        if ((data['definition'] as { reminders?: unknown } | null)?.reminders !== undefined)
          throw new Rejected('program.upgrading')
        return data
      },
    },
  ),
} as const

export type KindEvent = EventOf<typeof kindEvents>
export const kindsStream = (workspaceId: string): string => `kinds-${workspaceId}`
