import { expect, test } from 'vitest'
import {
  daysBetween,
  isTimezone,
  seatsOf,
  termOf,
  type Dates,
} from '#contract/workspaces/subscription/subscription.ts'

const trial = { timezone: 'Europe/Berlin', trialStartsOn: '2026-01-01', trialEndsOn: '2026-12-31' }
const period = (startsOn: string, endsOn: string, seats: number | null = null) => ({
  startsOn,
  endsOn,
  seats,
})
const termOn = (day: string, ...periods: Dates['periods']) =>
  termOf({ ...trial, periods }, new Date(`${day}T11:00:00.000Z`))

test('a term ends with the last of the periods that follow without a gap, whatever their order', () => {
  const [first, next, later] = [
    period('2027-01-01', '2027-06-30'),
    period('2027-07-01', '2027-12-31'),
    period('2028-01-02', '2028-12-31'),
  ] as const
  for (const periods of [
    [first, next, later],
    [later, next, first],
    [next, later, first],
  ])
    expect(termOn('2027-02-01', ...periods)).toEqual({ startsOn: '2027-01-01', endsOn: '2027-12-31' })
})

test('the term of a trial ends with the periods that follow it without a gap', () => {
  const next = period('2027-01-01', '2027-06-30')
  expect(termOn('2026-05-01', next)).toEqual({ startsOn: '2026-01-01', endsOn: '2027-06-30' })
  const later = period('2027-01-02', '2027-06-30')
  expect(termOn('2026-05-01', later)).toEqual({ startsOn: '2026-01-01', endsOn: '2026-12-31' })
})

test('without a period of today, seats are unlimited', () => {
  const now = new Date('2026-05-01T11:00:00.000Z')
  expect(seatsOf({ ...trial, periods: [] }, now)).toBeNull()
  expect(seatsOf({ ...trial, periods: [period('2027-01-01', '2027-06-30', 5)] }, now)).toBeNull()
  expect(seatsOf({ ...trial, periods: [period('2026-01-01', '2026-06-30', 5)] }, now)).toBe(5)
})

test('a time zone has a name; an offset is none', () => {
  expect(['Europe/Berlin', 'UTC', '+01', '-08:00', 'Europe/Nowhere', ''].filter(isTimezone)).toEqual([
    'Europe/Berlin',
    'UTC',
  ])
})

test('days between two dates ignore the clock change', () => {
  expect(daysBetween('2027-03-27', '2027-03-29')).toBe(2)
  expect(daysBetween('2027-03-29', '2027-03-27')).toBe(-2)
})
