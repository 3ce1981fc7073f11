const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (timezone: string): Intl.DateTimeFormat => {
  const known = formats.get(timezone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  })
  formats.set(timezone, format)
  return format
}

/** ISO 8601 with the offset that the zone has at that time: `2026-11-23T06:55:03+01:00`. */
export const timeIn = (timezone: string, at: string): string => {
  const parts = Object.fromEntries(
    formatOf(timezone)
      .formatToParts(new Date(at))
      .map(({ type, value }) => [type, value]),
  )
  const { year, month, day, hour, minute, second, timeZoneName } = parts
  const offset = timeZoneName!.replace('GMT', '') || '+00:00'
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`
}
