import { expect, test } from 'vitest'
import { HOLIDAY_REGIONS } from '#contract/workspaces/approving/holiday-regions.ts'
import { USUAL_HOURS } from '#contract/workspaces/approving/working-hours.ts'
import { calendarOf, holidaysOf } from './holidays.ts'
import { isWorkingMoment, nextWorkingMoment, type Calendar } from './next-working-moment.ts'

const HOUR = 3_600_000

const usual: Calendar = { ...USUAL_HOURS, timezone: 'Europe/Berlin', isHoliday: () => false }
const next = (at: string, calendar: Partial<Calendar> = {}) =>
  nextWorkingMoment(new Date(at), { ...usual, ...calendar }).toISOString()

test.each([
  ['in the hours it stays', '2026-03-03T10:15:30.123Z', '2026-03-03T10:15:30.123Z'],
  ['the first minute counts', '2026-03-03T07:00:00.000Z', '2026-03-03T07:00:00.000Z'],
  ['the end does not', '2026-03-03T17:00:00.000Z', '2026-03-04T07:00:00.000Z'],
  ['in the night it waits for the morning', '2026-03-03T02:00:00.000Z', '2026-03-03T07:00:00.000Z'],
  ['on a Friday evening for Monday', '2026-03-06T19:00:00.000Z', '2026-03-09T07:00:00.000Z'],
  ['over the change to summer time', '2026-03-28T12:00:00.000Z', '2026-03-30T06:00:00.000Z'],
  ['over the change to winter time', '2026-10-24T12:00:00.000Z', '2026-10-26T07:00:00.000Z'],
  ['on a leap day', '2028-02-29T03:00:00.000Z', '2028-02-29T07:00:00.000Z'],
  ['to a leap day', '2028-02-28T20:00:00.000Z', '2028-02-29T07:00:00.000Z'],
  ['from a leap day', '2028-02-29T20:00:00.000Z', '2028-03-01T07:00:00.000Z'],
])('%s', (_, at, then) => {
  expect(next(at)).toBe(then)
})

test('a day from midnight to midnight has 23 hours in March and 25 in October', () => {
  const sunday = { days: [7], from: '00:00', until: '24:00' }
  const hoursOf = (saturday: string) => {
    const from = new Date(next(saturday, sunday)).getTime()
    let at = from
    while (isWorkingMoment(new Date(at), { ...usual, ...sunday })) at += HOUR
    return (at - from) / HOUR
  }
  expect(hoursOf('2026-03-28T12:00:00Z')).toBe(23)
  expect(hoursOf('2026-10-24T12:00:00Z')).toBe(25)
  expect(hoursOf('2026-06-13T12:00:00Z')).toBe(24)
})

test('holidays are kept: Easter, and the days of a state but not of its neighbour', async () => {
  const bavaria = await calendarOf({
    timezone: 'Europe/Berlin',
    workingHours: { ...USUAL_HOURS, holidays: 'DE-BY' },
  })
  const berlin = { ...bavaria, isHoliday: await holidaysOf('DE-BE') }
  const after = (at: string, calendar: Calendar) => nextWorkingMoment(new Date(at), calendar).toISOString()
  expect(after('2026-04-02T18:00:00Z', bavaria)).toBe('2026-04-07T06:00:00.000Z')
  expect(after('2026-06-03T18:00:00Z', bavaria)).toBe('2026-06-05T06:00:00.000Z')
  expect(after('2026-06-03T18:00:00Z', berlin)).toBe('2026-06-04T06:00:00.000Z')
  expect(after('2026-12-24T18:00:00Z', berlin)).toBe('2026-12-28T07:00:00.000Z')
  expect(after('2026-12-31T18:00:00Z', bavaria)).toBe('2027-01-04T07:00:00.000Z')
})

test('without holidays nothing is kept', async () => {
  const { isHoliday } = await calendarOf({ timezone: 'Europe/Berlin', workingHours: null })
  expect(isHoliday('2026-12-25')).toBe(false)
})

test.each([
  ['Europe/Berlin', 'DE-BY'],
  ['America/New_York', 'US'],
  ['Asia/Tokyo', null],
] as const)(
  'at all times of the year around a leap day a moment moves into the hours, by the clock of %s',
  async (timezone, holidays) => {
    const calendar = await calendarOf({ timezone, workingHours: { ...USUAL_HOURS, holidays } })
    const clock = new Intl.DateTimeFormat('en-GB', {
      timeZone: timezone,
      weekday: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
    const shown = (at: Date) =>
      Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]))
    let before = new Date(0)
    for (let at = Date.UTC(2027, 6, 1); at < Date.UTC(2028, 9, 31); at += 5.1 * HOUR) {
      const moment = nextWorkingMoment(new Date(at), calendar)
      const { weekday, year, month, day, hour } = shown(moment)
      expect(weekday).not.toMatch(/^S/)
      expect(calendar.isHoliday(`${year}-${month}-${day}`)).toBe(false)
      expect(Number(hour)).toBeGreaterThanOrEqual(8)
      expect(Number(hour)).toBeLessThan(18)
      expect(moment.getTime()).toBeGreaterThanOrEqual(at)
      expect(moment.getTime()).toBeGreaterThanOrEqual(before.getTime())
      // It stays where it is.
      expect(isWorkingMoment(moment, calendar)).toBe(true)
      before = moment
    }
  },
)

test('the library knows the holidays of every region that can be chosen', async () => {
  for (const region of HOLIDAY_REGIONS) {
    const isHoliday = await holidaysOf(region)
    const days = Array.from({ length: 365 }, (_, at) => new Date(Date.UTC(2027, 0, 1 + at)))
    const kept = days.filter((day) => isHoliday(day.toISOString().slice(0, 10)))
    expect([region, kept.length >= (region === 'CH' ? 4 : 6)]).toEqual([region, true])
    expect([region, kept.length < 25]).toEqual([region, true])
  }
})
