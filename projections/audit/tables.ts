import { defineTables } from '../tables.ts'

export const auditTables = defineTables({
  audit_entries: {
    columns: {
      workspace_id: 'uuid',
      sequence: 'bigint',
      /** of the event */
      id: 'uuid',
      at: 'timestamptz',
      action: 'text',
      actor_user_id: 'uuid?',
      actor_role: 'text?',
      target_kind: 'text',
      target_id: 'text',
      target_label: 'text?',
      target_label_of: 'text?',
      /** `[{field, before, after}]` */
      changes: 'jsonb',
      /** Whose each value of `changes` is: `[{before, after}]`. */
      owners: 'jsonb',
      /** All subjects of the entry, to be found by. */
      subjects: 'text[]',
      outcome: 'text',
      ip: 'text?',
      device: 'text?',
      request_id: 'text?',
      assurance: 'text?',
      /** The fact that caused the mails that this is an entry of. */
      cause_id: 'uuid?',
      hash: 'text',
    },
    once: true,
    key: ['workspace_id', 'sequence'],
    indexes: ['(id)', 'USING gin (subjects)'],
  },
  audit_heads: {
    columns: { workspace_id: 'uuid', sequence: 'bigint', hash: 'text' },
    key: ['workspace_id'],
  },
  audit_targets: {
    columns: {
      workspace_id: 'uuid',
      kind: 'text',
      id: 'text',
      label: 'text?',
      label_of: 'text?',
      /** Personal values stand as `{value, of}`. */
      fields: 'jsonb',
      subjects: 'text[]',
    },
    key: ['workspace_id', 'kind', 'id'],
    indexes: ['USING gin (subjects)'],
  },
  audit_people: {
    columns: { user_id: 'uuid', email: 'text?' },
    key: ['user_id'],
  },
  /** What became of each mail, beside the one entry that a fact's mails have together. */
  audit_mails: {
    columns: {
      workspace_id: 'uuid',
      cause_id: 'uuid',
      purpose: 'text',
      recipient: 'text',
      outcome: 'text',
      reason: 'text?',
      at: 'timestamptz',
    },
    once: true,
    key: ['cause_id', 'purpose', 'recipient'],
  },
})
export type AuditTables = typeof auditTables
