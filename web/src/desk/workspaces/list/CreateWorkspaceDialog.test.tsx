import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createWorkspace } from '#contract/workspaces/workspaces.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { ids, signIn, workspaceOf } from '../../../testing/samples.ts'
import { CreateWorkspaceDialog } from './CreateWorkspaceDialog.tsx'

test('opens the workspace that it has created', async () => {
  signIn()
  const api = fakeApi()
  api.answer(createWorkspace, workspaceOf({ name: 'Payments' }))
  const { person, address } = renderAt('/workspaces', <CreateWorkspaceDialog onClose={() => {}} />)
  await person.type(screen.getByRole('textbox', { name: /^Name/ }), 'Payments')
  await person.click(screen.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(address()).toBe(`/workspace/${ids.workspace}`))
  expect(api.sentTo(createWorkspace)).toMatchObject([{ body: { name: 'Payments' } }])
})
