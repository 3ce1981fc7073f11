import { cleanup, screen, waitFor } from '@testing-library/react'
import { act } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { devices } from '#contract/accounts/devices.ts'
import { approveRequest, declineRequest, requestChallenge } from '#contract/requests/decisions.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { requestOf } from '../../../testing/request-samples.ts'
import { ids, signIn } from '../../../testing/samples.ts'
import { deviceOf, pinDeviceHere, preparedOf } from '../../../testing/signing.ts'
import { PhoneSessionProvider } from '../../accounts/sessions/phone-session.tsx'
import { Decision } from './Decision.tsx'

beforeEach(signIn)
afterEach(() => vi.unstubAllGlobals())

const shown = requestOf(1, { requester: { participantId: ids.user, email: 'anna@example.com' } })
const ignore = () => {}

type Api = ReturnType<typeof fakeApi>
const blockPin = (api: Api) => api.refuse(approveRequest, 'proof.invalid', [{ triesLeft: 0 }])

const show = async (
  prepare: (api: Api) => void,
  asked = shown,
  others: readonly ReturnType<typeof deviceOf>[] = [],
) => {
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
      <Decision shown={asked} approverId={ids.participant} onDecided={onDecided} onClosed={ignore} />
    </PhoneSessionProvider>,
  )
  return { api, person, onDecided }
}

const decide = async (...given: Parameters<typeof show>) => {
  const shownNow = await show(...given)
  const { person } = shownNow
  await person.click(await screen.findByRole('button', { name: 'Approve' }))
  await person.type(await screen.findByLabelText('PIN of this device'), '123456{Enter}')
  return shownNow
}

test('a link to the decline asks its question at once, and any other address does not', async () => {
  history.replaceState(null, '', '#decline')
  onTestFinished(() => history.replaceState(null, '', ' '))
  const { api, person, onDecided } = await show(() => {})
  api.answer(declineRequest, { ...shown, status: 'declined' })
  await person.click(await screen.findByRole('button', { name: 'Yes, decline' }))
  await waitFor(() => expect(onDecided).toHaveBeenCalledTimes(1))
  cleanup()
  history.replaceState(null, '', '#another')
  await show(() => {})
  await screen.findByRole('button', { name: 'Approve' })
  expect(screen.queryByRole('button', { name: 'Yes, decline' })).toBeNull()
})

test('a blocked PIN leaves the passkey, and says why', async () => {
  await decide(blockPin, shown, [deviceOf(ids.request, 'passkey')])
  await screen.findByText(/Your device asks for your finger/)
  expect(screen.getByRole('alert').textContent).toContain('The PIN of this device is blocked.')
  expect(screen.queryByRole('button', { name: 'Use the PIN instead' })).toBeNull()
})

test('a blocked PIN without a passkey leads to device setup', async () => {
  await decide(blockPin)
  await screen.findByText(/This device is disabled after too many wrong PINs/)
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
})

const LATER = '2126-03-01T12:00:00.000Z'

test('a device that waits cannot be used, and the page says until when', async () => {
  const api = fakeApi()
  const pin = await pinDeviceHere()
  api.answer(devices, [{ ...pin, state: 'waiting', usableFrom: LATER }])
  renderAt(
    '/requests/1',
    <PhoneSessionProvider>
      <Decision shown={shown} approverId={ids.participant} onDecided={ignore} onClosed={ignore} />
    </PhoneSessionProvider>,
  )
  await screen.findByText(/^This device cannot sign before 01\/03\/2126/)
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  screen.getByRole('button', { name: 'Decline' })
})

test('a refusal because the device waits says until when', async () => {
  await decide((api) => api.refuse(approveRequest, 'device.waiting', [{ usableFrom: LATER }]))
  await screen.findByText(/^Nothing was signed: this device cannot sign before 01\/03\/2126/)
})

const again = () => screen.findByRole('button', { name: 'Send again' })

