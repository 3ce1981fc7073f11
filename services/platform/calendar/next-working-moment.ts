import type { WorkingHours } from '#contract/workspaces/approving/working-hours.ts'
import { momentIn } from '#contract/workspaces/days.ts'
import { addDays, dateIn } from '#contract/workspaces/subscription/subscription.ts'

export type Calendar = Pick<WorkingHours, 'days' | 'from' | 'until'> & {
  readonly timezone: string
  /** Whether nobody works on this day, YYYY-MM-DD. */
  readonly isHoliday: (date: string) => boolean
}

/** No calendar has so many days without work in a row. */
const MOST_DAYS_OFF = 366

const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay() || 7

/** The first moment from `at` on that lies in the working hours: `at` itself if it does. */
export const nextWorkingMoment = (at: Date, { days, from, until, timezone, isHoliday }: Calendar): Date => {
  const first = dateIn(timezone, at)
  for (let ahead = 0; ahead <= MOST_DAYS_OFF; ahead += 1) {
    const date = addDays(first, ahead)
    if (!days.includes(weekdayOf(date)) || isHoliday(date)) continue
    if (at >= momentIn(date, until, timezone)) continue
    const start = momentIn(date, from, timezone)
    return at > start ? at : start
  }
  return at
}

/** Whether a moment lies in the working hours. */
export const isWorkingMoment = (at: Date, calendar: Calendar): boolean =>
  nextWorkingMoment(at, calendar).getTime() === at.getTime()
