import Type from 'typebox'
import { clear, fact, type EventOf } from '#platform/facts/facts.ts'

/** Part of the stream `request-<requestId>`, next to `RequestCreated`. */

const id = clear('id')

export const replacingEvents = {
  /** The request takes the place of an earlier one of the same person, which had ended or was withdrawn for it. */
  EarlierReplaced: fact(1, Type.Object({ requestId: id, workspaceId: id, replaces: id })),
} as const

export type ReplacingEvent = EventOf<typeof replacingEvents>
