import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { devices, registerDevice, registerDeviceOptions, removeDevice } from '#contract/accounts/devices.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { creationOptions, fakePasskeys } from '../../../testing/fake-passkeys.ts'
import { renderAt } from '../../../testing/render.tsx'
import { ids, signInAs } from '../../../testing/samples.ts'
import { deviceOf } from '../../../testing/signing.ts'
import { PasskeysSection } from './PasskeysSection.tsx'

beforeEach(() => signInAs('super admin'))

const passkey = { ...deviceOf(ids.request, 'passkey'), name: 'Office key' }

const show = (listed = [passkey]) => {
  const { refuse } = fakePasskeys()
  const api = fakeApi()
  api.answer(devices, () => listed)
  api.answer(registerDeviceOptions, { kind: 'passkey', options: creationOptions })
  const { person } = renderAt('/account', <PasskeysSection />)
  const press = async (name: string) => person.click(await screen.findByRole('button', { name }))
  return { api, press, cancel: refuse }
}

test('registers the passkey that the browser makes', async () => {
  const { api, press } = show([])
  await screen.findByText('You have none yet.')
  api.answer(registerDevice, passkey)
  await press('Set up a passkey')
  await screen.findByText('The passkey is set up.')
  expect(api.sentTo(registerDeviceOptions)).toMatchObject([{ body: { kind: 'passkey' } }])
  expect(api.sentTo(registerDevice)).toMatchObject([{ body: { kind: 'passkey', response: { id: 'aWQ' } } }])
})

test('a cancelled passkey registers nothing, and says so', async () => {
  const { api, press, cancel } = show()
  cancel()
  await press('Set up a passkey')
  await screen.findByText(/No passkey was set up/)
  expect(api.sentTo(registerDevice)).toEqual([])
})

test('removes a passkey, and shows why it could not', async () => {
  const { api, press } = show()
  api.refuse(removeDevice, 'device.not-found')
  await press('Remove Office key')
  await screen.findByText('This device does not exist.')
  api.answer(removeDevice, {})
  await press('Remove Office key')
  await screen.findByText('The passkey was removed.')
  await waitFor(() => expect(api.sentTo(removeDevice)).toMatchObject([{}, { params: { id: passkey.id } }]))
})

test('a further passkey is confirmed with one of before, or waits', async () => {
  const { api, press } = show()
  const assertion = {
    challenge: 'c'.repeat(43),
    rpId: 'localhost',
    userVerification: 'required',
    allowCredentials: [],
  }
  api.answer(registerDeviceOptions, ({ body: { key } }) => ({
    kind: 'passkey' as const,
    options: creationOptions,
    ...(key && { vouch: { canonical: '{}', challenge: 'c'.repeat(43), passkey: assertion } }),
  }))
  api.refuse(registerDevice, 'challenge.spent')
  await press('Set up a passkey')
  expect((await screen.findByText('Confirm it with a passkey you have')).parentElement).toBe(
    document.activeElement,
  )
  expect(api.sentTo(registerDevice)).toEqual([])
  await press('Confirm with passkey')
  await screen.findByText(/^This confirmation has expired/)
  const vouched = { vouch: { challenge: 'c'.repeat(43), assertion: { id: 'aWQ' } } }
  expect(api.sentTo(registerDevice)).toMatchObject([{ body: { kind: 'passkey', ...vouched } }])
  api.answer(registerDevice, { ...passkey, state: 'waiting', usableFrom: '2126-03-01T12:00:00.000Z' })
  await press('Let it wait')
  await screen.findByText('The passkey is set up, but it still waits.')
  expect(api.sentTo(registerDevice).at(-1)?.body.vouch).toBeUndefined()
})
