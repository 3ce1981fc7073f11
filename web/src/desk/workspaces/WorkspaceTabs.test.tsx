import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { participantCounts } from '#contract/workspaces/participants.ts'
import { getWorkspace } from '#contract/workspaces/workspaces.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderAt } from '../../testing/render.tsx'
import { countsOf, ids, signIn, workspaceOf } from '../../testing/samples.ts'
import { WorkspacePage } from './WorkspacePage.tsx'

vi.mock('./invitations/InviteTab.tsx', () => {
  throw new Error('the file did not come')
})

beforeEach(() => {
  signIn()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

const showPage = async (workspace = workspaceOf()) => {
  const api = fakeApi()
  api.answer(getWorkspace, workspace)
  api.answer(participantCounts, countsOf())
  const page = (
    <Routes>
      <Route path="/workspace/:id" element={<WorkspacePage />} />
    </Routes>
  )
  const { person } = renderAt(`/workspace/${ids.workspace}?tab=invite`, page)
  await screen.findByRole('heading', { name: 'Harbour' })
  return person
}

test('a part that cannot be loaded says so in its place, and what is around it stays', async () => {
  await showPage()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('could not be loaded')
  screen.getByRole('button', { name: 'Try again' })
  screen.getByRole('heading', { name: 'Harbour' })
  expect(screen.getAllByRole('tab')).toHaveLength(4)
})

test('each part of a workspace has a title of its own', async () => {
  const person = await showPage()
  expect(document.title).toBe('Invite new user · Harbour · Vieraugen')
  await person.click(screen.getByRole('tab', { name: 'Settings' }))
  expect(document.title).toBe('Settings · Harbour · Vieraugen')
})

test('above its parts stands how many have joined, as the server counts them', async () => {
  await showPage()
  await screen.findByText('12 people')
})

test('where the subscription has ended a link leads to how it goes on', async () => {
  const person = await showPage(workspaceOf({ isActive: false, subscription: 'inactive' }))
  await person.click(screen.getByRole('link', { name: 'Ask for an offer in the settings' }))
  expect(screen.getByRole('tab', { name: 'Settings' }).getAttribute('aria-selected')).toBe('true')
})
