import type { Subscription } from './workspaces.ts'

/** A subscription follows from dates and is never stored, so that no late job can extend it. */

const formats = new Map<string, Intl.DateTimeFormat>()
/** Of each zone the last minute that was asked for: formatting is slow, and no date begins within a minute. */
const last = new Map<string, { readonly minute: number; readonly date: string }>()

/** Today's date in a time zone, YYYY-MM-DD. Throws RangeError for an unknown zone. */
export const dateIn = (timezone: string, now: Date): string => {
  const minute = Math.floor(now.getTime() / 60_000)
  const known = last.get(timezone)
  if (known?.minute === minute) return known.date
  let format = formats.get(timezone)
  if (!format) formats.set(timezone, (format = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone })))
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

/** Whether this is the name of a zone; bare offsets such as `+01` are none. */
export const isTimezone = (name: string): boolean => {
  if (/^[+-]/.test(name)) return false
  try {
    return dateIn(name, new Date(0)) !== ''
  } catch {
    return false
  }
}

/** A trial counts to the end of its last day where the workspace is. */
export const subscriptionOf = (
  { timezone, trialEndsOn }: { readonly timezone: string; readonly trialEndsOn: string },
  now: Date,
): Subscription => (dateIn(timezone, now) <= trialEndsOn ? 'trial' : 'inactive')