test.each([
  ['is lost', (api: Api) => api.lose(approveRequest)],
  ['is a server error', (api: Api) => api.refuse(approveRequest, 'store.unavailable')],
])('an approval whose answer %s is sent again unchanged', async (_, prepare) => {
  const { api, person, onDecided } = await decide(prepare)
  await again()
  // After “Back”, the next press offers the same again instead of a new signature.
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

test('an approval that never arrived and has expired is signed again', async () => {
  const { api, person } = await decide((before) => before.lose(approveRequest))
  const button = await again()
  api.refuse(approveRequest, 'challenge.spent')
  await person.click(button)
  await person.type(await screen.findByLabelText('PIN of this device'), '123456{Enter}')
  await waitFor(() => expect(api.keysOf(approveRequest)).toEqual([2, 1]))
  expect(api.sentTo(requestChallenge)).toHaveLength(2)
})

test('a rate limit does not answer an earlier attempt', async () => {
  const { api, person } = await decide((before) => before.lose(approveRequest))
  const button = await again()
  api.refuse(approveRequest, 'rate.exceeded')
  await person.click(button)
  await screen.findByText('Too many attempts. Please wait.')
  await person.click(await again())
  await waitFor(() => expect(api.keysOf(approveRequest)).toEqual([3]))
})

test('a reload keeps the reason that was typed for a decline', async () => {
  const { person } = await show(ignore)
  const decline = async () => person.click(await screen.findByRole('button', { name: 'Decline' }))
  const reason = () => screen.findByLabelText<HTMLTextAreaElement>(/^Reason/)
  await decline()
  await person.type(await reason(), 'Not our supplier')
  window.dispatchEvent(new Event('pagehide'))
  const kept = { ...sessionStorage }
  cleanup()
  for (const [key, value] of Object.entries(kept)) sessionStorage.setItem(key, String(value))
  await show(ignore)
  await decline()
  expect((await reason()).value).toBe('Not our supplier')
})

test('declines after a question, without a signature, and shows an error in it', async () => {
  const { api, person, onDecided } = await show((before) => before.refuse(declineRequest, 'rate.exceeded'))
  const confirm = () => person.click(screen.getByRole('button', { name: 'Yes, decline' }))
  await person.click(await screen.findByRole('button', { name: 'Decline' }))
  await screen.findByText('Decline this request? anna@example.com will be notified.')
  expect(api.sentTo(declineRequest)).toEqual([])
  await confirm()
  await screen.findByText('Too many attempts. Please wait.')
  api.answer(declineRequest, { ...shown, status: 'declined' })
  await confirm()
  await waitFor(() => expect(onDecided.mock.calls[0]?.[0]).toMatchObject({ status: 'declined' }))
  expect(api.sentTo(declineRequest)).toMatchObject([{}, { params: { id: shown.id }, body: {} }])
  expect(api.sentTo(requestChallenge)).toEqual([])
})

test('a reason can go with a decline, and is still there after an error', async () => {
  const { api, person } = await show((before) => before.refuse(declineRequest, 'rate.exceeded'))
  await person.click(await screen.findByRole('button', { name: 'Decline' }))
  await person.type(screen.getByLabelText('Reason (optional)'), 'Wrong account')
  const confirm = () => person.click(screen.getByRole('button', { name: 'Yes, decline' }))
  await confirm()
  await screen.findByText('Too many attempts. Please wait.')
  api.answer(declineRequest, { ...shown, status: 'declined' })
  await confirm()
  const sent = { params: { id: shown.id }, body: { reason: 'Wrong account' } }
  await waitFor(() => expect(api.sentTo(declineRequest)).toMatchObject([sent, sent]))
})

/** Reports as a browser does whether the end of the text is in view. */
const watchEnd = () => {
  let report: (isIntersecting: boolean) => void = () => {}
  class Observer {
    constructor(callback: (entries: readonly { isIntersecting: boolean }[]) => void) {
      report = (isIntersecting) => act(() => callback([{ isIntersecting }]))
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  return { sees: (isInView: boolean) => report(isInView) }
}

test('a long text is signed only after its end was seen, and the sheet says so', async () => {
  const end = watchEnd()
  const { api, person } = await show((before) => before.answer(approveRequest, shown))
  await person.click(await screen.findByRole('button', { name: 'Approve' }))
  const pin = await screen.findByLabelText('PIN of this device')
  end.sees(false)
  const text = screen.getByRole('region', { name: 'What you sign' })
  expect([document.activeElement, text.tabIndex]).toEqual([text, 0])
  const readFirst = 'Scroll to the end of the text to sign it.'
  screen.getByText(readFirst)
  await person.type(pin, '123456{Enter}')
  const sign = screen.getByRole('button', { name: 'Sign and approve' })
  expect([sign.ariaDisabled, api.sentTo(approveRequest)]).toEqual(['true', []])
  end.sees(true)
  expect([sign.ariaDisabled, screen.queryByText(readFirst)]).toEqual(['false', null])
  await person.click(sign)
  await waitFor(() => expect(api.sentTo(approveRequest)).toHaveLength(1))
})

test('a short text is signed at once', async () => {
  const end = watchEnd()
  const { api, person } = await show((before) => before.answer(approveRequest, shown))
  await person.click(await screen.findByRole('button', { name: 'Approve' }))
  const pin = await screen.findByLabelText('PIN of this device')
  end.sees(true)
  expect(screen.queryByRole('region', { name: 'What you sign' })).toBeNull()
  await person.type(pin, '123456{Enter}')
  await waitFor(() => expect(api.sentTo(approveRequest)).toHaveLength(1))
})

test('the sheet repeats the details that are signed', async () => {
  const details = 'IBAN DE02 1203\n1,200 euros'
  const asked = { ...shown, details }
  const prepared = await preparedOf(asked)
  const { person } = await show((api) => api.answer(requestChallenge, prepared), asked)
  await person.click(await screen.findByRole('button', { name: 'Approve' }))
  expect((await screen.findByRole('dialog')).textContent).toContain(details)
})
