import { expect, test } from 'vitest'
import { auditTexts } from './audit-texts.ts'

test.each([
  ['en', '50 of more than 10,000 entries'],
  ['de', '50 von mehr als 10.000 Einträgen'],
] as const)('what is not counted to its end is more than what was counted: %s', (language, words) => {
  expect(auditTexts.languages[language].shownOfMore(50, 10_000)).toBe(words)
})
