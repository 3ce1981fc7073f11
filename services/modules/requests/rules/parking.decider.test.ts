import { expect, test } from 'vitest'
import { Rejected } from '#contract/errors.ts'
import { requestDecider, type RequestCommand } from '#modules/requests/request.decider.ts'
import type { RequestEvent } from '#modules/requests/request.events.ts'
import type { DataOf, RequestState, Signer } from '#modules/requests/request.state.ts'
import { acting, among, createdBy, ids, ruleApplied, signer } from '#support/facts/request-facts.ts'
import { parkedFirst } from './parking.decider.ts'

const { decide, evolve } = requestDecider
const at = new Date('2026-03-02T10:00:00.000Z')
const later = new Date('2026-03-02T11:00:00.000Z')
const end = new Date('2026-03-03T10:00:00.000Z')
const rita = signer('rita')
const [anna, ben, dora] = [signer('anna', 'treasury'), signer('ben', 'treasury'), signer('dora', 'board')]

const created = createdBy(rita, end, { title: 'Pay', salt: 's' })
type Rule = Partial<DataOf<'RuleApplied'>>
const ruled = (rule: Rule = {}, park: Rule = { park: true }) => ruleApplied({ ...park, ...rule })
const unparked: RequestEvent = { type: 'RequestUnparked', data: { ...ids, workspaceRevision: 9 } }
const parked = (missing: number, ...groups: string[]): RequestEvent => ({
  type: 'RequestParked',
  data: { ...ids, workspaceRevision: 9, missing, groups },
})
const [first] = parkedFirst({ ...ids, workspaceRevision: 7 }, { missing: 1, groups: [] })
const after = (...events: readonly RequestEvent[]) =>
  [created, ...events].reduce<RequestState>(evolve, { kind: 'none' })
const judge = (people: readonly Signer[], time = at): RequestCommand => ({
  type: 'JudgeRule',
  people,
  workspaceRevision: 9,
  at: time,
})
const approve = (of: Signer, people: readonly Signer[]): RequestCommand => ({
  type: 'Approve',
  ...acting(of, at, 9),
  ...among(people),
  evidence: null,
  requesterIsAvailable: true,
  hasNumber: false,
  confirmed: null,
})
const decline = (of: Signer, people: readonly Signer[]): RequestCommand => ({
  type: 'Decline',
  ...acting(of, at, 9),
  ...among(people),
  reason: null,
})
const decided = ({ participantId, userId }: Signer) => ({
  ...ids,
  participantId,
  userId,
  email: null,
  workspaceRevision: 8,
})
const codeOf = (run: () => unknown): string | undefined => {
  try {
    run()
  } catch (error) {
    return error instanceof Rejected ? error.code : String(error)
  }
  return undefined
}

test('a request whose rule parks waits where another one ends, and says who lacks', () => {
  expect(decide(judge([anna, dora]), after(ruled()))).toEqual([parked(1)])
  expect(decide(judge([dora]), after(ruled()))).toEqual([parked(2, 'treasury')])
  expect(decide(judge([anna, dora]), after(ruled({}, {})))).toEqual([
    { type: 'RequestClosed', data: { ...ids, reason: 'approver-unavailable' } },
  ])
})

test('it is parked once, and people are asked once as soon as enough may decide', () => {
  const waiting = [ruled(), first!]
  expect(decide(judge([anna]), after(...waiting))).toEqual([])
  expect(decide(judge([anna, ben]), after(...waiting))).toEqual([unparked])
  expect(decide(judge([anna, ben]), after(...waiting, unparked))).toEqual([])
  expect(decide(judge([anna]), after(...waiting, unparked))).toEqual([parked(1)])
  expect(decide(judge([anna, rita]), after(...waiting))).toEqual([])
})

test('who has signed before counts when it waits again', () => {
  const given: RequestEvent = {
    type: 'ApprovalGiven',
    data: { ...decided(anna), assurance: 'pin', evidence: null!, groups: ['treasury'] },
  }
  const waiting = after(ruled(), given, parked(1))
  expect(decide(judge([ben]), waiting)).toEqual([unparked])
  expect(decide(judge([anna]), waiting)).toEqual([])
})

test('nothing happens to one that has ended or is past its end', () => {
  const withdrawn: RequestEvent = { type: 'RequestWithdrawn', data: { ...ids, participantId: 'p-rita' } }
  for (const people of [[anna, ben], [anna]]) {
    expect(decide(judge(people), after(ruled(), first!, withdrawn))).toEqual([])
    expect(decide(judge(people, end), after(ruled(), first!))).toEqual([])
  }
  expect(decide(judge([anna], end), after(ruled()))).toEqual([])
})

test('who is asked later counts from then on, and until then it waits', () => {
  const escalate = { after: 1, at: later.toISOString(), who: { groups: ['board'] } }
  const waiting = after(ruled({ escalate }), first!)
  expect(decide(judge([anna, dora]), waiting)).toEqual([])
  expect(decide(judge([anna, dora], later), waiting)).toEqual([unparked])
})

test('while it waits nobody decides it or is reminded, and the requester may withdraw it', () => {
  const waiting = after(ruled(), first!)
  const people = [anna, ben]
  for (const word of [approve(anna, people), decline(anna, people)])
    expect(codeOf(() => decide(word, waiting))).toBe('request.parked')
  expect(codeOf(() => decide(decline(rita, [...people, rita]), waiting))).toBe('access.denied')
  const { participantId, userId } = rita
  expect(codeOf(() => decide({ type: 'Remind', participantId, userId, at, mutedUntil: null }, waiting))).toBe(
    'request.parked',
  )
  expect(decide({ type: 'RemindByTime', reminder: 'quarter', at }, waiting)).toEqual([])
  expect(decide({ type: 'Withdraw', participantId, userId, at }, waiting)).toMatchObject([
    { type: 'RequestWithdrawn' },
  ])
  expect(decide({ type: 'Expire', at: end }, waiting)).toMatchObject([{ type: 'RequestClosed' }])
  expect(decide(decline(anna, people), after(ruled(), first!, unparked))).toMatchObject([
    { type: 'RequestDeclined' },
  ])
})

test('those are told of it who were asked last; nobody while nobody was', () => {
  const revision = (...events: readonly RequestEvent[]) => {
    const state = after(...events)
    return state.kind === 'none' ? undefined : state.askedRevision
  }
  expect(revision(ruled())).toBe(7)
  expect(revision(ruled(), first!)).toBeNull()
  expect(revision(ruled(), first!, unparked)).toBe(9)
  expect(revision(ruled(), parked(1))).toBe(7)
})
