import { defineTables } from '../tables.ts'

export const requestsTables = defineTables({
  requests: {
    columns: {
      id: 'uuid',
      workspace_id: 'uuid',
      type: 'text',
      title: 'text?',
      details: 'text?',
      requester_id: 'uuid',
      requester_user_id: 'uuid',
      requester_email: 'text?',
      approver_id: 'uuid?',
      approver_user_id: 'uuid?',
      approver_email: 'text?',
      status: 'text',
      closed_reason: 'text?',
      created_at: 'timestamptz',
      expires_at: 'timestamptz',
      decided_at: 'timestamptz?',
      decided_by_id: 'uuid?',
      decided_by_user_id: 'uuid?',
      decided_by_email: 'text?',
      assurance: 'text?',
    },
    once: true,
    key: ['id'],
    indexes: [
      '(workspace_id, created_at, id)',
      `(expires_at) WHERE status = 'pending'`,
      `(workspace_id, approver_id) WHERE status = 'pending'`,
      `(workspace_id, requester_id) WHERE status = 'pending'`,
      '(requester_user_id)',
      '(approver_user_id)',
      '(decided_by_user_id)',
    ],
  },
  request_workspaces: {
    columns: { id: 'uuid', name: 'text?' },
    once: true,
    key: ['id'],
  },
  request_participants: {
    columns: {
      participant_id: 'uuid',
      workspace_id: 'uuid',
      user_id: 'uuid',
      email: 'text?',
      role: 'text',
      active: 'boolean',
      approver: 'boolean',
      requester: 'boolean',
    },
    key: ['participant_id'],
    indexes: [
      '(workspace_id)',
      '(user_id)',
      // Whom one may ask, in the order in which they are listed.
      '(workspace_id, email, participant_id) WHERE active AND approver',
    ],
  },
})
