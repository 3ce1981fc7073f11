import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { workspaceHistory } from '#contract/workspaces/audit.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { entryOf } from '../../../testing/log-samples.ts'
import { ids, signIn, workspaceOf } from '../../../testing/samples.ts'
import { AuditTab } from './AuditTab.tsx'

const emptyLog = { entries: [], nextCursor: null, total: 0, totalIsExact: true, head: null }

const search = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search the audit log' })
const action = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Action' })
const outcome = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Outcome' })

beforeEach(signIn)

const showTab = async (path: string) => {
  const api = fakeApi()
  api.answer(workspaceHistory, emptyLog)
  const page = renderAt(path, <AuditTab workspace={workspaceOf()} />)
  await screen.findByText(/Nothing has been recorded yet|No entry matches/)
  const asked = () => api.sentTo(workspaceHistory).map(({ query }) => query)
  return { ...page, asked }
}

test('a filter is added to the address and to the query', async () => {
  const { person, address, asked } = await showTab('/workspace?tab=audit')
  await person.selectOptions(outcome(), 'refused')
  await waitFor(() => expect(address()).toBe('/workspace?tab=audit&outcome=refused'))
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ status: 'refused' }))
})

test('the search is sent once, after typing stops', async () => {
  const { person, address, asked } = await showTab('/workspace?tab=audit')
  await person.type(search(), 'ada')
  await waitFor(() => expect(address()).toBe('/workspace?tab=audit&q=ada'))
  await waitFor(() => expect(asked().map((query) => query?.q)).toEqual([undefined, 'ada']))
})

test('filters from the address are shown, and can be cleared', async () => {
  const { person, address } = await showTab('/workspace?tab=audit&q=ada&action=mail&outcome=ok')
  expect([search().value, action().value, outcome().value]).toEqual(['ada', 'mail', 'ok'])
  await person.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(address()).toBe('/workspace?tab=audit'))
  expect([search().value, action().value, outcome().value]).toEqual(['', '', ''])
  expect(document.activeElement).toBe(search())
})

test('Load more focuses the first new entry, even if no more follow', async () => {
  const api = fakeApi()
  api.answer(workspaceHistory, { ...emptyLog, entries: [entryOf(3), entryOf(2)], nextCursor: '2' })
  const { person } = renderAt('/workspace?tab=audit', <AuditTab workspace={workspaceOf()} />)
  const more = await screen.findByRole('button', { name: 'Load more' })
  api.answer(workspaceHistory, { ...emptyLog, entries: [entryOf(1)] })
  await person.click(more)
  const first = await screen.findByRole('button', { name: /Details of entry 1$/ })
  await waitFor(() => expect(document.activeElement).toBe(first))
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('new entries wait behind a button, and the list stays in place', async () => {
  const api = fakeApi()
  const headAt = (sequence: number) => ({ sequence, hash: 'h', at: '2026-01-01T00:00:00.000Z' })
  api.answer(workspaceHistory, { ...emptyLog, entries: [entryOf(3)], total: 3, head: headAt(3) })
  const { person, readAgain } = renderAt('/workspace?tab=audit', <AuditTab workspace={workspaceOf()} />)
  const row = await screen.findByRole('button', { name: /Details of entry 3$/ })
  row.focus()
  api.answer(workspaceHistory, { ...emptyLog, entries: [entryOf(5)], total: 5, head: headAt(5) })
  await readAgain()
  const fresh = await screen.findByRole('button', { name: '2 new entries' })
  expect(document.activeElement).toBe(row)
  expect(screen.queryByRole('button', { name: /Details of entry 5$/ })).toBeNull()
  await person.click(fresh)
  await screen.findByRole('button', { name: /Details of entry 5$/ })
  expect(screen.queryByRole('button', { name: /new entries/ })).toBeNull()
})

test('a filter by id shows the label from the entries', async () => {
  const api = fakeApi()
  api.answer(workspaceHistory, { ...emptyLog, entries: [entryOf(3)], total: 1 })
  renderAt(`/workspace?tab=audit&target=${ids.request}`, <AuditTab workspace={workspaceOf()} />)
  await screen.findByRole('button', { name: 'Concerning Request 1' })
  expect(screen.queryByText(ids.request)).toBeNull()
})

test('removing a filter keeps the focus in the filter row', async () => {
  const { person } = await showTab('/workspace?tab=audit&outcome=ok&actor=ada%40example.com&target=x')
  const removed = async (name: string) => {
    await person.click(screen.getByRole('button', { name: `Remove filter: ${name}` }))
    return document.activeElement
  }
  expect(await removed('Outcome')).toBe(outcome())
  expect(await removed('Who')).toBe(screen.getByRole('button', { name: 'Who' }))
  expect(await removed('Concerning')).toBe(screen.getByRole('button', { name: 'Date' }))
})

/** A log of `count` entries behind the fake API, read by pages of two in the list. */
const showLog = async (path: string, count: number) => {
  const api = fakeApi()
  const head = { sequence: count, hash: 'h' }
  api.answer(workspaceHistory, ({ query }) => {
    const before = Math.min(Number(query?.cursor ?? count + 1), count + 1)
    const size = Number(query?.limit) === 50 ? 2 : Number(query?.limit)
    const sequences = Array.from({ length: before - 1 }, (_, back) => before - 1 - back).slice(0, size)
    const last = sequences.at(-1) ?? 1
    const entries = sequences.map((sequence) =>
      entryOf(sequence, { target: { kind: 'workspace', id: 'w', label: 'W' } }),
    )
    return { ...emptyLog, entries, nextCursor: last > 1 ? String(last) : null, total: count, head }
  })
  const page = renderAt(path, <AuditTab workspace={workspaceOf()} />)
  const drawer = () => screen.queryByRole('dialog')
  const step = (name: string) => screen.getByRole('button', { name })
  const isAt = (sequence: number) =>
    waitFor(() => expect(drawer()?.textContent).toContain(`No. ${sequence} ·`))
  return { ...page, drawer, step, isAt }
}

test('an open entry is in the address, back closes it, and the focus returns to its row', async () => {
  const { person, address, back, drawer, isAt } = await showLog('/workspace?tab=audit', 3)
  const row = await screen.findByRole('button', { name: /Details of entry 2$/ })
  await person.click(row)
  await isAt(2)
  expect(address()).toBe('/workspace?tab=audit&entry=2')
  await back()
  await waitFor(() => expect(drawer()).toBeNull())
  expect(address()).toBe('/workspace?tab=audit')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /Details of entry 2$/ }))
})

