import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { deleteWorkspace, relatedWorkspaces } from '#contract/workspaces/workspaces.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { changeOf, ids, signIn, workspaceOf } from '../../../testing/samples.ts'
import { DeleteSection } from './DeleteSection.tsx'

beforeEach(() => signIn())

const typedName = () => screen.findByRole('textbox', { name: 'Name of the workspace, to confirm' })
const verb = () => screen.getByRole('button', { name: 'Delete workspace', description: /./ })

const openDialog = async () => {
  const api = fakeApi()
  api.answer(relatedWorkspaces, { userWorkspaces: [], nextCursor: null })
  const { person, address } = renderAt(
    '/workspace',
    <DeleteSection workspace={workspaceOf()} pending={undefined} />,
  )
  await person.click(screen.getByRole('button', { name: 'Delete workspace' }))
  await screen.findByRole('dialog', { name: 'Delete Harbour?' })
  return { api, person, address }
}

test('says what is lost, and deletes nothing until the exact name is typed', async () => {
  const { api, person } = await openDialog()
  expect(screen.getByText(/Open requests are closed/)).toBeTruthy()
  expect(screen.getByText('This cannot be undone.')).toBeTruthy()
  await screen.findByRole('button', { description: 'Type Harbour to delete the workspace.' })
  await person.type(await typedName(), 'harbour{Enter}')
  await person.click(verb())
  expect(verb().getAttribute('aria-disabled')).toBe('true')
  expect(api.sentTo(deleteWorkspace)).toEqual([])
})

test('after deletion the list of workspaces opens, with the German text of the specification', async () => {
  const { api, person, address } = await openDialog()
  api.answer(deleteWorkspace, {})
  await person.type(await typedName(), ' Harbour {Enter}')
  const done = await screen.findByText('Der Workspace wurde erfolgreich gelöscht.')
  expect(done.getAttribute('lang')).toBe('de')
  expect(api.sentTo(deleteWorkspace)).toMatchObject([{ params: { id: ids.workspace } }])
  expect(address()).toBe('/workspaces')
})

test('a refusal shows its error in the dialog', async () => {
  const { api, person, address } = await openDialog()
  api.refuse(deleteWorkspace, 'access.denied')
  await person.type(await typedName(), 'Harbour{Enter}')
  await screen.findByText('The workspace was not deleted. You do not have the right to do this.')
  expect(address()).toBe('/workspace')
})

test('while people are protected it says that the deletion waits, and the workspace stays open', async () => {
  const { api, person, address } = await openDialog()
  api.wait(deleteWorkspace, changeOf(1, { action: 'workspace.deleted' }))
  await person.type(await typedName(), 'Harbour{Enter}')
  await screen.findByText(/^Nothing has changed yet: this waits for a second admin until/)
  expect(address()).toBe('/workspace')
})
