import { defineTables } from '../engine/definition/tables.ts'

export const workspacesTables = defineTables({
  workspaces: {
    columns: {
      id: 'uuid',
      name: 'text?',
      description: 'text?',
      timezone: 'text',
      billing_user: 'text?',
      billing_address_hash: 'text?',
      needs_onboarding: 'boolean',
      /** days, as YYYY-MM-DD */
      trial_starts_on: 'text',
      trial_ends_on: 'text',
      created_at: 'timestamptz',
      closed_at: 'timestamptz?',
    },
    once: true,
    key: ['id'],
    indexes: ['(billing_address_hash)'],
  },
  participants: {
    columns: {
      id: 'uuid',
      workspace_id: 'uuid',
      user_id: 'uuid?',
      email: 'text?',
      role: 'text',
      active: 'boolean',
      approver: 'boolean',
      requester: 'boolean',
      invite: 'text',
      invitation_id: 'uuid?',
      address_hash: 'text?',
      invited_by: 'uuid?',
      invitation_expires_at: 'timestamptz?',
      invited_at: 'timestamptz',
      joined_at: 'timestamptz?',
      created_at: 'timestamptz',
    },
    once: true,
    key: ['id'],
    indexes: [
      '(workspace_id, created_at, id)',
      '(user_id, workspace_id)',
      '(invitation_id)',
      '(address_hash)',
    ],
  },
  invitations: {
    columns: { id: 'uuid', workspace_id: 'uuid', role: 'text' },
    once: true,
    key: ['id'],
  },
})
