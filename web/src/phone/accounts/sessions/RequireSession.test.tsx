import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { resetPassword } from '#contract/accounts/passwords.ts'
import { login, refresh } from '#contract/accounts/sessions.ts'
import { currentUser } from '#contract/accounts/users.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { call } from '#shared/api/api.ts'
import { signIn } from '../../../testing/samples.ts'
import { takeTarget } from '#shared/session/return-target.ts'
import { getToken, clearSession } from '#shared/session/session.ts'
import { PhoneSessionProvider } from './phone-session.tsx'
import { RequireSession } from './RequireSession.tsx'

const signInAt = async (path: string) => {
  const api = fakeApi()
  signIn()
  api.answer(login, { access_token: getToken()! })
  clearSession()
  const page = (
    <PhoneSessionProvider>
      <RequireSession>
        <p>The page</p>
      </RequireSession>
    </PhoneSessionProvider>
  )
  const { person, address } = renderAt(path, page)
  await person.type(screen.getByLabelText('E-mail'), 'me@example.com')
  await person.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
  await screen.findByText('The page')
  return address
}

test('sign-in continues to the device check, which knows the requested page', async () => {
  const address = await signInAt('/requests/1')
  await waitFor(() => expect(address()).toBe('/start?next=/requests/1'))
})

test.each(['/device?next=/requests/1', '/start?next=/new'])(
  'sign-in at %s continues to exactly that page',
  async (path) => {
    const address = await signInAt(path)
    expect(address()).toBe(path)
  },
)

test('another sign-in method returns to the requested page', async () => {
  const page = (
    <PhoneSessionProvider>
      <RequireSession>{null}</RequireSession>
    </PhoneSessionProvider>
  )
  const { person } = renderAt('/requests/1', page)
  await person.click(screen.getByRole('link', { name: 'Other ways to sign in' }))
  expect(takeTarget()).toBe('/m/start?next=/requests/1')
})

test('says that the session has ended', async () => {
  const api = fakeApi()
  api.refuse(currentUser, 'session.ended')
  api.refuse(refresh, 'session.ended')
  signIn()
  const callApi = () => void call(currentUser).catch(() => {})
  const page = (
    <PhoneSessionProvider>
      <RequireSession>
        <button type="button" onClick={callApi}>
          Call
        </button>
      </RequireSession>
    </PhoneSessionProvider>
  )
  const { person, address } = renderAt('/new', page)
  await person.click(screen.getByRole('button', { name: 'Call' }))
  await screen.findByText(/Your session has ended/)
  expect(address()).toBe('/new')
})

test('“Forgot password” sends a mail to the typed address, and asks for the address first', async () => {
  const api = fakeApi()
  api.answer(resetPassword, { message: 'Check your email' })
  const page = (
    <PhoneSessionProvider>
      <RequireSession>{null}</RequireSession>
    </PhoneSessionProvider>
  )
  const { person } = renderAt('/', page)
  const email = screen.getByLabelText('E-mail')
  await person.click(screen.getByRole('button', { name: 'Forgot password' }))
  expect(document.activeElement).toBe(email)
  expect(email.getAttribute('aria-invalid')).toBe('true')
  await person.type(email, ' me@example.com ')
  await person.click(screen.getByRole('button', { name: 'Forgot password' }))
  await screen.findByText('Check your email')
  expect(api.sentTo(resetPassword)).toMatchObject([{ body: { email: 'me@example.com', client: 'mobile' } }])
})

test('confirms a changed password', async () => {
  const page = (
    <PhoneSessionProvider>
      <RequireSession>{null}</RequireSession>
    </PhoneSessionProvider>
  )
  renderAt('/?changed', page)
  await screen.findByText(/Your password has been changed/)
})
