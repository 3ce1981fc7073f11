import type { Membership } from '#contract/access.ts'
import type { CallOn, ReadAhead, WaitingAnswer } from '#platform/http/http.ts'
import type { Aggregate } from '#platform/commands/aggregates.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import { runOnce } from '#platform/primitives/run-once.ts'
import type { Platform } from '#platform/platform.ts'
import { changeIdOf, giverOf, knowsChange, type Asks } from './protection/asking.ts'
import { waitingIn } from './protection/second-admin.decider.ts'
import {
  judgeCommand,
  workspaceDecider,
  type OpenWorkspaceCommand,
  type WorkspaceCommand,
} from './workspace.decider.ts'
import { workspaceStream, type WorkspaceEvent } from './workspace.events.ts'
import { changeReply, type WorkspaceDone } from './workspace-reply.ts'
import { CHANGES_BY_WORKSPACE } from './workspaces.rates.ts'
import { isActive, memberOfUser, workspaceFold, type WorkspaceState } from './workspace.state.ts'

type Read = Aggregate<WorkspaceState>
type Made<C> = C | ((state: WorkspaceState, read: Read) => C | Promise<C>)

type WorkspaceExecution<T> = {
  readonly command: Made<WorkspaceCommand>
  readonly beforeAppend?: (events: readonly WorkspaceEvent[], state: WorkspaceState) => Promise<void>
  readonly reply: (done: WorkspaceDone) => (behind: boolean) => T
  /** Membership of a caller who repeats the command after losing their own; by default none. */
  readonly formerMember?: Membership
}

/** The workspace in the path. */
export const workspaceAhead: ReadAhead = ({ params }) => [
  { fold: workspaceFold, stream: workspaceStream(params['id']!) },
]

/** Membership of a super admin in every open workspace, if the endpoint admits them. */
const SUPER_ADMIN: Membership = { role: 'admin', active: true, approver: false, requester: false }

const made = async <C>(command: Made<C>, read: Read): Promise<C> =>
  typeof command === 'function'
    ? (command as (state: WorkspaceState, read: Read) => C | Promise<C>)(read.state, read)
    : command

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
    const { position, revision, repeated, state } = await commands.execute({
      decider: workspaceDecider,
      stream: workspaceStream(workspaceId),
      workspaceId,
      context: (known) =>
        call.contextOf({
          kind: 'user',
          userId,
          role: isSuperAdmin ? caller.role : (memberOfUser(known, userId)?.role ?? null),
        }),
      guard: (known, again) =>
        call.guard(membershipIn(known) ?? (again ? formerMember : undefined), again || isActive(known, now)),
      load: call.load,
      ...execution,
    })
    const done: WorkspaceDone = { workspaceId, position, revision, repeated, now }
    return { position, reply: reply(done), done, state }
  }

type Own<T> = {
  readonly position: Position | null
  readonly reply: (behind: boolean) => T
  readonly waits?: false
}

/**
 * The same for a command that may need a second admin (`asksSecondAdmin` of its endpoint). Then it asks for a change, or finds the
 * one that waits already, and answers 202 with it.
 */
export const askingCommands = (platform: Platform) => {
  const onWorkspace = workspaceCommands(platform)
  const { throttle } = platform
  return async <T>(
    call: CallOn,
    {
      command,
      asks = {},
      beforeAppend,
      ...execution
    }: Omit<WorkspaceExecution<T>, 'command'> & {
      readonly command: Made<OpenWorkspaceCommand>
      readonly asks?: Asks
    },
  ): Promise<Own<T> | WaitingAnswer> => {
    const workspaceId = call.params.id
    const count = runOnce(() => throttle.require(CHANGES_BY_WORKSPACE, workspaceId, call.now))
    let waiting: readonly string[] = []
    const { position, reply, done, state } = await onWorkspace(call, {
      ...execution,
      async command(known, read) {
        const by = await giverOf(platform, call, { state: known, asks })
        const given = { ...(await made(command, read)), by }
        // A closed workspace is refused by the decider.
        waiting = known.kind === 'open' ? waitingIn(judgeCommand(given, known)) : []
        return given
      },
      async beforeAppend(events, before) {
        if (events.some(({ type }) => type === 'ChangeAsked')) await count()
        await beforeAppend?.(events, before)
      },
    })
    const asked = changeIdOf(call)(0)
    const changeId = waiting[0] ?? (done.repeated && knowsChange(state, asked) ? asked : undefined)
    if (changeId === undefined) return { position, reply }
    const change = changeReply(platform, done, changeId)
    return { position, waits: true, reply: async (behind) => ({ change: await change(behind) }) }
  }
}
