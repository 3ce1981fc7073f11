import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { participantDevices, workspaceParticipants } from '#contract/workspaces/participants.ts'
import { updateSettings } from '#contract/workspaces/workspaces.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { changeOf, ids, participantOf, phoneOf, signIn, workspaceOf } from '../../../testing/samples.ts'
import { ProtectionSection } from './ProtectionSection.tsx'

beforeEach(signIn)

const protect = changeOf(1, {
  action: 'workspace.settings-changed',
  target: { kind: 'workspace', id: ids.workspace, label: 'Harbour' },
  changes: [{ field: 'peopleProtected', before: false, after: true }],
})

const [ada, bo] = [participantOf(1, { role: 'admin' }), participantOf(2, { role: 'admin' })]

const show = (able: readonly string[], given: Partial<Parameters<typeof ProtectionSection>[0]> = {}) => {
  const api = fakeApi()
  api.answer(workspaceParticipants, [{ participant: ada }, { participant: bo }])
  api.answer(participantDevices, ({ query }) => (able.includes(query.participantId) ? [phoneOf()] : []))
  const page = renderAt(
    '/workspace',
    <ProtectionSection workspace={workspaceOf()} pending={undefined} {...given} />,
  )
  const press = async (name: string) => page.person.click(await screen.findByRole('button', { name }))
  return { api, press }
}

test('asks for the protection after a question, and says that it waits', async () => {
  const { api, press } = show([ada.id, bo.id])
  api.wait(updateSettings, protect)
  await press('Protect people')
  expect(api.sentTo(updateSettings)).toEqual([])
  await press('Ask for it')
  await screen.findByText(/^Nothing has changed yet: this waits for a second admin until 01 Mar 2126/)
  expect(api.sentTo(updateSettings)).toMatchObject([{ body: { peopleProtected: true } }])
})

test('is disabled with the reason while fewer than two admins can sign', async () => {
  const { press } = show([ada.id])
  await screen.findByText('person-2@example.com')
  await press('Protect people')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('shows the change that waits instead of asking again', async () => {
  const { press } = show([ada.id, bo.id], { pending: protect })
  expect(screen.getByRole('link', { name: 'View the change' }).getAttribute('href')).toContain(protect.id)
  await press('Protect people')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a refusal of the server stays in the question', async () => {
  const { api, press } = show([ada.id, bo.id])
  api.refuse(updateSettings, 'workspace.too-few-admins')
  await press('Protect people')
  await press('Ask for it')
  await screen.findByText(/^This needs at least two active admins/)
})
