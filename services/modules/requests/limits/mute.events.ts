import Type from 'typebox'
import { clear, fact, type EventOf } from '#platform/facts/facts.ts'

/**
 * Stream `mute-<participantId>`: when somebody was kept from asking, because others kept on declining or letting it run out. It
 * is there for what admins are told, and decides nothing.
 */

const id = clear('id')

export const muteEvents = {
  RequesterMuted: fact(
    1,
    Type.Object({
      /** The last one that was declined or ran out. */
      requestId: id,
      workspaceId: id,
      participantId: id,
      userId: id,
      /** May grow by what is declined meanwhile, which tells nobody again. */
      until: clear('time'),
      workspaceRevision: Type.Integer(),
    }),
  ),
} as const

export type MuteEvent = EventOf<typeof muteEvents>
export const muteStream = (participantId: string): string => `mute-${participantId}`
