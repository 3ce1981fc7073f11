import { Rejected } from '#contract/errors.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import { memberOfUser, type KnownWorkspace } from '#modules/workspaces/workspace.state.ts'

/** Rules about names of people; part of `workspace.decider.ts`. The latest word holds: the person's own, or an admin's. */

/** What a person says about their name, and the revision of the fact of the account that says so. */
export type AccountName = { readonly name: string | null; readonly revision: number }
/** The name of the account counts here too. */
export type TakeOverName = AccountName & { readonly type: 'TakeOverName'; readonly userId: string }
/** By an admin, for this workspace alone. */
export type CorrectName = {
  readonly type: 'CorrectName'
  readonly participantId: string
  /** null takes it away. */
  readonly name: string | null
  /** The state does not hold names. */
  readonly isSoAlready: boolean
}
/** For the log and the admins. The state does not hold names, so it is not compared here. */
export type NoticeNamesake = {
  readonly type: 'NoticeNamesake'
  readonly participantId: string
  readonly otherId: string
}

type Who = { readonly workspaceId: string; readonly participantId: string; readonly userId: string }

const named = (name: string | null) => (name === null ? {} : { name })

export const takenOver = (who: Who, { name, revision }: AccountName): WorkspaceEvent => ({
  type: 'ParticipantNamed',
  data: { ...who, ...named(name), accountRevision: revision },
})

const takeOver = ({ userId, ...told }: TakeOverName, state: KnownWorkspace): WorkspaceEvent[] => {
  const member = memberOfUser(state, userId)
  if (!member || member.nameRevision >= told.revision) return []
  return [takenOver({ workspaceId: state.id, participantId: member.participantId, userId }, told)]
}

const correct = (
  { participantId, name, isSoAlready }: CorrectName,
  state: KnownWorkspace,
): WorkspaceEvent[] => {
  const member = state.members.get(participantId)
  if (!member) throw new Rejected('participant.not-found')
  if (isSoAlready) return []
  const who = { workspaceId: state.id, participantId, ...named(name) }
  if (member.kind === 'invited')
    return [{ type: 'InviteeNamed', data: { ...who, addressHash: member.addressHash } }]
  return [{ type: 'ParticipantNamed', data: { ...who, userId: member.userId, accountRevision: null } }]
}

const noticeNamesake = (
  { participantId, otherId }: NoticeNamesake,
  { id: workspaceId, members }: KnownWorkspace,
): WorkspaceEvent[] =>
  members.has(participantId) && members.has(otherId)
    ? [{ type: 'NamesakeNoticed', data: { workspaceId, participantId, otherId } }]
    : []

export const nameRules = {
  TakeOverName: takeOver,
  CorrectName: correct,
  NoticeNamesake: noticeNamesake,
} as const
