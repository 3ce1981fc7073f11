import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { askedRequestCounts, askedRequests } from '#contract/requests/asked.ts'
import { requestInbox, requestInboxCounts } from '#contract/requests/inbox.ts'
import { requestDetails, type Request } from '#contract/requests/requests.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderAt } from '../../testing/render.tsx'
import { askedCountsOf, inboxCountsOf, requestOf } from '../../testing/request-samples.ts'
import { idOf, ids, signIn } from '../../testing/samples.ts'
import { InboxPage } from './InboxPage.tsx'

beforeEach(() => {
  signIn()
  Element.prototype.scrollIntoView = vi.fn()
})

const ago = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()
const three = (): Request[] => [
  requestOf(1, { type: 'verification', title: 'Pay 48,200 €', expiresAt: ago(-0.05) }),
  requestOf(2, {
    title: 'New laptop',
    details: 'For Ben',
    expiresAt: ago(-5.5),
    requester: { participantId: ids.participant, email: 'lena@example.com', name: 'Lena Schmidt' },
    remindedAt: ago(1),
  }),
  requestOf(3, { title: null }),
]
const { workspaces: _, ...counts } = inboxCountsOf({ waiting: 3, checks: 1, due: 2, reminded: 1, overdue: 2 })
const ofHarbour = { ...counts, workspaceId: ids.workspace, workspaceName: 'Harbour' }

const show = (query = '', requests = three()) => {
  const assign = vi.fn()
  vi.stubGlobal('location', { ...location, assign })
  const api = fakeApi()
  api.answer(requestInbox, requests)
  api.answer(requestDetails, requests[0]!)
  api.answer(requestInboxCounts, { ...counts, workspaces: [ofHarbour] })
  api.answer(askedRequestCounts, askedCountsOf({ waiting: 4, due: 1 }))
  return { api, assign, ...renderAt(`/inbox${query}`, <InboxPage />) }
}
const rowOf = async (title: string) => within((await screen.findByText(title)).closest('tr')!)
const NAMES = ['Call check: Pay 48,200 €', 'New laptop', 'no longer readable']

test('each request has a row with who asks, where, and how long it is open; the first ends first', async () => {
  const { api } = show()
  const row = await rowOf('New laptop')
  for (const words of ['Lena Schmidt', 'lena@example.com', 'Harbour', 'in 5 h', 'reminded'])
    expect(row.getByText(words)).toBeTruthy()
  expect((await rowOf('Pay 48,200 €')).getByText(/^in \d min$/)).toBeTruthy()
  expect(api.sentTo(requestInbox)).toMatchObject([{ query: { sort: 'expiresAt' } }])
  expect(screen.getByText('3 wait for you in 1 workspace')).toBeTruthy()
  expect(screen.getByText('2 overdue')).toBeTruthy()
})

test('the filters and the order are in the address, with the count of each state', async () => {
  const { api, address, person } = show('?sort=nonsense')
  await rowOf('New laptop')
  expect(screen.getByRole('option', { name: 'Reminded (1)' })).toBeTruthy()
  await person.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'reminded')
  await person.selectOptions(screen.getByRole('combobox', { name: 'Workspace' }), ids.workspace)
  await person.click(within(screen.getByRole('columnheader', { name: 'Asked by' })).getByRole('button'))
  await person.type(screen.getByRole('searchbox'), 'lena')
  const filtered = `state=reminded&workspace=${ids.workspace}`
  await waitFor(() => expect(address()).toBe(`/inbox?sort=requester&${filtered}&q=lena`))
  const query = { sort: 'requester', state: 'reminded', workspaceId: ids.workspace, q: 'lena' }
  await waitFor(() => expect(api.sentTo(requestInbox).at(-1)).toMatchObject({ query }))
  await waitFor(() =>
    expect(api.sentTo(requestInboxCounts).at(-1)?.query).toEqual({ workspaceId: ids.workspace, q: 'lena' }),
  )
})

test('j and k move through the rows, enter opens one, and then they move through the open ones', async () => {
  const { person, address } = show()
  await rowOf('New laptop')
  const focused = () => document.activeElement?.textContent
  await person.keyboard('j')
  expect(focused()).toBe(NAMES[0])
  await person.keyboard('kjjj')
  expect(focused()).toBe(NAMES[2])
  await person.keyboard('k{Enter}')
  expect(address()).toBe(`/inbox?request=${idOf(302)}`)
  expect(within(await screen.findByRole('dialog')).getByText('For Ben')).toBeTruthy()
  await person.keyboard('k')
  expect(screen.getByRole('heading', { name: 'Pay 48,200 €' })).toBeTruthy()
  await person.keyboard('{Escape}')
  expect(address()).toBe('/inbox')
  expect(focused()).toBe(NAMES[0])
})

test('a and d lead to where the request is decided, and a call check has only one way', async () => {
  const { person, assign } = show()
  await rowOf('New laptop')
  await person.keyboard('ad')
  expect(assign).not.toHaveBeenCalled()
  await person.keyboard('jdjad')
  const [check, laptop] = [`/m/requests/${idOf(301)}`, `/m/requests/${idOf(302)}`]
  expect(assign.mock.calls.flat()).toEqual([check, laptop, `${laptop}#decline`])
  await person.keyboard('{Enter}')
  expect(screen.getByRole('link', { name: 'Approve…' }).getAttribute('href')).toBe(laptop)
  expect(screen.getByRole('link', { name: 'Decline…' }).getAttribute('href')).toBe(`${laptop}#decline`)
})

