const MOST = 1_000
const formats = new Map<string, Intl.DateTimeFormat>()

/** A format of dates, kept: making one takes a hundred times as long as using it. */
export const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = `${locale} ${JSON.stringify(options)}`
  const known = formats.get(key)
  if (known) return known
  const format = new Intl.DateTimeFormat(locale, options)
  // Time zones have many spellings.
  if (formats.size >= MOST) formats.clear()
  formats.set(key, format)
  return format
}
