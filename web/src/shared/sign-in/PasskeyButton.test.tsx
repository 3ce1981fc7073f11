import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { loginPasskey, passkeyOptions } from '#contract/accounts/sessions.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { fakePasskeys } from '../../testing/fake-passkeys.ts'
import { renderAt } from '../../testing/render.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'

const options = { challenge: 'A'.repeat(43), rpId: 'localhost', userVerification: 'required' }

const showButton = (passkeys: ReturnType<typeof fakePasskeys>) => {
  const api = fakeApi()
  api.answer(passkeyOptions, options)
  api.answer(loginPasskey, { access_token: 'given' })
  const onToken = vi.fn<(token: string) => void>()
  const { person } = renderAt(
    '/m',
    <>
      {/* oxlint-disable-next-line jsx-a11y/autocomplete-valid -- so WebAuthn has it */}
      <input aria-label="E-mail" autoComplete="username webauthn" />
      <PasskeyButton client="mobile" onToken={onToken} />
    </>,
  )
  return { api, person, onToken, passkeys }
}

test('a press asks for a passkey and signs in with it', async () => {
  const { api, person, onToken } = showButton(fakePasskeys())
  await person.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }))
  await waitFor(() => expect(onToken).toHaveBeenCalledWith('given'))
  expect(api.sentTo(loginPasskey)).toMatchObject([
    { body: { client: 'mobile', response: { id: 'aWQ', response: { userHandle: 'dXNlckhhbmRsZQ' } } } },
  ])
})

test('the browser offers passkeys in the e-mail field, and again after a cancelled press', async () => {
  const passkeys = fakePasskeys({ isOffering: true })
  const { person, onToken } = showButton(passkeys)
  const offered = () => passkeys.asked.filter(({ mediation }) => mediation === 'conditional')
  await waitFor(() => expect(offered()).toHaveLength(1))
  passkeys.refuse()
  await person.click(screen.getByRole('button', { name: 'Sign in with a passkey' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/^You were not signed in/)
  await waitFor(() => expect(offered()).toHaveLength(2))
  expect(onToken).not.toHaveBeenCalled()
})

test('an unknown passkey shows an error', async () => {
  const { api, person } = showButton(fakePasskeys())
  api.refuse(loginPasskey, 'login.failed')
  await person.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^This passkey does not belong to an account here/,
  )
})

test('a browser without passkeys shows no button', () => {
  fakeApi()
  renderAt('/m', <PasskeyButton client="web" onToken={() => {}} />)
  expect(screen.queryByRole('button')).toBeNull()
})
