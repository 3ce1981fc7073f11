import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { requestInbox, requestInboxCounts } from '#contract/requests/inbox.ts'
import { relatedWorkspaces } from '#contract/workspaces/workspaces.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { inboxCountsOf, requestOf } from '../../../testing/request-samples.ts'
import { membershipOf, signIn } from '../../../testing/samples.ts'
import { FindPage } from './FindPage.tsx'

beforeEach(signIn)

test('what waits is found by state, order and search, first what is due first; the way back keeps them', async () => {
  const api = fakeApi()
  api.answer(relatedWorkspaces, { userWorkspaces: [membershipOf()], nextCursor: null })
  api.answer(requestInbox, [requestOf(1), requestOf(2)], { 'X-Next-Cursor': 'more' })
  api.answer(requestInboxCounts, inboxCountsOf({ waiting: 60, overdue: 4 }))
  const { person, address } = renderAt('/find', <FindPage />)
  await screen.findByText('More than 2 found')
  const found = () => api.sentTo(requestInbox).filter(({ query }) => query?.sort)
  expect(found()).toMatchObject([{ query: { sort: 'expiresAt' } }])
  await person.selectOptions(await screen.findByRole('combobox', { name: 'State' }), 'Overdue (4)')
  expect(screen.getByText(/so they have ended/)).toBeTruthy()
  expect(address()).toBe('/find?state=overdue&sort=-expiresAt')
  await person.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'By requester')
  await person.type(screen.getByRole('searchbox'), 'rent')
  const query = { state: 'overdue', sort: 'requester', q: 'rent' }
  await waitFor(() => expect(found().at(-1)).toMatchObject({ query }))
  api.answer(requestInbox, [])
  await person.type(screen.getByRole('searchbox'), ' 7')
  await screen.findByText('No requests match these filters.')
})
