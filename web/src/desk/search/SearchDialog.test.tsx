import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { askedRequests } from '#contract/requests/asked.ts'
import { requestInbox } from '#contract/requests/inbox.ts'
import { shortId } from '#contract/requests/short-id.ts'
import { listWorkspaces } from '#contract/workspaces/subscription/periods.ts'
import { workspaceParticipants } from '#contract/workspaces/participants.ts'
import { relatedWorkspaces } from '#contract/workspaces/workspaces.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderAt } from '../../testing/render.tsx'
import { requestOf } from '../../testing/request-samples.ts'
import { ids, listedOf, membershipOf, participantOf, signIn, signInAs } from '../../testing/samples.ts'
import { SearchDialog } from './SearchDialog.tsx'

beforeEach(() => {
  signIn()
  Element.prototype.scrollIntoView = vi.fn()
})

const person = { participant: participantOf(1, { name: 'Lena Harbour', email: 'lena@example.com' }) }
const harbour = membershipOf({ id: ids.workspace, name: 'Harbour', role: 'admin' })
const request = requestOf(7, { title: 'Rent of the harbour', workspaceName: 'Harbour' })

const open = (path = `/workspace/${ids.workspace}`, userWorkspaces = [harbour]) => {
  const api = fakeApi()
  api.answer(relatedWorkspaces, { userWorkspaces, nextCursor: null })
  api.answer(workspaceParticipants, [person])
  api.answer(requestInbox, [request])
  api.answer(askedRequests, [])
  const onClose = vi.fn()
  return { api, onClose, ...renderAt(path, <SearchDialog onClose={onClose} />) }
}
const field = () => screen.getByRole('combobox')
const options = () =>
  within(screen.getByRole('listbox'))
    .queryAllByRole('option')
    .map((one) => one.textContent)

test('without a text shows the pages, and searches nothing', async () => {
  const { api } = open('/inbox')
  await waitFor(() => expect(options()).toEqual(['Dashboard', 'Inbox', 'Asked by me', 'Account', 'Harbour']))
  expect(api.sentTo(requestInbox)).toEqual([])
})

test('finds workspaces, people of the open workspace and requests, each with its place', async () => {
  const { api, person: user } = open()
  await user.type(field(), 'harb')
  await waitFor(() =>
    expect(options()).toEqual([
      'Harbour',
      'Lena Harbourlena@example.comHarbour',
      'Rent of the harbourHarbour',
    ]),
  )
  screen.getByText('3 results')
  expect(api.sentTo(workspaceParticipants)).toMatchObject([
    { params: { id: ids.workspace }, query: { q: 'harb' } },
  ])
})

test('arrow keys choose, and Enter opens what is chosen', async () => {
  const { address, onClose, person: user } = open()
  await user.type(field(), 'harb')
  await screen.findByText('3 results')
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('Rent')
  await user.keyboard('{Enter}')
  expect(address()).toBe(`/inbox?q=${shortId(request.id)}&request=${request.id}`)
  expect(onClose).toHaveBeenCalledOnce()
})

test('Enter waits for all that is searched, and what was chosen stays chosen while more arrives', async () => {
  const { api, address, person: user } = open()
  const later = Promise.withResolvers<(typeof person)[]>()
  api.answer(workspaceParticipants, () => later.promise)
  await user.type(field(), 'harb')
  await screen.findByRole('option', { name: /Rent/ })
  await user.keyboard('{ArrowDown}{Enter}')
  expect(address()).toBe(`/workspace/${ids.workspace}`)
  later.resolve([person])
  await waitFor(() => expect(address()).toContain(`request=${request.id}`))
})

test('a super admin finds all workspaces and their own pages, and asks nothing else', async () => {
  signInAs('super admin')
  const api = fakeApi()
  api.answer(listWorkspaces, [listedOf(1, { name: 'Harbour', id: ids.workspace })])
  const { address, person: user } = renderAt('/super-admin/main', <SearchDialog onClose={vi.fn()} />)
  await waitFor(() => expect(options()).toEqual(['All workspaces', 'Read models', 'Account']))
  await user.type(field(), 'lena@example.com')
  await waitFor(() => expect(options()).toEqual(['Harbour']))
  await user.keyboard('{Enter}')
  expect(address()).toBe(`/super-admin/main?q=${ids.workspace}`)
})

test('somebody without a workspace finds pages', async () => {
  const { api, person: user } = open('/workspaces', [])
  api.answer(requestInbox, [])
  await user.type(field(), 'acc')
  await screen.findByText('1 result')
  expect(options()).toEqual(['Account'])
})

test('says that nothing was found, and that a part of it failed', async () => {
  const { api, person: user } = open()
  api.answer(workspaceParticipants, [])
  api.answer(requestInbox, [])
  await user.type(field(), 'nobody')
  await screen.findByText('Nothing was found for “nobody”.')
  api.refuse(requestInbox, 'access.denied')
  await user.type(field(), ' else')
  await screen.findByText('Not everything could be searched. Please try again.')
})
