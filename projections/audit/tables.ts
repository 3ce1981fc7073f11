import { UNDELIVERED } from '#contract/workspaces/participants.ts'
import { defineTables } from '../engine/definition/tables.ts'

/** The indexed terms of an entry: see `audit_terms`. */
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
      /** The owner of each value in `changes`: `[{before, after}]`. */
      owners: 'jsonb',
      /** All subjects of the entry, for erasures. */
      subjects: 'text[]',
      outcome: 'text',
      ip: 'text?',
      device: 'text?',
      request_id: 'text?',
      assurance: 'text?',
      /** The fact that caused the mails. Only in entries about mails. */
      cause_id: 'uuid?',
      /** hash of the fact, an input of `hash` */
      fact_hash: 'text',
      hash: 'text',
    },
    once: true,
    key: ['workspace_id', 'sequence'],
    // Finds the causes of mails.
    early: ['(id)'],
    indexes: [
      '(id)',
      'USING gin (subjects)',
      '(workspace_id, (sequence >> 14), at)',
      {
        // A page makes many scans, and each one reads the whole pending list.
        trigrams: `USING gin (${TERMS}, target_label gin_trgm_ops, (changes::text) gin_trgm_ops, ip gin_trgm_ops)
          WITH (gin_pending_list_limit = 64)`,
        otherwise: `USING gin (${TERMS}) WITH (gin_pending_list_limit = 64)`,
      },
    ],
  },
  /** The distinct actions, target kinds, actors and devices of a workspace's entries. */
  audit_values: {
    columns: {
      workspace_id: 'uuid',
      kind: 'text',
      value: 'text',
      /** The actor, also of a device; the nil UUID when there is none. */
      user_id: 'uuid',
    },
    key: ['workspace_id', 'kind', 'value', 'user_id'],
    indexes: [`(user_id) WHERE kind = 'device'`],
  },
  audit_heads: {
    columns: {
      workspace_id: 'uuid',
      sequence: 'bigint',
      hash: 'text',
      /** The hashes of the Merkle tree's perfect subtrees, from left to right: see `tree.ts`. */
      peaks: 'text[]',
    },
    key: ['workspace_id'],
  },
  /** The hashes of larger subtrees of each log's Merkle tree: see `tree.ts`. */
  audit_subtrees: {
    columns: { workspace_id: 'uuid', level: 'integer', index: 'bigint', hash: 'text' },
    once: true,
    key: ['workspace_id', 'level', 'index'],
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
  /** The last participant of each user in a workspace. Its target has the name. */
  audit_members: {
    columns: { workspace_id: 'uuid', user_id: 'uuid', participant_id: 'uuid' },
    key: ['workspace_id', 'user_id'],
  },
  /** The evidence of device-signed entries, as stored in the fact, for exports. */
  audit_evidence: {
    columns: { id: 'uuid', evidence: 'jsonb' },
    once: true,
    key: ['id'],
  },
  /** The outcome of each mail; the entry of its cause counts them. */
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
    // How the mails of those who are invited fare: see `readiness-queries.ts` of the workspaces.
    indexes: [`(workspace_id, recipient) WHERE purpose = 'workspace.invitation'`],
  },
  /** Whom the newest mail did not reach: a user, or a participant who has not joined. See `readiness-queries.ts` of the workspaces. */
  audit_undelivered: {
    columns: { workspace_id: 'uuid', recipient: 'text', why: { words: UNDELIVERED }, at: 'timestamptz' },
    key: ['workspace_id', 'recipient'],
  },
})
export type AuditTables = typeof auditTables
