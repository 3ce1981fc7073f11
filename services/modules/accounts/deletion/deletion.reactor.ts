import {
  commandReactor,
  reactionTo,
  type CommandReactor,
  type ReactorStreams,
} from '#platform/effects/reactors.ts'
import type { Fact } from '#platform/facts/facts.ts'
import type { Platform } from '#platform/platform.ts'
import { allEvents } from '#modules/all.events.ts'
import { addressDecider } from '#modules/accounts/address.decider.ts'
import { addressStream } from '#modules/accounts/address.events.ts'
import { createDeletions, type Memberships } from './delete-account.ts'
import { isDeleted } from './deletion.decider.ts'
import { userDecider } from '#modules/accounts/user.decider.ts'
import { userStream } from '#modules/accounts/user.events.ts'

const name = 'deletions'

/**
 * Completes deletions that a crash interrupted, and removes people who joined a workspace during the deletion. Releases
 * the address once everything sealed for it is erased.
 */
export const deletionReactor = (
  platform: Pick<Platform, 'commands' | 'clock' | 'db' | 'log'>,
  memberships: Memberships,
): CommandReactor => {
  const { commands, clock } = platform
  const deletions = createDeletions(platform, memberships)
  const contextOf = (fact: Fact) => (step: string) => reactionTo(fact, `${name} ${step}`, clock.now())
  const stepAfter = (fact: Fact) => ({ after: fact.position, contextOf: contextOf(fact) })
  const deletionOf = async (userId: string, { load }: ReactorStreams = commands) => {
    const { state } = await load(userDecider, userStream(userId))
    const deletionId = (state.kind !== 'none' && state.deletion?.id) || userId
    return isDeleted(state) ? { userId, deletionId } : undefined
  }
  return commandReactor(allEvents, name, {
    async DeletionRequested(fact) {
      await deletions.resume(fact.data, contextOf(fact))
    },
    async DeletionRefused(fact) {
      await deletions.cancel(fact.data, stepAfter(fact))
    },
    async AccountDeleted(fact) {
      await deletions.complete(fact.data, stepAfter(fact))
    },
    async PersonErased(fact) {
      const { userId, addressHash } = fact.data
      await deletions.complete({ userId, deletionId: fact.id }, stepAfter(fact))
      await commands.execute({
        decider: addressDecider,
        stream: addressStream(addressHash),
        workspaceId: null,
        context: contextOf(fact)('ReleaseAddress'),
        command: { type: 'ReleaseAddress', addressHash, userId },
      })
    },
    async ParticipantJoined(fact, streams) {
      const deletion = await deletionOf(fact.data.userId, streams)
      if (deletion) await deletions.complete(deletion, stepAfter(fact))
    },
  })
}
