import Type from 'typebox'
import { MAX_COUNT } from '#contract/requests/kinds.ts'
import { MOST_AT_ONCE } from '#contract/requests/several.ts'
import { words } from '#contract/common.ts'
import { clear, evidence, fact, optionalPersonal, personal, type EventOf } from '#platform/facts/facts.ts'

/** Part of the stream `request-<requestId>`: the rule by which a request is decided, and what people say before the last one decides. */

const id = clear('id')
const ids = { requestId: id, workspaceId: id }

/** Whoever decides, and what they relied on. */
export const decided = {
  ...ids,
  participantId: id,
  userId: id,
  email: personal(Type.String(), { person: 'userId' }),
  /** The workspace revision with the rights that the decision relied on. */
  workspaceRevision: Type.Integer(),
}
export const assurance = Type.Union([Type.Literal('passkey'), Type.Literal('pin')])
export const listed = Type.Object({
  /** The request's own content. */
  canonical: clear('signed content'),
  /** In the list, from 0. */
  place: Type.Integer({ minimum: 0, maximum: MOST_AT_ONCE - 1 }),
})
/** `listed`: the evidence signs a list of approvals, and this request is among them. */
export const approvalEvidence = Type.Object({ ...evidence.properties, listed: Type.Optional(listed) })

/** The groups of the rule that the person was in then. */
const groups = Type.Array(id, { maxItems: 10 })

export const ruleEvents = {
  /**
   * The rule that held when the request was made, next to `RequestCreated`. Programs of before cannot read it, so none of them decides
   * such a request alone.
   */
  RuleApplied: fact(
    1,
    Type.Object({
      ...ids,
      who: Type.Union([
        Type.Literal('any'),
        Type.Object({ groups: Type.Array(id, { minItems: 1, maxItems: 10 }) }),
        Type.Object({ participants: Type.Array(id, { minItems: 1, maxItems: 20 }) }),
      ]),
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
    }),
  ),
  /** A signature before the last one, which is `RequestApproved`. */
  ApprovalGiven: fact(1, Type.Object({ ...decided, assurance, evidence: approvalEvidence, groups })),
  /** A decline of a request that needs as many as signatures. The last one is `RequestDeclined`. */
  DeclineGiven: fact(
    1,
    Type.Object({
      ...decided,
      assurance: Type.Literal('session'),
      reason: optionalPersonal(Type.String(), { workspace: 'workspaceId' }),
    }),
  ),
} as const

export type RuleEvent = EventOf<typeof ruleEvents>
