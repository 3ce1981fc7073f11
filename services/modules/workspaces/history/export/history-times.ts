const LOCALES = { de: 'de-DE', en: 'en-GB' } as const
type Language = keyof typeof LOCALES

const formats = new Map<string, Intl.DateTimeFormat>()

const kept = (key: string, create: () => Intl.DateTimeFormat): Intl.DateTimeFormat => {
  const known = formats.get(key)
  if (known) return known
  const format = create()
  formats.set(key, format)
  return format
}

const wallClock = (timezone: string): Intl.DateTimeFormat =>
  kept(
    timezone,
    () =>
      new Intl.DateTimeFormat('en-GB', {
        timeZone: timezone,
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
        hourCycle: 'h23',
      }),
  )

/** The time on the clocks of the zone, as spreadsheets of every language read it: `2026-11-23 06:55:03`. */
export const sortableTime = (timezone: string, at: string): string => {
  const parts = Object.fromEntries(
    wallClock(timezone)
      .formatToParts(new Date(at))
      .map(({ type, value }) => [type, value]),
  )
  const { year, month, day, hour, minute, second } = parts
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`
}

/** For people, with the name of the zone at that time: `23.11.2026, 06:55:03 MEZ`. */
export const readableTime = (language: Language, timezone: string, at: string): string =>
  kept(
    `${language} ${timezone}`,
    () =>
      new Intl.DateTimeFormat(LOCALES[language], {
        timeZone: timezone,
        year: 'numeric',
        month: language === 'de' ? '2-digit' : 'short',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
        timeZoneName: 'short',
      }),
  ).format(new Date(at))

/** A day, written YYYY-MM-DD, for people. */
export const dayIn = (language: Language, day: string): string =>
  kept(
    `${language} day`,
    () =>
      new Intl.DateTimeFormat(LOCALES[language], {
        timeZone: 'UTC',
        year: 'numeric',
        month: language === 'de' ? '2-digit' : 'short',
        day: '2-digit',
      }),
  ).format(new Date(`${day}T00:00:00Z`))
