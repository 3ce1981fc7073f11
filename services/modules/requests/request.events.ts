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

const assurance = Type.Union([Type.Literal('passkey'), Type.Literal('pin')])

/** Enough to prove it again: what was signed, by which key. No address, no text, and nothing that confirms a guess at one. */
const evidence = Type.Object({
  /** RFC 8785 text; its SHA-256 is the challenge */
  canonical: clear('signed content'),
  challenge: clear('hash'),
  deviceId: id,
  publicKey: clear('public key'),
  signature: clear('signature'),
  /** Of a passkey, base64url: its signature is over the first and the SHA-256 of the second, in which the challenge stands. */
  authenticatorData: Type.Optional(clear('authenticator data')),
  clientDataJSON: Type.Optional(clear('authenticator data')),
})

/** Whoever knows no version 2 knows no number that an approval needs: it must not decide. */
const asBefore = { 1: (data: Record<string, unknown>) => data }

export const requestEvents = {
  /** Who is asked follows from the workspace at its revision: see `askedBy`. */
  RequestCreated: fact(
    2,
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
      /** Where the requester's own device signed it: always of a verification. */
      assurance: Type.Optional(assurance),
      evidence: Type.Optional(evidence),
    }),
    asBefore,
  ),
  RequestApproved: fact(
    1,
    Type.Object({
      ...decided,
      assurance,
      evidence,
    }),
  ),
  RequestDeclined: fact(1, Type.Object({ ...decided, assurance: Type.Literal('session') })),
  RequestWithdrawn: fact(1, Type.Object({ ...ids, participantId: id })),
  RequestClosed: fact(
    2,
    Type.Object({
      ...ids,
      reason: Type.Union([
        Type.Literal('expired'),
        Type.Literal('approver-unavailable'),
        Type.Literal('requester-unavailable'),
        Type.Literal('code-mismatch'),
        Type.Literal('reported'),
      ]),
    }),
    asBefore,
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
  /** Somebody approved with another number than the one that was spoken: neither of the two is told. */
  NumberRefused: fact(
    1,
    Type.Object({
      ...ids,
      participantId: id,
      userId: id,
      deviceId: id,
      /** Of the proof that it came with. */
      challenge: clear('hash'),
      /** At 0 the request is closed. */
      triesLeft: Type.Integer(),
      workspaceRevision: Type.Integer(),
    }),
  ),
  /** "This was not me." */
  RequestReported: fact(
    1,
    Type.Object({
      ...ids,
      participantId: id,
      userId: id,
      as: Type.Union([Type.Literal('requester'), Type.Literal('approver')]),
      workspaceRevision: Type.Integer(),
    }),
  ),
  /** Somebody tried to make a request with a wrong PIN or signature; stream `refusedCreation-<requestId>`. */
  CreationRefused: fact(
    1,
    Type.Object({
      ...ids,
      participantId: id,
      userId: id,
      deviceId: id,
      reason: Type.Union([Type.Literal('wrong-pin'), Type.Literal('bad-signature')]),
      /** PIN tries that remain; a passkey has none. */
      triesLeft: Type.Optional(Type.Integer()),
    }),
  ),
} as const

export type RequestEvent = EventOf<typeof requestEvents>
export const requestStream = (requestId: string): string => `request-${requestId}`
/** What comes before a request that may never be. */
export const refusedCreationStream = (requestId: string): string => `refusedCreation-${requestId}`
