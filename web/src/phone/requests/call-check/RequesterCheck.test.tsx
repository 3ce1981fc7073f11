import { screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import { requestDetails, type Request } from '#contract/requests/requests.ts'
import { withdrawRequest } from '#contract/requests/decisions.ts'
import { relatedWorkspaces } from '#contract/workspaces/workspaces.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { requestOf } from '../../../testing/request-samples.ts'
import { membershipOf, signIn } from '../../../testing/samples.ts'
import { RequestPage } from '../page/RequestPage.tsx'

beforeEach(signIn)

const paul = { participantId: requestOf(9).id, email: 'paul@example.com' }
const unseen = { deliveredAt: null, openedAt: null }
const check = requestOf(1, { type: 'verification', approver: paul, number: '47', seen: unseen })
const ended = (changes: Partial<Request>): Request =>
  requestOf(1, { type: 'verification', approver: paul, ...changes })

const ask = async () => {
  const api = fakeApi()
  api.answer(requestDetails, check)
  api.answer(relatedWorkspaces, { userWorkspaces: [membershipOf()], nextCursor: null })
  const page = (
    <Routes>
      <Route path="/requests/:id" element={<RequestPage />} />
    </Routes>
  )
  const { person, readAgain } = renderAt(`/requests/${check.id}`, page)
  await screen.findByRole('heading', { name: 'Read out this number in the call' })
  return { api, person, readAgain }
}

const steps = () => screen.getAllByRole('listitem').filter((step) => step.querySelector('time')).length

test('shows the number, and spells it out for screen readers', async () => {
  await ask()
  expect(screen.getByText('47').getAttribute('aria-hidden')).toBe('true')
  screen.getByText('4 7')
  screen.getByText('paul types it on their phone.')
  expect(document.body.textContent).not.toMatch(/verified/i)
})

test('shows when the check is delivered, opened and answered', async () => {
  const { api, readAgain } = await ask()
  expect(steps()).toBe(0)
  const deliveredAt = '2026-03-01T12:00:01.000Z'
  api.answer(requestDetails, { ...check, seen: { deliveredAt, openedAt: null } })
  await readAgain()
  await waitFor(() => expect(steps()).toBe(1))
  api.answer(requestDetails, { ...check, seen: { deliveredAt, openedAt: '2026-03-01T12:00:04.000Z' } })
  await readAgain()
  await waitFor(() => expect(steps()).toBe(2))
  api.answer(requestDetails, ended({ status: 'approved', assurance: 'passkey', decidedBy: paul }))
  await readAgain()
  await screen.findByRole('heading', { name: 'The phone of paul agreed' })
  screen.getByText('Signed with a passkey')
  expect(screen.queryByText('47')).toBeNull()
})

test('after ten seconds that nobody has opened it, says what to do instead of waiting', async () => {
  const { api, readAgain } = await ask()
  screen.getByText('Not reached: ask paul to open the app, or call back.')
  const deliveredAt = '2026-03-01T12:00:01.000Z'
  api.answer(requestDetails, { ...check, seen: { deliveredAt, openedAt: null } })
  await readAgain()
  await screen.findByText('Not opened yet: ask paul to open the app, or call back.')
  api.answer(requestDetails, { ...check, createdAt: new Date().toISOString() })
  await readAgain()
  await waitFor(() => expect(screen.queryByText(/ask paul to open/)).toBeNull())
  api.answer(requestDetails, { ...check, seen: { deliveredAt, openedAt: deliveredAt } })
  await readAgain()
  await waitFor(() => expect(steps()).toBe(2))
  expect(screen.queryByText(/ask paul to open/)).toBeNull()
})

test('says at once that a wrong number was typed, and what that may mean', async () => {
  const { api, readAgain } = await ask()
  const at = '2026-03-01T12:00:04.000Z'
  api.answer(requestDetails, { ...check, seen: { deliveredAt: at, openedAt: at, wrongAt: at } })
  await readAgain()
  await screen.findByText('A wrong number was typed')
  screen.getByText('A wrong number was typed. If you misread it, read it out again. If not, hang up.')
  screen.getByText('47')
})

test('can be withdrawn while it is open', async () => {
  const { api, person } = await ask()
  const withdrawn = ended({ status: 'declined', closedReason: 'withdrawn' })
  api.answer(withdrawRequest, () => {
    api.answer(requestDetails, withdrawn)
    return withdrawn
  })
  await person.click(screen.getByRole('button', { name: 'Withdraw request' }))
  await person.click(screen.getByRole('button', { name: 'Yes, withdraw' }))
  await screen.findByRole('heading', { name: 'Withdrawn: nothing is confirmed' })
})

test('can be reported, also after it has ended', async () => {
  const { api, readAgain } = await ask()
  screen.getByRole('link', { name: 'This was not me' })
  api.answer(requestDetails, ended({ status: 'approved', assurance: 'pin', decidedBy: paul }))
  await readAgain()
  await screen.findByRole('heading', { name: 'The phone of paul agreed' })
  screen.getByRole('link', { name: 'This was not me' })
})

test('a confirmed check says in three lines who confirmed what, and what it does not prove', async () => {
  const { api, readAgain } = await ask()
  const title = 'Pay 48,000 euros to a new account'
  const weak = ['not-called-back', 'first-contact'] as const
  const described = { title, asks: { kind: 'payment' }, calledBack: false, weak: [...weak] } as const
  const done = { status: 'approved', assurance: 'passkey', decidedBy: paul } as const
  api.answer(requestDetails, { ...ended(done), ...described, weak: [...weak] })
  await readAgain()
  await screen.findByRole('heading', { name: 'Call paul back before you act' })
  expect(document.querySelector('.result')!.textContent).toContain('paul@example.com')
  screen.getByText('Call back on a number that you know before you act.')
  screen.getByText('It is the first check between you two.')
  expect(document.querySelector('.result')?.classList.contains('weak')).toBe(true)
  api.answer(requestDetails, {
    ...ended(done),
    ...described,
    weak: [...weak],
    callBackNumber: '+4935147110',
  })
  await readAgain()
  const link = await screen.findByRole('link', { name: 'Call +4935147110' })
  expect(link.getAttribute('href')).toBe('tel:+4935147110')
  const again = screen.getByRole('link', { name: 'I called back: check again' })
  expect(again.getAttribute('href')).toBe(`/new/check/${check.workspaceId}/${paul.participantId}`)
  api.answer(requestDetails, { ...ended(done), ...described, calledBack: true, weak: [] })
  await readAgain()
  await screen.findByText('Called back on the number on file.')
  expect(document.querySelector('.result')?.classList.contains('weak')).toBe(false)
})

test.each([
  ['both-called', 'Both were called: hang up, and pay nothing'],
  ['claim-denied', 'paul does not ask for this: hang up, and pay nothing'],
  ['code-mismatch', 'Closed: wrong number. Hang up, and pay nothing'],
  ['reported', 'Reported as suspicious: hang up, and pay nothing'],
] as const)('a check that ends as %s says what to do, and whom to call', async (closedReason, words) => {
  const { api, readAgain } = await ask()
  const closed = ended({ status: 'declined', closedReason })
  api.answer(requestDetails, closed)
  await readAgain()
  await screen.findByRole('heading', { name: words })
  screen.getByText(/All admins have been alerted\.$/)
  screen.getByText('Call back on a number that you know before you act.')
  api.answer(requestDetails, { ...closed, callBackNumber: '+4935147110' })
  await readAgain()
  await screen.findByRole('link', { name: 'Call +4935147110' })
})
