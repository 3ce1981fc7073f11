import type { Membership } from '#contract/access.ts'
import type { Commands } from '#platform/commands/execute-command.ts'
import { isAway } from '#platform/stores/stores.ts'
import { workspaceStream } from './workspace.events.ts'
import { lastMemberOfUser, workspaceFold, type WorkspaceState } from './workspace.state.ts'

const memberIn = (state: WorkspaceState, userId: string): Membership | undefined =>
  state.kind === 'none' ? undefined : lastMemberOfUser(state, userId)

const isSame = (one: Membership | undefined, other: Membership): boolean =>
  one?.role === other.role &&
  one.active === other.active &&
  one.approver === other.approver &&
  one.requester === other.requester

/**
 * Returns the membership as the workspace's events have it: a row of a read model alone gives nobody rights. `shown` is what the read
 * model says. If the events that this process has seen say the same, nothing is read. While the event store is away, what is shown
 * counts.
 */
export const membershipInEvents = async (
  commands: Pick<Commands, 'load' | 'lastSeen'>,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
  shown: Membership,
): Promise<Membership | undefined> => {
  const stream = workspaceStream(workspaceId)
  const seen = commands.lastSeen(workspaceFold, stream)
  if (seen && isSame(memberIn(seen.state, userId), shown)) return shown
  try {
    const { state } = await commands.load(workspaceFold, stream)
    return memberIn(state, userId)
  } catch (error) {
    if (!isAway(error)) throw error
    return shown
  }
}
