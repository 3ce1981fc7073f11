import {
  fullBecause,
  INVITATION_DAYS,
  invitationSent,
  openInvitations,
  type Sender,
} from '#modules/workspaces/invitations/invitation.decider.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import {
  isOpenInvitation,
  type Invited,
  type Joined,
  type KnownWorkspace,
  type Member,
} from '#modules/workspaces/workspace.state.ts'

/** Rules about reminding those who lag; part of `workspace.decider.ts`. */

/** Sends invitations again. */
export type RemindInvited = Sender & {
  readonly type: 'RemindInvited'
  readonly people: readonly { readonly participantId: string; readonly email: string }[]
}
/** Asks people to set up a device. */
export type RemindOfDevice = {
  readonly type: 'RemindOfDevice'
  /** Those without one. */
  readonly participantIds: readonly string[]
  readonly now: Date
}
export type ReminderCommand = RemindInvited | RemindOfDevice

const DAY_MS = 86_400_000

const wasInvitedToday = ({ expiresAt }: Invited, now: Date): boolean =>
  Date.parse(expiresAt) - INVITATION_DAYS * DAY_MS > now.getTime() - DAY_MS

/** An invitation that has ended opens its door anew, which a second admin must see where people are protected. */
const needsSecondAdmin = ({ approver, role }: Invited, state: KnownWorkspace): boolean =>
  state.peopleProtected && (approver || role === 'admin')

/** Whether the invitation may be sent again as a reminder: not within a day, and never a revoked one. */
export const isInvitationToRemind = (
  member: Member | undefined,
  state: KnownWorkspace,
  now: Date,
): member is Invited =>
  member?.kind === 'invited' &&
  !member.revoked &&
  !wasInvitedToday(member, now) &&
  (isOpenInvitation(member, state, now) || !needsSecondAdmin(member, state))

const isToRemindOfDevice = (member: Member | undefined, now: Date): member is Joined =>
  member?.kind === 'joined' &&
  member.active &&
  member.leaving === null &&
  (member.remindedAt === undefined || Date.parse(member.remindedAt) <= now.getTime() - DAY_MS)

/** A person for whom no seat is left is left out. */
const remindInvited = ({ people, ...sender }: RemindInvited, state: KnownWorkspace): WorkspaceEvent[] => {
  const { now } = sender
  const open = openInvitations(state, now)
  let opened = 0
  return people.flatMap(({ participantId, email }) => {
    const member = state.members.get(participantId)
    if (!isInvitationToRemind(member, state, now)) return []
    if (!isOpenInvitation(member, state, now)) {
      if (fullBecause(state, open + opened, now)) return []
      opened += 1
    }
    return [invitationSent(state, member, { ...sender, email })]
  })
}

const remindOfDevice = ({ participantIds, now }: RemindOfDevice, state: KnownWorkspace): WorkspaceEvent[] =>
  participantIds.flatMap((participantId) => {
    const member = state.members.get(participantId)
    if (!isToRemindOfDevice(member, now)) return []
    const { userId } = member
    const data = { workspaceId: state.id, participantId, userId, remindedAt: now.toISOString() }
    return [{ type: 'DeviceReminded', data }]
  })

export const reminderRules = { RemindInvited: remindInvited, RemindOfDevice: remindOfDevice } as const
