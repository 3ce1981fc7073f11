import { expect, test } from 'vitest'
import { decideOn, expectRejected, opened, stateOf } from '#support/facts/workspace-facts.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import type { KnownWorkspace } from '#modules/workspaces/workspace.state.ts'
import { judgeEnd, type ChangeEnd } from './end.decider.ts'

/** The day after the trial of these facts. */
const now = new Date('2027-01-01T11:00:00.000Z')
const extend: ChangeEnd = {
  type: 'ChangeEnd',
  change: 'extend',
  endsOn: '2027-12-31',
  periodId: 'new',
  seats: undefined,
  reason: 'Invoice 7',
  now,
}
const end = { ...extend, change: 'end' } as const
const period = (
  periodId: string,
  startsOn: string,
  endsOn: string,
  seats: number | null = 5,
): WorkspaceEvent => ({
  type: 'ActivityPeriodAdded',
  data: { workspaceId: 'w', periodId, kind: 'period', startsOn, endsOn, seats },
})
const judged = (command: ChangeEnd, ...periods: readonly WorkspaceEvent[]) =>
  judgeEnd(command, stateOf(...opened, ...periods) as KnownWorkspace)

test('an extension follows today’s activity without a gap, and keeps the seats of the last period', () => {
  const current = period('p', '2026-12-01', '2027-03-31')
  const added = { type: 'ActivityPeriodAdded', data: { kind: 'period', endsOn: '2027-12-31' } }
  expect(judged(extend, current)).toMatchObject({ ...added, data: { startsOn: '2027-04-01', seats: 5 } })
  expect(judged({ ...extend, seats: 9 }, current)).toMatchObject({ data: { seats: 9 } })
  expect(judged(extend)).toMatchObject({ ...added, data: { startsOn: '2027-01-01', seats: null } })
  expect(judged({ ...extend, now: new Date('2026-12-20T11:00:00.000Z') })).toMatchObject({
    data: { startsOn: '2027-01-01' },
  })
  expect(decideOn(extend, ...opened, current)).toEqual([judged(extend, current)])
})

test('an extension shortens nothing, and is refused in the past, too far ahead, and after the hundredth period', () => {
  expect(judged({ ...extend, endsOn: '2027-03-30' }, period('p', '2026-12-01', '2027-03-31'))).toBe(
    'unchanged',
  )
  expect(judged({ ...extend, endsOn: '2026-12-31' })).toBe('period.past')
  expect(judged({ ...extend, endsOn: '2047-01-02' })).toBe('period.too-far')
  const many = Array.from({ length: 100 }, (_, i) => period(`p${i}`, '2026-12-01', '2027-03-31'))
  expect(judged(extend, ...many)).toBe('period.limit')
  expect(decideOn(extend, ...opened, ...many)).toEqual([])
})

test('an end changes the one period that goes on beyond the day, and lengthens nothing', () => {
  const first = period('first', '2026-12-01', '2027-01-10')
  const last = period('last', '2027-01-11', '2028-03-31')
  expect(judged(end, first, last)).toEqual({
    type: 'ActivityPeriodChanged',
    data: { workspaceId: 'w', periodId: 'last', endsOn: '2027-12-31', reason: 'Invoice 7' },
  })
  expect(judged(end, first)).toBe('unchanged')
  expect(judged(end)).toBe('unchanged')
})

test('an end is refused during the trial, for several periods, and before the period begins', () => {
  const sooner = { ...end, endsOn: '2026-12-15', now: new Date('2026-12-10T11:00:00.000Z') }
  expect(judged(sooner)).toBe('period.trial')
  const two = [period('a', '2027-01-01', '2028-06-30'), period('b', '2027-02-01', '2028-03-31')]
  expect(judged(end, ...two)).toBe('period.several')
  expect(judged(end, period('later', '2028-01-01', '2028-03-31'))).toBe('period.later')
})

test('a workspace that is closed is not found', () => {
  const closed: WorkspaceEvent = {
    type: 'WorkspaceClosed',
    data: { workspaceId: 'w', reason: 'last participant left' },
  }
  expectRejected(extend, 'workspace.not-found', ...opened, closed)
})
