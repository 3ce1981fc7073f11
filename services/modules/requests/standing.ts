import type { Endpoint } from '#contract/endpoint.ts'
import { Rejected } from '#contract/errors.ts'
import type { Actor } from '#platform/facts/facts.ts'
import type { Call, Caller } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { workspaceStream } from '../workspaces/workspace.events.ts'
import {
  isActive,
  memberOfUser,
  workspaceFold,
  type Joined,
  type WorkspaceState,
} from '../workspaces/workspace.state.ts'

/** A person's place in a workspace, as its stream says at this moment. */
export type Standing = {
  readonly workspace: WorkspaceState
  /** of the workspace's stream */
  readonly revision: number
  readonly member: Joined | undefined
  readonly isActive: boolean
}

type Person = Pick<Caller, 'userId'>

export const standingOf = async (
  { commands }: Pick<Platform, 'commands'>,
  workspaceId: string,
  { userId }: Person,
  now: Date,
): Promise<Standing> => {
  const { state, revision } = await commands.load(workspaceFold, workspaceStream(workspaceId))
  return { workspace: state, revision, member: memberOfUser(state, userId), isActive: isActive(state, now) }
}

/**
 * The same for one command: as read at first, and for each further try to decide as it is then, for a conflict may have
 * taken long.
 */
export const standingsOf = async (...of: Parameters<typeof standingOf>) => {
  const first = await standingOf(...of)
  let isUsed = false
  return {
    first,
    now(): Standing | Promise<Standing> {
      if (isUsed) return standingOf(...of)
      isUsed = true
      return first
    },
  }
}

export const actorOf = ({ userId }: Person, { member }: Standing): Actor => ({
  kind: 'user',
  userId,
  role: member?.role ?? null,
})

/** The same of whoever repeats a command, whose subscription does not matter any more: it has had its effect. */
export const admitAgain = (...[call, standing, wasAsked]: Parameters<typeof admit>): Joined =>
  admit(call, { ...standing, isActive: true }, wasAsked)

/** Asks the operation's declared access; whoever was not asked counts as no approver. Throws what `call.guard` throws. */
export const admit = (
  call: Pick<Call<Endpoint>, 'guard'>,
  standing: Standing,
  wasAsked: (member: Joined) => boolean = () => true,
): Joined => {
  const { member } = standing
  call.guard(member && { ...member, approver: member.approver && wasAsked(member) }, standing.isActive)
  if (!member) throw new Rejected('workspace.not-found')
  return member
}
