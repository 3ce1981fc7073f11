import { defineTables } from '../engine/definition/tables.ts'

/** What an entry is found by where whole values are asked for: see `audit_terms`. */
const TERMS = `audit_terms(workspace_id, sequence, action, outcome, actor_user_id, cause_id, target_kind, target_id, device, hash)`

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
      /** of the fact, which `hash` is made of */
      fact_hash: 'text',
      hash: 'text',
    },
    once: true,
    key: ['workspace_id', 'sequence'],
    indexes: [
      '(id)',
      'USING gin (subjects)',
      '(workspace_id, (sequence >> 14), at)',
      {
        // A short list of what is pending: each of a page's many scans reads all of it.
        trigrams: `USING gin (${TERMS}, target_label gin_trgm_ops, (changes::text) gin_trgm_ops, ip gin_trgm_ops)
          WITH (gin_pending_list_limit = 64)`,
        otherwise: `USING gin (${TERMS}) WITH (gin_pending_list_limit = 64)`,
      },
    ],
  },
  /** The values of a workspace's entries that come again and again: actions, targets (their kinds), actors, devices. */
  audit_values: {
    columns: {
      workspace_id: 'uuid',
      kind: 'text',
      value: 'text',
      /** Whose it is: the actor, also of a device; nil where it is nobody's. */
      user_id: 'uuid',
    },
    key: ['workspace_id', 'kind', 'value', 'user_id'],
    indexes: [`(user_id) WHERE kind = 'device'`],
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
  /** Of the entries that a device has signed: as it stands in the fact, for exports. */
  audit_evidence: {
    columns: { id: 'uuid', evidence: 'jsonb' },
    once: true,
    key: ['id'],
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