test('a link opens an entry that the list has not loaded, with its neighbours', async () => {
  const { person, address, step, isAt } = await showLog('/workspace?tab=audit&entry=40', 200)
  await isAt(40)
  await person.click(step('Previous entry'))
  await isAt(41)
  await person.click(step('Next entry'))
  await person.click(step('Next entry'))
  await isAt(39)
  expect(address()).toBe('/workspace?tab=audit&entry=39')
})

test('arrow keys go from entry to entry and beyond the loaded ones, and the focus stays in the drawer', async () => {
  const { person, step, isAt } = await showLog('/workspace?tab=audit', 4)
  await person.click(await screen.findByRole('button', { name: /Details of entry 4$/ }))
  await isAt(4)
  expect(step('Previous entry').getAttribute('aria-disabled')).toBe('true')
  for (const sequence of [3, 2, 1]) {
    await waitFor(() => expect(step('Next entry').getAttribute('aria-disabled')).toBe('false'))
    await person.keyboard('{ArrowRight}')
    await isAt(sequence)
  }
  expect(step('Next entry').getAttribute('aria-disabled')).toBe('true')
  await person.keyboard('{ArrowLeft}')
  await isAt(2)
  expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true)
})

test('back closes the drawer from any entry, and the focus goes to the row of the last one', async () => {
  const { person, address, back, step, isAt } = await showLog('/workspace?tab=audit', 3)
  await person.click(await screen.findByRole('button', { name: /Details of entry 3$/ }))
  await isAt(3)
  await person.click(step('Next entry'))
  await isAt(2)
  await back()
  expect(address()).toBe('/workspace?tab=audit')
  const row = screen.getByRole('button', { name: /Details of entry 2$/ })
  await waitFor(() => expect(document.activeElement).toBe(row))
})

test('a link to an entry that does not exist says so', async () => {
  const { person, address, drawer } = await showLog('/workspace?tab=audit&entry=99', 3)
  await screen.findByText('This log has no entry 99 to show.')
  await person.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(drawer()).toBeNull())
  expect(address()).toBe('/workspace?tab=audit')
})

test('the drawer of each entry of a request shows its details, line by line, and no copy among the changes', async () => {
  const api = fakeApi()
  const details = { field: 'details', before: null, after: 'Invoice 7\nIBAN DE02 1203' }
  const created = entryOf(1, { changes: [details, { field: 'type', before: null, after: 'approval' }] })
  const entries = [entryOf(2, { action: 'request.approved' }), created]
  api.answer(workspaceHistory, { ...emptyLog, entries, total: 2 })
  const { person } = renderAt('/workspace?tab=audit&entry=2', <AuditTab workspace={workspaceOf()} />)
  const shown = () => screen.findByText((_, element) => element?.className === 'request-details')
  expect((await shown()).textContent).toBe(details.after)
  await person.click(screen.getByRole('button', { name: 'Next entry' }))
  await screen.findByText('What changed')
  expect((await shown()).textContent).toBe(details.after)
  expect(screen.queryByRole('rowheader', { name: 'Details' })).toBeNull()
})

test('the drawer shows the reason of a decline beside it, line by line, and no copy among the changes', async () => {
  const api = fakeApi()
  const reason = { field: 'declineReason', before: null, after: 'Wrong account\nAsk again' }
  const entries = [entryOf(1, { action: 'request.declined', changes: [reason] })]
  api.answer(workspaceHistory, { ...emptyLog, entries, total: 1 })
  renderAt('/workspace?tab=audit&entry=1', <AuditTab workspace={workspaceOf()} />)
  const shown = await screen.findByText((_, element) => element?.className === 'request-details')
  expect(shown.textContent).toBe(reason.after)
  expect(screen.queryByText('What changed')).toBeNull()
})

test('a row has one tab stop, and its drawer has the filters of its values', async () => {
  const { person, address, isAt } = await showLog('/workspace?tab=audit', 3)
  const row = await screen.findByRole('button', { name: /Details of entry 3$/ })
  for (const line of screen.getAllByRole('row').slice(1))
    expect(
      [...line.querySelectorAll<HTMLElement>('a, button, input')].filter(({ tabIndex }) => tabIndex >= 0),
    ).toHaveLength(1)
  row.focus()
  await person.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /Details of entry 2$/ }))
  await person.keyboard('{Enter}')
  await isAt(2)
  await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Filter by Concerning' }))
  expect(address()).toBe('/workspace?tab=audit&entry=2&target=W')
})
