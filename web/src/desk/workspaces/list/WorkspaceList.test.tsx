import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { requestInboxCounts } from '#contract/requests/inbox.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { inboxCountsOf } from '../../../testing/request-samples.ts'
import { ids, membershipOf, signIn } from '../../../testing/samples.ts'
import { WorkspaceList } from './WorkspaceList.tsx'

const other = '00000000-0000-4000-8000-000000000009'
const cardOf = (name: string) => within(screen.getByRole('heading', { name }).closest('li')!)

test('a card shows until when its workspace is active, or since when it is not', () => {
  signIn()
  fakeApi()
  const harbour = membershipOf({ role: 'admin', endDate: '2026-12-23' })
  const old = membershipOf({ id: other, name: 'Old', role: 'admin', endDate: '2026-11-13', isActive: false })
  renderAt('/workspaces', <WorkspaceList workspaces={[harbour, old]} />)
  expect(cardOf('Harbour').getByText('until 23 Dec 2026')).toBeTruthy()
  expect(cardOf('Old').getByText('ended 13 Nov 2026')).toBeTruthy()
})

test('a card shows the number of waiting requests', async () => {
  signIn()
  const { workspaces: _, ...counts } = inboxCountsOf({ waiting: 2 })
  const waiting = [{ ...counts, workspaceId: ids.workspace, workspaceName: 'Harbour' }]
  fakeApi().answer(requestInboxCounts, { ...counts, workspaces: waiting })
  const workspaces = [membershipOf(), membershipOf({ id: other, name: 'Other' })]
  renderAt('/workspaces', <WorkspaceList workspaces={workspaces} />)
  expect(await cardOf('Harbour').findByText('2 wait for you')).toBeTruthy()
  expect(cardOf('Other').queryByText(/for you/)).toBeNull()
})
