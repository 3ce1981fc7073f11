import Type from 'typebox'
import { clear, fact, type EventOf } from '#platform/facts/facts.ts'

/**
 * Stream `mute-<participantId>`: when a requester was muted because several requests were declined, denied, reported or expired. The events
 * alert admins and appear in the audit log; `refuseMuted` does not read them.
 */

const id = clear('id')

export const muteEvents = {
  RequesterMuted: fact(
    1,
    Type.Object({
      /** The last request that was declined, denied, reported or expired. */
      requestId: id,
      workspaceId: id,
      participantId: id,
      userId: id,
      /** Further refusals may prolong the mute without another event. */
      until: clear('time'),
      workspaceRevision: Type.Integer(),
    }),
  ),
} as const

export type MuteEvent = EventOf<typeof muteEvents>
export const muteStream = (participantId: string): string => `mute-${participantId}`
