import { Rejected } from '#contract/errors.ts'
import type { CallOn } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { workspaceStream } from '../workspaces/workspace.events.ts'
import {
  isActive,
  memberOfUser,
  workspaceFold,
  type Joined,
  type WorkspaceState,
} from '../workspaces/workspace.state.ts'

/** A participant of a workspace, as its stream says at that revision. */
export type Standing = {
  readonly workspace: WorkspaceState
  readonly revision: number
  readonly member: Joined
}

type Asked = {
  /** Whether they repeat a command: it has had its effect, so the subscription does not matter any more. */
  readonly again?: boolean
  /** Whoever was not asked counts as no approver. */
  readonly wasAsked?: (member: Joined) => boolean
}

/**
 * Who calls, for one command in that workspace: judged by its stream as read at first, and for each further try to decide
 * as it is then, for a conflict may have taken long.
 */
export const standingIn = async (
  { commands }: Pick<Platform, 'commands'>,
  workspaceId: string,
  call: Omit<CallOn, 'params'>,
) => {
  const { userId } = call.caller
  const load = () => commands.load(workspaceFold, workspaceStream(workspaceId))
  const first = await load()
  let unused: typeof first | undefined = first
  return {
    context: call.contextOf({ kind: 'user', userId, role: memberOfUser(first.state, userId)?.role ?? null }),
    /** Asks the operation's declared access. Throws what `call.guard` throws. */
    async admit({ again = false, wasAsked = () => true }: Asked = {}): Promise<Standing> {
      const { state: workspace, revision } = unused ?? (await load())
      unused = undefined
      const member = memberOfUser(workspace, userId)
      const approver = member !== undefined && member.approver && wasAsked(member)
      call.guard(member && { ...member, approver }, again || isActive(workspace, call.now))
      if (!member) throw new Rejected('workspace.not-found')
      return { workspace, revision, member }
    },
  }
}
