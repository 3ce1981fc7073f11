import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { resetPassword } from '#contract/accounts/passwords.ts'
import { login } from '#contract/accounts/sessions.ts'
import { initiateVerification } from '#contract/accounts/sign-up.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { tokenOf } from '../../../testing/samples.ts'
import { SignInForm } from './SignInForm.tsx'

const show = () => {
  const api = fakeApi()
  const onToken = vi.fn<(token: string) => void>()
  const { person } = renderAt('/login', <SignInForm onToken={onToken} />)
  const press = (name: string) => person.click(screen.getByRole('button', { name }))
  const type = async (email: string, password: string) => {
    await person.type(screen.getByLabelText('E-mail'), email)
    await person.type(screen.getByLabelText('Password'), password)
  }
  return { api, onToken, press, type }
}

test('signs in with the trimmed address, for the phone', async () => {
  const { api, onToken, press, type } = show()
  await press('Login')
  expect(screen.getByLabelText('E-mail')).toBe(document.activeElement)
  expect(api.sentTo(login)).toEqual([])
  api.answer(login, { access_token: tokenOf('admin') })
  await type(' me@example.com ', 'correct horse')
  await press('Login')
  await waitFor(() => expect(onToken).toHaveBeenCalledExactlyOnceWith(tokenOf('admin')))
  expect(api.sentTo(login)).toMatchObject([
    { body: { email: 'me@example.com', password: 'correct horse', client: 'mobile' } },
  ])
})

test('a failed login offers the confirmation mail again', async () => {
  const { api, press, type } = show()
  api.refuse(login, 'login.failed')
  await type('me@example.com', 'wrong horse')
  await press('Login')
  await screen.findByText(/^Login failed/)
  api.refuse(initiateVerification, 'rate.exceeded')
  await press('Resend')
  await screen.findByText('Too many attempts. Please wait.')
  api.answer(initiateVerification, { message: 'ok' })
  await press('Resend')
  await screen.findByText('Check your email')
  expect(api.sentTo(initiateVerification).at(-1)).toMatchObject({ body: { email: 'me@example.com' } })
})

test('a forgotten password needs an address, to which its mail goes', async () => {
  const { api, press, type } = show()
  api.answer(resetPassword, { message: 'ok' })
  await press('Forgot password')
  expect(screen.getByLabelText('E-mail')).toBe(document.activeElement)
  expect(api.sentTo(resetPassword)).toEqual([])
  await type('me@example.com', 'x')
  await press('Forgot password')
  await screen.findByText('Check your email')
  expect(api.sentTo(resetPassword)).toMatchObject([{ body: { email: 'me@example.com', client: 'mobile' } }])
})
