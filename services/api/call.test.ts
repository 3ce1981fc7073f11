import { expect, test } from 'vitest'
import { languageOf } from './call.ts'

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['fr', 'en'],
  ['de', 'de'],
  ['DE-at', 'de'],
  ['de-DE, en', 'de'],
  ['fr, de;q=0.5', 'de'],
  ['en-US, de;q=0.9, en;q=0.8', 'en'],
  ['en;q=0.4, de;q=0.8', 'de'],
  ['de;q=0', 'en'],
  [';;q=", -', 'en'],
])('Accept-Language %j means %s', (header, language) =>
  expect(languageOf({ 'accept-language': header })).toBe(language),
)
