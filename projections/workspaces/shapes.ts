import { subscriptionOf } from '#contract/subscription.ts'
import type { Invite, Participant, ParticipantRole, Workspace } from '#contract/workspaces.ts'

/** Times are Dates from the database, ISO text from a preview. */
type Time = Date | string

export type WorkspaceRow = {
  readonly id: string
  readonly name: string | null
  readonly description: string | null
  readonly timezone: string
  readonly billing_user: string | null
  readonly needs_onboarding: boolean
  readonly trial_starts_on: string
  readonly trial_ends_on: string
  readonly created_at: Time
  readonly closed_at: Time | null
}

export type ParticipantRow = {
  readonly id: string
  readonly workspace_id: string
  readonly user_id: string | null
  readonly email: string | null
  readonly address_hash: string
  readonly role: ParticipantRole
  readonly active: boolean
  readonly approver: boolean
  readonly requester: boolean
  readonly invite: 'pending' | 'accepted'
  readonly invitation_id: string | null
  readonly invitation_expires_at: Time | null
  readonly invited_at: Time
  readonly joined_at: Time | null
  readonly created_at: Time
}

const iso = (time: Time): string => new Date(time).toISOString()

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
