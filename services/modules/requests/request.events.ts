import Type from 'typebox'
import { fact, optionalPersonal, personal, type EventOf } from '#platform/facts.ts'

/** Stream `request-<requestId>`: one question and its one final answer. */

const ids = { requestId: Type.String(), workspaceId: Type.String() }
const ended = {
  ...ids,
  /** Who is told of the end: user ids of the requester and of everybody who was asked. */
  concerned: Type.Array(Type.String()),
}
const decided = {
  ...ended,
  participantId: Type.String(),
  userId: Type.String(),
  email: personal(Type.String(), { person: 'userId' }),
  /** The workspace's revision whose flags the decision relied on. */
  workspaceRevision: Type.Integer(),
}

export const requestEvents = {
  RequestCreated: fact(
    1,
    Type.Object({
      ...ids,
      type: Type.Union([Type.Literal('verification'), Type.Literal('approval')]),
      title: personal(Type.String(), { workspace: 'workspaceId' }),
      details: optionalPersonal(Type.String(), { workspace: 'workspaceId' }),
      requesterId: Type.String(),
      requesterUserId: Type.String(),
      requesterEmail: personal(Type.String(), { person: 'requesterUserId' }),
      /** null: any approver */
      approverId: Type.Union([Type.String(), Type.Null()]),
      approverUserId: Type.Optional(Type.String()),
      approverEmail: optionalPersonal(Type.String(), { person: 'approverUserId' }),
      /** Who is told: the addressed approver, or all who could decide at that moment. */
      asked: Type.Array(Type.Object({ participantId: Type.String(), userId: Type.String() })),
      expiresAt: Type.String(),
      workspaceRevision: Type.Integer(),
    }),
  ),
  RequestApproved: fact(
    1,
    Type.Object({
      ...decided,
      assurance: Type.Union([Type.Literal('passkey'), Type.Literal('pin')]),
      /** Enough to prove the decision again: what was signed, by which key. No address, no text. */
      evidence: Type.Object({
        /** RFC 8785 text; its SHA-256 is the challenge */
        canonical: Type.String(),
        challenge: Type.String(),
        deviceId: Type.String(),
        /** JWK as canonical text */
        publicKey: Type.String(),
        signature: Type.String(),
      }),
    }),
  ),
  RequestDeclined: fact(1, Type.Object({ ...decided, assurance: Type.Literal('session') })),
  RequestWithdrawn: fact(1, Type.Object({ ...ended, participantId: Type.String() })),
  RequestClosed: fact(
    1,
    Type.Object({
      ...ended,
      reason: Type.Union([Type.Literal('expired'), Type.Literal('approver-unavailable')]),
    }),
  ),
  /** Somebody tried to approve with a wrong PIN or signature. */
  ApprovalRefused: fact(
    1,
    Type.Object({
      ...ids,
      participantId: Type.String(),
      userId: Type.String(),
      deviceId: Type.String(),
      reason: Type.Union([Type.Literal('wrong-pin'), Type.Literal('bad-signature')]),
      /** PIN tries that remain; at 0 the device is disabled. */
      triesLeft: Type.Integer(),
    }),
  ),
} as const

export type RequestEvent = EventOf<typeof requestEvents>
export const requestStream = (id: string): string => `request-${id}`
