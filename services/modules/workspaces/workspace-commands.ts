import type { Membership } from '#contract/access.ts'
import type { Execution } from '#platform/commands/execute-command.ts'
import type { CallOn } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { workspaceDecider, type WorkspaceCommand } from './workspace.decider.ts'
import { workspaceStream, type WorkspaceEvent } from './workspace.events.ts'
import type { OfWorkspace } from './workspace-reply.ts'
import { isActive, memberOfUser, type WorkspaceState } from './workspace.state.ts'

type Wanted<T> = Pick<
  Execution<WorkspaceState, WorkspaceCommand, WorkspaceEvent>,
  'command' | 'beforeAppend'
> & {
  readonly reply: (done: OfWorkspace) => (behind: boolean) => T
  /** What whoever repeats the command counts as when they are no member any more; nothing, unless told. */
  readonly gone?: Membership
}

/** What a super admin counts as in any workspace that is open, where the endpoint's access lets one come so far. */
const ABOVE: Membership = { role: 'admin', active: true, approver: false, requester: false }

/**
 * The shell of every command on the workspace that a path names. The endpoint's access is asked of the state that
 * decides, also when the command is repeated, whatever the subscription is by then; the actor has the role that they have
 * in that state.
 */
export const workspaceCommands =
  ({ commands }: Pick<Platform, 'commands'>) =>
  async <T>(call: CallOn, { reply, gone, ...wanted }: Wanted<T>) => {
    const { caller, now } = call
    const { userId } = caller
    const workspaceId = call.params.id
    const isAbove = caller.role === 'super admin'
    const standing = (state: WorkspaceState): Membership | undefined =>
      isAbove && state.kind === 'open' ? ABOVE : memberOfUser(state, userId)
    const { position, repeated } = await commands.execute({
      decider: workspaceDecider,
      stream: workspaceStream(workspaceId),
      workspaceId,
      context: (state) =>
        call.contextOf({
          kind: 'user',
          userId,
          role: isAbove ? caller.role : (memberOfUser(state, userId)?.role ?? null),
        }),
      guard: (state, again) =>
        call.guard(standing(state) ?? (again ? gone : undefined), again || isActive(state, now)),
      ...wanted,
    })
    return { position, reply: reply({ workspaceId, position, repeated, now }) }
  }
