import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { askedRequests } from '#contract/requests/asked.ts'
import { remindApprovers } from '#contract/requests/decisions.ts'
import { requestDetails, type Request } from '#contract/requests/requests.ts'
import { MOST_AT_ONCE, withdrawMany } from '#contract/requests/several.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderAt } from '../../testing/render.tsx'
import { emergencyOf, requestOf } from '../../testing/request-samples.ts'
import { signIn } from '../../testing/samples.ts'
import { InboxPage } from './InboxPage.tsx'

beforeEach(() => {
  signIn()
  Element.prototype.scrollIntoView = vi.fn()
})

const show = async (requests: readonly Request[], opened = '') => {
  const api = fakeApi()
  api.answer(askedRequests, [...requests])
  const timeline = [{ kind: 'asked', at: new Date(0).toISOString(), by: null }] as const
  api.answer(requestDetails, { ...requests[0]!, timeline: [...timeline] })
  const page = renderAt(`/inbox?list=asked${opened && `&request=${opened}`}`, <InboxPage />)
  await screen.findAllByText('Request 1')
  return { api, ...page }
}
const box = (number: number) => screen.getByRole('checkbox', { name: `Select Request ${number}` })
const withdrawn = (requestId: string, outcome: 'withdrawn' | 'left-out') =>
  ({ requestId, outcome, status: 'declined', closedReason: 'withdrawn' }) as const

test('several are chosen, also with x, and withdrawn after a question; those that had ended are named', async () => {
  const all = [requestOf(1), requestOf(2), requestOf(3)] as const
  const { api, person } = await show(all)
  await person.click(box(1))
  await person.keyboard('jjx')
  expect(screen.getByText('2 chosen')).toBeTruthy()
  await person.keyboard('x')
  await person.click(box(3))
  await person.click(screen.getByRole('button', { name: 'Withdraw 2…' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Withdraw 2 requests?' }))
  expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Request 1', 'Request 3'])
  expect(api.sentTo(withdrawMany)).toEqual([])
  api.answer(withdrawMany, {
    results: [withdrawn(all[0].id, 'withdrawn'), withdrawn(all[2].id, 'left-out')],
  })
  api.answer(askedRequests, [all[1]])
  await person.click(dialog.getByRole('button', { name: 'Withdraw 2' }))
  const notice = within((await screen.findByText('1 request withdrawn.')).closest('div')!)
  expect(notice.getByRole('listitem').textContent).toBe('Request 3')
  expect(api.sentTo(withdrawMany)).toMatchObject([{ body: { requestIds: [all[0].id, all[2].id] } }])
  await waitFor(() => expect(screen.queryByText('Request 1')).toBeNull())
  expect(screen.queryByText(/chosen$/)).toBeNull()
})

test('more than fifty cannot be withdrawn at once, and what has ended cannot be chosen', async () => {
  const many = Array.from({ length: MOST_AT_ONCE + 1 }, (_, n) => requestOf(n + 1))
  const { person } = await show([...many, requestOf(90, { status: 'approved' })])
  await person.click(screen.getByRole('checkbox', { name: 'Select all' }))
  expect(screen.getByText('At most 50 can be withdrawn at once.')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Withdraw 51…' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a reminder is sent from the details, which then say when the next one may follow', async () => {
  const waiting = requestOf(1)
  const { api, person } = await show([waiting], waiting.id)
  const way = within((await screen.findByRole('heading', { name: 'What happened' })).parentElement!)
  expect(way.getByRole('listitem').textContent).toMatch(/^Asked.*1970/)
  const reminded = { ...waiting, remindedAt: new Date().toISOString() }
  api.answer(remindApprovers, reminded)
  api.answer(askedRequests, [reminded])
  await person.click(screen.getByRole('button', { name: 'Send a reminder' }))
  const next = await screen.findByRole('button', { name: /^Next reminder at \d\d:\d\d$/ })
  expect(screen.getByText('Reminder sent.')).toBeTruthy()
  await person.click(next)
  expect(api.sentTo(remindApprovers)).toHaveLength(1)
  await person.click(screen.getByRole('button', { name: 'Withdraw…' }))
  expect(screen.getByRole('dialog', { name: 'Withdraw this request?' })).toBeTruthy()
})

test.each<[string, Partial<Request>, boolean]>([
  ['declined', { status: 'declined' }, true],
  ['expired', { status: 'declined', closedReason: 'expired' }, true],
  ['approved', { status: 'approved' }, false],
  ['erased', { status: 'declined', title: null }, false],
])('one that is %s leads to the form with its text, or not', async (_, changes, isOffered) => {
  const ended = requestOf(2, changes)
  await show([requestOf(1), ended], ended.id)
  const link = screen.queryByRole('link', { name: 'Ask again with changes…' })?.getAttribute('href') ?? null
  expect(link).toBe(isOffered ? `/m/new?in=${ended.workspaceId}&again=${ended.id}` : null)
})

test('an emergency approval is named as one, and not as approved', async () => {
  await show([requestOf(1), emergencyOf(2)])
  await screen.findByText('emergency approval')
  expect(screen.queryByText('approved')).toBeNull()
})
