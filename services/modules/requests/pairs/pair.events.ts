import Type from 'typebox'
import { clear, fact, personal, type EventOf } from '#platform/facts/facts.ts'

/**
 * Stream `pair-<id>`: two people of a workspace whose call checks were locked after wrong numbers, and unlocked by an admin. It is
 * the same stream whichever of the two asks.
 */

const id = clear('id')
const two = {
  /** The check whose wrong number locked the two. */
  requestId: id,
  workspaceId: id,
  requesterId: id,
  requesterUserId: id,
  requesterEmail: personal(Type.String(), { person: 'requesterUserId' }),
  approverId: id,
  approverUserId: id,
  approverEmail: personal(Type.String(), { person: 'approverUserId' }),
}

export const pairEvents = {
  PairLocked: fact(1, Type.Object({ ...two, workspaceRevision: Type.Integer() })),
  PairUnlocked: fact(
    1,
    Type.Object({
      ...two,
      /** The admin. */
      participantId: id,
      userId: id,
      /** Wrong numbers of before do not count any more. */
      at: clear('time'),
      workspaceRevision: Type.Integer(),
    }),
  ),
} as const

export type PairEvent = EventOf<typeof pairEvents>
export const pairStream = (pairId: string): string => `pair-${pairId}`
