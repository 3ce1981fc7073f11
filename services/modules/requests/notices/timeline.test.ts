import { expect, test } from 'vitest'
import { timelineFrom } from './timeline.ts'

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 26, 9, minute)).toISOString()
const [anna, ben] = ['anna', 'ben'].map((name) => ({
  participantId: name,
  email: `${name}@example.com`,
})) as [{ participantId: string; email: string }, { participantId: string; email: string }]
const request = {
  requester: anna,
  approver: ben,
  decidedBy: null,
  status: 'pending',
  closedReason: null,
  expiresAt: at(59),
} as const
const fact = (type: string, minute: number, data: object = {}) =>
  ({ id: `${type}-${minute}`, type, data, metadata: { at: at(minute) } }) as never
const of = (kind: string, minute: number, by: object | null = null) => ({ kind, at: at(minute), by })

test('tells in order who asked, opened, reminded and decided, and what was sent about it', () => {
  const facts = [
    fact('RequestCreated', 0),
    fact('RequestReminded', 5, { participantId: 'anna' }),
    fact('ApprovalRefused', 6, { participantId: 'ben' }),
    fact('RequestApproved', 7, { participantId: 'ben' }),
  ]
  const sent = [
    { eventId: 'RequestCreated-0', isPush: false, count: 1, at: new Date(at(2)) },
    { eventId: 'RequestCreated-0', isPush: true, count: 2, at: new Date(at(1)) },
    { eventId: 'RequestApproved-7', isPush: false, count: 1, at: new Date(at(8)) },
    // Takes a question off the screens: nobody is told.
    { eventId: 'RequestApproved-7', isPush: true, count: 1, at: new Date(at(8)) },
  ]
  expect(
    timelineFrom({ ...request, status: 'approved' }, facts, sent, { openedAt: new Date(at(3)) }),
  ).toEqual([
    of('asked', 0, anna),
    { ...of('notified', 1), count: 2 },
    { ...of('mailed', 2), count: 1 },
    of('opened', 3, ben),
    of('reminded', 5, anna),
    of('approved', 7, ben),
    { ...of('mailed', 8), count: 1 },
  ])
})

test('a report says neither who it was, unless it is one of the two, nor how many admins were told', () => {
  const facts = [fact('RequestReported', 3, { participantId: 'cem' }), fact('RequestClosed', 3)]
  const sent = [{ eventId: 'RequestReported-3', isPush: false, count: 9, at: new Date(at(3)) }]
  const reported = { ...request, status: 'declined', closedReason: 'reported' } as const
  expect(timelineFrom(reported, facts, sent)).toEqual([of('reported', 3), of('closed', 3)])
})

test.each([
  ['with its fact', [fact('RequestClosed', 60)]],
  ['also before its fact', []],
])('an expiry is named %s', (_, facts) => {
  const expired = { ...request, status: 'declined', closedReason: 'expired' } as const
  expect(timelineFrom(expired, facts, [])).toEqual([of('expired', 59)])
})

const escalating = [fact('RequestCreated', 0), fact('RuleApplied', 0, { escalate: { at: at(5) } })]
const told = [{ eventId: 'RequestEscalated-9', isPush: false, count: 3, at: new Date(at(10)) }]
test.each([
  ['before its date', escalating, 4, []],
  ['from its date on, also before its fact', escalating, 5, [of('escalated', 5)]],
  [
    'by its date, also where its fact came later, and with the mails about it',
    [...escalating, fact('RequestEscalated', 9)],
    11,
    [of('escalated', 5), { ...of('mailed', 10), count: 3 }],
  ],
])('that further people are asked is told %s', (_, facts, minute, steps) => {
  const now = new Date(at(minute))
  expect(timelineFrom(request, facts, told, { now })).toEqual([of('asked', 0, anna), ...steps])
})

test('of a request that was decided before the date, nobody reads that further people were asked', () => {
  const facts = [...escalating, fact('RequestApproved', 3, { participantId: 'ben' })]
  const approved = { ...request, status: 'approved' } as const
  const now = new Date(at(30))
  expect(timelineFrom(approved, facts, [], { now }).map(({ kind }) => kind)).toEqual(['asked', 'approved'])
})
