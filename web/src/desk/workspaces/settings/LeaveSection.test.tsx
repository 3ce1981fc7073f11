import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { leaveWorkspace } from '#contract/workspaces/workspaces.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { ids, signIn, workspaceOf } from '../../../testing/samples.ts'
import { LeaveSection } from './LeaveSection.tsx'

beforeEach(() => signIn())

const openDialog = async () => {
  const api = fakeApi()
  const { person, address } = renderAt('/workspace', <LeaveSection workspace={workspaceOf()} />)
  await person.click(screen.getByRole('button', { name: 'Leave workspace' }))
  const dialog = await screen.findByRole('dialog', { name: 'Leave Harbour?' })
  const confirm = () => person.click(within(dialog).getByRole('button', { name: 'Leave workspace' }))
  return { api, dialog, confirm, address }
}

test('leaves after a question, and then shows the other workspaces', async () => {
  const { api, confirm, address } = await openDialog()
  expect(screen.getByText('You can only come back if an admin invites you again.')).toBeTruthy()
  expect(api.sentTo(leaveWorkspace)).toEqual([])
  api.answer(leaveWorkspace, {})
  await confirm()
  await screen.findByText('You was removed from the workspace successfully.')
  expect(api.sentTo(leaveWorkspace)).toMatchObject([{ params: { id: ids.workspace } }])
  expect(address()).toBe('/workspaces')
})

test('the last admin stays, and reads why in the dialog', async () => {
  const { api, dialog, confirm, address } = await openDialog()
  api.refuse(leaveWorkspace, 'participant.last-admin')
  await confirm()
  await within(dialog).findByText(/You are the last active admin/)
  expect(address()).toBe('/workspace')
})
