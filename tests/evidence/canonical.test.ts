import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalText } from '#contract/requests/signing.ts'

/** What our own code signs and hashes, beside a library for RFC 8785. */

test('the canonical text of any JSON is the one of RFC 8785', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5, stringUnit: 'binary' }), (value) => {
      expect(canonicalText(value)).toBe(canonicalize(value))
      expect(JSON.parse(canonicalText(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
    { numRuns: 500 },
  )
})

test('names are sorted by units of UTF-16, and those that look like numbers too', () => {
  const value = { '10': 1, '9': 2, é: 3, '\u{1F600}': 4, '\uFB33': 5, '': 6, __proto__x: 7, toJSON: 'text' }
  expect(canonicalText(value)).toBe(canonicalize(value))
  expect(canonicalText({ '10': 1, '9': 2 })).toBe('{"10":1,"9":2}')
})

test('what JSON leaves out is left out, and dates are as JSON has them', () => {
  const value = { at: new Date(0), none: undefined, list: [undefined, new Date(0)], bytes: Buffer.of(1) }
  expect(canonicalText(value)).toBe(canonicalize(value))
})

test.each([
  ['nothing', undefined],
  ['a function', () => 1],
  ['no number', { is: Number.NaN }],
  ['no end', [Number.POSITIVE_INFINITY]],
  ['half a sign', '\uD800'],
  ['half a sign as a name', { '\uDC00': 1 }],
  ['a large integer', 1n],
])('%s has no canonical text', (_, value) => {
  expect(() => canonicalText(value)).toThrow(TypeError)
})
