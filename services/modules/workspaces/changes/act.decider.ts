import { Rejected } from '#contract/errors.ts'
import { unreachable } from '#platform/commands/decider.ts'
import type { Evidence } from '#platform/facts/facts.ts'
import type { OvertakenBy } from '#contract/workspaces/change.ts'
import type { ApproveKind } from '#modules/workspaces/kinds/kind-change.decider.ts'
import type { KindDefinition } from '#contract/requests/fields/kind-definition.ts'
import type { ChangeCallBack } from '#modules/workspaces/call-back/call-back.decider.ts'
import type { SetAbsence } from '#modules/workspaces/absence/absence.decider.ts'
import type { GroupCommand } from '#modules/workspaces/groups/group.decider.ts'
import type { InviteParticipant } from '#modules/workspaces/invitations/invitation.decider.ts'
import type { ParticipantCommand } from '#modules/workspaces/participants/participant.decider.ts'
import type { PendingChange } from '#modules/workspaces/protection/change.state.ts'

export type OfChange = { readonly changeId: string; readonly now: Date }
export type Decided = OfChange & {
  /** The admin who decides. */
  readonly userId: string
  readonly email: string | null
}
export type ApproveChange = Decided & {
  readonly type: 'ApproveChange'
  /** Null if the change is closed: then no proof is checked. */
  readonly evidence: Evidence | null
  /** The address to invite; null without one. */
  readonly invitedEmail: string | null
  /** Proposed for whom to invite. */
  readonly invitedName?: string | null
  /** The call-back number. */
  readonly number?: string | null
  readonly groupName?: string | null
  /** The kind of request as it becomes, and why it cannot any more; null: it can. */
  readonly requestKind?: KindDefinition | null
  readonly kindHindrance?: OvertakenBy | null
  /** The addresses of the deputies. */
  readonly emails?: ReadonlyMap<string, string | null>
  /** Whether at least two active admins have a usable device. */
  readonly adminsHaveDevices: boolean
}
/** What an approved change does. */
export type ActCommand =
  | InviteParticipant
  | ParticipantCommand
  | ChangeCallBack
  | GroupCommand
  | ApproveKind
  | SetAbsence
  | { readonly type: 'ChangeSettings'; readonly peopleProtected?: boolean; readonly breakGlass?: boolean }
  | { readonly type: 'DeleteWorkspace'; readonly now: Date }

/** Throws `change.not-found` once the address, number or name is erased. */
const required = <T>(text: T | null): T => {
  if (text === null) throw new Rejected('change.not-found')
  return text
}

/** Returns the command of an approved change. */
export const commandOf = (
  { changeId, act, userId, addressHash }: PendingChange,
  {
    invitedEmail,
    invitedName = null,
    number = null,
    groupName = null,
    requestKind = null,
    emails = new Map(),
    now,
  }: ApproveChange,
): ActCommand => {
  if (act.kind === 'invite') {
    const { kind: _, ...invitee } = act
    const who = { email: required(invitedEmail), name: invitedName, addressHash: required(addressHash) }
    return { type: 'InviteParticipant', ...invitee, ...who, invitedBy: userId, now }
  }
  if (act.kind === 'call-back') {
    const what = { participantId: act.participantId, userId, number: required(number) }
    // It needs no waiting time: two people have seen it.
    return { type: 'ChangeCallBack', ...what, countsFrom: now, isApproved: true, now }
  }
  if (act.kind === 'group') {
    const { groupId, isNew, looks, participantIds } = act
    const name = required(groupName)
    return { type: 'WriteGroup', groupId, isNew, name, looks, participantIds, isApproved: true, now }
  }
  if (act.kind === 'kind') {
    const { kindId, version } = act
    return { type: 'ApproveKind', changeId, kindId, version, definition: required(requestKind) }
  }
  if (act.kind === 'absence') {
    const { participantId, from, until, deputies } = act
    return { type: 'SetAbsence', participantId, userId, absence: { from, until, deputies }, emails, now }
  }
  switch (act.kind) {
    case 'group-removed':
      return { type: 'RemoveGroup', groupId: act.groupId }
    case 'protect':
      return { type: 'ChangeSettings', peopleProtected: act.on }
    case 'glass':
      return { type: 'ChangeSettings', breakGlass: act.on }
    case 'delete':
      return { type: 'DeleteWorkspace', now }
    case 'make-approver':
      return { type: 'ChangeRight', right: 'approver', participantId: act.participantId, value: true }
    case 'promote':
      return { type: 'PromoteParticipant', participantId: act.participantId }
    case 'activate':
    case 'deactivate':
      return {
        type: 'ChangeActivity',
        participantId: act.participantId,
        value: act.kind === 'activate',
      }
    case 'remove':
      return { type: 'RemoveParticipant', participantId: act.participantId }
    default:
      return unreachable(act)
  }
}
