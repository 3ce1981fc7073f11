import type { HOLIDAY_REGIONS } from '#contract/workspaces/approving/holiday-regions.ts'
import { USUAL_HOURS, type WorkingHours } from '#contract/workspaces/approving/working-hours.ts'
import { addDays } from '#contract/workspaces/subscription/subscription.ts'
import type { Calendar } from './next-working-moment.ts'

export type Region = (typeof HOLIDAY_REGIONS)[number]

const DAY_MS = 86_400_000

/** The days of one region and year, by `DE-BY 2028`: few regions, and finding them takes some milliseconds. */
const known = new Map<string, ReadonlySet<string>>()

/** Whether a day is a public holiday in the region. */
export const holidaysOf = async (region: Region): Promise<Calendar['isHoliday']> => {
  // Takes 0.2 s and 40 MB to load, and most workspaces keep no holidays.
  const { default: Holidays } = await import('date-holidays')
  const [country = '', state = ''] = region.split('-')
  const find = (year: string): ReadonlySet<string> => {
    const holidays = new Holidays(country, state, { types: ['public'] })
    return new Set(
      holidays.getHolidays(Number(year)).flatMap(({ date, start, end }) => {
        const length = Math.round((end.getTime() - start.getTime()) / DAY_MS)
        return Array.from({ length }, (_, day) => addDays(date.slice(0, 10), day))
      }),
    )
  }
  return (date) => {
    const key = `${region} ${date.slice(0, 4)}`
    const days = known.get(key) ?? find(date.slice(0, 4))
    known.set(key, days)
    return days.has(date)
  }
}

/** The working hours of a workspace with its holidays. */
export const calendarOf = async (workspace: {
  readonly timezone: string
  readonly workingHours: WorkingHours | null
}): Promise<Calendar> => {
  const { holidays, ...hours } = workspace.workingHours ?? USUAL_HOURS
  const isHoliday = holidays === null ? () => false : await holidaysOf(holidays)
  return { ...hours, timezone: workspace.timezone, isHoliday }
}
