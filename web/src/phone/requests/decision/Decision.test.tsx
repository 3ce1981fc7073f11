import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { devices } from '#contract/accounts/devices.ts'
import { approveRequest, requestChallenge } from '#contract/requests/requests.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { ids, requestOf, signIn } from '../../../testing/samples.ts'
import { deviceOf, pinDeviceHere, preparedOf } from '../../../testing/signing.ts'
import { PhoneSessionProvider } from '../../accounts/sessions/phone-session.tsx'
import { Decision } from './Decision.tsx'

beforeEach(signIn)

const shown = requestOf(1, { requester: { participantId: ids.user, email: 'anna@example.com' } })
const ignore = () => {}

type Api = ReturnType<typeof fakeApi>
const blocked = (api: Api) => api.refuse(approveRequest, 'proof.invalid', [{ triesLeft: 0 }])

const decide = async (prepare: (api: Api) => void, ...others: ReturnType<typeof deviceOf>[]) => {
  const api = fakeApi()
  const onDecided = vi.fn()
  const pin = await pinDeviceHere()
  const listed = [pin, ...others]
  api.answer(devices, () => listed)
  api.answer(requestChallenge, await preparedOf(shown))
  prepare(api)
  const { person } = renderAt(
    '/requests/1',
    <PhoneSessionProvider>
      <Decision shown={shown} approverId={ids.participant} onDecided={onDecided} onClosed={ignore} />
    </PhoneSessionProvider>,
  )
  await person.click(await screen.findByRole('button', { name: 'Approve' }))
  await person.type(await screen.findByLabelText('PIN of this device'), '123456{Enter}')
  return { api, person, onDecided }
}

test('a PIN that is blocked leaves the passkey to sign with, and says why it is asked for', async () => {
  await decide(blocked, deviceOf(ids.request, 'passkey'))
  await screen.findByText(/Your device asks for your finger/)
  expect(screen.getByRole('alert').textContent).toContain('The PIN of this device is blocked.')
  expect(screen.queryByRole('button', { name: 'Use the PIN instead' })).toBeNull()
})

test('a PIN that is blocked and was all there is leads to a new one', async () => {
  await decide(blocked)
  await screen.findByText(/This device is disabled after too many wrong PINs/)
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
})

const again = () => screen.findByRole('button', { name: 'Send again' })

test.each([
  ['was lost', (api: Api) => api.lose(approveRequest)],
  ['was a fault of the server', (api: Api) => api.refuse(approveRequest, 'store.unavailable')],
])('an approval whose answer %s is sent again as it was, and what it did comes then', async (_, prepare) => {
  const { api, person, onDecided } = await decide(prepare)
  await again()
  // Whoever puts it off is asked the same at the next press, and signs nothing else.
  await person.click(screen.getByRole('button', { name: 'Back' }))
  await person.click(screen.getByRole('button', { name: 'Approve' }))
  expect((await screen.findByRole('dialog')).textContent).toContain('no answer came')
  api.answer(approveRequest, { ...shown, status: 'approved' })
  await person.click(await again())
  await waitFor(() => expect(onDecided.mock.calls[0]?.[0]).toMatchObject({ status: 'approved' }))
  const [first, second] = api.sentTo(approveRequest)
  expect(second).toEqual(first)
  expect(api.keysOf(approveRequest)).toEqual([2])
  expect(api.sentTo(requestChallenge)).toHaveLength(1)
})

test('one that never arrived and is too old by now is signed anew', async () => {
  const { api, person } = await decide((before) => before.lose(approveRequest))
  const button = await again()
  api.refuse(approveRequest, 'challenge.spent')
  await person.click(button)
  await person.type(await screen.findByLabelText('PIN of this device'), '123456{Enter}')
  await waitFor(() => expect(api.keysOf(approveRequest)).toEqual([2, 1]))
  expect(api.sentTo(requestChallenge)).toHaveLength(2)
})

test('too many attempts are no answer to what was sent before them', async () => {
  const { api, person } = await decide((before) => before.lose(approveRequest))
  const button = await again()
  api.refuse(approveRequest, 'rate.exceeded')
  await person.click(button)
  await screen.findByText('Too many attempts. Please wait.')
  await person.click(await again())
  await waitFor(() => expect(api.keysOf(approveRequest)).toEqual([3]))
})
