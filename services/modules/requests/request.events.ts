import Type from 'typebox'
import { clear, fact, optionalPersonal, personal, type EventOf } from '#platform/facts/facts.ts'

/** Stream `request-<requestId>`: one question and its one final answer. */

const id = clear('id')
const ids = { requestId: id, workspaceId: id }
const decided = {
  ...ids,
  participantId: id,
  userId: id,
  email: personal(Type.String(), { person: 'userId' }),
  /** The workspace's revision whose flags the decision relied on. */
  workspaceRevision: Type.Integer(),
}

export const requestEvents = {
  /** Who is asked follows from the workspace at its revision: see `askedBy`. */
  RequestCreated: fact(
    1,
    Type.Object({
      ...ids,
      type: Type.Union([Type.Literal('verification'), Type.Literal('approval')]),
      title: personal(Type.String(), { workspace: 'workspaceId' }),
      details: optionalPersonal(Type.String(), { workspace: 'workspaceId' }),
      /** 32 bytes, base64url: goes into the hash of the text that is signed, and is as secret as the text. */
      salt: personal(Type.String(), { workspace: 'workspaceId' }),
      requesterId: id,
      requesterUserId: id,
      requesterEmail: personal(Type.String(), { person: 'requesterUserId' }),
      /** null: any approver */
      approverId: Type.Union([id, Type.Null()]),
      approverUserId: Type.Optional(id),
      approverEmail: optionalPersonal(Type.String(), { person: 'approverUserId' }),
      expiresAt: clear('time'),
      workspaceRevision: Type.Integer(),
    }),
  ),
  RequestApproved: fact(
    1,
    Type.Object({
      ...decided,
      assurance: Type.Union([Type.Literal('passkey'), Type.Literal('pin')]),
      /** Enough to prove the decision again: what was signed, by which key. No address, no text, and nothing that confirms a guess at one. */
      evidence: Type.Object({
        /** RFC 8785 text; its SHA-256 is the challenge */
        canonical: clear('signed content'),
        challenge: clear('hash'),
        deviceId: id,
        publicKey: clear('public key'),
        signature: clear('signature'),
        /** Of a passkey, base64url: its signature is over the first and the SHA-256 of the second, in which the challenge stands. */
        authenticatorData: Type.Optional(clear('authenticator data')),
        clientDataJSON: Type.Optional(clear('authenticator data')),
      }),
    }),
  ),
  RequestDeclined: fact(1, Type.Object({ ...decided, assurance: Type.Literal('session') })),
  RequestWithdrawn: fact(1, Type.Object({ ...ids, participantId: id })),
  RequestClosed: fact(
    1,
    Type.Object({
      ...ids,
      reason: Type.Union([
        Type.Literal('expired'),
        Type.Literal('approver-unavailable'),
        Type.Literal('requester-unavailable'),
      ]),
    }),
  ),
  /** Somebody tried to approve with a wrong PIN or signature. */
  ApprovalRefused: fact(
    1,
    Type.Object({
      ...ids,
      participantId: id,
      userId: id,
      deviceId: id,
      reason: Type.Union([Type.Literal('wrong-pin'), Type.Literal('bad-signature')]),
      /** PIN tries that remain; at 0 the device is disabled. */
      triesLeft: Type.Integer(),
    }),
  ),
  /** The same with a passkey, whose tries nobody counts: it cannot be guessed. */
  AssertionRefused: fact(1, Type.Object({ ...ids, participantId: id, userId: id, deviceId: id })),
} as const

export type RequestEvent = EventOf<typeof requestEvents>
export const requestStream = (requestId: string): string => `request-${requestId}`
