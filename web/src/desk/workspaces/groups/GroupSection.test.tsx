import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { groupList, removeGroup, writeGroup, type Group } from '#contract/workspaces/approving/groups.ts'
import { workspaceParticipants } from '#contract/workspaces/participants.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { changeOf, ids, participantOf, signIn, workspaceOf } from '../../../testing/samples.ts'
import { GroupSection } from './GroupSection.tsx'

beforeEach(() => signIn())

const [ada, bo] = [participantOf(1), participantOf(2)]
const treasury: Group = { id: ids.request, name: 'Treasury', participantIds: [ada.id] }
const params = { workspaceId: ids.workspace }

const show = (groups: readonly Group[] = [treasury]) => {
  const api = fakeApi()
  api.answer(groupList, [...groups])
  api.answer(
    workspaceParticipants,
    [ada, bo].map((participant) => ({ participant })),
  )
  return { api, ...renderAt('/workspace', <GroupSection workspace={workspaceOf()} />) }
}

test('adds a group with a name and the chosen people', async () => {
  const { api, person } = show([])
  api.answer(writeGroup, treasury)
  await screen.findByText('There is no group yet.')
  await person.click(screen.getByRole('button', { name: 'Add a group…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add a group' })
  const save = within(dialog).getByRole('button', { name: 'Save' })
  await person.click(save)
  expect(api.sentTo(writeGroup)).toEqual([])
  await person.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Treasury')
  await person.click(await within(dialog).findByRole('checkbox', { name: ada.email! }))
  within(dialog).getByText('1 person chosen')
  await person.click(save)
  expect(api.sentTo(writeGroup)).toMatchObject([
    { params, body: { name: 'Treasury', participantIds: [ada.id] } },
  ])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('changes a group as a whole; a refusal stays in the form', async () => {
  const { api, person } = show()
  api.refuse(writeGroup, 'group.exists')
  await screen.findByText('1 person')
  await person.click(screen.getByRole('button', { name: 'Edit Treasury' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit the group' })
  await person.click(await within(dialog).findByRole('checkbox', { name: ada.email! }))
  await person.click(within(dialog).getByRole('checkbox', { name: bo.email! }))
  await person.click(within(dialog).getByRole('button', { name: 'Save' }))
  await screen.findByText('Another group has this name, or one that looks like it.')
  expect(api.sentTo(writeGroup)).toMatchObject([
    { params, body: { id: treasury.id, name: 'Treasury', participantIds: [bo.id] } },
  ])
})

test('where people are protected, says that a second admin decides', async () => {
  const { api, person } = show()
  api.wait(removeGroup, changeOf(1))
  await person.click(await screen.findByRole('button', { name: 'Remove Treasury' }))
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
  await screen.findByText(/second admin/)
  expect(api.sentTo(removeGroup)).toMatchObject([{ params, body: { id: treasury.id } }])
})
