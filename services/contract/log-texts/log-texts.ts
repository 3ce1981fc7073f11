import type { AuditTarget } from '../workspaces/audit.ts'
import { inBoth } from './in-both.ts'

/** What the page of the log and its exports call the parts of an entry. */
export const LOG_TEXTS = inBoth(
  {
    system: 'System',
    erased: 'Deleted user',
    emergency: 'emergency',
    outcomes: { ok: 'done', refused: 'refused', closed: 'closed' },
    columns: {
      sequence: 'No.',
      at: 'Time',
      actor: 'Who',
      action: 'What',
      target: 'Concerning',
      outcome: 'Outcome',
      hash: 'Hash',
    },
    assurances: {
      passkey: 'Signed with a passkey',
      pin: 'Signed with PIN and device key',
      session: 'Logged in, not signed',
    },
    targets: {
      workspace: 'Workspace',
      period: 'Activity period',
      participant: 'Participant',
      change: 'Change',
      group: 'Group',
      request: 'Request',
      kind: 'Kind of request',
      drill: 'Drill',
    } satisfies Record<AuditTarget, string>,
  },
  {
    system: 'System',
    erased: 'Gelöschter Benutzer',
    emergency: 'Notfall',
    outcomes: { ok: 'erledigt', refused: 'verweigert', closed: 'geschlossen' },
    columns: {
      sequence: 'Nr.',
      at: 'Zeit',
      actor: 'Wer',
      action: 'Was',
      target: 'Betrifft',
      outcome: 'Ergebnis',
      hash: 'Hash',
    },
    assurances: {
      passkey: 'Mit Passkey signiert',
      pin: 'Mit PIN und Geräteschlüssel signiert',
      session: 'Angemeldet, nicht signiert',
    },
    targets: {
      workspace: 'Workspace',
      period: 'Aktivitätszeitraum',
      participant: 'Mitglied',
      change: 'Änderung',
      group: 'Gruppe',
      request: 'Anfrage',
      kind: 'Art von Anfrage',
      drill: 'Übung',
    },
  },
)
