import { screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import { authOptions } from '#contract/accounts/visitors.ts'
import { changePassword, mobileChangePassword, resetPassword } from '#contract/accounts/passwords.ts'
import { paths } from '#shared/paths.ts'
import { getToken } from '#shared/session/session.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { optionsOf, signIn } from '../../../testing/samples.ts'
import { ChangePasswordMobilePage, ResetPasswordPage } from './ChangePasswordPage.tsx'
import { LoginPage } from '../sessions/LoginPage.tsx'

const password = () => screen.getByLabelText('Password')
const confirm = () => screen.getByLabelText('Confirm password')
const submit = () => screen.getByRole('button', { name: 'Change password' })

const showPage = (path = '/auth/reset-password/secret') => {
  const api = fakeApi()
  api.answer(authOptions, optionsOf())
  const pages = (
    <Routes>
      <Route path={paths.resetPassword} element={<ResetPasswordPage />} />
      <Route path={paths.changePasswordMobile} element={<ChangePasswordMobilePage />} />
      <Route path={paths.login} element={<LoginPage />} />
    </Routes>
  )
  const page = renderAt(path, pages)
  const change = async () => {
    await page.person.type(password(), ' a staple ')
    await page.person.type(confirm(), ' a staple ')
    await page.person.click(submit())
  }
  return { api, ...page, change }
}

test('an invalid field shows its error on blur and on submit, and nothing is sent', async () => {
  const { api, person } = showPage()
  await person.click(submit())
  await screen.findByText('Password is required')
  expect(screen.getByText('Please confirm your password')).toBeTruthy()
  expect(document.activeElement).toBe(password())
  await person.type(password(), '12345')
  expect(screen.getByText('Password must be at least 6 characters long')).toBeTruthy()
  await person.type(password(), '6')
  await person.type(confirm(), '12345')
  await screen.findByText('Passwords must match')
  await person.type(confirm(), '6')
  await waitFor(() => expect(screen.queryByText('Passwords must match')).toBeNull())
  expect(api.sentTo(changePassword)).toEqual([])
})

test('password managers recognise both fields as new passwords', () => {
  showPage()
  for (const field of [password(), confirm()]) expect(field.getAttribute('autocomplete')).toBe('new-password')
})

test('the strength of the password shows beside the field and blocks nothing', async () => {
  const { person } = showPage()
  expect(screen.getByText('At least 6 characters')).toBeTruthy()
  await person.type(password(), 'secret')
  expect(screen.getByText(/^Weak/)).toBeTruthy()
  expect(screen.queryByText('Please confirm your password')).toBeNull()
  await person.type(password(), ' of three more words')
  expect(screen.getByText(/^Strong/)).toBeTruthy()
})

test('sends the password as typed, drops the ended session, and confirms the change on the login page', async () => {
  signIn()
  const { api, change, address } = showPage()
  api.answer(changePassword, {})
  await change()
  await screen.findByText('Your password was changed. You can now log in with it.')
  expect(address()).toBe('/login?changed')
  expect(getToken()).toBeNull()
  expect(api.sentTo(changePassword).map(({ body }) => body)).toEqual([
    { verificationUuid: 'secret', password: ' a staple ', confirm: ' a staple ' },
  ])
})

test.each([
  ['web', '/auth/reset-password/spent', changePassword],
  ['mobile', '/auth/change-password-mobile/spent', mobileChangePassword],
] as const)(
  'a link that is good no more offers a new one for the same page (%s)',
  async (client, path, endpoint) => {
    const { api, person, change } = showPage(path)
    api.refuse(endpoint, 'token.not-found')
    api.answer(resetPassword, { message: 'ok' })
    await change()
    await screen.findByRole('heading', { name: 'This link does not work' })
    await person.type(screen.getByRole('textbox', { name: 'E-mail' }), 'ada@example.com{Enter}')
    await screen.findByText('Check your email')
    expect(api.sentTo(resetPassword).map(({ body }) => body)).toEqual([{ email: 'ada@example.com', client }])
  },
)

test('a password that is too short for this installation shows that error, not an invalid link', async () => {
  const { api, change } = showPage()
  api.refuse(changePassword, 'input.invalid', [{ field: 'password', problem: 'is too short' }])
  await change()
  await screen.findByRole('alert')
  expect(submit()).toBeTruthy()
})

test('an error shows, and the input stays for another attempt', async () => {
  const { api, person, change } = showPage()
  api.refuse(changePassword, 'service.busy')
  await change()
  await screen.findByText(/busy at the moment/)
  api.answer(changePassword, {})
  await person.click(submit())
  await screen.findByText('Your password was changed. You can now log in with it.')
})
