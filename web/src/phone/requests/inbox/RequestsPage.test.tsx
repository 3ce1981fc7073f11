import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import { askedRequestCounts, askedRequests } from '#contract/requests/asked.ts'
import { requestDetails, requestList } from '#contract/requests/requests.ts'
import { relatedWorkspaces } from '#contract/workspaces/workspaces.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { askedCountsOf, requestOf } from '../../../testing/request-samples.ts'
import { ids, membershipOf, signIn } from '../../../testing/samples.ts'
import { ReportPage } from '../call-check/ReportPage.tsx'
import { RequestPage } from '../page/RequestPage.tsx'
import { RequestsPage } from './RequestsPage.tsx'

beforeEach(signIn)

const prepare = (...memberships: ReturnType<typeof membershipOf>[]) => {
  const api = fakeApi()
  api.answer(relatedWorkspaces, { userWorkspaces: memberships, nextCursor: null })
  return { api, show: () => renderAt('/requests', <RequestsPage />) }
}
const cards = () => screen.queryAllByRole('listitem').map((item) => item.querySelector('strong')?.textContent)

test('shows sent requests, and received ones after a press', async () => {
  const { api, show } = prepare(membershipOf())
  api.answer(askedRequests, [requestOf(1)])
  api.answer(requestList, [requestOf(2)])
  const { person } = show()
  await waitFor(() => expect(cards()).toEqual(['Request 1']))
  await person.click(screen.getByRole('radio', { name: 'Sent to me' }))
  await waitFor(() => expect(cards()).toEqual(['Request 2']))
})

test('says that there are no requests, for either side', async () => {
  const { api, show } = prepare(membershipOf())
  api.answer(requestList, [])
  const { person } = show()
  await screen.findByText(/not sent any requests yet/)
  await person.click(screen.getByRole('radio', { name: 'Sent to me' }))
  await screen.findByText(/sent you a request by name yet, and you have not decided any/)
})

test('without an active workspace, says whom to ask', async () => {
  const { show } = prepare(membershipOf({ active: false }))
  show()
  await screen.findByText(/You are not in any active workspace/)
  expect(screen.queryByRole('radio')).toBeNull()
})

test('loads older requests below the others', async () => {
  const { api, show } = prepare(membershipOf())
  api.answer(askedRequests, [requestOf(1)], { 'X-Next-Cursor': 'older' })
  const { person } = show()
  await waitFor(() => expect(cards()).toEqual(['Request 1']))
  api.answer(askedRequests, [requestOf(2)])
  await person.click(screen.getByRole('button', { name: 'Load more' }))
  await waitFor(() => expect(cards()).toEqual(['Request 1', 'Request 2']))
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('sent requests of all workspaces are searched, ordered and narrowed by the address', async () => {
  const second = membershipOf({ id: ids.user, name: 'Quay' })
  const { api, show } = prepare(membershipOf(), second)
  api.answer(askedRequests, [requestOf(1)])
  api.answer(askedRequestCounts, askedCountsOf({ all: 9, expired: 3 }))
  const { person, address } = show()
  await waitFor(() => expect(cards()).toEqual(['Request 1']))
  expect(api.sentTo(askedRequests)).toMatchObject([{ query: { state: 'all', sort: '-createdAt' } }])
  await person.selectOptions(await screen.findByRole('combobox', { name: 'State' }), 'Expired (3)')
  await person.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'By approver')
  await person.selectOptions(screen.getByRole('combobox', { name: 'Workspace' }), 'Quay')
  await person.type(screen.getByRole('searchbox'), 'rent')
  await waitFor(() =>
    expect(address()).toBe(`/requests?state=expired&sort=approver&workspace=${second.id}&q=rent`),
  )
  const query = { state: 'expired', sort: 'approver', workspaceId: second.id, q: 'rent' }
  await waitFor(() => expect(api.sentTo(askedRequests).at(-1)).toMatchObject({ query }))
  await person.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(address()).toBe('/requests')
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
})

test('received requests are those of the chosen workspace', async () => {
  const second = membershipOf({ id: ids.user, name: 'Quay' })
  const { api, show } = prepare(membershipOf(), second)
  api.answer(requestList, ({ params }) => [requestOf(params.id === second.id ? 8 : 1)])
  const { person } = show()
  await person.click(await screen.findByRole('radio', { name: 'Sent to me' }))
  await waitFor(() => expect(cards()).toEqual(['Request 1']))
  await person.selectOptions(screen.getByRole('combobox', { name: 'Workspace' }), 'Quay')
  await waitFor(() => expect(cards()).toEqual(['Request 8']))
})

test('shows a read error and reads again on a press', async () => {
  const { api, show } = prepare(membershipOf())
  api.refuse(askedRequests, 'access.denied')
  const { person } = show()
  expect((await screen.findByRole('alert')).textContent).toContain('You do not have the right to do this.')
  api.answer(askedRequests, [requestOf(1)])
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(cards()).toEqual(['Request 1']))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('keeps its filters on the way back from a request', async () => {
  const second = membershipOf({ id: ids.user, name: 'Quay' })
  const { api } = prepare(membershipOf(), second)
  const check = requestOf(1, { type: 'verification', status: 'approved' })
  api.answer(requestList, ({ params, query }) =>
    params.id === second.id &&
    query?.mine === 'addressed' &&
    query.type === 'verification' &&
    query.status === 'approved'
      ? [check]
      : [],
  )
  api.answer(requestDetails, check)
  const { person } = renderAt(
    '/requests',
    <Routes>
      <Route path="/requests" element={<RequestsPage />} />
      <Route path="/requests/:id" element={<RequestPage />} />
      <Route path="/requests/:id/report" element={<ReportPage />} />
    </Routes>,
  )
  await person.click(await screen.findByRole('radio', { name: 'Sent to me' }))
  await person.selectOptions(screen.getByRole('combobox', { name: 'Workspace' }), 'Quay')
  await person.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Call checks')
  await screen.findByText('No requests match these filters.')
  await person.selectOptions(screen.getByRole('combobox', { name: 'Result' }), 'Verified')
  await person.click(await screen.findByRole('link', { name: /Request 1/ }))
  await person.click(await screen.findByRole('link', { name: 'This was not me' }))
  // The report page is one step further away.
  await person.click(screen.getByRole('link', { name: 'Back' }))
  await person.click(await screen.findByRole('link', { name: 'Back' }))
  await waitFor(() => expect(cards()).toEqual(['Call check: Request 1']))
})

test('groups the requests by day', async () => {
  const { api, show } = prepare(membershipOf())
  const today = new Date()
  today.setHours(0, 5)
  const before = new Date(2024, 1, 29, 14, 32).toISOString()
  api.answer(askedRequests, [
    requestOf(1, { createdAt: today.toISOString() }),
    requestOf(2, { createdAt: before }),
    requestOf(3, { createdAt: before }),
  ])
  show()
  const now = (await screen.findByRole('heading', { name: 'Today' })).closest('section')!
  within(now).getByText('00:05')
  const then = screen.getByRole('heading', { name: /29 February 2024/ }).closest('section')!
  expect(within(then).getAllByText('14:32')).toHaveLength(2)
})
