import { expect, test } from 'vitest'
import { errors } from '#contract/errors.ts'
import { errorOf } from '../api-error.ts'
import { germanErrors } from './german-errors.ts'
import { chooseLanguage, renderIn } from './language.ts'
import { authTexts } from '../../desk/accounts/texts.ts'
import { grantRuleTexts } from '../forms/grant-rule-texts.ts'
import { commonTexts, errorText } from './common.ts'
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

/** Every text by its path. Functions are called with markers, to check that they use their parameters. */
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

const englishErrors = Object.fromEntries(Object.entries(errors).map(([code, [, text]]) => [code, text]))

test.each([
  ...catalogues.map(([name, { languages }]) => [name, languages.en, languages.de] as const),
  ['errors', englishErrors, germanErrors] as const,
])('German has one word for approving, which is freigeben: %s', (_, en, de) => {
  const german = new Map(flatten(de))
  const approvals = flatten(en).flatMap(([key, text]) => (/approv/i.test(text) ? [german.get(key)!] : []))
  const isFreigeben = (text: string) => /frei(ge|gi|ga|zuge)|geben .*frei/i.test(text)
  expect(approvals.filter((text) => !isFreigeben(text) || /bestätig/i.test(text))).toEqual([])
  expect([...german.values()].filter((text) => /genehmig|bewillig|zustimm/i.test(text))).toEqual([])
})

test('every error of the contract has a German text', () => {
  expect(Object.keys(germanErrors).sort()).toEqual(Object.keys(errors).sort())
})

test('a German reader sees even the first error in German', async () => {
  const answer = { code: 'request.closed', message: 'Said by the server', requestId: '' }
  renderIn('de')
  const error = await errorOf(Response.json(answer, { status: 409 }))
  expect(errorText(error)).toBe(germanErrors['request.closed'])
  renderIn('en')
  expect(errorText(error)).toBe(answer.message)
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
    passwordMissing: 'Password is required',
    confirmMissing: 'Please confirm your password',
    confirmDiffers: 'Passwords must match',
  })
  expect(authTexts.languages.en.signup.mustAccept).toBe('You must accept the terms and conditions.')
  expect(grantRuleTexts.languages.en).toEqual({
    role: 'Invalid role',
    roleMissing: 'Role is required',
    flags: 'Either approver or requester must be selected',
  })
  expect(invalid.passwordShort(6)).toBe('Password must be at least 6 characters long')
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
