import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import { declineRequest, requestDetails, type Request } from '#contract/requests/requests.ts'
import { devices } from '#contract/accounts/devices.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { relatedWorkspaces } from '#contract/workspaces/workspaces.ts'
import { ids, membershipOf, requestOf, signIn } from '../../../testing/samples.ts'
import { PhoneSessionProvider } from '../../accounts/sessions/phone-session.tsx'
import { RequestPage } from './RequestPage.tsx'

beforeEach(signIn)

const page = (
  <Routes>
    <Route path="/requests/:id" element={<RequestPage />} />
  </Routes>
)

test('a check that was verified and then reported says both, and is not reported twice', async () => {
  const api = fakeApi()
  const decided = { status: 'approved', assurance: 'passkey', decidedAt: '2026-11-20T10:12:00.000Z' } as const
  const shown = requestOf(1, { type: 'verification', ...decided, reportedAt: '2026-11-21T09:30:00.000Z' })
  api.answer(requestDetails, shown)
  api.answer(relatedWorkspaces, { userWorkspaces: [membershipOf()], nextCursor: null })
  renderAt(`/requests/${shown.id}`, page)
  await screen.findByRole('heading', { name: 'Verified' })
  screen.getByText(/^Reported later, .*: “This was not me.” Do not rely on this result.$/)
  expect(screen.queryByRole('link', { name: 'This was not me' })).toBeNull()
})

test.each([
  ['is not there', 'request.not-found', 'This request does not exist.'],
  ['has an address that was cut', 'input.invalid', /Perhaps the link is incomplete/],
] as const)('a request that %s offers the way to the inbox', async (_case, code, words) => {
  const api = fakeApi()
  api.refuse(requestDetails, code)
  api.answer(relatedWorkspaces, { userWorkspaces: [membershipOf()], nextCursor: null })
  const { person, address } = renderAt(`/requests/${ids.user}`, page)
  await screen.findByText(words)
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await person.click(screen.getByRole('link', { name: 'To the inbox' }))
  expect(address()).toBe('/')
})

const MEANWHILE = 'This request was decided in the meantime.'
const [me, other] = [ids.participant, ids.user].map((participantId) => ({ participantId, email: null }))

test.each<[string, Partial<Request>, string, boolean]>([
  ['somebody else decided', { decidedBy: other! }, 'Declined', true],
  ['was decided by oneself', { decidedBy: me! }, 'Declined', false],
  ['expired', { closedReason: 'expired' }, 'Expired', false],
  ['was withdrawn', { closedReason: 'withdrawn' }, 'Withdrawn', false],
])('of what %s meanwhile is said what became of it, and no more', async (_, end, heading, isOthers) => {
  const api = fakeApi()
  const shown = requestOf(1, { requester: other! })
  api.answer(requestDetails, shown)
  api.answer(devices, [])
  api.answer(relatedWorkspaces, { userWorkspaces: [membershipOf({ approver: true })], nextCursor: null })
  const { person } = renderAt(`/requests/${shown.id}`, <PhoneSessionProvider>{page}</PhoneSessionProvider>)
  await person.click(await screen.findByRole('button', { name: 'Decline' }))
  api.refuse(declineRequest, 'request.closed')
  api.answer(requestDetails, { ...shown, status: 'declined', ...end })
  await person.click(screen.getByRole('button', { name: 'Yes, decline' }))
  await screen.findByRole('heading', { name: heading })
  expect(screen.queryByText(MEANWHILE) !== null).toBe(isOthers)
})
