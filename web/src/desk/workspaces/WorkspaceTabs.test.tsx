import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { participantCounts, workspaceParticipants } from '#contract/workspaces/participants.ts'
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
  api.answer(workspaceParticipants, [])
  const page = (
    <Routes>
      <Route path="/workspace/:id" element={<WorkspacePage />} />
    </Routes>
  )
  const { person } = renderAt(`/workspace/${ids.workspace}?tab=invite`, page)
  await screen.findByRole('heading', { name: 'Harbour' })
  return person
}

test('a part that fails to load shows an error in its place', async () => {
  await showPage()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('could not be loaded')
  screen.getByRole('button', { name: 'Try again' })
  screen.getByRole('heading', { name: 'Harbour' })
  expect(screen.getAllByRole('tab')).toHaveLength(5)
})

test('each tab of a workspace has its own title', async () => {
  const person = await showPage()
  expect(document.title).toBe('Invite new user · Harbour · Vieraugen')
  await person.click(screen.getByRole('tab', { name: 'Settings' }))
  expect(document.title).toBe('Settings · Harbour · Vieraugen')
})

test('the header shows the number of joined people from the server', async () => {
  await showPage()
  await screen.findByText('12 people')
})

test('an ended subscription shows a link to the options', async () => {
  const person = await showPage(workspaceOf({ isActive: false, subscription: 'inactive' }))
  await person.click(screen.getByRole('link', { name: 'Request an offer in the settings' }))
  expect(screen.getByRole('tab', { name: 'Settings' }).getAttribute('aria-selected')).toBe('true')
})
