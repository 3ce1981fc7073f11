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
const escalate = Type.Optional(Type.Object({ after: Type.Integer(), at: clear('time'), who }))
const applied = {
  ...ids,
  who,
  count: Type.Integer({ minimum: 1, maximum: MAX_COUNT }),
  before: Type.Union([Type.Literal('call-check'), Type.Literal('call-back'), Type.Null()]),
  beforeHours: Type.Optional(Type.Integer()),
  hours: Type.Integer(),
  declines: Type.Optional(words(['first', 'as-many'])),
  /** Who is asked too, from when on. */
  escalate,
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
    3,
    Type.Object({
      ...applied,
      /** Whether it waits while too few people can decide it. */
      park: Type.Optional(Type.Literal(true)),
    }),
    { 1: (data) => data, 2: (data) => data },
    {
      schema: Type.Object(applied),
      downcast(data) {
        // A program of before would end the request.
        if (data['park'] !== undefined) throw new Rejected('program.upgrading')
        return data
      },
    },
  ),
  /** The time has come in which further people are asked. Who they are follows from the rule and the workspace. */
  RequestEscalated: fact(1, Type.Object({ ...ids, workspaceRevision: Type.Integer() })),
  /** Too few people can decide it, so nobody is asked until enough can. Programs of before cannot read it, so none of them asks. */
  RequestParked: fact(
    1,
    Type.Object({
      ...ids,
      /** At which it was so. */
      workspaceRevision: Type.Integer(),
      /** How many people lack. */
      missing: Type.Integer({ minimum: 1 }),
      /** The groups of the rule in which nobody may decide. */
      groups: Type.Array(id, { maxItems: 10 }),
      /** Beside its creation: nobody was ever asked. */
      fromTheStart: Type.Optional(Type.Literal(true)),
    }),
  ),
  /** Enough people can decide it again. Who is asked follows from the workspace at that revision. */
  RequestUnparked: fact(1, Type.Object({ ...ids, workspaceRevision: Type.Integer() })),
} as const

export type RuleEvent = EventOf<typeof ruleEvents>
