import { expect, test } from 'vitest'
import type { MailEvent, MailOutcome } from '#modules/mails/mail.events.ts'
import { PERHAPS_SENT } from '#modules/mails/mail.state.ts'
import type { Fact } from '#platform/facts/facts.ts'
import { collectChanges } from '../engine/definition/changes.ts'
import { auditProjection } from './projection.ts'

const at = '2026-03-02T10:00:00.000Z'
const anna: MailOutcome = { purpose: 'request.created', recipient: 'u-anna', outcome: 'sent' }
const ben: MailOutcome = { ...anna, recipient: 'u-ben', outcome: 'failed', reason: 'EENVELOPE 550' }
const request = { kind: 'request', id: 'r-1' } as const

const mailFact = (data: Partial<MailEvent['data']>, workspaceId: string | null = 'w-1'): Fact => ({
  id: 'm-1',
  stream: 'mails-e-1',
  revision: 0,
  position: 'p1:00000000000000000007',
  type: 'MailOutcomesRecorded',
  data: { causeId: 'e-1', outcomes: [anna], sent: 0, dropped: 0, failed: 0, isFinal: true, ...data },
  metadata: {
    commandId: 'c-1',
    correlationId: 'c-1',
    causationId: 'e-1',
    actor: { kind: 'system', userId: null, role: 'system' },
    workspaceId,
    at,
    requestId: null,
    version: 1,
    fingerprint: 'c-1',
    client: null,
    previousHash: null,
    hash: 'h-1',
  },
})

/** The rows that a fact becomes when the log knows its cause, of which so many mails were perhaps sent before. */
const rowsOf = (fact: Fact, perhapsSent = 0) => {
  const changes = collectChanges('audit', auditProjection.tables)
  auditProjection.handlers[fact.type]!(fact, changes, {
    heads: new Map(),
    targets: new Map([
      [
        'w-1 request r-1',
        { label: { value: 'Pay the invoice', of: 'workspace:w-1' }, fields: { status: 'pending' } },
      ],
    ]),
    causes: new Map([['e-1', request]]),
    perhapsSent: new Map([['e-1', perhapsSent]]),
  })
  return {
    entries: changes.rows('audit_entries'),
    mails: changes.rows('audit_mails'),
    targets: changes.rows('audit_targets'),
  }
}

test('stores every mail with its outcome, and an entry only for the final fact', () => {
  const first = rowsOf(mailFact({ outcomes: [anna, ben], sent: 1, failed: 1, isFinal: false }))
  expect(first.entries).toEqual([])
  const kept = { workspace_id: 'w-1', cause_id: 'e-1', purpose: 'request.created', at }
  expect(first.mails).toEqual([
    { ...kept, recipient: 'u-anna', outcome: 'sent', reason: null },
    { ...kept, recipient: 'u-ben', outcome: 'failed', reason: 'EENVELOPE 550' },
  ])
  expect(rowsOf(mailFact({ sent: 2, failed: 1 })).entries).toHaveLength(1)
})

test.each([
  ['mail.sent', 'ok', { sent: 12, dropped: 1 }],
  ['mail.failed', 'refused', { sent: 12, dropped: 1, failed: 2 }],
  ['mail.dropped', 'closed', { dropped: 3 }],
])('%s has the target of its cause and the counts: %s', (action, outcome, counts) => {
  const { entries, targets } = rowsOf(mailFact(counts))
  expect(entries).toMatchObject([
    {
      action,
      outcome,
      target_kind: 'request',
      target_id: 'r-1',
      target_label: 'Pay the invoice',
      cause_id: 'e-1',
      changes: Object.entries(counts).map(([field, after]) => ({ field, before: null, after })),
    },
  ])
  // The state of the target does not change.
  expect(targets).toEqual([])
})

test('a mail that was perhaps sent is neither sent nor dropped, in its row and in the count', () => {
  const perhaps: MailOutcome = { ...anna, reason: PERHAPS_SENT }
  const { entries, mails } = rowsOf(mailFact({ outcomes: [perhaps], sent: 5, dropped: 1 }), 2)
  expect(mails).toMatchObject([{ recipient: 'u-anna', outcome: 'perhapsSent', reason: null }])
  const counts = { sent: 2, perhapsSent: 3, dropped: 1 }
  expect(entries).toMatchObject([
    {
      action: 'mail.sent',
      changes: Object.entries(counts).map(([field, after]) => ({ field, before: null, after })),
    },
  ])
})

test('ignores mails outside workspaces', () => {
  expect(rowsOf(mailFact({ sent: 1 }, null))).toEqual({ entries: [], mails: [], targets: [] })
})

test('rejects mails whose cause has no entry, so that they become dead letters', () => {
  expect(() => rowsOf(mailFact({ causeId: 'e-2' }))).toThrow('the cause of these mails has no entry')
})
