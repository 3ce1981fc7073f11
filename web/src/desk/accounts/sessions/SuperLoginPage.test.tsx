import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { superLogin } from '#contract/accounts/sessions.ts'
import { getToken } from '#shared/session/session.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { fakePasskeys } from '../../../testing/fake-passkeys.ts'
import { renderAt } from '../../../testing/render.tsx'
import { SuperLoginPage } from './SuperLoginPage.tsx'

const showPage = async (answer: (api: ReturnType<typeof fakeApi>) => void) => {
  const api = fakeApi()
  answer(api)
  const { person, address } = renderAt('/login/super', <SuperLoginPage />)
  await person.type(screen.getByRole('textbox', { name: 'E-mail' }), 'boss@example.com')
  await person.type(screen.getByLabelText('Password'), 'a long enough password')
  await person.click(screen.getByRole('button', { name: 'Login' }))
  return { api, address, person }
}

test('a super admin logs in through their own endpoint and reaches their own page', async () => {
  const { api, address } = await showPage((server) => server.answer(superLogin, { access_token: 'given' }))
  await waitFor(() => expect(address()).toBe('/super-admin/main'))
  expect(api.sentTo(superLogin)).toMatchObject([{ body: { email: 'boss@example.com' } }])
  expect(getToken()).toBe('given')
})

test('a refusal shows its error and offers no mail', async () => {
  const { address } = await showPage((server) => server.refuse(superLogin, 'login.failed'))
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Login failed/)
  expect(address()).toBe('/login/super')
  expect(screen.queryByRole('button', { name: /Resend/ })).toBeNull()
})

test('a passkey is required after the password, and the reader can go back', async () => {
  const passkeys = fakePasskeys()
  const options = { challenge: 'A'.repeat(43), rpId: 'localhost', userVerification: 'required' }
  const { api, address, person } = await showPage((server) =>
    server.refuse(superLogin, 'passkey.needed', [{ options }]),
  )
  const confirm = await screen.findByRole('button', { name: 'Confirm with passkey' })
  passkeys.refuse()
  await person.click(confirm)
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Nothing was confirmed/)
  await person.click(screen.getByRole('button', { name: 'Back' }))
  await person.click(screen.getByRole('button', { name: 'Login' }))
  passkeys.refuse(false)
  const again = await screen.findByRole('button', { name: 'Confirm with passkey' })
  api.answer(superLogin, { access_token: 'given' })
  await person.click(again)
  await waitFor(() => expect(address()).toBe('/super-admin/main'))
  expect(api.sentTo(superLogin).at(-1)).toMatchObject({
    body: { email: 'boss@example.com', password: 'a long enough password', assertion: { id: 'aWQ' } },
  })
})
