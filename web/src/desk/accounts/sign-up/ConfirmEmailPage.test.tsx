import { screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import { initiateVerification, verifyEmail } from '#contract/accounts/sign-up.ts'
import { authOptions } from '#contract/accounts/visitors.ts'
import { clearSession, getToken } from '#shared/session/session.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { optionsOf } from '../../../testing/samples.ts'
import { ConfirmEmailPage } from './ConfirmEmailPage.tsx'

const verificationToken = 't'.repeat(43)

const showPage = () => {
  clearSession()
  const api = fakeApi()
  const page = renderAt(
    `/auth/confirmEmail/${verificationToken}`,
    <Routes>
      <Route path="/auth/confirmEmail/:verificationToken" element={<ConfirmEmailPage />} />
      <Route path="*" element={null} />
    </Routes>,
  )
  const confirm = () => page.person.click(screen.getByRole('button', { name: 'Confirm e-mail address' }))
  return { api, ...page, confirm }
}

test('the browser that signed up is logged in, opens the workspaces and says what is done', async () => {
  const { api, address, confirm } = showPage()
  expect(api.sentTo(verifyEmail)).toEqual([])
  api.answer(verifyEmail, { access_token: 'given' })
  await confirm()
  await waitFor(() => expect(address()).toBe('/workspaces'))
  screen.getByText('Your e-mail address is confirmed')
  expect(getToken()).toBe('given')
  const body = { timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone }
  expect(api.sentTo(verifyEmail)).toMatchObject([{ params: { verificationToken }, body }])
})

test('without a session the page offers the login', async () => {
  const { api, address, confirm } = showPage()
  api.answer(verifyEmail, {})
  await confirm()
  await screen.findByRole('heading', { name: 'Your e-mail address is confirmed' })
  screen.getByRole('link', { name: 'Login' })
  expect(address()).toBe(`/auth/confirmEmail/${verificationToken}`)
  expect(getToken()).toBeNull()
})

test('another browser chooses a password, and then logs in', async () => {
  const { api, person, confirm } = showPage()
  api.answer(authOptions, optionsOf())
  api.refuse(verifyEmail, 'password.needed')
  await confirm()
  await person.type(await screen.findByLabelText('Password'), 'my own password')
  api.answer(verifyEmail, {})
  await confirm()
  await screen.findByRole('link', { name: 'Login' })
  expect(api.sentTo(verifyEmail).at(-1)).toMatchObject({ body: { password: 'my own password' } })
  expect(getToken()).toBeNull()
})

test('a used link offers a new one', async () => {
  const { api, person, confirm } = showPage()
  api.refuse(verifyEmail, 'token.not-found')
  api.answer(initiateVerification, { message: 'ok' })
  await confirm()
  await screen.findByRole('heading', { name: 'This link does not work' })
  await person.type(screen.getByLabelText('E-mail'), 'ada@example.com{Enter}')
  await screen.findByText('Check your email')
  expect(api.sentTo(initiateVerification)).toMatchObject([{ body: { email: 'ada@example.com' } }])
})

test('a refused confirmation shows its error, and can be repeated', async () => {
  const { api, confirm } = showPage()
  api.refuse(verifyEmail, 'rate.exceeded')
  await confirm()
  await screen.findByText('Too many attempts. Please wait.')
  api.answer(verifyEmail, {})
  await confirm()
  await screen.findByRole('heading', { name: 'Your e-mail address is confirmed' })
})
