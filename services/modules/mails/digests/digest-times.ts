import { addDays, dateIn } from '#contract/workspaces/subscription/subscription.ts'
import { dateFormat } from '#contract/date-formats.ts'

export const DIGESTS = ['hourly', 'daily'] as const
export type DigestPeriod = (typeof DIGESTS)[number]

const HOUR_MS = 3_600_000
/** Of the morning, in the reader's time zone. */
const DAILY_HOUR = 7

/** How far the clocks of the zone are ahead of UTC at that time. */
const aheadMs = (timeZone: string, at: Date): number => {
  const shown = dateFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(at)
  return Date.parse(`${shown.replace(' ', 'T')}Z`) - Math.floor(at.getTime() / 1_000) * 1_000
}

const morningOf = (date: string, timeZone: string): Date => {
  const asUtc = Date.parse(`${date}T00:00:00Z`) + DAILY_HOUR * HOUR_MS
  return new Date(asUtc - aheadMs(timeZone, new Date(asUtc - aheadMs(timeZone, new Date(asUtc)))))
}

/** The end of the period that `at` is in: the next full hour, or the next 7 o'clock in the zone. Always later than `at`. */
export const digestAfter = (period: DigestPeriod, timeZone: string, at: Date): Date => {
  if (period === 'hourly') return new Date((Math.floor(at.getTime() / HOUR_MS) + 1) * HOUR_MS)
  const today = dateIn(timeZone, at)
  const morning = morningOf(today, timeZone)
  return morning > at ? morning : morningOf(addDays(today, 1), timeZone)
}
