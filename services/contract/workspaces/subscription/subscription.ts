import type { Subscription } from '../workspaces.ts'

/** The subscription is derived from dates and never stored, so that no late job can extend it. */

/** Bounds the caches: there are about 600 zones, but many spellings of each. */
const MAX_CACHED_ZONES = 1_000
const formats = new Map<string, Intl.DateTimeFormat>()
/** The latest date by zone. Formatting is slow, and dates change only at full minutes. */
const latestDates = new Map<string, { readonly minute: number; readonly date: string }>()

/** Today's date in a time zone, YYYY-MM-DD. Throws RangeError for an unknown zone. */
export const dateIn = (timezone: string, now: Date): string => {
  const minute = Math.floor(now.getTime() / 60_000)
  const known = latestDates.get(timezone)
  if (known?.minute === minute) return known.date
  const format = formats.get(timezone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: timezone })
  if (formats.size >= MAX_CACHED_ZONES) for (const cache of [formats, latestDates]) cache.clear()
  formats.set(timezone, format)
  const date = format.format(now)
  latestDates.set(timezone, { minute, date })
  return date
}

/** `date` plus `days`, YYYY-MM-DD. */
export const addDays = (date: string, days: number): string => {
  const later = new Date(`${date}T00:00:00Z`)
  later.setUTCDate(later.getUTCDate() + days)
  return later.toISOString().slice(0, 10)
}

/** Number of days between two dates, YYYY-MM-DD. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)

/** Whether this is the name of a time zone. Offsets such as `+01` are not. */
export const isTimezone = (name: string): boolean => {
  if (/^[+-]/.test(name)) return false
  try {
    return dateIn(name, new Date(0)) !== ''
  } catch {
    return false
  }
}

/** The time zone that a browser proposes. One that this program does not know keeps nobody out. */
export const zoneOf = ({ timeZone }: { readonly timeZone?: string }): string | undefined =>
  timeZone !== undefined && isTimezone(timeZone) ? timeZone : undefined

/** `date` plus `years`, YYYY-MM-DD. 29 February becomes 1 March in other years. */
export const addYears = (date: string, years: number): string => {
  const later = new Date(`${date}T00:00:00Z`)
  later.setUTCFullYear(later.getUTCFullYear() + years)
  return later.toISOString().slice(0, 10)
}

/** YYYY-MM-DD, both inclusive, in the workspace's time zone. */
export type DateRange = { readonly startsOn: string; readonly endsOn: string }
/** `seats`: maximum number of people; null: unlimited. */
export type Period = DateRange & { readonly seats: number | null }
/** The dates that determine a subscription. Periods may overlap. */
export type Dates = {
  readonly timezone: string
  readonly trialStartsOn: string
  readonly trialEndsOn: string
  readonly periods: readonly Period[]
}

const covers = ({ startsOn, endsOn }: DateRange, day: string): boolean => startsOn <= day && day <= endsOn

/** Merges ranges that overlap or touch; earliest first. */
const merged = (ranges: readonly DateRange[]): readonly DateRange[] => {
  const result: DateRange[] = []
  for (const { startsOn, endsOn } of ranges.toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1))) {
    const previous = result.at(-1)
    if (!previous || startsOn > addDays(previous.endsOn, 1)) result.push({ startsOn, endsOn })
    else if (endsOn > previous.endsOn) result.splice(-1, 1, { startsOn: previous.startsOn, endsOn })
  }
  return result
}

/** The subscription on the current day in the workspace's time zone. */
export const subscriptionOf = (dates: Dates, now: Date): Subscription => {
  const today = dateIn(dates.timezone, now)
  if (dates.periods.some((period) => covers(period, today))) return 'premium'
  return today <= dates.trialEndsOn ? 'trial' : 'inactive'
}

/** The last day of activity without a gap, including the trial; null if inactive today. */
export const endOf = (dates: Dates, now: Date): string | null => {
  const today = dateIn(dates.timezone, now)
  const ranges = merged([{ startsOn: '', endsOn: dates.trialEndsOn }, ...dates.periods])
  return ranges.find((range) => covers(range, today))?.endsOn ?? null
}

/** The current periods without a gap, else the trial with the periods that follow it, else the last range that ended. */
export const termOf = (dates: Dates, now: Date): DateRange => {
  const today = dateIn(dates.timezone, now)
  const trial = { startsOn: dates.trialStartsOn, endsOn: dates.trialEndsOn }
  const ranges = merged(dates.periods)
  const current = ranges.find((range) => covers(range, today))
  if (current) return current
  const end = endOf(dates, now)
  if (end !== null) return { ...trial, endsOn: end }
  return ranges
    .filter(({ endsOn }) => endsOn < today)
    .reduce((latest, next) => (next.endsOn > latest.endsOn ? next : latest), trial)
}

/** The most seats of all periods that cover today; null: unlimited, as in the trial. */
export const seatsOf = (
  { timezone, periods }: Pick<Dates, 'timezone' | 'periods'>,
  now: Date,
): number | null => {
  const today = dateIn(timezone, now)
  const seats = periods.flatMap((period) => (covers(period, today) ? [period.seats ?? Infinity] : []))
  const most = Math.max(0, ...seats)
  return seats.length === 0 || most === Infinity ? null : most
}
