import { describe, expect, test } from 'vitest'
import { decideOn, opened, stateOf } from '#support/facts/workspace-facts.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import { isActive } from '#modules/workspaces/workspace.state.ts'

const workspaceId = 'w'
/** Noon in the workspace's time zone. Its trial is the year 2026. */
const noon = (day: string) => new Date(`${day}T11:00:00.000Z`)
const at = (now: Date, ...history: readonly WorkspaceEvent[]) =>
  decideOn({ type: 'RecordDeadlines', now }, ...opened, ...history)
const on = (day: string, ...history: readonly WorkspaceEvent[]) => at(noon(day), ...history)

const period = (startsOn: string, endsOn: string, periodId = 'p1'): WorkspaceEvent => ({
  type: 'ActivityPeriodAdded',
  data: { workspaceId, periodId, kind: 'period', startsOn, endsOn, seats: null },
})
const ends = (endsOn: string, periodId = 'p1'): WorkspaceEvent => ({
  type: 'ActivityPeriodChanged',
  data: { workspaceId, periodId, endsOn, reason: '' },
})
const trialEnded: WorkspaceEvent = { type: 'TrialEnded', data: { workspaceId, endsOn: '2026-12-31' } }
const started = (startsOn: string, endsOn: string): WorkspaceEvent => ({
  type: 'SubscriptionStarted',
  data: { workspaceId, startsOn, endsOn },
})
const ended = (endsOn: string): WorkspaceEvent => ({
  type: 'SubscriptionEnded',
  data: { workspaceId, endsOn },
})
const reminder = (endsOn: string): WorkspaceEvent => ({
  type: 'PaymentReminderIssued',
  data: { workspaceId, endsOn },
})

describe('the trial', () => {
  test('ends after its last day in the workspace’s time zone, and is recorded once', () => {
    const reminded = reminder('2026-12-31')
    expect(at(new Date('2026-12-31T22:59:59.999Z'), reminded)).toEqual([])
    expect(at(new Date('2026-12-31T23:00:00.000Z'), reminded)).toEqual([trialEnded])
    expect(on('2027-06-01', reminded, trialEnded)).toEqual([])
  })

  test('does not end if a period starts before its end or on the day after', () => {
    for (const next of [period('2026-12-01', '2027-11-30'), period('2027-01-01', '2027-12-31')])
      expect(on('2027-01-01', next)).toMatchObject([{ type: 'SubscriptionStarted' }])
  })

  test('ends even after an earlier period; a period with the same last day ends as a subscription', () => {
    const begun = [period('2026-03-01', '2026-03-31'), started('2026-03-01', '2026-03-31')]
    expect(on('2026-04-01', ...begun)).toEqual([])
    expect(on('2027-01-01', ...begun)).toEqual([trialEnded])
    expect(on('2027-01-01', period('2026-12-01', '2026-12-31'))).toEqual([ended('2026-12-31')])
  })
})

describe('a subscription', () => {
  const year = period('2027-03-01', '2028-02-29')
  const begun = started('2027-03-01', '2028-02-29')

  test('starts on its first day and ends after its last day, each recorded once', () => {
    expect(on('2027-02-28', trialEnded, year)).toEqual([])
    expect(on('2027-03-01', trialEnded, year)).toEqual([begun])
    expect(on('2027-08-01', trialEnded, year, begun)).toEqual([])
    expect(on('2028-03-01', year, begun)).toEqual([ended('2028-02-29')])
    expect(on('2029-03-01', year, begun, ended('2028-02-29'))).toEqual([])
  })

  test('continues across periods without a gap, and starts again after a gap', () => {
    const next = period('2028-03-01', '2029-02-28', 'p2')
    expect(on('2028-03-01', year, begun, next)).toEqual([])
    const later = period('2028-03-02', '2029-02-28', 'p2')
    expect(on('2028-03-02', year, begun, later)).toEqual([started('2028-03-02', '2029-02-28')])
  })

  test('does not start again when an earlier period is added', () => {
    const earlier = period('2027-02-01', '2027-02-28', 'p2')
    expect(on('2027-03-05', year, begun, earlier)).toEqual([])
  })

  test('ends on a corrected day in the past', () => {
    expect(on('2027-09-01', year, begun, ends('2027-06-30'))).toEqual([ended('2027-06-30')])
  })

  test('is recorded again after its recorded end is corrected', () => {
    const history = [year, begun, ends('2027-06-30'), ended('2027-06-30')]
    expect(on('2027-09-01', ...history, ends('2027-05-31'))).toEqual([ended('2027-05-31')])
    const again = [...history, ends('2027-12-31')]
    expect(on('2027-09-01', ...again)).toEqual([started('2027-03-01', '2027-12-31')])
    const restarted = [...again, started('2027-03-01', '2027-12-31')]
    expect(on('2027-09-02', ...restarted)).toEqual([])
    expect(on('2028-01-01', ...restarted)).toEqual([ended('2027-12-31')])
    // Corrected to the day whose end was recorded before.
    expect(on('2027-09-02', ...restarted, ends('2027-06-30'))).toEqual([ended('2027-06-30')])
  })

  test('records only the end if its start and end have both passed', () => {
    expect(on('2029-01-01', year)).toEqual([ended('2028-02-29')])
  })

  test('of a closed workspace does not start or end', () => {
    const closed: WorkspaceEvent = {
      type: 'WorkspaceClosed',
      data: { workspaceId, reason: 'last participant left' },
    }
    for (const day of ['2026-12-28', '2027-03-01', '2028-03-01']) expect(on(day, year, closed)).toEqual([])
  })
})

