import type { Membership } from '#contract/access.ts'
import type { KnownAbsence } from '#modules/workspaces/absence/absence.state.ts'
import type { ApprovalMute } from './approval-mute.state.ts'
import type { KeptNumber } from './call-back.state.ts'

/** Somebody who has joined a workspace or is invited; part of the state of the workspace. */

/** The rights that an invitation grants. */
export type Grant = Pick<Membership, 'role' | 'approver' | 'requester'>
export type Account = { readonly userId: string; readonly email: string; readonly addressHash: string }

export type Joined = Membership & {
  readonly kind: 'joined'
  readonly participantId: string
  readonly userId: string
  readonly addressHash: string
  /** null for the creator. */
  readonly invitationId: string | null
  /** Id of the announced deletion of their account; null without one. */
  readonly leaving: string | null
  /** Call-back numbers; empty without one. */
  readonly callBack: readonly KeptNumber[]
  /** Whose approvals they do not take. */
  readonly mutes: readonly ApprovalMute[]
  /** The latest that was set and not ended before its time. */
  readonly absence: KnownAbsence | null
  /** Of the last fact about the name of the account that was taken over; -1 for none. */
  readonly nameRevision: number
  /** When they were last reminded to set up a device; absent if never. */
  readonly remindedAt?: string
}
export type Invited = {
  readonly kind: 'invited'
  readonly participantId: string
  readonly invitationId: string
  readonly addressHash: string
  /** User id. */
  readonly invitedBy: string
  readonly role: Membership['role']
  readonly approver: boolean
  readonly requester: boolean
  readonly generation: number
  readonly expiresAt: string
  readonly revoked: boolean
  /** Whether `InvitationExpired` is recorded for this generation. */
  readonly expiryRecorded: boolean
}
export type Member = Joined | Invited

/** `data`: of `ParticipantInvited`. */
export const invitedMember = (data: Omit<Invited, 'kind' | 'revoked' | 'expiryRecorded'>): Invited => {
  const { participantId, invitationId, addressHash, invitedBy } = data
  const { role, approver, requester, generation, expiresAt } = data
  return {
    kind: 'invited',
    participantId,
    invitationId,
    addressHash,
    invitedBy,
    role,
    approver,
    requester,
    generation,
    expiresAt,
    revoked: false,
    expiryRecorded: false,
  }
}

/** `data`: of `ParticipantJoined`. */
export const joinedMember = (
  data: Grant & Pick<Joined, 'participantId' | 'userId' | 'addressHash' | 'invitationId'>,
): Joined => {
  const { participantId, userId, addressHash, invitationId, role, approver, requester } = data
  const who = { participantId, userId, addressHash, invitationId, role, approver, requester }
  const nothing = { leaving: null, callBack: [], mutes: [], absence: null, nameRevision: -1 }
  return { kind: 'joined', ...who, active: true, ...nothing }
}
