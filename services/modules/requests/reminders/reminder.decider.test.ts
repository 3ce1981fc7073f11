import { expect, test } from 'vitest'
import type { RequestEvent } from '#modules/requests/request.events.ts'
import { evolve, type ExistingRequest, type RequestState } from '#modules/requests/request.state.ts'
import { remind, remindByTime } from './reminder.decider.ts'

const at = new Date('2026-03-02T10:00:00.000Z')
const anna = { participantId: 'p-anna', userId: 'u-anna' }
const ben = { participantId: 'p-ben', userId: 'u-ben' }
const ids = { requestId: 'r-1', workspaceId: 'w-1' }
const created = (type: 'approval' | 'verification'): RequestEvent => ({
  type: 'RequestCreated',
  data: {
    ...ids,
    type,
    title: 'Pay the invoice',
    salt: 'secret',
    requesterId: anna.participantId,
    requesterUserId: anna.userId,
    requesterEmail: 'anna@example.com',
    approverId: null,
    expiresAt: '2026-03-09T10:00:00.000Z',
    workspaceRevision: 7,
  },
})
const approval = created('approval')
const after = (...history: readonly RequestEvent[]) =>
  history.reduce<RequestState>(evolve, { kind: 'none' }) as ExistingRequest
const remindAfter = (
  minutes: number,
  history: readonly RequestEvent[],
  person = anna,
  mutedUntil: string | null = null,
) =>
  remind(
    { type: 'Remind', ...person, mutedUntil, at: new Date(at.getTime() + minutes * 60_000) },
    after(...history),
  )
const refused = (...given: Parameters<typeof remindAfter>): unknown => {
  try {
    return remindAfter(...given)
  } catch (error) {
    return error
  }
}

test('the requester reminds of an open approval once an hour', () => {
  const [reminded] = remindAfter(0, [approval])
  expect(reminded).toEqual({
    type: 'RequestReminded',
    data: { ...ids, participantId: anna.participantId, remindedAt: at.toISOString() },
  })
  const again = [approval, reminded!]
  expect(refused(59, again)).toMatchObject({ code: 'rate.exceeded', details: [{ retryAfterSeconds: 60 }] })
  expect(remindAfter(60, again)).toHaveLength(1)
})

test('nobody is reminded, by hand or by the clock, of what waits for enough people', () => {
  const parked: RequestEvent = {
    type: 'RequestParked',
    data: { ...ids, workspaceRevision: 7, missing: 1, groups: [], fromTheStart: true },
  }
  expect(refused(0, [approval, parked])).toMatchObject({ code: 'request.parked' })
  expect(remindByTime({ type: 'RemindByTime', reminder: 'quarter', at }, after(approval, parked))).toEqual([])
})

test('nobody reminds of what others asked, of a call check, or of what has ended', () => {
  expect(refused(0, [approval], ben)).toMatchObject({ code: 'access.denied' })
  expect(refused(0, [created('verification')])).toMatchObject({ code: 'request.no-approval' })
  const withdrawn: RequestEvent = { type: 'RequestWithdrawn', data: { ...ids, participantId: 'p-anna' } }
  expect(refused(0, [approval, withdrawn])).toMatchObject({ code: 'request.closed' })
})

test('while nobody takes approvals from the requester, there is no reminder, and the refusal says until when', () => {
  const until = '2026-03-03T10:00:00.000Z'
  expect(refused(0, [approval], anna, until)).toMatchObject({ code: 'approver.muted', details: [{ until }] })
  const withdrawn: RequestEvent = { type: 'RequestWithdrawn', data: { ...ids, participantId: 'p-anna' } }
  expect(refused(0, [approval, withdrawn], anna, until)).toMatchObject({ code: 'request.closed' })
})

const byTime = (reminder: 'quarter' | 'day-before', minutes: number, ...history: readonly RequestEvent[]) =>
  remindByTime(
    { type: 'RemindByTime', reminder, at: new Date(at.getTime() + minutes * 60_000) },
    after(...history),
  )

test('time reminds once of each moment, and not of an earlier one after the later', () => {
  const [quarter] = byTime('quarter', 0, approval)
  expect(quarter).toEqual({
    type: 'ReminderIssued',
    data: { ...ids, reminder: 'quarter', remindedAt: at.toISOString() },
  })
  expect(byTime('quarter', 1, approval, quarter!)).toEqual([])
  const [dayBefore] = byTime('day-before', 0, approval, quarter!)
  expect(dayBefore).toMatchObject({ data: { reminder: 'day-before' } })
  expect(byTime('day-before', 1, approval, quarter!, dayBefore!)).toEqual([])
  expect(byTime('quarter', 1, approval, dayBefore!)).toEqual([])
})

test('time reminds of no call check, of nothing that has ended, and not after the end', () => {
  const withdrawn: RequestEvent = { type: 'RequestWithdrawn', data: { ...ids, participantId: 'p-anna' } }
  expect(byTime('quarter', 0, created('verification'))).toEqual([])
  expect(byTime('quarter', 0, approval, withdrawn)).toEqual([])
  expect(byTime('quarter', 7 * 24 * 60 - 1, approval)).toHaveLength(1)
  expect(byTime('quarter', 7 * 24 * 60, approval)).toEqual([])
})

test('time waits an hour after the requester’s own reminder, and does not count for it', () => {
  const [own] = remindAfter(0, [approval])
  expect(byTime('quarter', 59, approval, own!)).toEqual([])
  const [quarter] = byTime('quarter', 60, approval, own!)
  expect(quarter).toBeDefined()
  expect(remindAfter(61, [approval, own!, quarter!])).toHaveLength(1)
})
