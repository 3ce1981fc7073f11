import { screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import { devices } from '#contract/accounts/devices.ts'
import {
  breakGlass,
  confirmGlass,
  confirmGlassChallenge,
  glassChallenge,
} from '#contract/requests/glass/glass.ts'
import { requestDetails, type Request } from '#contract/requests/requests.ts'
import { reasonHash } from '#contract/requests/glass/glass-reason.ts'
import { relatedWorkspaces, type WorkspaceMembership } from '#contract/workspaces/workspaces.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { requestOf } from '../../../testing/request-samples.ts'
import { idOf, ids, membershipOf, signIn } from '../../../testing/samples.ts'
import { pinDeviceHere, preparedOf } from '../../../testing/signing.ts'
import { PhoneSessionProvider } from '../../accounts/sessions/phone-session.tsx'
import { RequestPage } from '../page/RequestPage.tsx'

beforeEach(signIn)

const REASON = 'Ben is ill, and the bank closes at noon'
const [anna, ada, ben] = [
  { participantId: idOf(11), email: 'anna@example.com' },
  { participantId: idOf(12), email: 'ada@example.com' },
  { participantId: idOf(13), email: 'ben@example.com' },
]
const open = requestOf(1, { requester: anna, approver: ben })
const glass = {
  by: ada,
  at: '2026-03-01T12:00:00.000Z',
  reason: REASON,
  confirmedBy: null,
  confirmedAt: null,
  confirmUntil: '2126-03-04T12:00:00.000Z',
}
const broken = (given: object = {}): Request =>
  requestOf(1, {
    requester: anna,
    approver: ben,
    status: 'approved',
    decidedAt: glass.at,
    decidedBy: ada,
    assurance: 'pin',
    brokenGlass: { ...glass, ...given },
  })
const admin = { role: 'admin', approver: false, breakGlass: true } as const

const show = async (request: Request, member: Partial<WorkspaceMembership> = admin) => {
  const api = fakeApi()
  const pin = await pinDeviceHere()
  api.answer(devices, [pin])
  api.answer(requestDetails, request)
  api.answer(relatedWorkspaces, { userWorkspaces: [membershipOf(member)], nextCursor: null })
  const { person } = renderAt(
    `/requests/${request.id}`,
    <PhoneSessionProvider>
      <Routes>
        <Route path="/requests/:id" element={<RequestPage />} />
      </Routes>
    </PhoneSessionProvider>,
  )
  const press = async (name: string) => person.click(await screen.findByRole('button', { name }))
  const sign = async () => person.type(await screen.findByLabelText('PIN of this device'), '123456{Enter}')
  return { api, person, press, sign }
}
const signed = async (request: Request, content: object) =>
  preparedOf(request, { reasonHash: await reasonHash(REASON, 's'.repeat(43)), ...content })

test('an admin approves alone, with a reason of at least 20 characters that is signed', async () => {
  const { api, person, press, sign } = await show(open)
  api.answer(glassChallenge, await signed(open, { kind: 'break-glass' }))
  api.answer(breakGlass, broken())
  await person.click(await screen.findByText('Approve in an emergency'))
  await person.type(await screen.findByLabelText('Why it cannot wait'), 'Too short')
  await press('Approve alone')
  await screen.findByText('Please write at least 20 characters.')
  expect(api.sentTo(glassChallenge)).toEqual([])
  await person.clear(screen.getByLabelText('Why it cannot wait'))
  await person.type(screen.getByLabelText('Why it cannot wait'), `  ${REASON} `)
  await press('Approve alone')
  api.answer(requestDetails, broken())
  await sign()
  await waitFor(() => expect(api.sentTo(breakGlass)).toMatchObject([{ body: { reason: REASON } }]))
  expect(api.sentTo(glassChallenge)).toMatchObject([{ body: { reason: REASON } }])
  await screen.findByRole('heading', { name: 'Emergency: approved by one admin alone' })
})

test('signs nothing if the server wants another reason signed', async () => {
  const { api, person, press } = await show(open)
  const other = await reasonHash('Because I say so, and nobody asks', 's'.repeat(43))
  api.answer(glassChallenge, await preparedOf(open, { kind: 'break-glass', reasonHash: other }))
  await person.click(await screen.findByText('Approve in an emergency'))
  await person.type(await screen.findByLabelText('Why it cannot wait'), REASON)
  await press('Approve alone')
  await screen.findByRole('alert')
  expect(screen.queryByLabelText('PIN of this device')).toBeNull()
  expect(api.sentTo(breakGlass)).toEqual([])
})

test.each([
  ['where it is not allowed', open, { ...admin, breakGlass: false }],
  ['to who is no admin', open, { ...admin, role: 'regular user' as const }],
  ['to who can approve it', requestOf(1, { requester: anna, approver: null }), { ...admin, approver: true }],
  ['to who asked', open, { ...admin, participantId: anna.participantId }],
])('is not offered %s', async (_, request, member) => {
  await show(request, member)
  await screen.findByRole('heading', { name: request.title! })
  // The part that depends on the reader is there.
  await waitFor(() => expect(document.querySelector('.notice, .decision, .button')).not.toBeNull())
  expect(screen.queryByText('Approve in an emergency')).toBeNull()
})

test('everybody reads in red who approved alone and why, and a second person confirms it', async () => {
  const { api, press, sign } = await show(broken())
  await screen.findByRole('heading', { name: 'Emergency: approved by one admin alone' })
  screen.getByText(REASON)
  screen.getByText(/^Not confirmed yet\. A second person must confirm this until/)
  const content = { kind: 'glass-confirmation', brokenBy: ada.participantId }
  api.answer(confirmGlassChallenge, await signed(broken(), content))
  const done = { confirmedBy: ben, confirmedAt: '2026-03-02T12:00:00.000Z' }
  api.answer(confirmGlass, broken(done))
  await press('Confirm')
  api.answer(requestDetails, broken(done))
  await sign()
  await screen.findByText(/ben@example\.com confirmed this on/)
  expect(api.sentTo(confirmGlass)).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull()
})

test('signs no confirmation of another one who broke it', async () => {
  const { api, press } = await show(broken())
  const content = { kind: 'glass-confirmation', brokenBy: ids.participant }
  api.answer(confirmGlassChallenge, await signed(broken(), content))
  await press('Confirm')
  await screen.findByRole('alert')
  expect(api.sentTo(confirmGlass)).toEqual([])
})

test.each([
  ['by who broke it', {}, { ...admin, participantId: ada.participantId }],
  ['by who asked', {}, { ...admin, participantId: anna.participantId }],
  ['by who may neither approve nor administrate', {}, { ...admin, role: 'regular user' as const }],
  ['too late', { confirmUntil: '2026-03-04T12:00:00.000Z' }, admin],
])('cannot be confirmed %s', async (_, given, member) => {
  await show(broken(given), member)
  await screen.findByRole('heading', { name: 'Emergency: approved by one admin alone' })
  await screen.findByText(REASON)
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull()
})

test('says for ever that nobody confirmed it in time', async () => {
  await show(broken({ confirmUntil: '2026-03-04T12:00:00.000Z' }))
  await screen.findByText('Nobody confirmed this in time.')
})
