import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { updateUserSettings } from '#contract/accounts/users.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderAt } from '../../testing/render.tsx'
import { signIn, userOf } from '../../testing/samples.ts'
import { MailSettings } from './MailSettings.tsx'

test('saves when mails come and in which time zone, and confirms each', async () => {
  signIn()
  const api = fakeApi()
  const { person } = renderAt('/account', <MailSettings user={userOf({ timeZone: 'Asia/Tokyo' })} />)
  api.answer(updateUserSettings, {
    language: 'en',
    name: null,
    requestMails: 'daily',
    timeZone: 'Asia/Tokyo',
  })
  await person.selectOptions(screen.getByRole('combobox', { name: 'About requests' }), 'Together, every hour')
  await screen.findByText(/^Saved. E-mails about call checks/)
  const zone = screen.getByRole('combobox', { name: 'Time zone' })
  expect(zone).toHaveProperty('value', 'Asia/Tokyo')
  await person.selectOptions(zone, 'As in the workspace')
  await screen.findByText('Saved. Times in e-mails are in this time zone.')
  expect(api.sentTo(updateUserSettings)).toMatchObject([
    { body: { requestMails: 'hourly' } },
    { body: { timeZone: null } },
  ])
})
