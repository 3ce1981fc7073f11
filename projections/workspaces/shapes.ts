import { subscriptionOf } from '#contract/subscription.ts'
import type { Shown } from '../engine/definition/tables.ts'
import type { workspacesTables } from './tables.ts'
import type { Invite, Participant, ParticipantRole, Workspace } from '#contract/workspaces.ts'

type Tables = typeof workspacesTables
export type WorkspaceRow = Shown<Tables['workspaces']>
export type ParticipantRow = Shown<
  Tables['participants'],
  { role: ParticipantRole; invite: 'pending' | 'accepted' }
>

const iso = (time: Date | string): string => new Date(time).toISOString()

export const toWorkspace = (row: WorkspaceRow, now: Date): Workspace => {
  const subscription = subscriptionOf({ timezone: row.timezone, trialEndsOn: row.trial_ends_on }, now)
  return {
    id: row.id,
    name: row.name,
    description: row.description || null,
    timezone: row.timezone,
    billingUser: row.billing_user,
    needsOnboarding: row.needs_onboarding,
    isActive: subscription !== 'inactive',
    startDate: row.trial_starts_on,
    endDate: row.trial_ends_on,
    paymentReminderSent: false,
    subscription,
  }
}

/** An open invitation expires by itself, without a fact. */
const inviteOf = ({ invite, invitation_expires_at: expiresAt }: ParticipantRow, now: Date): Invite =>
  invite === 'pending' && expiresAt !== null && new Date(expiresAt) <= now ? 'expired' : invite

export const toParticipant = (row: ParticipantRow, now: Date): Participant => ({
  id: row.id,
  workspaceId: row.workspace_id,
  userId: row.user_id,
  email: row.email,
  role: row.role,
  active: row.active,
  approver: row.approver,
  requester: row.requester,
  invite: inviteOf(row, now),
  invitedAt: iso(row.invited_at),
  joinedAt: row.joined_at === null ? null : iso(row.joined_at),
})
