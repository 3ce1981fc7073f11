import { useLanguage } from '#shared/texts/language.ts'
import { frameTexts } from './frame-texts.ts'

const locales = { de: 'de-DE', en: 'en-GB' }

/** Formats a time in milliseconds as the time of day in the reader's language: 14:32. */
export const useClockTime = (): ((moment: number) => string) => {
  const format = new Intl.DateTimeFormat(locales[useLanguage()], { hour: '2-digit', minute: '2-digit' })
  return (moment) => format.format(moment)
}

/** Formats an ISO time as the time of day to the second: 14:32:09. */
export const useTimeWithSeconds = (): ((isoTime: string) => string) => {
  const format = new Intl.DateTimeFormat(locales[useLanguage()], { timeStyle: 'medium' })
  return (isoTime) => format.format(Date.parse(isoTime))
}

/** Formats an ISO time as day and time in the reader's language and time zone: 01.03.2026, 14:32 MEZ. */
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
/** Adds the year unless it is the current one. */
const yearOf = (moment: Date): Pick<Intl.DateTimeFormatOptions, 'year'> =>
  moment.getFullYear() === new Date().getFullYear() ? {} : { year: 'numeric' }

/** Formats an ISO time as the time of day if it is today, else as the day. */
export const useDayOrTime = (): ((isoTime: string) => string) => {
  const locale = locales[useLanguage()]
  return (isoTime) => {
    const moment = new Date(isoTime)
    const day = { day: 'numeric', month: 'short', ...yearOf(moment) } as const
    return moment.toLocaleString(locale, isToday(moment) ? { timeStyle: 'short' } : day)
  }
}

/** Formats a time in milliseconds as the time of day, with its day unless that is today. */
export const useAsOfTime = (): ((moment: number) => string) => {
  const clockTime = useClockTime()
  const dayOrTime = useDayOrTime()
  return (moment) => {
    const short = dayOrTime(new Date(moment).toISOString())
    return isToday(new Date(moment)) ? short : `${short}, ${clockTime(moment)}`
  }
}

/** Formats the day of an ISO time as a heading: Today, Friday 20 November. */
export const useDayName = (): ((isoTime: string) => string) => {
  const { today } = frameTexts.use()
  const locale = locales[useLanguage()]
  return (isoTime) => {
    const moment = new Date(isoTime)
    const day = { weekday: 'long', day: 'numeric', month: 'long', ...yearOf(moment) } as const
    return isToday(moment) ? today : moment.toLocaleDateString(locale, day)
  }
}
