import type { Language } from './language.ts'

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' }

const formatter = (language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  try {
    return new Intl.DateTimeFormat(LOCALES[language], options)
  } catch {
    return new Intl.DateTimeFormat(LOCALES[language], { ...options, timeZone: 'UTC', timeZoneName: 'short' })
  }
}

/** Formats an ISO time as date and time in `timeZone`. Falls back to UTC, with a label, if the browser does not know the zone. */
export const formatTime = (iso: string, language: Language, timeZone: string): string =>
  formatter(language, {
    timeZone,
    day: '2-digit',
    month: language === 'de' ? '2-digit' : 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).format(new Date(iso))

/** Like `formatTime`, without seconds. */
export const formatMinute = (iso: string, language: Language, timeZone: string): string =>
  formatter(language, {
    timeZone,
    day: '2-digit',
    month: language === 'de' ? '2-digit' : 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(iso))

/** Hour and minute. */
export const formatTimeOfDay = (iso: string, language: Language, timeZone: string): string =>
  formatter(language, { timeZone, hour: '2-digit', minute: '2-digit' }).format(new Date(iso))

/** For rows of a list: without the current year. */
export const formatRowTime = (iso: string, language: Language, timeZone: string, now: Date): string => {
  const year = formatter(language, { timeZone, year: 'numeric' })
  return formatter(language, {
    timeZone,
    day: '2-digit',
    month: language === 'de' ? '2-digit' : 'short',
    ...(year.format(new Date(iso)) === year.format(now) ? {} : { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).format(new Date(iso))
}

/** The day of an ISO time in `timeZone`. */
export const formatDay = (iso: string, language: Language, timeZone: string): string =>
  formatter(language, {
    timeZone,
    day: '2-digit',
    month: language === 'de' ? '2-digit' : 'short',
    year: 'numeric',
  }).format(new Date(iso))

/** A date without a time (YYYY-MM-DD). */
export const formatDate = (date: string, language: Language): string =>
  formatter(language, {
    timeZone: 'UTC',
    day: '2-digit',
    month: language === 'de' ? '2-digit' : 'short',
    year: 'numeric',
  }).format(new Date(`${date}T00:00:00Z`))

/** '5 minutes ago', 'vor 3 Stunden'. */
export const formatAgo = (minutes: number, language: Language): string => {
  const format = new Intl.RelativeTimeFormat(LOCALES[language])
  if (minutes < 60) return format.format(-minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? format.format(-hours, 'hour') : format.format(-Math.floor(hours / 24), 'day')
}
