import { Rejected } from '#contract/errors.ts'
import { bySystem } from '#platform/commands/execute-command.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { userById } from '#projections/users/queries.ts'
import type { ExistingRequest, Person } from '#modules/requests/request.state.ts'
import { pairDecider } from './pair.decider.ts'
import { pairStream } from './pair.events.ts'
import type { PairMemory } from './pair-try.store.ts'

type Services = Pick<Platform, 'commands' | 'db'>
/** A check, and who typed the number in it. */
type Locking = {
  readonly request: Pick<ExistingRequest, 'requestId' | 'workspaceId' | 'requesterId' | 'requesterUserId'>
  readonly approver: Person
  readonly workspaceRevision: number
  /** Of the wrong number. */
  readonly at: Date
}

/** Names two people of a workspace by their user ids, in either order. */
export const pairOf = (workspaceId: string, userIds: readonly [string, string]): string =>
  derivedId('pair', workspaceId, ...userIds.toSorted())

export const createPairs = ({ commands, db }: Services) => {
  const emailOf = async (userId: string): Promise<string | null> =>
    (await userById(db, userId))?.email ?? null
  return {
    emailOf,
    /** What is known about the wrong numbers of these two. Throws `call.locked` while their call checks are locked. */
    async requireUnlocked(
      workspaceId: string,
      userIds: readonly [string, string],
      now: Date,
    ): Promise<PairMemory> {
      const pairId = pairOf(workspaceId, userIds)
      const { state } = await commands.load(pairDecider, pairStream(pairId))
      if (state.locked !== null) throw new Rejected('call.locked')
      return { pairId, unlockedAt: state.unlockedAt, now }
    },
    /** Locks the call checks of the two, once per check. */
    async lock({ request, approver, workspaceRevision, at }: Locking): Promise<Position | null> {
      const { requestId, workspaceId, requesterId, requesterUserId } = request
      const { participantId: approverId, userId: approverUserId } = approver
      const { position } = await commands.execute({
        decider: pairDecider,
        stream: pairStream(pairOf(workspaceId, [requesterUserId, approverUserId])),
        workspaceId,
        context: bySystem(derivedId('lock-pair', requestId), at),
        command: {
          type: 'Lock',
          requestId,
          workspaceId,
          requesterId,
          requesterUserId,
          requesterEmail: await emailOf(requesterUserId),
          approverId,
          approverUserId,
          approverEmail: await emailOf(approverUserId),
          workspaceRevision,
          at,
        },
      })
      return position
    },
  }
}
