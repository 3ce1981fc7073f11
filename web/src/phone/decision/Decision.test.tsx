import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { devices } from '#contract/devices.ts'
import { approveRequest, requestChallenge } from '#contract/requests.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderAt } from '../../testing/render.tsx'
import { ids, requestOf, signIn } from '../../testing/samples.ts'
import { deviceOf, pinDeviceHere, preparedOf } from '../../testing/signing.ts'
import { PhoneSessionProvider } from '../session/phone-session.tsx'
import { Decision } from './Decision.tsx'

beforeEach(signIn)

const shown = requestOf(1, { requester: { participantId: ids.user, email: 'anna@example.com' } })
const ignore = () => {}

const decide = async (...others: ReturnType<typeof deviceOf>[]) => {
  const api = fakeApi()
  const pin = await pinDeviceHere()
  const listed = [pin, ...others]
  api.answer(devices, () => listed)
  api.answer(requestChallenge, await preparedOf(shown))
  api.refuse(approveRequest, 'proof.invalid', [{ triesLeft: 0 }])
  const { person } = renderAt(
    '/requests/1',
    <PhoneSessionProvider>
      <Decision shown={shown} approverId={ids.participant} onDecided={ignore} onClosed={ignore} />
    </PhoneSessionProvider>,
  )
  await person.click(await screen.findByRole('button', { name: 'Approve' }))
  await person.type(await screen.findByLabelText('PIN of this device'), '123456{Enter}')
}

test('a PIN that is blocked leaves the passkey to sign with, and says why it is asked for', async () => {
  await decide(deviceOf(ids.request, 'passkey'))
  await screen.findByText(/Your device asks for your finger/)
  expect(screen.getByRole('alert').textContent).toContain('The PIN of this device is blocked.')
  expect(screen.queryByRole('button', { name: 'Use the PIN instead' })).toBeNull()
})

test('a PIN that is blocked and was all there is leads to a new one', async () => {
  await decide()
  await screen.findByText(/This device is disabled after too many wrong PINs/)
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
})
