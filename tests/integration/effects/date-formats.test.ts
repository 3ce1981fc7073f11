import { expect, test, vi } from 'vitest'
import { dateFormat } from '#contract/date-formats.ts'

test('a format is made once for each language, zone and form', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  const at = new Date('2026-11-27T03:00:00Z')
  const show = (locale: string, timeZone: string) =>
    // As no other test of the same process shows a time.
    dateFormat(locale, { hour: 'numeric', fractionalSecondDigits: 2, timeZone }).format(at)
  for (let turn = 0; turn < 3; turn += 1) {
    show('de-DE', 'Europe/Berlin')
    show('en-GB', 'Europe/Berlin')
    expect(show('en-GB', 'Asia/Tokyo')).toMatch(/^12/)
  }
  expect(made).toHaveBeenCalledTimes(3)
  made.mockRestore()
})

test('an unknown zone is refused each time', () => {
  for (let turn = 0; turn < 2; turn += 1)
    expect(() => dateFormat('de-DE', { timeZone: 'Nowhere/At All' })).toThrow(RangeError)
})
