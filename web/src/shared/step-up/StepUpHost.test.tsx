import { useState } from 'react'
import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { devices } from '#contract/accounts/devices.ts'
import { passkeyOptions, refresh, stepUp } from '#contract/accounts/sessions.ts'
import { currentUser, updateUserSettings } from '#contract/accounts/users.ts'
import { authOptions } from '#contract/accounts/visitors.ts'
import { errors } from '#contract/errors.ts'
import { createWorkspace } from '#contract/workspaces/workspaces.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { fakePasskeys } from '../../testing/fake-passkeys.ts'
import { renderAt } from '../../testing/render.tsx'
import { optionsOf, phoneOf, signIn, tokenOf, userOf, workspaceOf } from '../../testing/samples.ts'
import { useCommand } from '../commands/use-command.ts'
import { ErrorNotice } from '../native/Notice.tsx'
import { getToken } from '../session/session.ts'
import { StepUpHost } from './StepUpHost.tsx'

/** A form that knows nothing of fresh logins. */
const Page = () => {
  const [name, setName] = useState('')
  const create = useCommand(createWorkspace)
  return (
    <>
      <input aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
      <button type="button" onClick={() => create.mutate({ body: { name } })}>
        Create
      </button>
      {create.data && <p>Created {create.data.name}</p>}
      {create.error && <ErrorNotice error={create.error} />}
    </>
  )
}

type Account = {
  readonly signInMethods?: ('password' | 'google')[]
  readonly hasPasskey?: boolean
  readonly isGoogleOn?: boolean
}

const passkey = phoneOf({ kind: 'passkey', name: 'Laptop' })

const typeAndCreate = async ({
  signInMethods = ['password'],
  hasPasskey = false,
  isGoogleOn = false,
}: Account = {}) => {
  signIn()
  const api = fakeApi()
  const old = getToken()
  api.answer(currentUser, userOf({ signInMethods }))
  api.answer(devices, hasPasskey ? [passkey] : [])
  api.answer(authOptions, optionsOf(isGoogleOn ? { google: { clientId: 'at-google' } } : {}))
  api.answer(passkeyOptions, { challenge: 'A'.repeat(43), rpId: 'localhost', userVerification: 'required' })
  api.answer(stepUp, { access_token: `${tokenOf('admin')}.fresh` })
  api.refuse(createWorkspace, 'login.too-old')
  const confirmBy = (given: typeof stepUp) =>
    api.answer(given, () => {
      api.answer(createWorkspace, ({ body }) => workspaceOf({ name: body.name }))
      return { access_token: tokenOf('admin') }
    })
  const { person } = renderAt(
    '/workspaces',
    <>
      <Page />
      <StepUpHost />
    </>,
  )
  await person.type(screen.getByLabelText('Name'), 'Praxis am Markt')
  await person.click(screen.getByRole('button', { name: 'Create' }))
  const press = async (name: string) => person.click(await screen.findByRole('button', { name }))
  return { api, person, press, old, confirm: () => confirmBy(stepUp) }
}
const typed = () => (screen.getByLabelText('Name') as HTMLInputElement).value

test('asks for the password in place, then goes on with what was typed, under the same Idempotency-Key', async () => {
  const { api, person, press, confirm } = await typeAndCreate()
  confirm()
  await person.type(await screen.findByLabelText('Password'), 'correct horse')
  await press('Confirm')
  await screen.findByText('Created Praxis am Markt')
  expect(api.sentTo(stepUp)).toMatchObject([{ body: { password: 'correct horse' } }])
  expect(api.keysOf(createWorkspace)).toEqual([2])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('goes on after a passkey, which is the only way offered to an account without a password', async () => {
  fakePasskeys()
  const { api, press, confirm } = await typeAndCreate({ signInMethods: ['google'], hasPasskey: true })
  confirm()
  await press('Confirm with a passkey')
  await screen.findByText('Created Praxis am Markt')
  expect(api.sentTo(stepUp)).toMatchObject([{ body: { assertion: { id: 'aWQ' } } }])
  expect(screen.queryByLabelText('Password')).toBeNull()
})

test('a wrong password is said in the dialog and neither ends nor renews the session', async () => {
  const { api, person, press } = await typeAndCreate()
  api.refuse(stepUp, 'login.failed')
  await person.type(await screen.findByLabelText('Password'), 'wrong horse')
  await press('Confirm')
  await screen.findByText('This password is wrong.')
  expect(api.sentTo(stepUp)).toHaveLength(1)
  expect(api.sentTo(refresh)).toEqual([])
  expect(screen.getByRole('dialog')).toBeTruthy()
})

test('cancelling changes nothing, says so, and leaves what was typed', async () => {
  const { api, press, old } = await typeAndCreate()
  await press('Cancel')
  await screen.findByText(errors['login.too-old'][1])
  expect(typed()).toBe('Praxis am Markt')
  expect([api.sentTo(createWorkspace).length, getToken()]).toEqual([1, old])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('asks once for several calls at the same time', async () => {
  const { api, person, press, confirm } = await typeAndCreate()
  api.refuse(updateUserSettings, 'login.too-old')
  await person.click(screen.getByRole('button', { name: 'Create' }))
  confirm()
  await person.type((await screen.findAllByLabelText('Password'))[0]!, 'correct horse')
  await press('Confirm')
  await screen.findByText('Created Praxis am Markt')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.sentTo(stepUp)).toHaveLength(1)
})

test('asks the provider in a window of its own, then goes on with what was typed', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(window)
  onTestFinished(() => open.mockRestore())
  const { api, press, confirm } = await typeAndCreate({ signInMethods: ['google'], isGoogleOn: true })
  const answer = (token: string | null) => {
    const { searchParams } = new URL(String(open.mock.lastCall![0]), location.origin)
    expect(searchParams.get('confirm')).toBe('google')
    const channel = new BroadcastChannel(searchParams.get('channel')!)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
    channel.postMessage(token)
    onTestFinished(() => channel.close())
  }
  await press('Confirm with Google')
  await screen.findByText('Go on in the window that has opened.')
  answer(null)
  await screen.findByText('Nothing was confirmed. Try again.')
  expect(typed()).toBe('Praxis am Markt')
  confirm()
  await press('Confirm with Google')
  answer('a-token-of-google')
  await screen.findByText('Created Praxis am Markt')
  expect(api.sentTo(stepUp)).toMatchObject([{ body: { providerToken: 'a-token-of-google' } }])
})

test('says that the browser has blocked the window of the provider', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  onTestFinished(() => open.mockRestore())
  const { press } = await typeAndCreate({ signInMethods: ['google'], isGoogleOn: true })
  await press('Confirm with Google')
  await screen.findByText(/has blocked the window/)
})

test('offers a new login where this browser has no other way', async () => {
  await typeAndCreate({ signInMethods: ['google'] })
  await screen.findByRole('button', { name: 'Log in again' })
  expect(screen.queryByRole('button', { name: 'Confirm with Google' })).toBeNull()
})
