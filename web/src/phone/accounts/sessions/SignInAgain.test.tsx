import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { loginPasskey, logout, passkeyOptions } from '#contract/accounts/sessions.ts'
import { currentUser, type CurrentUser } from '#contract/accounts/users.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { fakePasskeys } from '../../../testing/fake-passkeys.ts'
import { renderAt } from '../../../testing/render.tsx'
import { ids, signIn, tokenOf, userOf } from '../../../testing/samples.ts'
import { takeTarget } from '#shared/session/return-target.ts'
import { getToken } from '#shared/session/session.ts'
import { PhoneSessionProvider } from './phone-session.tsx'
import { SignInAgain } from './SignInAgain.tsx'

const PAGE = '/device?next=/requests/1'

const ask = async (signInMethods: CurrentUser['signInMethods'], passkeyOf = ids.user) => {
  fakePasskeys()
  signIn()
  const api = fakeApi()
  api.answer(currentUser, userOf({ signInMethods }))
  api.answer(passkeyOptions, { challenge: 'A'.repeat(43), rpId: 'localhost', userVerification: 'required' })
  api.answer(loginPasskey, { access_token: tokenOf('admin', passkeyOf) })
  api.answer(logout, {})
  const onDone = vi.fn<() => void>()
  const { person } = renderAt(
    PAGE,
    <PhoneSessionProvider>
      <SignInAgain onDone={onDone} />
    </PhoneSessionProvider>,
  )
  const press = async (name: string) => person.click(await screen.findByRole('button', { name }))
  return { api, onDone, press }
}

test('asks for the password if there is one', async () => {
  await ask(['password'])
  await screen.findByLabelText('Password')
})

test('without a password, a passkey is enough to continue', async () => {
  const { onDone, press } = await ask(['google'])
  await press('Sign in with a passkey')
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(screen.queryByLabelText('Password')).toBeNull()
})

test('rejects the passkey of another account', async () => {
  const { onDone, press } = await ask(['google'], ids.participant)
  const before = getToken()
  await press('Sign in with a passkey')
  await screen.findByText(/This passkey belongs to another account/)
  expect(getToken()).toBe(before)
  expect(onDone).not.toHaveBeenCalled()
})

test('Google and Microsoft go through the login page and return here', async () => {
  const { api, press } = await ask(['microsoft'])
  await press('Google, Microsoft or another way')
  await waitFor(() => expect(api.sentTo(logout)).toHaveLength(1))
  await waitFor(() => expect(takeTarget()).toBe(`/m${PAGE}`))
  expect(getToken()).toBeNull()
})
