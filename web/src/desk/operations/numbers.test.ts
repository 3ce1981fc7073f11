import { expect, test } from 'vitest'
import { formatBytes, formatSeconds, formatShare } from './numbers.ts'

test.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [81_920, '81.9 kB'],
  [1_234_567_890, '1.23 GB'],
])('%i bytes are %s', (bytes, words) => {
  expect(formatBytes(bytes, 'en')).toBe(words)
})

test.each([
  [1, '1 second'],
  [119, '119 seconds'],
  [121, '3 minutes'],
  [7_201, '3 hours'],
  [400_000, '5 days'],
])('%i remaining seconds are %s', (seconds, words) => {
  expect(formatSeconds(seconds, 'en')).toBe(words)
})

test('rounds down, so that only a finished build is at 100 %', () => {
  expect([0, 0.999, 1].map((share) => formatShare(share, 'en'))).toEqual(['0%', '99%', '100%'])
})
