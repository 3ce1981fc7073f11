import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { devices } from '#contract/accounts/devices.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { ids, signIn } from '../../../testing/samples.ts'
import { pinDeviceHere } from '../../../testing/signing.ts'
import { keepInstallPrompt } from '../../background/install-prompt.ts'
import { useOwnDevices } from '../keys/own-devices.ts'
import { PhoneSessionProvider } from '../sessions/phone-session.tsx'
import { AtHand } from './AtHand.tsx'

keepInstallPrompt()
beforeEach(signIn)
afterEach(() => {
  dispatchEvent(new Event('appinstalled'))
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

const turnPushOn = () => {
  vi.stubGlobal('Notification', { permission: 'granted' })
  localStorage.setItem('vieraugen-push', JSON.stringify({ id: ids.request, userId: ids.user }))
}
/** The offer depends on the devices. */
const Ready = () => useOwnDevices().devices && <p>devices are read</p>
const show = async (hasDevice = true) => {
  const api = fakeApi()
  const pin = await pinDeviceHere()
  api.answer(devices, hasDevice ? [pin] : [])
  const shown = renderAt(
    '/',
    <PhoneSessionProvider>
      <AtHand />
      <Ready />
    </PhoneSessionProvider>,
  )
  await screen.findByText('devices are read')
  return shown
}
const offer = () => screen.findByRole('region', { name: 'Keep Vieraugen at hand' })
const noOffer = () => vi.waitFor(() => expect(screen.queryByRole('region')).toBeNull(), { timeout: 20_000 })

test('after the first device, the inbox offers notifications until they are declined for good', async () => {
  const { person } = await show()
  await offer()
  await person.click(screen.getByRole('button', { name: 'No, thanks' }))
  await noOffer()
  cleanup()
  await show()
  await noOffer()
})

test('before the first device, the inbox offers nothing', async () => {
  await show(false)
  await noOffer()
})

test('who gets notifications and cannot install the app is left alone', async () => {
  turnPushOn()
  await show()
  await noOffer()
})

test('installs the app where the browser can, and asks once', async () => {
  turnPushOn()
  const prompt = vi.fn(async () => {})
  const { person } = await show()
  act(
    () =>
      void dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })),
  )
  await offer()
  await person.click(screen.getByRole('button', { name: 'Install the app' }))
  expect(prompt).toHaveBeenCalledOnce()
  await noOffer()
})

test('in Safari on an iPhone, says the two steps instead, and notifications come after them', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_5)')
  await show()
  await offer()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Tap Share in Safari.',
    'Tap “Add to Home Screen”, and open Vieraugen from there.',
  ])
  expect(screen.queryByRole('link')).toBeNull()
})
