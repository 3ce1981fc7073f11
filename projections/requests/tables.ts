import { ALERTS } from '#contract/requests/alerts.ts'
import { BUILT_IN_KINDS } from '#contract/requests/kinds.ts'
import {
  ASK_KINDS,
  ASSURANCES,
  CALL_WAYS,
  CLOSED_REASONS,
  DRILL_ANSWERS,
  REQUEST_STATUSES,
  REQUEST_TYPES,
} from '#contract/requests/requests.ts'
import { PARTICIPANT_ROLES } from '#contract/workspaces/workspaces.ts'
import { defineTables } from '../engine/definition/tables.ts'

export const requestsTables = defineTables({
  requests: {
    columns: {
      id: 'uuid',
      workspace_id: 'uuid',
      type: { words: REQUEST_TYPES },
      title: 'text?',
      details: 'text?',
      requester_id: 'uuid',
      requester_user_id: 'uuid',
      requester_email: 'text?',
      approver_id: 'uuid?',
      approver_user_id: 'uuid?',
      approver_email: 'text?',
      status: { words: REQUEST_STATUSES },
      closed_reason: { words: CLOSED_REASONS, nullable: true },
      created_at: 'timestamptz',
      expires_at: 'timestamptz',
      decided_at: 'timestamptz?',
      decided_by_id: 'uuid?',
      decided_by_user_id: 'uuid?',
      decided_by_email: 'text?',
      /** The colleague for whom a deputy decided. */
      decided_for_id: 'uuid?',
      decided_for_user_id: 'uuid?',
      decided_for_email: 'text?',
      assurance: { words: ASSURANCES, nullable: true },
      reported_at: 'timestamptz?',
      device_bound: 'boolean?',
      asks: { words: ASK_KINDS, nullable: true },
      requester_call: { words: CALL_WAYS, nullable: true },
      approver_call: { words: CALL_WAYS, nullable: true },
      called_back: 'boolean?',
      weak: 'text[]?',
      decline_reason: 'text?',
      reminded_at: 'timestamptz?',
      /** Other requests: see `EarlierReplaced`. */
      replaces_id: 'uuid?',
      replaced_by_id: 'uuid?',
      /** As in `FilesAttached`. */
      files: 'jsonb?',
      file_names: 'jsonb?',
      kind_id: 'uuid?',
      kind_version: 'integer?',
      /** As in `FieldsFilled`. */
      filled: 'jsonb?',
      /** Participant ids in it. */
      filled_people: 'text[]?',
      /** As in `RuleApplied`. */
      rule: 'jsonb?',
      rule_shown: 'jsonb?',
      /** When further people are asked; null once they are. */
      escalates_at: 'timestamptz?',
      is_escalated: 'boolean',
      /** As in `RequestParked`; null unless it waits for enough people. */
      parked: 'jsonb?',
      /** When reminders of an approval are due by the clock alone; null once they are sent. */
      quarter_at: 'timestamptz?',
      day_before_at: 'timestamptz?',
      /** Of an emergency approval, which `decided_by_id` gave: until when a second person can confirm it. */
      glass_until: 'timestamptz?',
      glass_reason: 'text?',
      glass_confirmed_at: 'timestamptz?',
      glass_confirmed_by_id: 'uuid?',
      glass_confirmed_by_user_id: 'uuid?',
      glass_confirmed_by_email: 'text?',
    },
    once: true,
    key: ['id'],
    indexes: [
      `(expires_at) WHERE status = 'pending'`,
      `(escalates_at) WHERE status = 'pending' AND escalates_at IS NOT NULL`,
      `(workspace_id) WHERE status = 'pending' AND parked IS NOT NULL`,
      `(quarter_at) WHERE status = 'pending' AND quarter_at IS NOT NULL`,
      `(day_before_at) WHERE status = 'pending' AND day_before_at IS NOT NULL`,
      `(workspace_id, requester_id) WHERE status = 'pending'`,
      '(requester_user_id)',
      '(approver_user_id)',
      '(decided_by_user_id)',
      '(glass_confirmed_by_user_id) WHERE glass_confirmed_by_user_id IS NOT NULL',
      // What the overview shows first.
      '(workspace_id, decided_at) WHERE glass_until IS NOT NULL AND glass_confirmed_at IS NULL',
      // What an inbox was overdue with.
      `(workspace_id, expires_at) WHERE closed_reason = 'expired'`,
      // The overview reads no other column of what ended in a period: see overview-weeks.ts.
      `(workspace_id, decided_at) INCLUDE (type, status, closed_reason, created_at, requester_id, approver_id, decided_by_id, reported_at)
        WHERE decided_at IS NOT NULL`,
      '(workspace_id, decided_at) WHERE decided_at IS NOT NULL AND reported_at IS NOT NULL',
      // The overview of one person: see `SIDES` of list-branches.ts.
      '(workspace_id, requester_id, decided_at) WHERE decided_at IS NOT NULL',
      '(workspace_id, coalesce(decided_by_id, approver_id), decided_at) WHERE decided_at IS NOT NULL',
      // One index per branch of a list, in its order: see list-branches.ts.
      '(workspace_id, status, type, created_at, id)',
      '(workspace_id, status, type, created_at, id) WHERE approver_id IS NULL',
      '(workspace_id, approver_id, status, type, created_at, id) WHERE approver_id IS NOT NULL',
      '(workspace_id, requester_user_id, status, type, created_at, id)',
      '(workspace_id, decided_by_id, status, type, created_at, id) WHERE decided_by_id IS NOT NULL',
    ],
  },
  /** What people said before the last one, of requests that several decide. */
  request_decisions: {
    columns: {
      request_id: 'uuid',
      user_id: 'uuid',
      workspace_id: 'uuid',
      participant_id: 'uuid',
      email: 'text?',
      at: 'timestamptz',
      assurance: { words: ASSURANCES },
      approves: 'boolean',
      /** Ids of those of the rule's groups that the person was in then. */
      groups: 'text[]',
      /** The colleague for whom a deputy spoke; `groups` are theirs. */
      for_id: 'uuid?',
      for_user_id: 'uuid?',
      for_email: 'text?',
    },
    once: true,
    key: ['request_id', 'user_id'],
    indexes: ['(user_id)', '(workspace_id)'],
  },
  /** Groups of participants, also with those who have left. */
  request_groups: {
    columns: { id: 'uuid', workspace_id: 'uuid', participant_ids: 'text[]' },
    key: ['id'],
    indexes: ['(workspace_id)'],
  },
  /** What the overview has counted of weeks that are over. No handler writes it: see overview-weeks.ts. */
  request_weeks: {
    columns: {
      workspace_id: 'uuid',
      starts_at: 'timestamptz',
      ends_at: 'timestamptz',
      counts: 'jsonb',
    },
    key: ['workspace_id', 'starts_at', 'ends_at'],
  },
  /** Events that admins are alerted to. */
  request_alerts: {
    columns: { id: 'uuid', request_id: 'uuid', kind: { words: ALERTS }, at: 'timestamptz' },
    key: ['id'],
    indexes: ['(at)'],
  },
  /** Two people whose call checks are locked after wrong numbers. */
  request_locks: {
    columns: {
      request_id: 'uuid',
      workspace_id: 'uuid',
      requester_user_id: 'uuid',
      approver_user_id: 'uuid',
      at: 'timestamptz',
    },
    key: ['request_id'],
    indexes: ['(workspace_id, at)'],
  },
  /** Which IBAN a request names for which payee, and when it was approved. */
  request_ibans: {
    columns: {
      request_id: 'uuid',
      workspace_id: 'uuid',
      /** As `payeeOf` says. */
      payee: 'text?',
      field: 'text?',
      iban: 'text?',
      approved_at: 'timestamptz?',
    },
    key: ['request_id'],
    indexes: ['(workspace_id, payee, approved_at) WHERE approved_at IS NOT NULL'],
  },
  /** Kinds of request that the workspace has written, in their last version. */
  request_kinds: {
    columns: {
      id: 'uuid',
      workspace_id: 'uuid',
      version: 'integer',
      built_in: { words: BUILT_IN_KINDS, nullable: true },
      definition: 'jsonb?',
      created_at: 'timestamptz',
    },
    key: ['id'],
    indexes: ['(workspace_id, created_at, id)'],
  },
  drills: {
    columns: {
      id: 'uuid',
      workspace_id: 'uuid',
      asks: { words: ASK_KINDS },
      title: 'text?',
      sender_id: 'uuid',
      asked: 'integer',
      by_person: 'boolean',
      created_at: 'timestamptz',
      expires_at: 'timestamptz',
      ended_at: 'timestamptz?',
    },
    once: true,
    key: ['id'],
    indexes: ['(workspace_id, created_at DESC, id DESC)', '(expires_at, id) WHERE ended_at IS NULL'],
  },
  /** Whom a drill asks, and what they answered. */
  drill_questions: {
    columns: {
      id: 'uuid',
      drill_id: 'uuid',
      workspace_id: 'uuid',
      participant_id: 'uuid',
      user_id: 'uuid',
      answer: { words: DRILL_ANSWERS, nullable: true },
      answered_at: 'timestamptz?',
      overtaken_at: 'timestamptz?',
    },
    once: true,
    key: ['id'],
    indexes: ['(drill_id)', '(user_id)'],
  },
  request_workspaces: {
    columns: { id: 'uuid', name: 'text?', is_open: 'boolean' },
    once: true,
    key: ['id'],
  },
  /** The names of participants, invited, joined or gone. */
  request_names: {
    columns: {
      participant_id: 'uuid',
      workspace_id: 'uuid',
      user_id: 'uuid?',
      address_hash: 'text?',
      name: 'text?',
      /** As `looksIn` says. */
      looks: 'text[]?',
      /** Not for a former participant or a revoked invitation. */
      is_current: 'boolean',
    },
    key: ['participant_id'],
    indexes: ['(workspace_id)', '(user_id)', '(address_hash)', 'USING gin (looks)'],
  },
  request_participants: {
    columns: {
      participant_id: 'uuid',
      workspace_id: 'uuid',
      user_id: 'uuid',
      email: 'text?',
      role: { words: PARTICIPANT_ROLES },
      active: 'boolean',
      approver: 'boolean',
      requester: 'boolean',
      /** The absence that is set. It begins and ends by the clock. */
      away_from: 'timestamptz?',
      away_until: 'timestamptz?',
      /** Participant ids; null without any. */
      deputies: 'text[]?',
    },
    key: ['participant_id'],
    indexes: [
      '(workspace_id)',
      '(user_id)',
      // Few have deputies: see `rules/deputy-queries.ts`.
      '(workspace_id, participant_id) WHERE deputies IS NOT NULL',
      // The approvers in the order of their list.
      '(workspace_id, email, participant_id) WHERE active AND approver',
    ],
  },
})
