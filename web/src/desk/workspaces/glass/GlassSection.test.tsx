import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { updateSettings } from '#contract/workspaces/workspaces.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { changeOf, ids, signIn, workspaceOf } from '../../../testing/samples.ts'
import { GlassSection } from './GlassSection.tsx'

beforeEach(signIn)

const change = changeOf(1, {
  action: 'workspace.settings-changed',
  target: { kind: 'workspace', id: ids.workspace, label: 'Harbour' },
  changes: [{ field: 'breakGlass', before: false, after: true }],
})

const show = (given: Partial<Parameters<typeof GlassSection>[0]> = {}) => {
  const api = fakeApi()
  const page = renderAt(
    '/workspace',
    <GlassSection workspace={workspaceOf()} pending={undefined} {...given} />,
  )
  const press = async (name: string) => page.person.click(await screen.findByRole('button', { name }))
  return { api, press }
}

test('emergency approvals are allowed after a question', async () => {
  const { api, press } = show()
  api.answer(updateSettings, workspaceOf({ breakGlass: true }))
  await press('Allow emergency approvals')
  expect(api.sentTo(updateSettings)).toEqual([])
  await press('Allow them')
  expect(api.sentTo(updateSettings)).toMatchObject([{ body: { breakGlass: true } }])
})

test('says that a second admin decides where people are protected, and that it waits', async () => {
  const { api, press } = show({ workspace: workspaceOf({ breakGlass: true, peopleProtected: true }) })
  await screen.findByText(/^A second admin decides this/)
  api.wait(updateSettings, change)
  await press('No longer allow them')
  await press('No longer allow')
  await screen.findByText(/^Nothing has changed yet: this waits for a second admin/)
})

test('shows the change that waits instead of asking again', async () => {
  const { press } = show({ pending: change })
  expect(screen.getByRole('link', { name: 'View the change' }).getAttribute('href')).toContain(change.id)
  await press('Allow emergency approvals')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a refusal of the server stays in the question', async () => {
  const { api, press } = show()
  api.refuse(updateSettings, 'change.limit')
  await press('Allow emergency approvals')
  await press('Allow them')
  await screen.findByText(/waits?/)
})
