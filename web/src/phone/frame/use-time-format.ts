import { useLanguage } from '../../shared/texts/language.ts'

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
