import { expect, test } from 'vitest'
import { formatBytes, formatSeconds, formatShare } from './numbers.ts'

test.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [81_920, '81.9 kB'],
  [1_234_567_890, '1.23 GB'],
])('%i bytes are said so that they can be compared: %s', (bytes, words) => {
  expect(formatBytes(bytes, 'en')).toBe(words)
})

test.each([
  [1, '1 second'],
  [119, '119 seconds'],
  [121, '3 minutes'],
  [7_201, '3 hours'],
  [400_000, '5 days'],
])('%i seconds that are left are said in a unit that fits: %s', (seconds, words) => {
  expect(formatSeconds(seconds, 'en')).toBe(words)
})

test('what is not done is never said to be 100 %', () => {
  expect([0, 0.999, 1].map((share) => formatShare(share, 'en'))).toEqual(['0%', '99%', '100%'])
})