const pageOf = (count: number) => Array.from({ length: count }, (_row, at) => requestOf(at + 1))
const goes = (name: string) => screen.findByRole('link', { name })

test('approvals are chosen with x, Shift and the boxes, and go together to where they are read and decided', async () => {
  const { person, assign } = show('', [...three(), ...pageOf(9).slice(3)])
  await rowOf('New laptop')
  expect(screen.queryByRole('checkbox', { name: /Pay 48,200/ })).toBeNull()
  await person.keyboard('jxjx')
  await goes('Read and approve 1…')
  const boxOf = (number: number) => screen.getByRole('checkbox', { name: `Select Request ${number}` })
  await person.click(boxOf(4))
  await person.keyboard('{Shift>}')
  await person.click(boxOf(6))
  await person.keyboard('{/Shift}')
  const several = `/m/several/${[2, 4, 5, 6].map((number) => idOf(300 + number)).join('/')}`
  expect((await goes('Read and approve 4…')).getAttribute('href')).toBe(several)
  expect((await goes('Decline 4…')).getAttribute('href')).toBe(`${several}#decline`)
  screen.getByRole('button', { name: 'Request 5' }).focus()
  await person.keyboard('adja')
  expect(assign.mock.calls.flat()).toEqual([several, `${several}#decline`, several])
  await person.keyboard('ja')
  expect(assign).toHaveBeenLastCalledWith(`/m/requests/${idOf(307)}`)
  await person.click(screen.getByRole('button', { name: 'Choose all 8' }))
  await goes('Read and approve 8…')
  await person.click(screen.getByRole('button', { name: 'Choose none' }))
  expect(screen.queryByRole('link', { name: /^Read and approve/ })).toBeNull()
})

test('of more than fifty, the first fifty can be chosen', async () => {
  const { person } = show('', pageOf(51))
  await rowOf('Request 51')
  await person.click(screen.getByRole('checkbox', { name: 'Select all' }))
  await screen.findByText('51 chosen. At most 50 can be decided at once.')
  expect(screen.queryByRole('link', { name: /^Read and approve/ })).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Choose the first 50' }))
  const link = await goes('Read and approve 50…')
  expect(link.getAttribute('href')?.split('/').at(-1)).toBe(idOf(350))
})

test('one that left the list while it was chosen is named, and not decided with the others', async () => {
  const { api, person, readAgain } = show('', pageOf(3))
  await rowOf('Request 3')
  await person.keyboard('jxjx')
  await goes('Read and approve 2…')
  api.answer(requestInbox, pageOf(3).slice(1))
  await readAgain()
  await goes('Read and approve 1…')
  expect(screen.getByText(/^No longer in this list/).parentElement?.textContent).toContain('Request 1')
})

test('typing a search is no command', async () => {
  const { person, assign, address } = show()
  await rowOf('New laptop')
  await person.keyboard('j')
  await person.type(screen.getByRole('searchbox'), 'ad')
  await waitFor(() => expect(address()).toBe('/inbox?q=ad'))
  expect(assign).not.toHaveBeenCalled()
})

test('what was overdue says that it has ended, and cannot be answered', async () => {
  const ended = requestOf(1, { status: 'declined', closedReason: 'expired', expiresAt: ago(30) })
  const { person, assign } = show('?state=overdue', [ended])
  expect((await rowOf('Request 1')).getByText('30 hours ago')).toBeTruthy()
  expect(screen.getByText(/so they have ended/)).toBeTruthy()
  await person.keyboard('ja{Enter}')
  expect(within(screen.getByRole('dialog')).getByText(/so they have ended/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Approve…' })).toBeNull()
  expect(assign).not.toHaveBeenCalled()
})

test('what the reader has asked is a list of its own, with who is asked and how each ended', async () => {
  const { api, person, address } = show()
  const [lena, paul] = ['lena@example.com', 'paul@example.com'].map((email, n) => ({
    participantId: idOf(n),
    email,
  }))
  api.answer(askedRequests, [
    requestOf(4, { approver: lena! }),
    requestOf(5, { status: 'approved', decidedBy: paul! }),
    requestOf(6, { status: 'declined', closedReason: 'withdrawn' }),
    requestOf(7, { needs: { rule: 'Two of: Treasury', count: 2, of: [], applied: null } }),
  ])
  await person.click(await screen.findByRole('link', { name: 'Asked by me 4' }))
  expect(address()).toBe('/inbox?list=asked')
  expect((await rowOf('Request 4')).getByText('lena@example.com')).toBeTruthy()
  for (const words of ['paul@example.com', 'approved'])
    expect((await rowOf('Request 5')).getByText(words)).toBeTruthy()
  for (const words of ['Any approver', 'withdrawn'])
    expect((await rowOf('Request 6')).getByText(words)).toBeTruthy()
  expect((await rowOf('Request 7')).getByText('By rule')).toBeTruthy()
  expect(screen.getByText('4 wait for an answer')).toBeTruthy()
  await person.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'declined')
  const query = { sort: '-createdAt', state: 'declined' }
  await waitFor(() => expect(api.sentTo(askedRequests).at(-1)).toMatchObject({ query }))
})

test('an empty inbox says so, and one that a filter empties can be cleared', async () => {
  const { person, address } = show('?state=checks', [])
  await screen.findByText(/No request matches/)
  await person.click(screen.getAllByRole('button', { name: 'Clear filters' })[0]!)
  expect(address()).toBe('/inbox')
  await screen.findByText(/Nothing waits for you/)
})
