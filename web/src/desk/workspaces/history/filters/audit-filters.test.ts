import { expect, test } from 'vitest'
import type { HistoryEntry } from '#contract/workspaces/audit.ts'
import { actionTexts, actionWords } from '../texts/action-texts.ts'
import { countSet, filtersOf, historyQuery, isFiltered, noFilters } from './audit-filters.ts'
import { withChanged } from '#shared/filters/search-params.ts'
import { mailCountsOf, mailTexts, mailWords } from '../texts/mail-texts.ts'
import { valueTexts, valueWords } from '../texts/value-texts.ts'

const filters = (search: string) => filtersOf(new URLSearchParams(search))

test('reads filters from the address and ignores an unknown outcome', () => {
  expect(filters('tab=audit&q=anna&action=request.created&outcome=refused&to=2026-11-22')).toEqual({
    ...noFilters,
    q: 'anna',
    action: 'request.created',
    outcome: 'refused',
    to: '2026-11-22',
  })
  expect(filters('outcome=maybe&from=yesterday&to=2026-13-01')).toEqual(noFilters)
})

test('changing a filter keeps the rest of the address and drops empty values', () => {
  const next = withChanged(new URLSearchParams('tab=audit&q=anna'), { q: '', outcome: 'closed' })
  expect(String(next)).toBe('tab=audit&outcome=closed')
})

test('the query contains only the set filters', () => {
  expect(historyQuery(filters('q=%20'), 'UTC')).toEqual({ limit: 50, mails: 'folded' })
  expect(historyQuery(filters('q=a&outcome=ok'), 'UTC')).toEqual({ limit: 50, q: 'a', status: 'ok' })
  expect(isFiltered(filters(''))).toBe(false)
  expect(countSet(filters('q=a&outcome=ok&from=2026-11-16&to=2026-11-22'))).toBe(2)
})

test('a range includes both days, in the zone of the workspace', () => {
  expect(historyQuery(filters('from=2026-11-16&to=2026-11-22'), 'Europe/Berlin')).toMatchObject({
    from: '2026-11-15T23:00:00.000Z',
    to: '2026-11-22T22:59:59.999Z',
  })
})

test('mails are folded into their cause, unless the filter is for mails', () => {
  const isFolded = (search: string) => historyQuery(filters(search), 'UTC').mails === 'folded'
  expect(['', 'q=anna', 'action=request', 'action=mailing.sent'].filter(isFolded)).toHaveLength(4)
  expect(['action=mail', 'action=mail.failed', 'outcome=refused'].filter(isFolded)).toEqual([])
})

test.each([
  [
    { sent: 12, perhapsSent: 1, dropped: 1, failed: 2 },
    'E-mails sent: 12, perhaps sent: 1, no longer needed: 1, failed: 2',
  ],
  [{ sent: 1, perhapsSent: 0, dropped: 0, failed: 0 }, 'E-mails sent: 1'],
  [{ sent: 0, perhapsSent: 0, dropped: 3, failed: 0 }, 'E-mails no longer needed: 3'],
])('%j reads %s', (counts, words) => {
  expect(mailWords(counts, mailTexts.languages.en)).toBe(words)
})

test('an entry about mails has their counts as changes, other entries beside the action', () => {
  const entry = {
    action: 'request.created',
    changes: [],
    mails: { sent: 1, perhapsSent: 0, dropped: 0, failed: 2 },
  }
  expect(mailCountsOf(entry as unknown as HistoryEntry)).toBe(entry.mails)
  const changes = [{ field: 'failed', before: null, after: 2 }]
  expect(mailCountsOf({ action: 'mail.failed', changes } as unknown as HistoryEntry)).toEqual({
    sent: 0,
    perhapsSent: 0,
    dropped: 0,
    failed: 2,
  })
})

test('an unknown action reads as its own name', () => {
  expect(actionWords('request.approved', actionTexts.languages.en)).toBe('Request approved')
  expect(actionWords('moon.landed-on', actionTexts.languages.en)).toBe('moon landed on')
})

test.each([
  ['active', null, '–'],
  ['description', '', '–'],
  ['active', true, 'Yes'],
  ['triesLeft', 3, '3'],
  ['closedReason', 'approver-unavailable', 'approver no longer available'],
  ['closedReason', 'requester-unavailable', 'requester no longer available'],
  ['name', 'pending', 'pending'],
  ['status', 'declined', 'declined'],
  ['reason', 'something new', 'something new'],
  ['other', { a: 1 }, '{"a":1}'],
])('a change of %s to %j reads %j', (field, value, words) => {
  expect(valueWords(field, value, valueTexts.languages.en)).toBe(words)
})

test('user text is never translated', () => {
  expect(valueWords('name', 'admin', { admin: 'Verwaltung' })).toBe('admin')
  expect(valueWords('role', 'admin', { admin: 'Verwaltung' })).toBe('Verwaltung')
})
