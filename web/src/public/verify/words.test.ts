import { expect, test } from 'vitest'
import { NOT_PROVED, REASONS } from '#contract/beleg/verdict.ts'
import { belegWords, faultWords, words } from './all-words.ts'
import { byLanguage } from './in-language.ts'
import type { BelegFault, Refusal } from './outcome.ts'
import { reasonOf } from './show-outcome.ts'

const LANGUAGES = ['de', 'en'] as const

type Texts = string | readonly Texts[] | { readonly [name: string]: Texts }

/** Each text of a table, with its path. */
const textsIn = (table: Texts, path = ''): readonly (readonly [string, string])[] =>
  typeof table === 'string'
    ? [[path, table]]
    : Object.entries(table).flatMap(([name, part]) => textsIn(part, `${path} ${name}`))

const tables = LANGUAGES.map((language) =>
  textsIn({ words: words[language], beleg: belegWords[language], faults: faultWords[language] }),
)

/** Names of the wire have a hyphen in their middle and no capital. */
const CODES = [
  ...REASONS,
  ...NOT_PROVED,
  ...Object.keys(faultWords.en.faults),
  ...Object.keys(faultWords.en.evidence),
].filter((code) => code.includes('-'))

test('each text of the page is there in both languages, fills in the same, and names nothing as the wire does', () => {
  const [german, english] = tables
  expect(german!.map(([path]) => path)).toEqual(english!.map(([path]) => path))
  const filledIn = (text: string) => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name)
  for (const [at, [path, text]] of german!.entries()) {
    const other = english![at]![1]
    expect([path, new Set(filledIn(text))]).toEqual([path, new Set(filledIn(other))])
    for (const one of [text, other]) {
      expect([path, one.trim()]).toEqual([path, expect.stringMatching(/./)])
      expect([path, CODES.filter((code) => one.includes(code))]).toEqual([path, []])
    }
  }
})

const refusals: readonly Refusal[] = [
  ...REASONS.filter((code) => code !== 'no-anchor' && code !== 'unknown-algorithm').map((code) => ({
    code: 'beleg' as const,
    reason: (code.startsWith('stamp-') ? 'time-stamp' : code) as BelegFault,
  })),
  ...Object.keys(faultWords.en.faults)
    .filter((code) => code !== 'signature')
    .map((code) => ({
      code: code as 'count',
      given: { above: 4, keyId: 'ab', earlier: 'cd', signed: 2, entries: 1, why: 'other-text' },
    })),
  ...Object.keys(faultWords.en.evidence).map((evidence) => ({
    code: 'signature' as const,
    evidence: evidence as 'none',
    given: { origin: 'https://x.example' },
  })),
]

test.each(LANGUAGES)('whatever is wrong with a file is a whole sentence: %s', (language) => {
  for (const refusal of refusals)
    for (const sequence of [7, null]) {
      const said = reasonOf(refusal, sequence, language)
      expect([refusal, said]).toEqual([refusal, expect.stringMatching(/^[A-ZÄÖÜ\d].*[^:{}\s][.]$/s)])
      expect([refusal, said]).toEqual([
        refusal,
        expect.not.stringMatching(/undefined|[{}]|: [.]|\b\w+-text\b/),
      ])
    }
})

test('a table of both languages becomes one of each', () =>
  expect(byLanguage({ a: ['eins', 'one'], b: [['x'], ['y']] })).toEqual({
    de: { a: 'eins', b: ['x'] },
    en: { a: 'one', b: ['y'] },
  }))
