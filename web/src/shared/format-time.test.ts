import { expect, test } from 'vitest'
import { formatAgo } from './format-time.ts'

test.each([
  [1, 'en', '1 minute ago'],
  [59, 'de', 'vor 59 Minuten'],
  [60, 'en', '1 hour ago'],
  [47 * 60 + 59, 'de', 'vor 47 Stunden'],
  [48 * 60, 'en', '2 days ago'],
] as const)('%d minutes ago is, in %s, %j', (minutes, language, words) => {
  expect(formatAgo(minutes, language)).toBe(words)
})
