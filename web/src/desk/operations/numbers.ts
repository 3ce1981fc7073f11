import type { Language } from '#shared/texts/language.ts'

const LOCALES = { en: 'en-GB', de: 'de-DE' } as const satisfies Record<Language, string>
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Three significant digits: '812 kB', '1.24 GB'. */
export const formatBytes = (bytes: number, language: Language): string => {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1)
  return new Intl.NumberFormat(LOCALES[language], {
    style: 'unit',
    unit: UNITS[power]!,
    maximumSignificantDigits: 3,
  }).format(bytes / 1_000 ** power)
}

const STEPS = [
  [60, 'second'],
  [60, 'minute'],
  [24, 'hour'],
  [Infinity, 'day'],
] as const

/** A duration in the largest unit that is at least two. */
export const formatSeconds = (seconds: number, language: Language): string => {
  let value = seconds
  for (const [most, unit] of STEPS) {
    if (value < 2 * most)
      return new Intl.NumberFormat(LOCALES[language], { style: 'unit', unit, unitDisplay: 'long' }).format(
        Math.ceil(value),
      )
    value /= most
  }
  return ''
}

export const formatCount = (count: number, language: Language): string =>
  new Intl.NumberFormat(LOCALES[language]).format(count)

/** Whole percent, rounded down. */
export const formatShare = (share: number, language: Language): string =>
  new Intl.NumberFormat(LOCALES[language], { style: 'percent' }).format(Math.floor(share * 100) / 100)