describe('the reminder', () => {
  test('is due seven days before the end of the trial or a period, and recorded once', () => {
    expect(on('2026-12-23')).toEqual([])
    expect(on('2026-12-24')).toEqual([reminder('2026-12-31')])
    expect(on('2026-12-31', reminder('2026-12-31'))).toEqual([])
    const begun = [period('2027-01-01', '2027-12-31'), started('2027-01-01', '2027-12-31')]
    expect(on('2027-12-24', ...begun, reminder('2026-12-31'))).toEqual([reminder('2027-12-31')])
  })

  test('waits for the end of periods without a gap, and is not due while inactive', () => {
    expect(on('2026-12-28', period('2027-01-01', '2027-12-31'))).toEqual([])
    expect(on('2027-01-05', trialEnded)).toEqual([])
  })

  test('is due at the start of a period shorter than a week, and again for a corrected end', () => {
    const days = period('2027-02-01', '2027-02-05')
    const recorded = [started('2027-02-01', '2027-02-05'), reminder('2027-02-05')]
    expect(on('2027-02-01', days)).toEqual(recorded)
    expect(on('2027-02-02', days, ...recorded, ends('2027-02-08'))).toEqual([reminder('2027-02-08')])
    expect(on('2027-02-02', days, ...recorded, ends('2027-03-31'))).toEqual([])
  })
})

describe('an event that a fast clock recorded too early', () => {
  const year = period('2027-01-01', '2027-12-31')
  const begun = started('2027-01-01', '2027-12-31')

  test('does not end the subscription early, and is not recorded again', () => {
    const early = [year, begun, reminder('2027-12-31'), ended('2027-12-31')]
    expect(isActive(stateOf(...opened, ...early), noon('2027-12-31'))).toBe(true)
    for (const day of ['2027-12-31', '2028-01-01']) expect(on(day, ...early)).toEqual([])
  })

  test('is not recorded again if it is a start', () => {
    const late = period('2028-02-01', '2028-12-31', 'p2')
    const early = [year, begun, ended('2027-12-31'), late, started('2028-02-01', '2028-12-31')]
    for (const day of ['2028-01-31', '2028-02-01']) expect(on(day, ...early)).toEqual([])
  })
})

test.each([
  // Summer time begins on 28 March 2027 and ends on 31 October: days of 23 and of 25 hours.
  ['2027-03-28', '2027-03-28T21:59:59.999Z', '2027-03-28T22:00:00.000Z'],
  ['2027-10-31', '2027-10-31T22:59:59.999Z', '2027-10-31T23:00:00.000Z'],
])(
  '%s, on which the clocks change, counts until midnight in the workspace’s time zone',
  (last, before, after) => {
    const history = [period('2027-01-01', last), started('2027-01-01', last), reminder(last)]
    expect(at(new Date(before), ...history)).toEqual([])
    expect(at(new Date(after), ...history)).toEqual([ended(last)])
  },
)

test('a changed time zone moves the end, which is still recorded once', () => {
  const moved: WorkspaceEvent = {
    type: 'WorkspaceSettingsChanged',
    data: { workspaceId, timezone: 'Pacific/Auckland' },
  }
  const history = [reminder('2026-12-31'), moved]
  expect(at(new Date('2026-12-31T10:59:59.999Z'), ...history)).toEqual([])
  expect(at(new Date('2026-12-31T11:00:00.000Z'), ...history)).toEqual([trialEnded])
  const back: WorkspaceEvent = {
    type: 'WorkspaceSettingsChanged',
    data: { workspaceId, timezone: 'Europe/Berlin' },
  }
  for (const time of ['2026-12-31T11:00:00.000Z', '2027-01-01T11:00:00.000Z'])
    expect(at(new Date(time), ...history, trialEnded, back)).toEqual([])
})
