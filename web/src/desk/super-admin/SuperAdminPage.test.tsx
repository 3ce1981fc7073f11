import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { workspaceFigures } from '#contract/workspaces/operator/figures.ts'
import { exportWorkspaces } from '#contract/workspaces/operator/list-export.ts'
import { workspaceNote } from '#contract/workspaces/operator/notes.ts'
import {
  addEternalActivity,
  listWorkspaces,
  type ListedWorkspace,
} from '#contract/workspaces/subscription/periods.ts'
import { addDays, dateIn } from '#contract/workspaces/subscription/subscription.ts'
import { deleteWorkspace } from '#contract/workspaces/workspaces.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderAt } from '../../testing/render.tsx'
import { listedOf, participantOf, periodOf, signInAs, workspaceOf } from '../../testing/samples.ts'
import { SuperAdminPage } from './SuperAdminPage.tsx'

beforeEach(() => signInAs('super admin'))

const ZONE = 'Europe/Berlin'
const today = () => dateIn(ZONE, new Date())
const two = (): ListedWorkspace[] => [
  listedOf(1, {
    name: 'Harbour',
    billingUser: 'bills@example.com',
    endDate: addDays(today(), 2),
    participantTotal: 60,
    participants: [
      participantOf(1, { email: 'ann@example.com', role: 'admin' }),
      participantOf(2, { email: 'ben@example.com', invite: 'expired', joinedAt: null }),
    ],
    periods: [
      periodOf(1, { seats: 25, reason: 'Invoice 7' }),
      periodOf(2, { kind: 'eternal', endDate: '2046-03-01' }),
    ],
  }),
  listedOf(2, { name: null, subscription: 'inactive', isActive: false, endDate: '2026-01-01' }),
]

const noNote = { text: '', version: null, changedAt: null, changedBy: null }

const show = (address = '', workspaces = two()) => {
  const api = fakeApi()
  api.answer(listWorkspaces, workspaces, { 'X-Total-Count': '218' })
  api.answer(workspaceNote, noNote)
  /** The requests of the list, without those of the counts above it. */
  const asked = () => api.sentTo(listWorkspaces).filter(({ query }) => String(query?.limit) !== '1')
  return { api, asked, ...renderAt(`/super-admin/main${address}`, <SuperAdminPage />) }
}
const choose = async (person: ReturnType<typeof show>['person'], name: string, action: string) => {
  await person.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await person.click(await screen.findByRole('menuitem', { name: action }))
  return screen.findByRole('dialog')
}

test('each workspace has a row with billing address, the people who have joined, subscription and remaining time', async () => {
  show()
  const row = (await screen.findByRole('button', { name: 'Harbour' })).closest('tr')!
  for (const words of ['bills@example.com', '12', 'premium', '2 days'])
    expect(within(row).getByText(words)).toBeTruthy()
  const other = screen.getByRole('button', { name: 'Workspace without a name' }).closest('tr')!
  for (const words of ['inaktiv', 'ended']) expect(within(other).getByText(words)).toBeTruthy()
  expect(screen.getByText('2 of 218 shown')).toBeTruthy()
})

test('filters and sort are in the address, and the server applies them', async () => {
  const { asked, person, address } = show('?subscription=premium')
  await screen.findByRole('button', { name: 'Harbour' })
  expect(asked()).toMatchObject([{ query: { subscription: 'premium', limit: '50' } }])
  await person.selectOptions(screen.getByRole('combobox', { name: 'Ends' }), '30')
  expect(address()).toBe('/super-admin/main?subscription=premium&ends=30&sort=endDate')
  const head = screen.getByRole('columnheader', { name: 'Ends in' })
  expect(head.getAttribute('aria-sort')).toBe('ascending')
  await person.click(within(head).getByRole('button'))
  expect(head.getAttribute('aria-sort')).toBe('descending')
  await waitFor(() =>
    expect(asked().at(-1)).toMatchObject({
      query: { subscription: 'premium', endsWithin: '30', sort: '-endDate' },
    }),
  )
  await person.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(address()).toBe('/super-admin/main?sort=-endDate')
})

test('the summary shows the number of workspaces and links to those that end soon', async () => {
  const { person, address } = show('?subscription=inactive')
  await screen.findByText('218 workspaces')
  await person.click(await screen.findByRole('button', { name: '218 end within 30 days' }))
  expect(address()).toBe('/super-admin/main?ends=30&sort=endDate')
  const chip = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Ends' })
  expect(chip.selectedOptions[0]?.textContent).toBe('within 30 days')
  await person.click(screen.getByRole('button', { name: '218 inactive' }))
  expect(address()).toBe('/super-admin/main?sort=endDate&subscription=inactive')
  await person.click(screen.getByRole('button', { name: '218 offers to answer' }))
  expect(address()).toBe('/super-admin/main?sort=endDate&offer=waiting')
})

