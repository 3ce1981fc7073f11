import Type from 'typebox'
import { MAX_COUNT } from '#contract/requests/kinds.ts'
import { Rejected } from '#contract/errors.ts'
import { words } from '#contract/common.ts'
import { clear, fact, personal, type EventOf } from '#platform/facts/facts.ts'

/** Part of the stream `request-<requestId>`: the rule by which a request is decided. */

const id = clear('id')
const ids = { requestId: id, workspaceId: id }

const who = Type.Union([
  Type.Literal('any'),
  Type.Object({ groups: Type.Array(id, { minItems: 1, maxItems: 10 }) }),
  Type.Object({ participants: Type.Array(id, { minItems: 1, maxItems: 20 }) }),
])
const applied = {
  ...ids,
  who,
  count: Type.Integer({ minimum: 1, maximum: MAX_COUNT }),
  before: Type.Union([Type.Literal('call-check'), Type.Literal('call-back'), Type.Null()]),
  beforeHours: Type.Optional(Type.Integer()),
  hours: Type.Integer(),
  declines: Type.Optional(words(['first', 'as-many'])),
  /** As `ruleHash` says: salted with the salt of the text. */
  ruleHash: clear('hash'),
  /** What an admin typed of it. */
  shown: personal(
    Type.Object({
      when: Type.Object({
        amountFrom: Type.Optional(Type.String()),
        amountTo: Type.Optional(Type.String()),
        currency: Type.Optional(Type.String()),
        field: Type.Optional(Type.Object({ name: Type.String(), is: Type.String() })),
        requesterGroup: Type.Optional(Type.String()),
      }),
      /** Those that the rule names. */
      groups: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
    }),
    { workspace: 'workspaceId' },
  ),
}

export const ruleEvents = {
  /**
   * The rule that held when the request was made, next to `RequestCreated`. Programs of before cannot read it, so none of them decides
   * such a request alone.
   */
  RuleApplied: fact(
    2,
    Type.Object({
      ...applied,
      /** Who is asked too, from when on. */
      escalate: Type.Optional(Type.Object({ after: Type.Integer(), at: clear('time'), who })),
    }),
    { 1: (data) => data },
    {
      schema: Type.Object(applied),
      downcast(data) {
        // A program of before would refuse those who are asked later, and sign another rule.
        if (data['escalate'] !== undefined) throw new Rejected('program.upgrading')
        return data
      },
    },
  ),
  /** The time has come in which further people are asked. Who they are follows from the rule and the workspace. */
  RequestEscalated: fact(1, Type.Object({ ...ids, workspaceRevision: Type.Integer() })),
} as const

export type RuleEvent = EventOf<typeof ruleEvents>
