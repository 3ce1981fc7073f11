import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  devices,
  registerDevice,
  registerDeviceOptions,
  type Device,
  type PublicKeyJwk,
} from '#contract/accounts/devices.ts'
import { canonicalText, hashOfText } from '#contract/requests/signing.ts'
import { thumbprintOf } from '#shared/sign-in/thumbprint.ts'
import { fakeApi } from '../../../../testing/fake-api.ts'
import { creationOptions, fakePasskeys } from '../../../../testing/fake-passkeys.ts'
import { renderAt } from '../../../../testing/render.tsx'
import { ids, phoneOf, signIn } from '../../../../testing/samples.ts'
import { pinDeviceHere } from '../../../../testing/signing.ts'
import { enrolFormState } from '../../../frame/device-link.ts'
import { deviceIdsHere } from '../../keys/device-keys.ts'
import { PhoneSessionProvider } from '../../sessions/phone-session.tsx'
import { DevicePage } from '../DevicePage.tsx'

beforeEach(() => {
  signIn()
  vi.stubGlobal('isSecureContext', true)
})

const LATER = '2126-03-01T12:00:00.000Z'
const challenge = 'A'.repeat(43)
const fresh = phoneOf({ id: ids.workspace, name: 'New phone' })
const waits: Device = { ...fresh, state: 'waiting', usableFrom: LATER, enrolledBy: 'waited' }

const vouchOf = async (key: string) => {
  const content = { v: 1, kind: 'enrolment', userId: ids.user, key, nonce: 'n', expiresAt: LATER }
  const canonical = canonicalText(content)
  const passkey = { challenge, rpId: 'localhost', userVerification: 'required', allowCredentials: [] }
  return { canonical, challenge: await hashOfText(canonical), passkey }
}

type Key = { readonly publicKey?: PublicKeyJwk; readonly key?: string }
const keyOf = async ({ publicKey, key }: Key) => key ?? (publicKey && (await thumbprintOf(publicKey)))

const open = async (own: readonly Device[]) => {
  const api = fakeApi()
  api.answer(devices, () => [...own])
  const { person } = renderAt(
    { pathname: '/device', state: enrolFormState },
    <PhoneSessionProvider>
      <DevicePage />
    </PhoneSessionProvider>,
  )
  const setUpPin = async () => {
    await person.type(await screen.findByLabelText('Name of the device'), 'New phone')
    await person.type(screen.getByLabelText('PIN'), '493817')
    await person.type(screen.getByLabelText('Repeat PIN'), '493817')
    await person.click(screen.getByRole('button', { name: 'Set up PIN' }))
  }
  return { api, person, setUpPin }
}

/** Answers with a PIN challenge and, for a known key, what to sign for it. */
const offerPin = (api: ReturnType<typeof fakeApi>, changed?: string) =>
  api.answer(registerDeviceOptions, async ({ body }) => {
    const key = await keyOf(body)
    return {
      kind: 'pin' as const,
      challenge,
      expiresAt: LATER,
      ...(key && { vouch: await vouchOf(changed ?? key) }),
    }
  })

test('a further device is confirmed with the PIN of one that can sign here', async () => {
  const old = await pinDeviceHere()
  const { api, person, setUpPin } = await open([old])
  offerPin(api)
  await screen.findByText(/^You confirm this device with one/)
  await setUpPin()
  api.answer(registerDevice, { ...fresh, enrolledBy: 'own-device' })
  await person.type(await screen.findByLabelText('PIN of this device'), '111222{Enter}')
  await screen.findByText('This device is ready to sign.')
  expect(api.sentTo(registerDevice)).toMatchObject([
    { body: { kind: 'pin', pin: '493817', challenge, vouch: { deviceId: old.id, pin: '111222' } } },
  ])
  expect(await deviceIdsHere(ids.user)).toEqual([fresh.id, old.id].toSorted())
})

test('a wrong PIN of the old device can be tried again, with another challenge', async () => {
  const { api, person, setUpPin } = await open([await pinDeviceHere()])
  offerPin(api)
  await setUpPin()
  api.refuse(registerDevice, 'proof.invalid', [{ triesLeft: 4 }])
  const type = async () => person.type(await screen.findByLabelText('PIN of this device'), '111222{Enter}')
  await type()
  await screen.findByText('4 tries are left.')
  api.answer(registerDevice, fresh)
  await type()
  await screen.findByText('This device is ready to sign.')
  expect(api.sentTo(registerDeviceOptions)).toHaveLength(2)
})

test('a server that wants a signature for another key gets none', async () => {
  const { api, setUpPin } = await open([await pinDeviceHere()])
  offerPin(api, 'k'.repeat(43))
  await setUpPin()
  await screen.findByText(/^Differences: key/)
  expect(api.sentTo(registerDevice)).toEqual([])
})

test('without a device at hand, the new one waits, and the page says until when', async () => {
  const { api, person, setUpPin } = await open([await pinDeviceHere()])
  offerPin(api)
  await setUpPin()
  api.answer(registerDevice, waits)
  await person.click(await screen.findByRole('button', { name: 'I have none at hand' }))
  await screen.findByText(/^This device cannot sign before 01\/03\/2126/)
  const [sent] = api.sentTo(registerDevice)
  expect(sent).toMatchObject({ body: { pin: '493817' } })
  expect(sent?.body.vouch).toBeUndefined()
})

test('if no device can sign here, the page says before that the new one will wait', async () => {
  const { api, setUpPin } = await open([phoneOf({ name: 'PIN in another browser' })])
  offerPin(api)
  await screen.findByText(/^None of your devices can confirm it here/)
  api.answer(registerDevice, waits)
  await setUpPin()
  await screen.findByText(/^This device cannot sign before/)
})

test('a further passkey is created first and then confirmed with one that exists', async () => {
  fakePasskeys({ isOfDevice: true })
  const { api, person } = await open([phoneOf({ kind: 'passkey' })])
  api.answer(registerDeviceOptions, async ({ body: { key } }) => ({
    kind: 'passkey' as const,
    options: creationOptions,
    ...(key && { vouch: await vouchOf(key) }),
  }))
  api.answer(registerDevice, { ...fresh, kind: 'passkey' })
  await person.click(await screen.findByRole('button', { name: 'Use fingerprint, face or device PIN' }))
  await person.click(await screen.findByRole('button', { name: 'Confirm new device' }))
  await screen.findByText('This device is ready to sign.')
  const asked = api.sentTo(registerDeviceOptions).map(({ body }) => body.key?.length)
  expect(asked).toEqual([undefined, 43])
  await waitFor(() =>
    expect(api.sentTo(registerDevice)).toMatchObject([
      { body: { kind: 'passkey', response: { id: 'aWQ' }, vouch: { assertion: { id: 'aWQ' } } } },
    ]),
  )
})
