import { Rejected } from '#contract/errors.ts'
import type { Fact } from '#platform/facts/facts.ts'
import type { Platform } from '#platform/platform.ts'
import { commandReactor, reactionTo, type CommandReactor } from '#platform/effects/reactors.ts'
import { pendingWith } from '#projections/requests/queries.ts'
import { allEvents } from '../all.events.ts'
import { workspaceStream } from '../workspaces/workspace.events.ts'
import { joined, workspaceFold } from '../workspaces/workspace.state.ts'
import { requesterIsThere } from './departure.ts'
import { requestDecider } from './request.decider.ts'
import { requestStream } from './request.events.ts'

const name = 'requests'
const READ_MODEL_MS = 10_000

/**
 * A request whose requester or only approver is gone ends. A departure finds what the person asked or is asked in the
 * read model; what was created on the state before the departure, but behind it, finds who is gone itself.
 */
export const requestReactor = ({
  commands,
  clock,
  db,
  positions,
}: Pick<Platform, 'commands' | 'clock' | 'db' | 'positions'>): CommandReactor => {
  const close = async (fact: Fact, { requestId, workspaceId, participantId }: Record<string, string>) => {
    await commands.execute({
      decider: requestDecider,
      stream: requestStream(requestId!),
      workspaceId: workspaceId!,
      context: reactionTo(fact, name, clock.now()),
      command: { type: 'CloseAsUnavailable', participantId: participantId! },
    })
  }
  return commandReactor(allEvents, name, {
    async ParticipantLeft(fact) {
      if (!(await positions.reached(fact.position, ['requests'], READ_MODEL_MS)))
        throw new Rejected('read-model.behind')
      const { workspaceId, participantId } = fact.data
      for (const requestId of await pendingWith(db, workspaceId, participantId))
        await close(fact, { requestId, workspaceId, participantId })
    },
    async RequestCreated(fact) {
      const { requestId, workspaceId, requesterId, approverId } = fact.data
      const { state } = await commands.load(workspaceFold, workspaceStream(workspaceId))
      const approverIsThere =
        approverId === null || joined(state).some(({ participantId }) => participantId === approverId)
      const gone = requesterIsThere(state, fact.data) ? (approverIsThere ? null : approverId) : requesterId
      if (gone !== null) await close(fact, { requestId, workspaceId, participantId: gone })
    },
  })
}
