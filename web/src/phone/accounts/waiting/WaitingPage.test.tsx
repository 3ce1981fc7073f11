import { screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import { devices } from '#contract/accounts/devices.ts'
import {
  deviceChallenge,
  stopDevice,
  vouchForDevice,
  waitingDevices,
  type Vouching,
} from '#contract/accounts/waiting-devices.ts'
import { requestApprovers } from '#contract/requests/requests.ts'
import { shortId } from '#contract/requests/short-id.ts'
import { canonicalText, hashOfText } from '#contract/requests/signing.ts'
import { relatedWorkspaces } from '#contract/workspaces/workspaces.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { ids, membershipOf, phoneOf, signIn, waitingOf } from '../../../testing/samples.ts'
import { pinDeviceHere } from '../../../testing/signing.ts'
import { recordPasskey } from '../keys/device-keys.ts'
import { PhoneSessionProvider } from '../sessions/phone-session.tsx'
import { WaitingPage } from './WaitingPage.tsx'

beforeEach(signIn)

const LATER = '2126-03-01T12:00:00.000Z'
const own = phoneOf({ id: ids.request, state: 'waiting', usableFrom: LATER, enrolledBy: 'waited' })

const open = (id: string, workspace = membershipOf()) => {
  const api = fakeApi()
  api.answer(devices, [])
  api.answer(waitingDevices, [])
  api.answer(relatedWorkspaces, { userWorkspaces: [workspace], nextCursor: null })
  const show = () =>
    renderAt(
      `/devices/${id}`,
      <PhoneSessionProvider>
        <Routes>
          <Route path="/devices/:id" element={<WaitingPage />} />
        </Routes>
      </PhoneSessionProvider>,
    )
  return { api, show }
}

test('an own device says until when it waits and who can vouch, and shows its code only on itself', async () => {
  const { api, show } = open(own.id)
  api.answer(devices, [own])
  api.answer(requestApprovers, [
    {
      participantId: ids.participant,
      email: 'ada@example.com',
      hasDevice: true,
      notified: true,
      callBackNumber: null,
    },
    {
      participantId: ids.workspace,
      email: 'without@example.com',
      hasDevice: false,
      notified: true,
      callBackNumber: null,
    },
  ])
  await recordPasskey(ids.user, own.id)
  show()
  await screen.findByText(/^It can sign from 01\/03\/2126/)
  await screen.findByText('ada@example.com')
  expect(screen.queryByText('without@example.com')).toBeNull()
  screen.getByText(shortId(own.id))
})

test('elsewhere, a caller cannot have its code read out', async () => {
  const { api, show } = open(own.id, membershipOf({ requester: false }))
  api.answer(devices, [own])
  show()
  await screen.findByText('Approvers of Harbour')
  expect(screen.queryByText(shortId(own.id))).toBeNull()
})

test('its owner stops it after a question, and an error leaves the question open', async () => {
  const { api, show } = open(own.id, membershipOf({ requester: false }))
  api.answer(devices, [own])
  api.refuse(stopDevice, 'device.not-waiting')
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: 'Stop this device: Phone' }))
  expect(api.sentTo(stopDevice)).toEqual([])
  const yes = () => person.click(screen.getByRole('button', { name: 'Yes, stop it' }))
  await yes()
  await screen.findByText('This device is not waiting any more.')
  api.answer(stopDevice, {})
  await yes()
  expect(await screen.findByRole('heading', { name: 'Stopped' })).toBe(document.activeElement)
  expect(api.sentTo(stopDevice)).toMatchObject([{}, { params: { id: own.id } }])
})

test.each([
  ['of their own that can sign', [phoneOf({ id: own.id })], /it can sign/],
  ['that is gone', [], /no longer waits/],
])('a link to a device %s says that it is done already', async (_, listed, words) => {
  const { api, show } = open(own.id)
  api.answer(devices, listed)
  show()
  await screen.findByText(words)
  expect(screen.queryByRole('button', { name: /^Stop/ })).toBeNull()
})

const waiting = waitingOf()
const { device, person: owner } = waiting

const challengeOf = async (changes: Partial<Vouching> = {}) => {
  const content = {
    v: 1 as const,
    kind: 'vouching' as const,
    deviceId: device.id,
    key: 'k'.repeat(43),
    userId: owner.userId,
    voucherId: ids.user,
    nonce: 'n'.repeat(43),
    ...changes,
  }
  const canonical = canonicalText(content)
  const challenge = await hashOfText(canonical)
  return { content, canonical, challenge, expiresAt: LATER, passkey: null }
}

const openAsColleague = async (changes: Partial<typeof waiting> = {}) => {
  const { api, show } = open(device.id)
  api.answer(devices, [await pinDeviceHere()])
  api.answer(waitingDevices, [{ ...waiting, ...changes }])
  const { person } = show()
  const typeCode = async (code: string) => {
    const field = await screen.findByLabelText('Code on the new device')
    await person.clear(field)
    await person.type(field, `${code}{Enter}`)
  }
  return { api, person, typeCode }
}

test('a colleague vouches with the code of the device and a signature', async () => {
  const { api, person, typeCode } = await openAsColleague()
  api.answer(deviceChallenge, await challengeOf())
  await typeCode('00-000')
  await screen.findByText(/^This is not the code of this device/)
  expect(api.sentTo(deviceChallenge)).toEqual([])
  await typeCode(shortId(device.id).toLowerCase().replace('-', ' '))
  api.refuse(vouchForDevice, 'proof.invalid', [{ triesLeft: 2 }])
  const pin = async () => person.type(await screen.findByLabelText('PIN of this device'), '493817{Enter}')
  await pin()
  await screen.findByText('2 tries are left.')
  api.answer(vouchForDevice, device)
  await pin()
  expect(await screen.findByRole('heading', { name: 'Vouched' })).toBe(document.activeElement)
  expect(api.sentTo(vouchForDevice).at(-1)).toMatchObject({
    params: { id: device.id },
    body: { proof: { pin: '493817', challenge: (await challengeOf()).challenge } },
  })
})

test.each([
  ['another device', { deviceId: ids.workspace }, 'deviceId'],
  ['another person', { userId: ids.workspace }, 'userId'],
])('a server that wants a signature for %s gets none', async (_, changes, field) => {
  const { api, typeCode } = await openAsColleague()
  api.answer(deviceChallenge, await challengeOf(changes))
  await typeCode(shortId(device.id))
  await screen.findByText(new RegExp(`^Differences: ${field}`))
  expect(screen.queryByLabelText('PIN of this device')).toBeNull()
})

test('an admin who may not vouch can stop it, and others cannot', async () => {
  const { api, person } = await openAsColleague({ mayVouch: false, mayStop: true })
  api.answer(stopDevice, {})
  await person.click(await screen.findByRole('button', { name: 'Stop this device: New phone' }))
  expect(screen.queryByLabelText('Code on the new device')).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Yes, stop it' }))
  await screen.findByText(/^The new device of ben@example.com will never sign/)
  expect(api.sentTo(stopDevice)).toMatchObject([{ params: { id: device.id } }])
})

test('who may only vouch gets no button that stops', async () => {
  await openAsColleague()
  await screen.findByLabelText('Code on the new device')
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Stop/ })).toBeNull())
})

test('a list that cannot be read is said once, and not asked for without end', async () => {
  const { api, show } = open(ids.request)
  api.refuse(waitingDevices, 'access.denied')
  show()
  await screen.findByRole('alert')
  expect(api.sentTo(waitingDevices)).toHaveLength(1)
})
