import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { updateUserSettings } from '#contract/accounts/users.ts'
import { setLanguage } from '#shared/texts/language.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { signIn, userOf } from '../../../testing/samples.ts'
import { LanguageSection } from './LanguageSection.tsx'

afterEach(() => setLanguage('en'))

test('saves the language of mails when it is chosen, confirms it, and keeps the language of the pages', async () => {
  signIn()
  const api = fakeApi()
  api.answer(updateUserSettings, { language: 'de', name: null, requestMails: 'at-once', timeZone: null })
  const { person } = renderAt('/account', <LanguageSection user={userOf({ language: 'en' })} />)
  await person.selectOptions(screen.getByRole('combobox', { name: 'E-mails' }), 'Deutsch')
  await screen.findByText('You will now get e-mails in German.')
  expect(api.sentTo(updateUserSettings)).toMatchObject([{ body: { language: 'de' } }])
  expect(screen.getByRole('heading', { name: 'Language' })).toBeTruthy()
})

test('the language of the pages applies to this browser only', async () => {
  signIn()
  const api = fakeApi()
  const { person } = renderAt('/account', <LanguageSection user={userOf()} />)
  await person.selectOptions(screen.getByRole('combobox', { name: 'Pages' }), 'Deutsch')
  await screen.findByRole('heading', { name: 'Sprache' })
  expect(api.sentTo(updateUserSettings)).toEqual([])
})
