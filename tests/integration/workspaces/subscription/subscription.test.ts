import { describe, expect, test } from 'vitest'
import {
  endOf,
  seatsOf,
  subscriptionOf,
  termOf,
  type Dates,
  type Period,
} from '#contract/workspaces/subscription/subscription.ts'

const period = (startsOn: string, endsOn: string, seats: number | null = null): Period => ({
  startsOn,
  endsOn,
  seats,
})
const dates = (...periods: Period[]): Dates => ({
  timezone: 'Europe/Berlin',
  trialStartsOn: '2026-01-01',
  trialEndsOn: '2026-01-31',
  periods,
})
const noon = (day: string) => new Date(`${day}T11:00:00.000Z`)

describe('a subscription', () => {
  const year = dates(period('2026-03-01', '2026-12-31'))

  test.each([
    ['2026-01-31', 'trial'],
    ['2026-02-01', 'inactive'],
    ['2026-02-28', 'inactive'],
    ['2026-03-01', 'premium'],
    ['2026-12-31', 'premium'],
    ['2027-01-01', 'inactive'],
  ])('depends on what covers the day: on %s it is %s', (day, is) => {
    expect(subscriptionOf(year, noon(day))).toBe(is)
  })

  test('is premium if a period covers a day of the trial', () => {
    expect(subscriptionOf(dates(period('2026-01-10', '2026-01-12')), noon('2026-01-11'))).toBe('premium')
  })

  // Clocks change at 01:00 UTC on 29 March and 25 October 2026.
  test.each([
    ['2026-03-29', '2026-03-28T22:59:59.999Z', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
    ['2026-10-25', '2026-10-24T21:59:59.999Z', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
  ])('covers the whole day on which the clock changes, %s', (...at) => {
    const [day, before, first, last] = at
    const one = dates(period(day, day))
    const after = new Date(new Date(last).getTime() + 1)
    const all = [new Date(before), new Date(first), new Date(last), after]
    expect(all.map((now) => subscriptionOf(one, now))).toEqual(['inactive', 'premium', 'premium', 'inactive'])
  })

  test.each([
    // Beyond the date line it is another day.
    ['Pacific/Kiritimati', '2026-06-01T09:59:59.999Z', '2026-06-01T10:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-06-02T10:59:59.999Z', '2026-06-02T11:00:00.000Z'],
    ['Asia/Kathmandu', '2026-06-01T18:14:59.999Z', '2026-06-01T18:15:00.000Z'],
  ])('ends with the day in %s', (timezone, last, next) => {
    const until = { ...dates(period('2026-03-01', '2026-06-01')), timezone }
    expect(subscriptionOf(until, new Date(last))).toBe('premium')
    expect(subscriptionOf(until, new Date(next))).toBe('inactive')
  })

  test('starts at one o’clock on a day whose midnight the clock skips', () => {
    const chile = { ...dates(period('2026-09-06', '2026-09-06')), timezone: 'America/Santiago' }
    expect(subscriptionOf(chile, new Date('2026-09-06T03:59:59.999Z'))).toBe('inactive')
    expect(subscriptionOf(chile, new Date('2026-09-06T04:00:00.000Z'))).toBe('premium')
  })
})

describe('the dates of a workspace', () => {
  test.each([
    [
      'in the trial: the trial',
      dates(period('2026-03-01', '2026-04-01')),
      '2026-01-15',
      '2026-01-01',
      '2026-01-31',
    ],
    [
      'in a period: the period',
      dates(period('2026-01-10', '2026-01-20')),
      '2026-01-15',
      '2026-01-10',
      '2026-01-20',
    ],
    [
      'in one of several that overlap or follow each other: all of them',
      dates(
        period('2026-05-01', '2026-06-30'),
        period('2026-02-01', '2026-03-31'),
        period('2026-03-15', '2026-04-30'),
      ),
      '2026-04-01',
      '2026-02-01',
      '2026-06-30',
    ],
    [
      'in a period within a longer one: the longer one',
      dates(period('2026-02-01', '2026-12-31'), period('2026-03-01', '2026-03-31')),
      '2026-03-15',
      '2026-02-01',
      '2026-12-31',
    ],
    [
      'with a gap behind today: what ends before it',
      dates(period('2026-02-01', '2026-02-10'), period('2026-02-12', '2026-02-20')),
      '2026-02-05',
      '2026-02-01',
      '2026-02-10',
    ],
    [
      'in a gap: what ended last',
      dates(period('2026-02-01', '2026-02-10'), period('2026-02-12', '2026-02-20')),
      '2026-02-11',
      '2026-02-01',
      '2026-02-10',
    ],
    [
      'in the trial, with a period that follows it: until the end of that',
      dates(period('2026-02-01', '2026-02-28')),
      '2026-01-15',
      '2026-01-01',
      '2026-02-28',
    ],
    ['after the trial: the trial', dates(), '2026-05-01', '2026-01-01', '2026-01-31'],
  ])('%s', (_, given, ...[day, startsOn, endsOn]) => {
    expect(termOf(given, noon(day))).toEqual({ startsOn, endsOn })
  })
})

describe('the end', () => {
  test.each([
    ['is that of the trial', dates(), '2026-01-15', '2026-01-31'],
    [
      'is that of a period which follows the trial',
      dates(period('2026-02-01', '2026-02-28')),
      '2026-01-15',
      '2026-02-28',
    ],
    [
      'is the trial’s where a period ends in it',
      dates(period('2026-01-02', '2026-01-10')),
      '2026-01-05',
      '2026-01-31',
    ],
    ['is the last day before a gap', dates(period('2026-02-02', '2026-02-28')), '2026-01-15', '2026-01-31'],
    ['is none where today is not covered', dates(period('2026-03-01', '2026-03-31')), '2026-02-15', null],
    ['is today on the last day', dates(), '2026-01-31', '2026-01-31'],
  ])('%s', (_, given, day, end) => {
    expect(endOf(given, noon(day))).toBe(end)
  })
})

describe('the seats', () => {
  const seats = (day: string, ...periods: Period[]) => seatsOf(dates(...periods), noon(day))

  test('come from the period that covers today, and are unlimited without one', () => {
    const five = period('2026-02-01', '2026-02-28', 5)
    expect([seats('2026-02-28', five), seats('2026-03-01', five)]).toEqual([5, null])
  })

  test('are the most of several periods, and unlimited if one has no limit', () => {
    const five = period('2026-02-01', '2026-02-28', 5)
    const nine = period('2026-02-10', '2026-02-20', 9)
    expect(seats('2026-02-15', five, nine)).toBe(9)
    expect(seats('2026-02-25', five, nine)).toBe(5)
    expect(seats('2026-02-15', five, period('2026-02-15', '2026-02-15'))).toBeNull()
  })
})
