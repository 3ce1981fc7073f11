import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  devices,
  registerDevice,
  registerDeviceOptions,
  removeDevice,
  renameDevice,
} from '#contract/accounts/devices.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { creationOptions, fakePasskeys } from '../../../testing/fake-passkeys.ts'
import { renderAt } from '../../../testing/render.tsx'
import { ids, phoneOf, signIn } from '../../../testing/samples.ts'
import { PhoneSessionProvider } from '../sessions/phone-session.tsx'
import { deviceIdsHere, recordPasskey } from '../keys/device-keys.ts'
import { DevicePage } from './DevicePage.tsx'

beforeEach(signIn)

const old = phoneOf({ id: ids.user, name: 'Old phone' })
const fresh = phoneOf({ id: ids.workspace, name: 'New phone' })

const show = () =>
  renderAt(
    '/device',
    <PhoneSessionProvider>
      <DevicePage />
    </PhoneSessionProvider>,
  )

test('removes a device after a confirmation, which warns before the last one', async () => {
  const api = fakeApi()
  let listed = [old, fresh]
  for (const { id } of listed) await recordPasskey(ids.user, id)
  api.answer(devices, () => listed)
  api.answer(removeDevice, ({ params }) => {
    listed = listed.filter(({ id }) => id !== params.id)
    return {}
  })
  const { person } = show()
  const ask = async (name: string) =>
    person.click(await screen.findByRole('button', { name: `Remove ${name}` }))

  await ask('Old phone')
  expect(screen.queryByText(/your last one/)).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Keep' }))
  expect(listed).toHaveLength(2)

  await ask('Old phone')
  await person.click(screen.getByRole('button', { name: 'Remove' }))
  const notice = await screen.findByText('Old phone was removed.')
  expect(notice).toBe(document.activeElement)
  await waitFor(() => expect(screen.queryByText('Old phone')).toBeNull())
  expect(await deviceIdsHere(ids.user)).toEqual([fresh.id])

  await ask('New phone')
  await screen.findByText(/your last one/)
  api.refuse(removeDevice, 'device.not-found')
  await person.click(screen.getByRole('button', { name: 'Remove' }))
  await screen.findByText('This device does not exist.')
})

test.each([
  ['with a built-in authenticator', true, 'Use fingerprint, face or device PIN'],
  ['without a built-in authenticator', false, 'Use a security key'],
])('a device %s offers a passkey as well as a PIN', async (_which, isOfDevice, words) => {
  fakePasskeys({ isOfDevice })
  fakeApi().answer(devices, [])
  show()
  await screen.findByRole('button', { name: words })
  await screen.findByRole('button', { name: 'Set up PIN' })
})

test('a browser without passkeys offers only a PIN', async () => {
  fakeApi().answer(devices, [])
  show()
  await screen.findByRole('button', { name: 'Set up PIN' })
  expect(screen.queryByRole('button', { name: /^Use/ })).toBeNull()
})

test('renames a device in the list and returns the focus to its button', async () => {
  const api = fakeApi()
  let listed = [old]
  api.answer(devices, () => listed)
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: 'Rename Old phone' }))
  const field = () => within(screen.getByRole('form', { name: 'Rename Old phone' })).getByRole('textbox')
  await person.clear(field())
  await person.click(screen.getByRole('button', { name: 'Rename' }))
  expect(field()).toBe(document.activeElement)
  expect(api.sentTo(renameDevice)).toEqual([])
  api.answer(renameDevice, ({ body }) => {
    listed = [{ ...old, ...body }]
    return listed[0]!
  })
  await person.type(field(), ' Work phone ')
  await person.click(screen.getByRole('button', { name: 'Rename' }))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Rename Work phone' })).toBe(document.activeElement),
  )
  expect(api.sentTo(renameDevice)).toMatchObject([{ params: { id: old.id }, body: { name: 'Work phone' } }])
})

const showOn = (isComputer: boolean) => {
  const { matchMedia } = globalThis
  const answer = (query: string) => ({ ...matchMedia(query), matches: isComputer })
  vi.stubGlobal('matchMedia', answer)
  onTestFinished(() => void vi.unstubAllGlobals())
  fakeApi().answer(devices, [])
  show()
  return screen.findByLabelText('PIN')
}

test('on a computer, shows a QR code that opens the app on a phone, and the form', async () => {
  await showOn(true)
  const code = await screen.findByRole('img', { name: 'QR code that opens the app on your phone' })
  expect(code.parentElement?.textContent).toContain('/m')
})

test('on a phone, shows no QR code', async () => {
  await showOn(false)
  expect(screen.queryByRole('img', { name: /QR code that opens/ })).toBeNull()
})

test('a PIN registers a new key of this browser, which can then sign and is listed once', async () => {
  vi.stubGlobal('isSecureContext', true)
  const api = fakeApi()
  api.answer(devices, [])
  const challenge = 'A'.repeat(43)
  api.answer(registerDeviceOptions, { kind: 'pin', challenge, expiresAt: '2126-03-01T12:00:00.000Z' })
  api.refuse(registerDevice, 'input.invalid', [{ field: 'pin', message: 'is common' }])
  const { person, readAgain } = show()
  const name = await screen.findByLabelText('Name of the device')
  await person.clear(name)
  await person.type(name, ' Work phone ')
  await person.type(screen.getByLabelText('PIN'), '493817')
  await person.type(screen.getByLabelText('Repeat PIN'), '493818')
  const setUp = () => person.click(screen.getByRole('button', { name: 'Set up PIN' }))
  await setUp()
  await screen.findByText('The two PINs do not match.')
  expect(api.sentTo(registerDeviceOptions)).toEqual([])
  await person.type(screen.getByLabelText('Repeat PIN'), '{Backspace}7')
  await setUp()
  await screen.findByText('This PIN is too easy to guess. Please choose another one.')
  api.answer(registerDevice, async () => {
    // The live stream is faster than the answer.
    api.answer(devices, [fresh])
    await readAgain()
    api.answer(devices, () => new Promise(() => {}))
    return fresh
  })
  await setUp()
  await screen.findByText('This device is ready to sign.')
  expect(screen.getAllByText(fresh.name!)).toHaveLength(1)
  expect(api.sentTo(registerDevice).at(-1)).toMatchObject({
    body: { kind: 'pin', name: 'Work phone', pin: '493817', challenge, publicKey: { crv: 'P-256' } },
  })
  expect(await deviceIdsHere(ids.user)).toEqual([fresh.id])
})

test('a cancelled passkey registers nothing; the next one does', async () => {
  const passkeys = fakePasskeys({ isOfDevice: true })
  const api = fakeApi()
  api.answer(devices, [])
  api.answer(registerDeviceOptions, { kind: 'passkey', options: creationOptions })
  api.answer(registerDevice, { ...fresh, kind: 'passkey' })
  const { person } = show()
  const setUp = async () =>
    person.click(await screen.findByRole('button', { name: 'Use fingerprint, face or device PIN' }))
  passkeys.refuse()
  await setUp()
  await screen.findByText(/^Nothing was set up/)
  expect(api.sentTo(registerDevice)).toEqual([])
  passkeys.refuse(false)
  await setUp()
  await screen.findByText('This device is ready to sign.')
  expect(api.sentTo(registerDevice)).toMatchObject([{ body: { kind: 'passkey', response: { id: 'aWQ' } } }])
  expect(await deviceIdsHere(ids.user)).toEqual([fresh.id])
})
