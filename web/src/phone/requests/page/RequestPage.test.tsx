import { cleanup, screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import { requestDetails, type Request } from '#contract/requests/requests.ts'
import { declineRequest } from '#contract/requests/decisions.ts'
import { devices } from '#contract/accounts/devices.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { relatedWorkspaces } from '#contract/workspaces/workspaces.ts'
import { requestOf } from '../../../testing/request-samples.ts'
import { ids, membershipOf, signIn } from '../../../testing/samples.ts'
import { PhoneSessionProvider } from '../../accounts/sessions/phone-session.tsx'
import { RequestPage } from './RequestPage.tsx'

beforeEach(signIn)

const page = (
  <Routes>
    <Route path="/requests/:id" element={<RequestPage />} />
  </Routes>
)

test('says first that a verified check was reported, not that it is verified, and does not offer a second report', async () => {
  const api = fakeApi()
  const decided = { status: 'approved', assurance: 'passkey', decidedAt: '2026-11-20T10:12:00.000Z' } as const
  const shown = requestOf(1, { type: 'verification', ...decided, reportedAt: '2026-11-21T09:30:00.000Z' })
  api.answer(requestDetails, shown)
  api.answer(relatedWorkspaces, { userWorkspaces: [membershipOf()], nextCursor: null })
  renderAt(`/requests/${shown.id}`, page)
  await screen.findByRole('heading', { name: 'Reported later: do not rely on this' })
  expect(screen.queryByText(/^Verified/)).toBeNull()
  screen.getByText(/^Reported as suspicious on .*, after the decision/)
  expect(screen.queryByRole('link', { name: 'This was not me' })).toBeNull()
})

test.each([
  ['a PIN', { assurance: 'pin' }, 'Signed with a device and its PIN'],
  ['a passkey of before', { assurance: 'passkey' }, 'Signed with a passkey'],
  ['a bound passkey', { assurance: 'passkey', deviceBound: true }, /a passkey that stays on its device$/],
  [
    'a synced passkey',
    { assurance: 'passkey', deviceBound: false },
    /a passkey that is synced between devices$/,
  ],
] as const)('the result says that %s signed it', async (_, signed, words) => {
  const api = fakeApi()
  const shown = requestOf(1, { status: 'approved', decidedAt: '2026-11-20T10:12:00.000Z', ...signed })
  api.answer(requestDetails, shown)
  api.answer(relatedWorkspaces, { userWorkspaces: [membershipOf()], nextCursor: null })
  renderAt(`/requests/${shown.id}`, page)
  await screen.findByText(words)
})

test('says before a decision for whom a deputy decides, and afterwards for whom they did', async () => {
  const api = fakeApi()
  const ben = { participantId: ids.user, email: 'ben@example.com', name: 'Ben' }
  const requester = { participantId: ids.request, email: 'anna@example.com' }
  const shown = requestOf(1, { requester, approver: ben, standsInFor: ben })
  api.answer(devices, [])
  api.answer(requestDetails, shown)
  api.answer(relatedWorkspaces, { userWorkspaces: [membershipOf()], nextCursor: null })
  renderAt(`/requests/${shown.id}`, page)
  await screen.findByText(/^You decide for .*Ben.* \(ben@example\.com\), who is away\.$/)
  cleanup()
  const { standsInFor: decidedFor, ...rest } = shown
  const decided = { status: 'approved', decidedAt: '2026-11-20T10:12:00.000Z', decidedBy: requester } as const
  api.answer(requestDetails, { ...rest, id: ids.request, ...decided, decidedFor: decidedFor! })
  renderAt(`/requests/${ids.request}`, page)
  await screen.findByText(/^for .*Ben.* \(ben@example\.com\)$/)
})

test('says what happened to it, step by step', async () => {
  const api = fakeApi()
  const requester = { participantId: ids.user, email: 'lena@example.com', name: 'Lena Schmidt' }
  const at = '2026-11-20T10:12:00.000Z'
  const shown = requestOf(1, {
    status: 'declined',
    requester,
    timeline: [
      { kind: 'asked', at, by: requester },
      { kind: 'mailed', at, by: null, count: 3 },
      { kind: 'expired', at, by: null },
    ],
  })
  api.answer(requestDetails, shown)
  api.answer(relatedWorkspaces, { userWorkspaces: [membershipOf()], nextCursor: null })
  const { person } = renderAt(`/requests/${shown.id}`, page)
  await person.click(await screen.findByText('What happened'))
  const steps = screen.getAllByRole('listitem').map((step) => step.textContent)
  for (const [n, words] of [
    /^Asked.*Lena Schmidt.*20\/11\/2026/,
    /^3 mails sent/,
    /^Expired without/,
  ].entries())
    expect(steps[n]).toMatch(words)
})

const reader = { participantId: ids.participant, email: 'me@example.com' }
const lena = { participantId: ids.user, email: 'lena@example.com' }
const asked = { status: 'approved', requester: reader, decidedBy: lena } as const
const answered = { status: 'approved', requester: lena, decidedBy: reader } as const
test.each<[string, Partial<Request>, string]>([
  ['asked, and nobody called back', { ...asked, weak: ['not-called-back'] }, 'Call lena back before you act'],
  [
    'answered, and nobody called back',
    { ...answered, weak: ['not-called-back'] },
    'The phone of lena has your answer',
  ],
  ['asked, and the key is new', { ...asked, weak: ['new-device'] }, 'The phone of lena agreed'],
  ['asked, and nothing is weak', { ...asked, weak: [] }, 'lena asks you for this'],
  ['answered, and nothing is weak', { ...answered, weak: [] }, 'lena knows that you ask for this'],
  [
    'of two others',
    { ...asked, requester: { ...lena, participantId: ids.request }, weak: [] },
    'The phone of lena agreed',
  ],
  [
    'by a person who is erased',
    { ...asked, weak: [], decidedBy: { ...lena, email: null } },
    'deleted user asks you for this',
  ],
  [
    'asked, and the claim is denied',
    { closedReason: 'claim-denied', requester: reader, approver: lena },
    'lena does not ask for this: hang up, and pay nothing',
  ],
  [
    'answered, and the claim is denied',
    { closedReason: 'claim-denied' },
    'Not asked for: hang up, and pay nothing',
  ],
  ['a report', { closedReason: 'reported' }, 'Reported as suspicious: hang up, and pay nothing'],
  ['an expiry', { closedReason: 'expired' }, 'Expired: nothing is confirmed'],
  ['a withdrawal', { closedReason: 'withdrawn' }, 'Withdrawn: nothing is confirmed'],
  ['a decline', {}, 'Declined: nothing is confirmed'],
])(
  'the largest line of an ended check names the other one, or says what to do: %s',
  async (_, end, headline) => {
    const api = fakeApi()
    const asks = { kind: 'payment' } as const
    const ended = { type: 'verification', status: 'declined', requester: lena, asks, ...end } as const
    const shown = requestOf(1, ended)
    api.answer(requestDetails, shown)
    api.answer(relatedWorkspaces, { userWorkspaces: [membershipOf({ approver: true })], nextCursor: null })
    renderAt(`/requests/${shown.id}`, page)
    await screen.findByRole('heading', { level: 2, name: headline })
    screen.getByRole('heading', { level: 1, name: 'Call check' })
  },
)

test('a check of before, which names no claim, says only that the phone agreed', async () => {
  const api = fakeApi()
  const shown = requestOf(1, { type: 'verification', ...asked })
  api.answer(requestDetails, shown)
  api.answer(relatedWorkspaces, { userWorkspaces: [membershipOf()], nextCursor: null })
  renderAt(`/requests/${shown.id}`, page)
  await screen.findByRole('heading', { level: 2, name: 'The phone of lena agreed' })
})

test('an ended request shows nothing of the open state', async () => {
  const api = fakeApi()
  const shown = requestOf(1, { status: 'declined', closedReason: 'withdrawn' })
  api.answer(requestDetails, shown)
  api.answer(relatedWorkspaces, { userWorkspaces: [membershipOf()], nextCursor: null })
  renderAt(`/requests/${shown.id}`, page)
  await screen.findByRole('heading', { name: 'Withdrawn' })
  expect(document.body.textContent).not.toMatch(/Open until|left/)
})

test('a requester whose name looks like another is marked where one decides', async () => {
  const api = fakeApi()
  const requester = { participantId: ids.user, email: 'ben@example.com', name: 'Ben Schulz', alike: true }
  const shown = requestOf(1, { requester })
  api.answer(requestDetails, shown)
  api.answer(relatedWorkspaces, { userWorkspaces: [membershipOf()], nextCursor: null })
  renderAt(`/requests/${shown.id}`, page)
  const mark = await screen.findByText('there is another of this name')
  expect(mark.closest('dd')!.textContent).toContain('ben@example.com')
})

test('a declined request shows the reason', async () => {
  const api = fakeApi()
  const declineReason = 'Wrong account,\nplease ask again'
  const decided = { status: 'declined', decidedAt: '2026-11-20T10:12:00.000Z' } as const
  const shown = requestOf(1, { ...decided, assurance: 'session', declineReason })
  api.answer(requestDetails, shown)
  api.answer(relatedWorkspaces, { userWorkspaces: [membershipOf()], nextCursor: null })
  renderAt(`/requests/${shown.id}`, page)
  await screen.findByRole('heading', { name: 'Declined' })
  screen.getByText((_, element) => element?.textContent === `Reason ${declineReason}`)
})

test.each<[string, Partial<Request>, boolean]>([
  ['declined', { status: 'declined' }, true],
  ['approved', { status: 'approved' }, false],
  ['of somebody else', { status: 'declined', requester: { participantId: ids.user, email: null } }, false],
  ['a call check', { status: 'declined', type: 'verification' }, false],
])('only the requester of an approval that got no yes can ask again: %s', async (_, changes, isOffered) => {
  const api = fakeApi()
  const decided = { decidedAt: '2026-11-20T10:12:00.000Z', requester: reader, ...changes } as const
  const shown = requestOf(1, decided)
  api.answer(requestDetails, shown)
  api.answer(relatedWorkspaces, { userWorkspaces: [membershipOf()], nextCursor: null })
  renderAt(`/requests/${shown.id}`, page)
  await screen.findByRole('link', { name: /^Go to inbox/ })
  await waitFor(() =>
    expect(screen.queryByRole('link', { name: 'This was not me' }) !== null).toBe(
      shown.requester.participantId === ids.participant,
    ),
  )
  const link = screen.queryByRole('link', { name: 'Ask again with changes' })
  expect(link?.getAttribute('href') ?? null).toBe(
    isOffered ? `/new?in=${shown.workspaceId}&again=${shown.id}` : null,
  )
})

test('the requester of one that waits can ask again with changes', async () => {
  const api = fakeApi()
  const shown = requestOf(1, { requester: reader })
  api.answer(requestDetails, shown)
  api.answer(relatedWorkspaces, { userWorkspaces: [membershipOf()], nextCursor: null })
  renderAt(`/requests/${shown.id}`, page)
  const link = await screen.findByRole('link', { name: 'Ask again with changes' })
  expect(link.getAttribute('href')).toBe(`/new?in=${shown.workspaceId}&again=${shown.id}`)
})

test.each([
  ['who would decide', ids.user],
  ['who asked', ids.participant],
])('while too few can decide it, nothing asks %s to decide or remind', async (_, requesterId) => {
  const api = fakeApi()
  const shown = requestOf(1, {
    approver: null,
    requester: { participantId: requesterId, email: null },
    needs: { count: 2, of: [], rule: '', applied: null },
    decisions: [],
    parked: { people: 1, groups: [] },
  })
  api.answer(requestDetails, shown)
  api.answer(devices, [])
  api.answer(relatedWorkspaces, { userWorkspaces: [membershipOf({ approver: true })], nextCursor: null })
  renderAt(`/requests/${shown.id}`, <PhoneSessionProvider>{page}</PhoneSessionProvider>)
  await screen.findByText(/1 person is missing/)
  const isOwn = requesterId === ids.participant
  if (isOwn) await screen.findByRole('button', { name: 'Withdraw request' })
  expect(screen.queryByRole('button', { name: /Approve|Decline|Send a reminder/ })).toBeNull()
  expect(screen.queryByText('Somebody else decides this request.')).toBeNull()
})

test.each([
  ['does not exist', 'request.not-found', 'This request does not exist.'],
  ['has an incomplete link', 'input.invalid', /The link may be incomplete/],
] as const)('a request that %s links to the inbox', async (_case, code, words) => {
  const api = fakeApi()
  api.refuse(requestDetails, code)
  api.answer(relatedWorkspaces, { userWorkspaces: [membershipOf()], nextCursor: null })
  const { person, address } = renderAt(`/requests/${ids.user}`, page)
  await screen.findByText(words)
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await person.click(screen.getByRole('link', { name: 'Go to inbox' }))
  expect(address()).toBe('/')
})

const ALREADY_DECIDED = 'Somebody else has already decided this request.'
const [me, other] = [ids.participant, ids.user].map((participantId) => ({ participantId, email: null }))

test.each<[string, Partial<Request>, string, boolean]>([
  ['is decided by somebody else', { decidedBy: other! }, 'Declined', true],
  ['is decided in another window', { decidedBy: me! }, 'Declined', false],
  ['expires', { closedReason: 'expired' }, 'Expired', false],
  ['is withdrawn', { closedReason: 'withdrawn' }, 'Withdrawn', false],
])('a request that %s meanwhile shows its result', async (_, end, heading, isByOther) => {
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
  expect(screen.queryByText(ALREADY_DECIDED) !== null).toBe(isByOther)
})
