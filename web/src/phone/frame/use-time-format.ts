import { useLanguage } from '#shared/texts/language.ts'
import { frameTexts } from './frame-texts.ts'

const locales = { de: 'de-DE', en: 'en-GB' }

/** Formats a moment (milliseconds) as the time of day in the reader's language: 14:32. */
export const useClockTime = (): ((moment: number) => string) => {
  const format = new Intl.DateTimeFormat(locales[useLanguage()], { hour: '2-digit', minute: '2-digit' })
  return (moment) => format.format(moment)
}

/** Formats an ISO time as the time of day to the second: 14:32:09. */
export const useTimeWithSeconds = (): ((isoTime: string) => string) => {
  const format = new Intl.DateTimeFormat(locales[useLanguage()], { timeStyle: 'medium' })
  return (isoTime) => format.format(Date.parse(isoTime))
}

/** Formats an ISO time as day and time in the reader's language and zone, named: 01.03.2026, 14:32 MEZ. */
export const useDayAndTime = (): ((isoTime: string) => string) => {
  const format = new Intl.DateTimeFormat(locales[useLanguage()], {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  return (isoTime) => format.format(Date.parse(isoTime))
}

const isToday = (moment: Date): boolean => moment.toDateString() === new Date().toDateString()
/** The year stands where it is not this one. */
const yearOf = (moment: Date): Pick<Intl.DateTimeFormatOptions, 'year'> =>
  moment.getFullYear() === new Date().getFullYear() ? {} : { year: 'numeric' }

/** Formats an ISO time for a row: the time of day where it is today's, else the day. */
export const useDayOrTime = (): ((isoTime: string) => string) => {
  const locale = locales[useLanguage()]
  return (isoTime) => {
    const moment = new Date(isoTime)
    const day = { day: 'numeric', month: 'short', ...yearOf(moment) } as const
    return moment.toLocaleString(locale, isToday(moment) ? { timeStyle: 'short' } : day)
  }
}

/** Formats a moment (milliseconds) as time of day, with its day where that is not today. */
export const useAsOfTime = (): ((moment: number) => string) => {
  const clockTime = useClockTime()
  const dayOrTime = useDayOrTime()
  return (moment) => {
    const words = dayOrTime(new Date(moment).toISOString())
    return isToday(new Date(moment)) ? words : `${words}, ${clockTime(moment)}`
  }
}

/** Names the day of an ISO time, above what happened on it: today, Friday 20 November. */
export const useDayName = (): ((isoTime: string) => string) => {
  const { today } = frameTexts.use()
  const locale = locales[useLanguage()]
  return (isoTime) => {
    const moment = new Date(isoTime)
    const day = { weekday: 'long', day: 'numeric', month: 'long', ...yearOf(moment) } as const
    return isToday(moment) ? today : moment.toLocaleDateString(locale, day)
  }
}
