/** By zone: making one takes much longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

const offsetAt = (moment: Date, timeZone: string): string => {
  try {
    const format =
      formats.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    formats.set(timeZone, format)
    const parts = format.formatToParts(moment)
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
    return /[+-]\d\d:\d\d/.exec(name)?.[0] ?? 'Z'
  } catch {
    return 'Z'
  }
}

/** What a clock in `timeZone` shows as this day (YYYY-MM-DD) and time (HH:MM, up to 24:00). Falls back to UTC for an unknown zone. */
export const momentIn = (day: string, time: string, timeZone: string): Date => {
  const first = new Date(`${day}T${time}:00${offsetAt(new Date(`${day}T${time}:00Z`), timeZone)}`)
  return new Date(`${day}T${time}:00${offsetAt(first, timeZone)}`)
}

/** The start of a day as an ISO time. */
export const startOfDay = (day: string, timeZone: string): string =>
  momentIn(day, '00:00', timeZone).toISOString()

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

/** The last millisecond of a day. */
export const endOfDay = (day: string, timeZone: string): string =>
  new Date(Date.parse(startOfDay(dayAfter(day), timeZone)) - 1).toISOString()

/** The day of an ISO time in `timeZone`, YYYY-MM-DD. */
export const dayOf = (iso: string, timeZone: string): string => {
  try {
    return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date(iso))
  } catch {
    return iso.slice(0, 10)
  }
}
