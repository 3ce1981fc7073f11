import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { workspaceHistory } from '#contract/workspaces/audit.ts'
import {
  deleteHistoryView,
  historyViews,
  saveHistoryView,
  type HistoryView,
} from '#contract/workspaces/history-views.ts'
import { fakeApi } from '../../../../testing/fake-api.ts'
import { renderAt } from '../../../../testing/render.tsx'
import { ids, signIn, workspaceOf } from '../../../../testing/samples.ts'
import { AuditTab } from '../AuditTab.tsx'

const emptyLog = { entries: [], nextCursor: null, total: 0, totalIsExact: true, head: null }
const refused: HistoryView = { id: ids.request, name: 'Refused', q: 'pay', outcome: 'refused' }

beforeEach(signIn)

const show = (path: string, views: HistoryView[] = [refused]) => {
  const api = fakeApi()
  api.answer(workspaceHistory, emptyLog)
  api.answer(historyViews, views)
  const page = renderAt(path, <AuditTab workspace={workspaceOf()} />)
  const menu = (name: string | RegExp) => screen.getByRole('button', { name })
  const choose = async (opener: string | RegExp, role: 'menuitem' | 'menuitemradio', item: RegExp) => {
    await page.person.click(menu(opener))
    await page.person.click(await screen.findByRole(role, { name: item }))
  }
  return { ...page, api, menu, choose }
}

test('a view sets all its filters, names the button, and says when the filters differ from it', async () => {
  const { person, address, choose, menu } = show('/workspace?tab=audit&actor=ada&action=mail')
  await choose('Views', 'menuitemradio', /^Refused$/)
  await waitFor(() => expect(address()).toBe(`/workspace?tab=audit&q=pay&outcome=refused&view=${refused.id}`))
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('pay')
  expect(document.activeElement).toBe(menu('Saved view: Refused'))
  await person.selectOptions(screen.getByRole('combobox', { name: 'Outcome' }), 'closed')
  await screen.findByRole('button', { name: 'Saved view: Refused changed' })
  await person.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(address()).toBe('/workspace?tab=audit'))
  menu('Views')
})

test('a view that is gone, or somebody else’s, leaves the filters of its address', async () => {
  const { address, menu } = show(`/workspace?tab=audit&q=ada&view=${ids.workspace}`)
  await screen.findByText('No entry matches the filters.')
  menu('Views')
  expect(address()).toContain('q=ada')
})

test('the filters are saved under a name, and an error keeps what was typed', async () => {
  const { api, person, address, choose } = show('/workspace?tab=audit&q=%20ada%20&outcome=ok', [])
  await choose('Views', 'menuitem', /^Save filters/)
  const dialog = within(await screen.findByRole('dialog'))
  const save = dialog.getByRole('button', { name: 'Save' })
  const name = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name of the view' })
  await person.type(name, '   ')
  dialog.getByText('Please enter a name.')
  await person.click(save)
  api.refuse(saveHistoryView, 'view.limit')
  await person.type(name, 'Adas')
  await person.click(save)
  await dialog.findByText(/You have saved 20 views of this log already/)
  expect(name.value).toBe('   Adas')
  api.answer(saveHistoryView, ({ body }) => ({ ...body, id: ids.request }))
  await person.click(save)
  await screen.findByRole('button', { name: 'Saved view: Adas' })
  const body = { name: 'Adas', q: 'ada', outcome: 'ok' }
  expect(api.sentTo(saveHistoryView).map((sent) => sent.body)).toEqual([body, body])
  expect(address()).toBe(`/workspace?tab=audit&q=ada&outcome=ok&view=${ids.request}`)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a name that a view has is said to be replaced, before it is', async () => {
  const { person, choose } = show('/workspace?tab=audit&q=ada')
  await choose('Views', 'menuitem', /^Save filters/)
  await person.type(await screen.findByRole('textbox', { name: 'Name of the view' }), 'rEFUSED')
  screen.getByText(/You already have a view with this name/)
  screen.getByRole('button', { name: 'Replace' })
})

test('without filters there is nothing to save, and the menu says so', async () => {
  const { api, choose } = show('/workspace?tab=audit', [])
  await choose('Views', 'menuitem', /^Set filters/)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(api.sentTo(saveHistoryView)).toEqual([])
})

test('a changed view is saved by one press, and one that was deleted comes back', async () => {
  const { api, person, choose, menu } = show(`/workspace?tab=audit&q=bill&view=${refused.id}`)
  await screen.findByRole('button', { name: 'Saved view: Refused changed' })
  api.answer(saveHistoryView, ({ body }) => ({ ...body, id: refused.id }))
  await choose(/^Saved view/, 'menuitem', /^Save changes to this view$/)
  await waitFor(() => menu('Saved view: Refused'))
  const saved = { params: { id: ids.workspace }, body: { name: 'Refused', q: 'bill' } }
  expect(api.sentTo(saveHistoryView)).toMatchObject([saved])
  api.answer(deleteHistoryView, {})
  await choose(/^Saved view/, 'menuitem', /^Delete this view$/)
  await waitFor(() => menu('Views'))
  expect(api.sentTo(deleteHistoryView)).toMatchObject([{ body: { viewId: refused.id } }])
  await person.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => menu('Saved view: Refused'))
  expect(api.sentTo(saveHistoryView)).toMatchObject([saved, saved])
})

test('views that cannot be read are read again on a press', async () => {
  const { api, choose } = show('/workspace?tab=audit')
  api.refuse(historyViews, 'access.denied')
  await choose('Views', 'menuitem', /could not be loaded/)
  api.answer(historyViews, [refused])
  await waitFor(() => expect(api.sentTo(historyViews).length).toBeGreaterThan(1))
})