test('the charts open above the list; a month that they chose is a filter, which can be removed', async () => {
  const { api, asked, person, address } = show('?endsIn=2026-12')
  api.answer(workspaceFigures, { ends: [], created: [], joined: [] })
  expect(screen.getByRole('combobox', { name: 'Ends in' }).textContent).toBe('Ends inDecember 2026')
  await waitFor(() => expect(asked()).toMatchObject([{ query: { endsIn: '2026-12' } }]))
  await person.click(screen.getByRole('button', { name: 'Show charts' }))
  await screen.findByRole('region', { name: 'Activity ends' })
  await person.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(address()).toBe('/super-admin/main?charts=1')
  await person.click(screen.getByRole('button', { name: 'Hide charts' }))
  expect(screen.queryByRole('region', { name: 'Charts' })).toBeNull()
})

test('a row opens the periods with their reasons, and the participants', async () => {
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: 'Harbour' }))
  const drawer = await screen.findByRole('dialog', { name: 'Harbour' })
  expect(drawer.textContent).toContain('25 seats · Invoice 7')
  expect(drawer.textContent).toContain('eternal · any number of seats')
  expect(within(drawer).getByRole('heading', { name: 'Participants and invitations (60)' })).toBeTruthy()
  const ben = within(drawer).getByText('ben@example.com').closest('li')!
  expect(within(ben).getByText('invitation expired')).toBeTruthy()
  expect(within(drawer).getByText('The first 2 are shown.')).toBeTruthy()
})

test('an eternal activity needs a confirmation, and its success has the text of the specification', async () => {
  const { api, person } = show()
  api.answer(addEternalActivity, workspaceOf())
  const dialog = await choose(person, 'Harbour', 'Add eternal activity')
  expect(api.sentTo(addEternalActivity)).toEqual([])
  await person.click(within(dialog).getByRole('button', { name: 'Add eternal activity' }))
  await screen.findByText('Eternal activity added.')
  expect(api.sentTo(addEternalActivity)).toMatchObject([{ params: { id: two()[0]!.id }, body: {} }])
})

test('a failed eternal activity keeps the dialog open, with the reason', async () => {
  const { api, person } = show()
  api.refuse(addEternalActivity, 'workspace.not-found')
  const dialog = await choose(person, 'Harbour', 'Add eternal activity')
  await person.click(within(dialog).getByRole('button', { name: 'Add eternal activity' }))
  await within(dialog).findByText('Eternal activity error. This workspace does not exist.')
})

test('typing its name deletes a workspace, with the text of the specification', async () => {
  const { api, person } = show()
  const [harbour, other] = two()
  api.answer(deleteWorkspace, () => {
    api.answer(listWorkspaces, [other!], { 'X-Total-Count': '217' })
    return {}
  })
  const dialog = await choose(person, 'Harbour', 'Delete workspace')
  const field = within(dialog).getByRole('textbox', { name: 'Name of the workspace, to confirm' })
  await person.type(field, 'harbour{Enter}')
  expect(api.sentTo(deleteWorkspace)).toEqual([])
  await person.clear(field)
  await person.type(field, 'Harbour{Enter}')
  await screen.findByText(`Workspace with id ${harbour!.id} has been removed`)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Harbour' })).toBeNull())
  expect(api.sentTo(deleteWorkspace)).toMatchObject([{ params: { id: harbour!.id } }])
})

test('a workspace without a name is deleted by its id, and a refusal has the text of the specification', async () => {
  const { api, person } = show()
  api.refuse(deleteWorkspace, 'workspace.not-found')
  const dialog = await choose(person, 'Workspace without a name', 'Delete workspace')
  const field = within(dialog).getByRole('textbox', { name: 'Id of the workspace, to confirm' })
  await person.type(field, `${two()[1]!.id}{Enter}`)
  await within(dialog).findByText(/^Delete workspace from super dashboard error: This workspace does not/)
})

test('Load more appends rows and focuses the first new one', async () => {
  const api = fakeApi()
  api.answer(listWorkspaces, ({ query }) => (query?.cursor ? [listedOf(3)] : two()), {
    'X-Total-Count': '3',
    'X-Next-Cursor': 'x',
  })
  const { person } = renderAt('/super-admin/main', <SuperAdminPage />)
  await person.click(await screen.findByRole('button', { name: 'Load more' }))
  const third = await screen.findByRole('button', { name: 'Workspace 3' })
  await waitFor(() => expect(document.activeElement).toBe(third))
})

test('an empty result offers to clear the filters', async () => {
  const { person, address } = show('?q=nobody', [])
  await screen.findByText('No workspace matches.', { exact: false })
  await person.click(screen.getByRole('button', { name: 'Show all' }))
  expect(address()).toBe('/super-admin/main')
})

test('the CSV is asked for with the filters and the order of the list', async () => {
  const { api, person } = show('?subscription=inactive&ends=&sort=-name&q=praxis')
  api.refuse(exportWorkspaces, 'rate.exceeded')
  await person.click(await screen.findByRole('button', { name: 'Export as CSV' }))
  await screen.findByText(/^The export failed: /)
  expect(api.sentTo(exportWorkspaces)).toMatchObject([
    { query: { subscription: 'inactive', sort: '-name', q: 'praxis' } },
  ])
})
