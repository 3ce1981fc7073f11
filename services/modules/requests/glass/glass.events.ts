import Type from 'typebox'
import { clear, evidence, fact, personal, type EventOf } from '#platform/facts/facts.ts'

/** Part of the stream `request-<requestId>`: an admin alone approves what nobody can decide in time, and somebody confirms it. */

const id = clear('id')
const by = {
  requestId: id,
  workspaceId: id,
  participantId: id,
  userId: id,
  email: personal(Type.String(), { person: 'userId' }),
  assurance: Type.Union([Type.Literal('passkey'), Type.Literal('pin')]),
  evidence,
  /** The workspace revision with the rights that it relied on. */
  workspaceRevision: Type.Integer(),
}

export const glassEvents = {
  /** It approves the request. Programs of before cannot read it, so none of them takes the request for open. */
  GlassBroken: fact(
    1,
    Type.Object({
      ...by,
      reason: personal(Type.String(), { workspace: 'workspaceId' }),
      /** As `reasonHash` says: salted with the salt of the text. */
      reasonHash: clear('hash'),
      /** Until then a second person can confirm it. */
      confirmUntil: clear('time'),
    }),
  ),
  GlassConfirmed: fact(1, Type.Object(by)),
} as const

export type GlassEvent = EventOf<typeof glassEvents>
