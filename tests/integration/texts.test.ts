import { runInNewContext } from 'node:vm'
import type { TSchema } from 'typebox'
import { describe, expect, test } from 'vitest'
import { Email, Line, Search, Text } from '#contract/common.ts'

const patternOf = (schema: TSchema) => String((schema as { pattern?: unknown }).pattern)

describe('a line', () => {
  const matches = (min: number, text: string) => new RegExp(patternOf(Line(min, 80)), 'u').test(text)

  test('needs as many characters as it says between its blanks', () => {
    for (const text of ['a', ' a', 'a ', 'ab', 'a b', ' a b '.repeat(3)]) expect(matches(1, text)).toBe(true)
    for (const text of ['', ' ', '\t\n']) expect(matches(1, text)).toBe(false)
    for (const text of ['abc', ' a b ', 'a b']) expect(matches(3, text)).toBe(true)
    for (const text of ['ab', 'a ', '  a  ', ' ab ']) expect(matches(3, text)).toBe(false)
  })

  test('is one, and holds no control character and no half of a surrogate pair', () => {
    for (const bad of ['\n', '\0', '\u007f', '\ud800', '\udc00'])
      for (const text of [`a${bad}b`, `a b${bad}c d`]) expect(matches(1, text)).toBe(false)
    expect(matches(1, '💥')).toBe(true)
  })

  test('has something to be seen, at both of its ends', () => {
    for (const text of ['\u200b\u200b\u200b', '\u202ea\u202c', ' \u2066ab\u2069 '])
      expect(matches(3, text)).toBe(false)
    for (const text of ['\u202d+49 30\u202c', '🏴\u{e0067}\u{e007f} a']) expect(matches(3, text)).toBe(true)
  })
})

/** Looked at again from each of its characters, such a text would keep a process busy for minutes. */
test.each(
  Object.entries({
    Email,
    'Line of 1': Line(1, 9),
    'Line of 3': Line(3, 9),
    Text: Text(9),
    Search: Search(9),
  }),
)('%s refuses a long text in one go', (_, schema) => {
  const long = (part: string) => part.repeat(500_000)
  const texts = [
    `a${long('  ')}\0`,
    `${long(' ')}a${long(' ')}\0`,
    `${long('a')}${long(' ')}\0`,
    `${long('a ')}\0`,
    `a@${long('a')}.\0`,
    `a@${long('a-')}\0`,
    `a@${long('a.')}\0`,
  ]
  const source = 'texts.some((text) => new RegExp(pattern, "u").test(text))'
  expect(runInNewContext(source, { texts, pattern: patternOf(schema) }, { timeout: 20_000 })).toBe(false)
})
