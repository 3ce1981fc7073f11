import { CHANGE_STATES, OVERTAKEN_BY } from '#contract/workspaces/change.ts'
import { PERIOD_KINDS } from '#contract/workspaces/subscription/periods.ts'
import { PARTICIPANT_ROLES } from '#contract/workspaces/workspaces.ts'
import { defineTables } from '../engine/definition/tables.ts'

/** As stored: whether an open invitation has expired depends on the time of the reader. */
const INVITE_STATES = ['pending', 'accepted', 'revoked'] as const

/** A participant whose open invitation has no expiry event for its current deadline. */
export const EXPIRY_UNRECORDED = `invite = 'pending' AND told_expiry_of IS DISTINCT FROM invitation_expires_at`

export const workspacesTables = defineTables({
  workspaces: {
    columns: {
      id: 'uuid',
      name: 'text?',
      description: 'text?',
      timezone: 'text',
      billing_user: 'text?',
      billing_address_hash: 'text?',
      /** Whether `billing_user` has agreed to be the billing address. */
      billing_confirmed: 'boolean',
      needs_onboarding: 'boolean',
      /** days, as YYYY-MM-DD */
      trial_starts_on: 'text',
      trial_ends_on: 'text',
      created_at: 'timestamptz',
      closed_at: 'timestamptz?',
      /** When its keys are destroyed; null when its last participant left. */
      erases_at: 'timestamptz?',
      /** The dates that events have recorded, as YYYY-MM-DD. */
      told_start_of: 'text?',
      told_end_of: 'text?',
      reminded_of: 'text?',
      /** The last requested offer. */
      offer_id: 'uuid?',
      offer_requested_at: 'timestamptz?',
      offer_answered_at: 'timestamptz?',
      offer_answered_by: 'uuid?',
      offer_note: 'text?',
      people_protected: 'boolean',
      /** Whether an admin alone may decide what nobody can decide in time. */
      break_glass: 'boolean',
      /** Of the lifting of the protection that waits. */
      lift_id: 'uuid?',
      lift_started_by: 'uuid?',
      lift_reason: 'text?',
      lift_ends_at: 'timestamptz?',
      drill_results_by_person: 'boolean',
      /** Null until an admin sets them. */
      working_hours: 'jsonb?',
    },
    once: true,
    key: ['id'],
    indexes: [
      '(billing_address_hash)',
      '(closed_at) WHERE closed_at IS NOT NULL AND name IS NOT NULL',
      '(lift_ends_at) WHERE lift_ends_at IS NOT NULL',
    ],
  },
  periods: {
    columns: {
      id: 'uuid',
      workspace_id: 'uuid',
      kind: { words: PERIOD_KINDS },
      /** days, as YYYY-MM-DD */
      starts_on: 'text',
      ends_on: 'text',
      seats: 'integer?',
      reason: 'text?',
      created_at: 'timestamptz',
    },
    once: true,
    key: ['id'],
    indexes: ['(workspace_id)'],
  },
  participants: {
    columns: {
      id: 'uuid',
      workspace_id: 'uuid',
      user_id: 'uuid?',
      email: 'text?',
      /** The latest word: of the person, of an admin, or of the inviter. */
      name: 'text?',
      /** What the name looks like, as `looksOf` says, each with the workspace in front. */
      looks: 'text[]?',
      /** Of the event of the workspace that gave or took the name. */
      name_revision: 'integer?',
      role: { words: PARTICIPANT_ROLES },
      active: 'boolean',
      approver: 'boolean',
      requester: 'boolean',
      invite: { words: INVITE_STATES },
      invitation_id: 'uuid?',
      address_hash: 'text?',
      invited_by: 'uuid?',
      invitation_expires_at: 'timestamptz?',
      invited_at: 'timestamptz',
      joined_at: 'timestamptz?',
      created_at: 'timestamptz',
      /** The deadline whose expiry is recorded. A new deadline is due again. */
      told_expiry_of: 'timestamptz?',
      /** When they were last reminded to set up a device. */
      reminded_at: 'timestamptz?',
      /** Call-back numbers by their place, as in `CallBackNumberChanged`. */
      number_1: 'text?',
      number_1_counts_from: 'timestamptz?',
      number_2: 'text?',
      number_2_counts_from: 'timestamptz?',
      /** Of the latest absence that was not ended before its time. */
      absent_from: 'timestamptz?',
      absent_until: 'timestamptz?',
      deputy_ids: 'text[]?',
    },
    once: true,
    key: ['id'],
    indexes: [
      '(workspace_id, created_at, id)',
      '(user_id, workspace_id)',
      '(invitation_id)',
      '(address_hash)',
      '(joined_at, workspace_id) WHERE joined_at IS NOT NULL',
      `(workspace_id, invitation_expires_at) WHERE ${EXPIRY_UNRECORDED}`,
      'USING gin (looks)',
    ],
  },
  /** Approvers who take no approvals from a requester for a day. One that has ended stays until the next. */
  approval_mutes: {
    columns: { approver_id: 'uuid', requester_id: 'uuid', until: 'timestamptz' },
    key: ['requester_id', 'approver_id'],
  },
  /** Changes that need a second admin. */
  changes: {
    columns: {
      id: 'uuid',
      workspace_id: 'uuid',
      /** As in `ChangeAsked`. */
      act: 'jsonb',
      requester_id: 'uuid',
      requester_user_id: 'uuid',
      requester_email: 'text?',
      target_user_id: 'uuid?',
      target_email: 'text?',
      /** Of an invitation, as are its address and the salt of its signed hash. */
      address_hash: 'text?',
      invited_email: 'text?',
      invited_name: 'text?',
      salt: 'text?',
      /** The call-back number, and the salt of its signed hash. */
      number: 'text?',
      number_salt: 'text?',
      /** Of a group, and the salt of its signed hash. */
      group_name: 'text?',
      group_salt: 'text?',
      /** Of a kind of request, before and after, and the salt of its signed hash. */
      request_kind: 'jsonb?',
      kind_salt: 'text?',
      state: { words: CHANGE_STATES },
      overtaken_by: { words: OVERTAKEN_BY, nullable: true },
      decider_id: 'uuid?',
      decider_user_id: 'uuid?',
      decider_email: 'text?',
      decided_at: 'timestamptz?',
      expires_at: 'timestamptz',
      created_at: 'timestamptz',
    },
    once: true,
    key: ['id'],
    indexes: [
      '(workspace_id, created_at DESC, id DESC)',
      `(expires_at, workspace_id) WHERE state = 'pending'`,
    ],
  },
  /** A removed one stays: changes and the log still name it. */
  groups: {
    columns: {
      id: 'uuid',
      workspace_id: 'uuid',
      name: 'text?',
      /** As in `GroupWritten`: some of them may have left since. */
      member_ids: 'text[]',
      removed_at: 'timestamptz?',
    },
    key: ['id'],
    indexes: ['(workspace_id)'],
  },
  invitations: {
    columns: { id: 'uuid', workspace_id: 'uuid', role: { words: PARTICIPANT_ROLES } },
    once: true,
    key: ['id'],
  },
})
