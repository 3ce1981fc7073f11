import type { Fact } from '#platform/facts.ts'
import type { Platform } from '#platform/platform.ts'
import { commandReactor, reactionTo, type CommandReactor } from '#platform/reactors.ts'
import { pendingFor } from '#projections/requests/queries.ts'
import { allEvents } from '../all.events.ts'
import { workspaceStream } from '../workspaces/workspace.events.ts'
import { joined, workspaceFold } from '../workspaces/workspace.state.ts'
import { requestDecider } from './request.decider.ts'
import { requestStream } from './request.events.ts'

const name = 'requests'
const READ_MODEL_MS = 10_000

/**
 * A request whose only approver is gone ends. A departure finds what waits for the person in the read model; what
 * was created on the state before the departure, but behind it, finds the approver gone itself.
 */
export const requestReactor = ({
  commands,
  clock,
  db,
  positions,
}: Pick<Platform, 'commands' | 'clock' | 'db' | 'positions'>): CommandReactor => {
  const close = async (fact: Fact, { requestId, workspaceId, approverId }: Record<string, string>) => {
    await commands.execute({
      decider: requestDecider,
      stream: requestStream(requestId!),
      workspaceId: workspaceId!,
      context: reactionTo(fact, name, clock.now()),
      command: { type: 'CloseAsUnavailable', approverId: approverId! },
    })
  }
  return commandReactor(allEvents, name, {
    async ParticipantLeft(fact) {
      if (!(await positions.reached(fact.position, READ_MODEL_MS)))
        throw new Error('the read models have not reached the fact')
      const { workspaceId, participantId } = fact.data
      for (const requestId of await pendingFor(db, workspaceId, participantId))
        await close(fact, { requestId, workspaceId, approverId: participantId })
    },
    async RequestCreated(fact) {
      const { requestId, workspaceId, approverId } = fact.data
      if (approverId === null) return
      const { state } = await commands.load(workspaceFold, workspaceStream(workspaceId))
      const isThere = joined(state).some(({ participantId }) => participantId === approverId)
      if (!isThere) await close(fact, { requestId, workspaceId, approverId })
    },
  })
}
