import { expect, test } from 'vitest'
import { errors } from '#contract/errors.ts'
import { germanErrors } from './german-errors.ts'
import { chooseLanguage } from './language.ts'
import { commonTexts } from './common.ts'
import type { Catalogue } from './create-texts.ts'

const modules = import.meta.glob<Record<string, Catalogue<unknown>>>('../../**/*texts.ts', { eager: true })
const catalogues: [string, Catalogue<unknown>][] = [
  ['common', commonTexts],
  ...Object.entries(modules).flatMap(([path, module]) =>
    Object.values(module)
      .filter((found) => found?.languages)
      .map((found): [string, Catalogue<unknown>] => [path, found]),
  ),
]

/** Every text by its path; one with values is called with marks, to see that it uses them. */
const flatten = (texts: unknown, path = ''): [string, string][] => {
  if (typeof texts === 'string') return [[path, texts]]
  if (typeof texts === 'function') return [[path, String(texts('mark', 'mark', 'mark'))]]
  return Object.entries(texts as object).flatMap(([key, value]) => flatten(value, `${path}.${key}`))
}

test.each(catalogues)('every text of %s stands in both languages', (_, { languages }) => {
  const en = flatten(languages.en)
  const de = flatten(languages.de)
  expect(de.map(([key]) => key)).toEqual(en.map(([key]) => key))
  expect([...en, ...de].filter(([, text]) => text.trim() === '')).toEqual([])
})

test('every error of the contract has a German text', () => {
  expect(Object.keys(germanErrors).sort()).toEqual(Object.keys(errors).sort())
})

test('the texts of the specification stand verbatim', () => {
  const { invalid, unexpected, checkYourEmail } = commonTexts.languages.en
  expect(unexpected).toBe('Ooops! Sorry, an unexpected error has occured. Please return to the main page.')
  expect(checkYourEmail).toBe('Check your email')
  expect(invalid).toMatchObject({
    field: 'Field is required.',
    short: 'Must be 3 characters at least',
    emailMissing: 'Email is required.',
    email: 'Please enter a valid email address.',
    terms: 'You must accept the terms and conditions.',
    role: 'Invalid role',
    roleMissing: 'Role is required',
    flags: 'Either approver or requester must be selected',
    passwordMissing: 'Password is required',
    passwordShort: 'Password must be at least 6 characters long',
    confirmMissing: 'Please confirm your password',
    confirmDiffers: 'Passwords must match',
  })
})

test.each([
  ['de', ['en-US'], 'de'],
  ['en', ['de-DE'], 'en'],
  [null, ['de-AT', 'en'], 'de'],
  [null, ['fr', 'de'], 'en'],
  ['xx', [], 'en'],
] as const)('chosen %s in a browser of %j gives %s', (chosen, browser, language) => {
  expect(chooseLanguage(chosen, browser)).toBe(language)
})
