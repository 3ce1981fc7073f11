import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { changeNote, workspaceNote, type Note } from '#contract/workspaces/operator/notes.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { ids, listedOf, signInAs } from '../../../testing/samples.ts'
import { WorkspaceDrawer } from './WorkspaceDrawer.tsx'

beforeEach(() => signInAs('super admin'))

const none: Note = { text: '', version: null, changedAt: null, changedBy: null }
const noteOf = (version: string, text: string, email: string | null = 'operator@example.com'): Note => ({
  text,
  version,
  changedAt: '2026-03-01T12:00:00.000Z',
  changedBy: { userId: ids.user, email, name: null },
})
const [first, second] = [
  noteOf(ids.request, 'Calls back in May'),
  noteOf(ids.participant, 'Calls back in June'),
]

const show = (note: Note) => {
  const api = fakeApi()
  api.answer(workspaceNote, note)
  const workspace = listedOf(1, { name: 'Harbour' })
  const page = renderAt('/', <WorkspaceDrawer workspace={workspace} onAction={() => {}} onClose={() => {}} />)
  const open = async (name: string) => {
    await page.person.click(await screen.findByRole('button', { name }))
    return within(await screen.findByRole('dialog', { name: 'Note about Harbour' }))
  }
  return { api, id: workspace.id, open, ...page }
}
type Dialog = Awaited<ReturnType<ReturnType<typeof show>['open']>>
const field = (dialog: Dialog) => dialog.getByRole('textbox', { name: 'Note' })
const type = (dialog: Dialog, value: string) => fireEvent.change(field(dialog), { target: { value } })

test('a first note is written, and replaces none', async () => {
  const { api, id, open, person } = show(none)
  await screen.findByText('None. Only super admins see notes.')
  const dialog = await open('Write a note')
  dialog.getByText('Nothing is changed yet.')
  type(dialog, ' Calls back\nin May ')
  api.answer(changeNote, first)
  await person.click(dialog.getByRole('button', { name: 'Save note' }))
  await screen.findByText('The note was saved.')
  expect(api.sentTo(changeNote)).toMatchObject([
    { params: { id }, body: { text: 'Calls back\nin May', version: null } },
  ])
})

test('it says who changed it last, also once that account is deleted', async () => {
  const { api, readAgain } = show(first)
  await screen.findByText('Calls back in May')
  expect(document.body.textContent).toMatch(/Changed on 01 Mar 2026.* by operator@example\.com/)
  api.answer(workspaceNote, noteOf(ids.request, 'Calls back in May', null))
  await readAgain()
  await screen.findByText(/ by Deleted user$/)
})

test('what a colleague wrote meanwhile is shown beside what is typed, and is replaced only then', async () => {
  const { api, open, person } = show(first)
  const dialog = await open('Change the note')
  type(dialog, 'Has called back')
  api.answer(workspaceNote, second)
  api.refuse(changeNote, 'command.conflict')
  const save = dialog.getByRole('button', { name: 'Save note' })
  await person.click(save)
  await dialog.findByText('Calls back in June')
  expect(field(dialog)).toHaveProperty('value', 'Has called back')
  api.answer(changeNote, noteOf(ids.workspace, 'Has called back'))
  await person.click(save)
  await screen.findByText('The note was saved.')
  expect(api.sentTo(changeNote)).toMatchObject([
    { body: { version: first.version } },
    { body: { text: 'Has called back', version: second.version } },
  ])
})

test('more than 2,000 signs are not sent', async () => {
  const { api, open, person } = show(none)
  const dialog = await open('Write a note')
  type(dialog, 'x'.repeat(2_001))
  await person.click(dialog.getByRole('button', { name: 'Save note' }))
  await dialog.findByText(/2,?000/, { selector: '.Mui-error' })
  expect(api.sentTo(changeNote)).toEqual([])
})

test('what is typed outlives a resize that moves the drawer beside the list', async () => {
  const media = Object.assign(new EventTarget(), { matches: false })
  vi.stubGlobal('matchMedia', () => media)
  const { open } = show(none)
  const dialog = await open('Write a note')
  type(dialog, 'Calls back in May')
  media.matches = true
  act(() => void media.dispatchEvent(new Event('change')))
  const after = within(screen.getByRole('dialog', { name: 'Note about Harbour' }))
  expect((field(after) as HTMLTextAreaElement).value).toBe('Calls back in May')
})
