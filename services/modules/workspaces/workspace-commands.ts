import type { Membership } from '#contract/access.ts'
import type { Execution } from '#platform/commands/execute-command.ts'
import type { CallOn } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { workspaceDecider, type WorkspaceCommand } from './workspace.decider.ts'
import { workspaceStream, type WorkspaceEvent } from './workspace.events.ts'
import type { WorkspaceDone } from './workspace-reply.ts'
import { isActive, memberOfUser, type WorkspaceState } from './workspace.state.ts'

type WorkspaceExecution<T> = Pick<
  Execution<WorkspaceState, WorkspaceCommand, WorkspaceEvent>,
  'command' | 'beforeAppend'
> & {
  readonly reply: (done: WorkspaceDone) => (behind: boolean) => T
  /** Membership of a caller who repeats the command after losing their own; by default none. */
  readonly formerMember?: Membership
}

/** Membership of a super admin in every open workspace, if the endpoint admits them. */
const SUPER_ADMIN: Membership = { role: 'admin', active: true, approver: false, requester: false }

/**
 * Executes a command on the workspace in the path and replies. Checks the endpoint's access against the state that decides,
 * also for a repeated command, which needs no active subscription. The actor's role comes from the same state.
 */
export const workspaceCommands =
  ({ commands }: Pick<Platform, 'commands'>) =>
  async <T>(call: CallOn, { reply, formerMember, ...execution }: WorkspaceExecution<T>) => {
    const { caller, now } = call
    const { userId } = caller
    const workspaceId = call.params.id
    const isSuperAdmin = caller.role === 'super admin'
    const membershipIn = (state: WorkspaceState): Membership | undefined =>
      isSuperAdmin && state.kind === 'open' ? SUPER_ADMIN : memberOfUser(state, userId)
    const { position, revision, repeated } = await commands.execute({
      decider: workspaceDecider,
      stream: workspaceStream(workspaceId),
      workspaceId,
      context: (state) =>
        call.contextOf({
          kind: 'user',
          userId,
          role: isSuperAdmin ? caller.role : (memberOfUser(state, userId)?.role ?? null),
        }),
      guard: (state, again) =>
        call.guard(membershipIn(state) ?? (again ? formerMember : undefined), again || isActive(state, now)),
      ...execution,
    })
    return { position, reply: reply({ workspaceId, position, revision, repeated, now }) }
  }
