import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { resetPassword } from '#contract/accounts/passwords.ts'
import { login } from '#contract/accounts/sessions.ts'
import { initiateVerification } from '#contract/accounts/sign-up.ts'
import { authOptions } from '#contract/accounts/visitors.ts'
import { sessionEndedPath } from '#shared/paths.ts'
import { rememberTarget } from '#shared/session/return-target.ts'
import { getToken } from '#shared/session/session.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { optionsOf } from '../../../testing/samples.ts'
import { LoginPage } from './LoginPage.tsx'

const email = () => screen.getByRole('textbox', { name: 'E-mail' })
const submit = () => screen.getByRole('button', { name: 'Login' })

const showPage = (path = '/login') => {
  const api = fakeApi()
  api.answer(authOptions, optionsOf())
  const page = renderAt(path, <LoginPage />)
  const logIn = async () => {
    await page.person.type(email(), ' ada@example.com ')
    await page.person.type(screen.getByLabelText('Password'), 'secret')
    await page.person.click(submit())
  }
  return { api, ...page, logIn }
}

test('a missing value shows an error at its field, the first one gets the focus, and nothing is sent', async () => {
  const { api, person } = showPage()
  await person.click(submit())
  const first = await screen.findByRole('textbox', { name: 'E-mail', description: /Email is required/ })
  expect(document.activeElement).toBe(first)
  expect(screen.getByText('Field is required.')).toBeTruthy()
  expect(api.sentTo(login)).toEqual([])
})

test('a login stores the token and opens the workspaces', async () => {
  const { api, logIn, address } = showPage()
  api.answer(login, { access_token: 'given' })
  await logIn()
  await waitFor(() => expect(address()).toBe('/workspaces'))
  expect(api.sentTo(login)).toMatchObject([{ body: { email: 'ada@example.com', password: 'secret' } }])
  expect(getToken()).toBe('given')
})

test('a failed login shows the error, keeps the input, and offers the confirmation mail once a minute', async () => {
  const { api, person, logIn, address } = showPage()
  api.refuse(login, 'login.failed')
  api.answer(initiateVerification, { message: 'ok' })
  await logIn()
  expect((await screen.findAllByText(/^Login failed/)).length).toBeGreaterThan(0)
  expect(address()).toBe('/login')
  await person.click(screen.getByRole('button', { name: 'Resend' }))
  const again = await screen.findByRole('button', {
    name: 'Resend the confirmation e-mail',
    description: /again in \d+ seconds/,
  })
  await person.click(again)
  expect(api.sentTo(initiateVerification)).toMatchObject([{ body: { email: 'ada@example.com' } }])
})

test('after an expired session the login gives the reason and returns to the previous page', async () => {
  rememberTarget('/workspace/1?tab=settings')
  const { api, logIn, address } = showPage(sessionEndedPath)
  screen.getByText(/Your session has ended/)
  api.answer(login, { access_token: 'given' })
  await logIn()
  await waitFor(() => expect(address()).toBe('/workspace/1?tab=settings'))
})

test('a forgotten password requires the address, sends the mail, and confirms it permanently', async () => {
  const { api, person } = showPage()
  api.answer(resetPassword, { message: 'ok' })
  const forgot = () => screen.getByRole('button', { name: 'Forgot password' })
  await person.click(forgot())
  const field = await screen.findByRole('textbox', { name: 'E-mail', description: /Email is required/ })
  expect(document.activeElement).toBe(field)
  await person.type(field, 'ada@example')
  await person.click(forgot())
  await screen.findByRole('textbox', { name: 'E-mail', description: /valid email address/ })
  expect(api.sentTo(resetPassword)).toEqual([])
  await person.type(field, '.com')
  await person.click(forgot())
  await screen.findByText('Check your email')
  expect(screen.getByText(/If there is an account for ada@example.com/)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Forgot password', description: /in \d+ seconds/ }))
  expect(api.sentTo(resetPassword).map(({ body }) => body)).toEqual([
    { email: 'ada@example.com', client: 'web' },
  ])
})
