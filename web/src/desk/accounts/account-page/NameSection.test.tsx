import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { updateUserSettings } from '#contract/accounts/users.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { signIn, userOf } from '../../../testing/samples.ts'
import { NameSection } from './NameSection.tsx'

test('saves a name of at most 60 signs; an empty one takes it away', async () => {
  signIn()
  const api = fakeApi()
  api.answer(updateUserSettings, {
    language: 'en',
    name: 'Anna Huber',
    requestMails: 'at-once',
    timeZone: null,
  })
  const { person } = renderAt('/account', <NameSection user={userOf({ name: 'Anna Keller' })} />)
  const field = screen.getByRole('textbox', { name: 'Name' })
  const type = async (name: string) => {
    await person.clear(field)
    if (name) await person.type(field, name)
    await person.click(screen.getByRole('button', { name: 'Save name' }))
  }
  await type('x'.repeat(61))
  await screen.findByText('At most 60 characters.')
  expect(api.sentTo(updateUserSettings)).toEqual([])
  await type(' Anna Huber ')
  await screen.findByText('Your name is saved.')
  await type('')
  await expect
    .poll(() => api.sentTo(updateUserSettings))
    .toMatchObject([{ body: { name: 'Anna Huber' } }, { body: { name: null } }])
})
