import type { Subscription } from './workspaces.ts'

/** A subscription follows from dates and is never stored, so that no late job can extend it. */

/** There are some 600 names; a zone may be spelled in many more ways. */
const MOST_ZONES = 1_000
const formats = new Map<string, Intl.DateTimeFormat>()
/** Of each zone the last minute that was asked for: formatting is slow, and no date begins within a minute. */
const last = new Map<string, { readonly minute: number; readonly date: string }>()

/** Today's date in a time zone, YYYY-MM-DD. Throws RangeError for an unknown zone. */
export const dateIn = (timezone: string, now: Date): string => {
  const minute = Math.floor(now.getTime() / 60_000)
  const known = last.get(timezone)
  if (known?.minute === minute) return known.date
  const format = formats.get(timezone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: timezone })
  if (formats.size >= MOST_ZONES) for (const kept of [formats, last]) kept.clear()
  formats.set(timezone, format)
  const date = format.format(now)
  last.set(timezone, { minute, date })
  return date
}

/** `date` (YYYY-MM-DD) and so many days more. */
export const addDays = (date: string, days: number): string => {
  const later = new Date(`${date}T00:00:00Z`)
  later.setUTCDate(later.getUTCDate() + days)
  return later.toISOString().slice(0, 10)
}

/** From one day to another one, both YYYY-MM-DD. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)

/** Whether this is the name of a zone; bare offsets such as `+01` are none. */
export const isTimezone = (name: string): boolean => {
  if (/^[+-]/.test(name)) return false
  try {
    return dateIn(name, new Date(0)) !== ''
  } catch {
    return false
  }
}

/** `date` so many years later; 29 February becomes 1 March where there is none. */
export const addYears = (date: string, years: number): string => {
  const later = new Date(`${date}T00:00:00Z`)
  later.setUTCFullYear(later.getUTCFullYear() + years)
  return later.toISOString().slice(0, 10)
}

/** First and last day, YYYY-MM-DD, both inclusive, where the workspace is. */
export type Stretch = { readonly startsOn: string; readonly endsOn: string }
/** What a workspace was given; `seats`: how many people it may have, null: any number. */
export type Period = Stretch & { readonly seats: number | null }
/** What a subscription follows from. The days of all periods together count, however they overlap. */
export type Dates = {
  readonly timezone: string
  readonly trialStartsOn: string
  readonly trialEndsOn: string
  readonly periods: readonly Period[]
}

const covers = ({ startsOn, endsOn }: Stretch, day: string): boolean => startsOn <= day && day <= endsOn

/** Days that overlap or follow each other are one stretch; earliest first. */
const joinedUp = (stretches: readonly Stretch[]): readonly Stretch[] => {
  const whole: Stretch[] = []
  for (const { startsOn, endsOn } of stretches.toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1))) {
    const before = whole.at(-1)
    if (!before || startsOn > addDays(before.endsOn, 1)) whole.push({ startsOn, endsOn })
    else if (endsOn > before.endsOn) whole.splice(-1, 1, { startsOn: before.startsOn, endsOn })
  }
  return whole
}

/** A day counts to its end where the workspace is, whatever the clock does on it. */
export const subscriptionOf = (dates: Dates, now: Date): Subscription => {
  const today = dateIn(dates.timezone, now)
  if (dates.periods.some((period) => covers(period, today))) return 'premium'
  return today <= dates.trialEndsOn ? 'trial' : 'inactive'
}

/** The last day until which it stays active without a break, its trial included; null for one that is inactive today. */
export const endOf = (dates: Dates, now: Date): string | null => {
  const today = dateIn(dates.timezone, now)
  const stretches = joinedUp([{ startsOn: '', endsOn: dates.trialEndsOn }, ...dates.periods])
  return stretches.find((stretch) => covers(stretch, today))?.endsOn ?? null
}

/** What a workspace says of its dates: the periods around today, else the trial and what follows it, else what ended last. */
export const termOf = (dates: Dates, now: Date): Stretch => {
  const today = dateIn(dates.timezone, now)
  const trial = { startsOn: dates.trialStartsOn, endsOn: dates.trialEndsOn }
  const given = joinedUp(dates.periods)
  const current = given.find((stretch) => covers(stretch, today))
  if (current) return current
  const end = endOf(dates, now)
  if (end !== null) return { ...trial, endsOn: end }
  return given
    .filter(({ endsOn }) => endsOn < today)
    .reduce((latest, next) => (next.endsOn > latest.endsOn ? next : latest), trial)
}

/** The seats of the most generous period that covers today; null where nothing limits them, as in the trial. */
export const seatsOf = (
  { timezone, periods }: Pick<Dates, 'timezone' | 'periods'>,
  now: Date,
): number | null => {
  const today = dateIn(timezone, now)
  const seats = periods.flatMap((period) => (covers(period, today) ? [period.seats ?? Infinity] : []))
  const most = Math.max(0, ...seats)
  return seats.length === 0 || most === Infinity ? null : most
}
