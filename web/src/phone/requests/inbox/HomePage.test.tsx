import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { requestInbox } from '#contract/requests/inbox.ts'
import { requestList } from '#contract/requests/requests.ts'
import { waitingDevices } from '#contract/accounts/waiting-devices.ts'
import { devices } from '#contract/accounts/devices.ts'
import { changeList } from '#contract/workspaces/changes.ts'
import { relatedWorkspaces } from '#contract/workspaces/workspaces.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { requestOf } from '../../../testing/request-samples.ts'
import { changeOf, ids, membershipOf, phoneOf, signIn, waitingOf } from '../../../testing/samples.ts'
import { recordPasskey } from '../../accounts/keys/device-keys.ts'
import { PhoneSessionProvider } from '../../accounts/sessions/phone-session.tsx'
import { HomePage } from './HomePage.tsx'

beforeEach(signIn)

const show = () =>
  renderAt(
    '/',
    <PhoneSessionProvider>
      <HomePage />
    </PhoneSessionProvider>,
  )

test('loads the inbox page by page and never shows too low a count', async () => {
  const api = fakeApi()
  api.answer(relatedWorkspaces, { userWorkspaces: [], nextCursor: null })
  const waiting = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => requestOf(from + i))
  api.answer(requestInbox, waiting(0, 50), { 'X-Next-Cursor': 'older' })
  api.answer(devices, [])
  api.answer(waitingDevices, [])
  const { person } = show()
  await screen.findByText('More than 50 requests are waiting for you')
  api.answer(requestInbox, ({ query }) => (query?.cursor === 'older' ? waiting(50, 3) : waiting(0, 50)))
  await person.click(screen.getByRole('button', { name: 'Load more' }))
  await screen.findByText('53 requests are waiting for you')
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(53))
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('tells approvers without a device to set one up', async () => {
  const api = fakeApi()
  const member = membershipOf({ approver: true, requester: false })
  api.answer(relatedWorkspaces, { userWorkspaces: [member], nextCursor: null })
  api.answer(devices, [])
  api.answer(waitingDevices, [])
  show()
  await screen.findByText(
    'Before you can sign, set up this device with your fingerprint, your face or a PIN.',
  )
  expect(screen.getByRole('link', { name: 'Set up this device' }).getAttribute('href')).toBe('/device')
})

test('says how long the device at hand waits, instead of asking to set one up', async () => {
  const api = fakeApi()
  const member = membershipOf({ approver: true, requester: false })
  api.answer(relatedWorkspaces, { userWorkspaces: [member], nextCursor: null })
  const waiting = phoneOf({ id: ids.request, state: 'waiting', usableFrom: '2126-03-01T12:00:00.000Z' })
  await recordPasskey(ids.user, waiting.id)
  api.answer(devices, [waiting])
  api.answer(waitingDevices, [])
  show()
  await screen.findByText(/^This device cannot sign before 01\/03\/2126, /)
  expect(screen.getByRole('link', { name: 'What you can do' }).getAttribute('href')).toBe(
    `/devices/${waiting.id}`,
  )
  expect(screen.queryByRole('link', { name: 'Set up this device' })).toBeNull()
})

test('shows the waiting devices of colleagues, each with a link to its page', async () => {
  const api = fakeApi()
  api.answer(relatedWorkspaces, { userWorkspaces: [], nextCursor: null })
  api.answer(devices, [])
  const waiting = waitingOf()
  api.answer(waitingDevices, [waiting])
  show()
  const card = await screen.findByRole('link', { name: /ben@example.com.*New phone/ })
  expect(card.getAttribute('href')).toBe(`/devices/${waiting.device.id}`)
})

test('shows admins the changes of others that wait for them', async () => {
  const api = fakeApi()
  const member = membershipOf({ role: 'admin', requester: false })
  api.answer(relatedWorkspaces, { userWorkspaces: [member], nextCursor: null })
  api.answer(devices, [])
  api.answer(waitingDevices, [])
  const own = changeOf(2, { requestedBy: { participantId: member.participantId, email: 'me@example.com' } })
  api.answer(changeList, [own, changeOf(1)])
  show()
  const change = await screen.findByRole('link', { name: /Make person-1@example.com an approver/ })
  expect(change.getAttribute('href')).toBe(`/changes/${changeOf(1).id}`)
})

test.each([
  ['may ask', { requester: true }, 1],
  ['may not ask', { requester: false, approver: true }, 0],
  ['is inactive', { requester: true, active: false }, 0],
])('the first of the inbox checks a call, for somebody who %s', async (_, flags, links) => {
  const api = fakeApi()
  api.answer(relatedWorkspaces, { userWorkspaces: [membershipOf(flags)], nextCursor: null })
  api.answer(requestInbox, [requestOf(1)])
  api.answer(requestList, [])
  api.answer(devices, [])
  api.answer(waitingDevices, [])
  show()
  const waiting = await screen.findByRole('link', { name: /Request 1/ })
  const found = screen.queryAllByRole('link', { name: 'Check a call' })
  expect(found).toHaveLength(links)
  for (const link of found)
    expect(link.compareDocumentPosition(waiting) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test.each([
  ['an approver whose notifications are off', true, 'denied', 1],
  ['an approver who turned them on', true, 'granted', 0],
  ['somebody who only asks', false, 'denied', 0],
])(
  'says to %s that questions reach only an open page, or nothing',
  async (_, approver, permission, hints) => {
    vi.stubGlobal('Notification', { permission })
    localStorage.setItem('vieraugen-push', JSON.stringify({ id: ids.request, userId: ids.user }))
    onTestFinished(() => localStorage.clear())
    const api = fakeApi()
    const member = membershipOf({ approver, requester: false })
    api.answer(relatedWorkspaces, { userWorkspaces: [member], nextCursor: null })
    api.answer(devices, [])
    api.answer(waitingDevices, [])
    show()
    await screen.findByText('No open requests')
    expect(screen.queryAllByText(/^Notifications are off .* only while this page is open/)).toHaveLength(
      hints,
    )
  },
)
