import Type from 'typebox'
import { clear, fact, type EventOf } from '#platform/facts/facts.ts'

/**
 * Stream `callAround-<id>`: when several colleagues asked one person of a workspace about a call within minutes. The events alert
 * admins and appear in the audit log; no command is refused because of them.
 */

/** How many of the colleagues a fact or an alert names. */
export const MOST_SIDES = 20
/** How far back checks count, and how long further colleagues belong to the same alert. */
export const MANY_SIDES_MS = 10 * 60_000

const id = clear('id')

export const callAroundEvents = {
  ManySidesAsked: fact(
    1,
    Type.Object({
      /** The check that made it many. */
      requestId: id,
      workspaceId: id,
      /** Who is asked. */
      participantId: id,
      userId: id,
      /** User ids of those who had asked by then. Colleagues who ask until `until` belong to the same alert. */
      askedBy: Type.Array(id, { maxItems: MOST_SIDES }),
      until: clear('time'),
      workspaceRevision: Type.Integer(),
    }),
  ),
} as const

export type CallAroundEvent = EventOf<typeof callAroundEvents>
export const callAroundStream = (personId: string): string => `callAround-${personId}`
