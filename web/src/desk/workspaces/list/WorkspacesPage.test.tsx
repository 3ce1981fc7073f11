import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { deletedWorkspaces } from '#contract/workspaces/history-export.ts'
import { relatedWorkspaces } from '#contract/workspaces/workspaces.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { ids, membershipOf, signIn } from '../../../testing/samples.ts'
import { WorkspacesPage } from './WorkspacesPage.tsx'

test('deleted workspaces appear only after the list above them, so that nothing moves', async () => {
  signIn()
  const api = fakeApi()
  const list = Promise.withResolvers<void>()
  api.answer(relatedWorkspaces, async () => {
    await list.promise
    return { userWorkspaces: [membershipOf()], nextCursor: null }
  })
  api.answer(deletedWorkspaces, [
    {
      id: ids.workspace,
      name: 'Old Harbour',
      timezone: 'Europe/Berlin',
      deletedAt: '2026-03-01T12:00:00.000Z',
      keptUntil: '2026-03-31T12:00:00.000Z',
    },
  ])
  renderAt('/workspaces', <WorkspacesPage />)
  await screen.findByText('Loading workspaces...')
  expect(api.sentTo(deletedWorkspaces)).toEqual([])
  list.resolve()
  await screen.findByText('Harbour')
  await screen.findByText('Old Harbour')
})
