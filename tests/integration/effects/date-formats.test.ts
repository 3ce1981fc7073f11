import { expect, test, vi } from 'vitest'
import { dateFormat } from '#contract/date-formats.ts'

test('a format is made once for each language, zone and form', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  const at = new Date('2026-11-27T03:00:00Z')
  const show = (locale: string, timeZone: string) =>
    dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at)
  for (let turn = 0; turn < 3; turn += 1) {
    expect(show('de-DE', 'Europe/Berlin')).toBe('27.11.2026, 04:00')
    expect(show('en-GB', 'Europe/Berlin')).toBe('27 Nov 2026, 04:00')
    expect(show('en-GB', 'Asia/Tokyo')).toBe('27 Nov 2026, 12:00')
  }
  expect(made).toHaveBeenCalledTimes(3)
  made.mockRestore()
})

test('an unknown zone is refused each time', () => {
  for (let turn = 0; turn < 2; turn += 1)
    expect(() => dateFormat('de-DE', { timeZone: 'Nowhere/At All' })).toThrow(RangeError)
})
