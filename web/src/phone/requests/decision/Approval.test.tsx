import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { devices } from '#contract/accounts/devices.ts'
import { approveRequest, declineRequest, requestChallenge } from '#contract/requests/decisions.ts'
import { filledHash } from '#contract/requests/fields/signed-fields.ts'
import type { SignedContent } from '#contract/requests/requests.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { requestOf } from '../../../testing/request-samples.ts'
import { ids, signIn } from '../../../testing/samples.ts'
import { pinDeviceHere, preparedOf } from '../../../testing/signing.ts'
import { PhoneSessionProvider } from '../../accounts/sessions/phone-session.tsx'
import { Decision } from './Decision.tsx'

beforeEach(signIn)

const ben = { participantId: ids.user, email: 'ben@example.com' }
const shown = requestOf(1, {
  requester: { participantId: ids.request, email: 'anna@example.com' },
  approver: ben,
  standsInFor: ben,
})
const FOR_BEN = /^You decide for ben@example\.com, who is away\.$/

/** As an honest server prepares it for the deputy, except for `change`. */
const preparedFor = async (change: Partial<SignedContent>) => {
  const { textSalt: salt } = await preparedOf(shown)
  const { title, details } = shown
  const beside = { files: [], requestKind: null, rule: null, onBehalfOf: ben.participantId }
  const textHash = await filledHash({ title: title!, details, salt, kind: null, fields: [] })
  return preparedOf(shown, { v: 4, ...beside, textHash, ...change })
}

const show = async (change: Partial<SignedContent> = {}) => {
  const api = fakeApi()
  const onDecided = vi.fn()
  const pin = await pinDeviceHere()
  api.answer(devices, [pin])
  api.answer(requestChallenge, await preparedFor(change))
  const { person } = renderAt(
    '/requests/1',
    <PhoneSessionProvider>
      <Decision shown={shown} approverId={ids.participant} onDecided={onDecided} onClosed={() => {}} />
    </PhoneSessionProvider>,
  )
  return { api, person, onDecided }
}

test('a deputy reads in the sheet for whom they sign, and signs exactly that', async () => {
  const { api, person, onDecided } = await show()
  api.answer(approveRequest, { ...shown, status: 'approved' })
  await person.click(await screen.findByRole('button', { name: 'Approve' }))
  await screen.findByText(FOR_BEN)
  await person.type(await screen.findByLabelText('PIN of this device'), '123456{Enter}')
  await waitFor(() => expect(onDecided).toHaveBeenCalledTimes(1))
})

test.each([
  ['for another colleague', { onBehalfOf: ids.request }],
  ['as themselves', { onBehalfOf: null }],
  ['in the version of an own approval', { v: 1 as const }],
])('nothing is signed that the server wants %s', async (_, change) => {
  const { api, person } = await show(change)
  await person.click(await screen.findByRole('button', { name: 'Approve' }))
  await screen.findByRole('alert')
  expect(screen.queryByLabelText('PIN of this device')).toBeNull()
  expect(api.sentTo(approveRequest)).toEqual([])
})

test('a deputy reads before a decline for whom it is', async () => {
  const { api, person, onDecided } = await show()
  api.answer(declineRequest, { ...shown, status: 'declined' })
  await person.click(await screen.findByRole('button', { name: 'Decline' }))
  await screen.findByText(FOR_BEN)
  await person.click(screen.getByRole('button', { name: 'Yes, decline' }))
  await waitFor(() => expect(onDecided).toHaveBeenCalledTimes(1))
})

test('a deputy without a device is led to set one up, and cannot decline before', async () => {
  const api = fakeApi()
  api.answer(devices, [])
  renderAt(
    '/requests/1',
    <PhoneSessionProvider>
      <Decision shown={shown} approverId={ids.participant} onDecided={() => {}} onClosed={() => {}} />
    </PhoneSessionProvider>,
  )
  await screen.findByText(/^To sign, first set up this device/)
  expect(screen.queryByRole('button', { name: 'Decline' })).toBeNull()
  expect(screen.queryByText(/You can decline without it/)).toBeNull()
})
