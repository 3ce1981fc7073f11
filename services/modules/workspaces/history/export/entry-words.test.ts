import { expect, test } from 'vitest'
import type { ExportedEntry } from '#projections/audit/export-queries.ts'
import { sayEntry } from './entry-words.ts'

const german = { language: 'de', timezone: 'Europe/Berlin' } as const
const english = { language: 'en', timezone: 'America/New_York' } as const
const id = '0198a000-0000-7000-8000-000000000001'

const entry: ExportedEntry = {
  sequence: 7,
  id,
  at: '2026-11-23T05:55:03.123Z',
  action: 'participant.promoted',
  actor: { userId: id, email: 'anna@example.com', name: 'Anna Groß', role: 'super admin' },
  target: { kind: 'participant', id, label: 'ben@example.com', name: '陳大文' },
  changes: [{ field: 'role', before: 'regular user', after: 'admin' }],
  outcome: 'ok',
  ip: null,
  device: null,
  requestId: null,
  assurance: 'session',
  hash: 'ab',
  previousHash: null,
  mails: null,
  factHash: 'h1:cd',
}
const changesOf = (changes: ExportedEntry['changes'], reader: typeof german | typeof english = english) =>
  sayEntry({ ...entry, changes }, [], reader).changes
const became = (field: string, after: unknown) => [{ field, before: null, after }]

test('an entry reads in the language of its reader, with the time of the workspace', () => {
  expect(sayEntry(entry, [], german)).toMatchObject({
    at: '23.11.2026, 06:55:03 MEZ',
    action: 'Mitglied wurde Admin',
    outcome: 'erledigt',
    actor: 'Anna Groß',
    role: 'Super-Admin',
    targetKind: 'Mitglied',
    target: '陳大文',
    targetEmail: 'ben@example.com',
    changes: 'Rolle: Regulär → Admin',
    assurance: 'Angemeldet, nicht signiert',
  })
  expect(sayEntry(entry, [], english)).toMatchObject({
    at: expect.stringMatching(/^23 Nov 2026, 00:55:03/),
    action: 'Participant became admin',
    role: 'Super admin',
    changes: 'Role: Regular user → Admin',
  })
})

test('who is gone, and who is nobody, is said', () => {
  const by = (actor: Partial<ExportedEntry['actor']>) =>
    sayEntry({ ...entry, actor: { ...entry.actor, name: null, email: null, ...actor } }, [], german).actor
  expect([by({}), by({ userId: null }), by({ email: 'anna@example.com' })]).toEqual([
    'Gelöschter Benutzer',
    'System',
    'anna@example.com',
  ])
})

test.each([
  ['expiresAt', '2026-11-23T05:55:03.000Z', /^Valid until: 23 Nov 2026, 00:55:03/],
  ['endDate', '2026-12-31', /^Ends on: 31 Dec 2026$/],
  ['action', 'participant.promoted', /^Action: Participant became admin$/],
  ['format', 'jsonl', /^Format: JSONL$/],
  ['callBefore', 'call-check', /^Needed before: a call check$/],
  ['approver', false, /^Approver: No$/],
  ['seats', 12, /^Seats: 12$/],
  ['note', null, /^Note: –$/],
])('the value of %s is no wire name', (field, value, words) => {
  expect(changesOf(became(field, value))).toMatch(words)
})

test('what somebody typed stays as it is, though it looks like one of our words', () => {
  for (const field of ['name', 'description', 'declineReason', 'glassReason', 'note', 'kind', 'filled'])
    expect(changesOf(became(field, 'approved'), german)).toMatch(/: approved$/)
})

test('the details have a column of their own', () => {
  const said = sayEntry({ ...entry, changes: became('details', 'IBAN\nDE02') }, [], german)
  expect([said.changes, said.details]).toEqual(['', 'IBAN\nDE02'])
})

test('mails are counted and named in words, and a name cannot pose as an outcome', () => {
  const mails = { sent: 1, perhapsSent: 0, dropped: 0, failed: 1 }
  const recipient = { userId: id, participantId: null, email: 'ben@example.com', name: 'Ben, gesendet"' }
  const mail = {
    recipient,
    purpose: 'request.created',
    outcome: 'failed',
    reason: 'the account was erased',
    at: entry.at,
  } as const
  const said = sayEntry({ ...entry, mails }, [mail], german)
  expect(said.mails).toBe('E-Mails gesendet: 1, nicht zustellbar: 1')
  expect(said.recipients).toBe(
    '"Ben, gesendet\\"" ben@example.com: Frage an die freigebende Person, nicht zustellbar (das Konto wurde gelöscht)',
  )
})
