import { expect, test } from 'vitest'
import type { Request } from '#contract/requests/requests.ts'
import { digestMailOf, type Told } from './digests.mails.ts'

const anna = { participantId: 'anna', email: 'anna@example.com', name: 'Anna Kern' }
const ben = { participantId: 'ben', email: 'ben@example.com', name: null }
const request = (changes: Partial<Request>): Request => ({
  id: '00000000-0000-4000-8000-000000000001',
  workspaceId: 'w1',
  workspaceName: 'Praxis',
  type: 'approval',
  title: 'Pay the invoice',
  details: null,
  status: 'pending',
  closedReason: null,
  requester: anna,
  approver: ben,
  createdAt: '2026-11-26T08:00:00.000Z',
  expiresAt: '2026-11-27T08:00:00.000Z',
  decidedAt: null,
  decidedBy: null,
  assurance: null,
  declineReason: null,
  reportedAt: null,
  asks: null,
  ...changes,
})
const told = (as: Told['as'], changes: Partial<Request> = {}): Told => ({
  as,
  request: request(changes),
  timezone: 'Europe/Berlin',
})
const decided = { status: 'approved', decidedBy: ben, decidedAt: '2026-11-26T09:30:00.000Z' } as const
const mail = (language: 'de' | 'en', ...all: Told[]) =>
  digestMailOf(language, {
    told: all,
    url: 'https://app/m/',
    unsubscribeUrl: 'https://app/users/unsubscribe/t',
  })

test('says what waits from whom until when, what others decided, and what was done in the name of the reader', () => {
  const all = [
    told('mine', { ...decided, requester: ben, decidedBy: anna, title: 'Done' }),
    told('asked', decided),
    told('waiting', { workspaceId: 'w2', workspaceName: 'Lager', title: 'Order bolts' }),
  ]
  const english = mail('en', ...all)
  expect(english.subject).toBe(
    '1 request waits for your approval, 1 of your requests has ended, 1 decision in your name',
  )
  expect(english.text).toContain(
    '“Lager”\nOpen: “Order bolts” · from Anna Kern (anna@example.com) · until 27 Nov 2026, 09:00 (Europe/Berlin)',
  )
  expect(english.text).toContain(
    '“Praxis”\nApproved: “Pay the invoice” · by ben@example.com · 26 Nov 2026, 10:30 (Europe/Berlin)\nYou approved: “Done” · from ben@example.com',
  )
  const german = mail('de', ...all)
  expect(german.subject).toBe(
    '1 Anfrage wartet auf Ihre Freigabe, 1 Ihrer Anfragen ist beendet, 1 Entscheidung in Ihrem Namen',
  )
  expect(german.text).toContain(
    'Offen: „Order bolts“ · von Anna Kern (anna@example.com) · bis 27.11.2026, 09:00',
  )
  for (const { text, html } of [english, german])
    for (const body of [text, html]) expect(body).toContain('https://app/users/unsubscribe/t')
})

test('lists at most 20 and says how many more there are', () => {
  const { subject, text } = mail('en', ...Array.from({ length: 23 }, () => told('waiting')))
  expect(subject).toBe('23 requests wait for your approval')
  expect(text.match(/^Open:/gm)).toHaveLength(20)
  expect(text).toContain('… and 3 more')
})

test('what people typed has no links', () => {
  const { text, html } = mail(
    'en',
    told('waiting', { title: 'https://evil.example/x', workspaceName: 'evil.example' }),
  )
  for (const body of [text, html]) expect(body).not.toMatch(/evil\.example/)
})
