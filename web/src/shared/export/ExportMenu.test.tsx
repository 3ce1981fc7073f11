import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { historyCheckpoint, historyExport } from '#contract/workspaces/history-export.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderAt } from '../../testing/render.tsx'
import { ids } from '../../testing/samples.ts'
import { setToken } from '../session/session.ts'
import { ExportMenu } from './ExportMenu.tsx'

type Counted = { readonly total: number; readonly isExact: boolean }

/** The file that the browser saved. */
const saving = () => {
  const saved: string[] = []
  URL.createObjectURL = () => 'blob:file'
  URL.revokeObjectURL = () => {}
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download)
  })
  onTestFinished(() => click.mockRestore())
  return saved
}
const opened = async (filters: { readonly q?: string } = {}, count?: Counted) => {
  setToken('token')
  const api = fakeApi()
  const { person } = renderAt(
    '/',
    <ExportMenu workspaceId={ids.workspace} timeZone="Europe/Berlin" filters={filters} count={count} />,
  )
  const open = () => person.click(screen.getByRole('button', { name: 'Export' }))
  await open()
  await screen.findByRole('menu')
  const choose = (name: RegExp) => person.click(screen.getByRole('menuitem', { name }))
  return { api, choose, open, person }
}

test('describes the file, requests it with the current filters, and confirms the download', async () => {
  const saved = saving()
  const { api, choose } = await opened({ q: 'invoice' }, { total: 1234, isExact: true })
  screen.getByText('1,234 entries, as filtered')
  const named = {
    'Content-Disposition':
      'attachment; filename="audit-log-Sud-7.csv"; filename*=UTF-8\'\'audit-log-S%C3%BCd-7.csv',
  }
  api.answer(historyExport, 'sequence', named)
  await choose(/^CSV/)
  await screen.findByText('audit-log-Süd-7.csv is complete.')
  expect(saved).toEqual(['audit-log-Süd-7.csv'])
  expect(api.sentTo(historyExport)).toMatchObject([
    { params: { id: ids.workspace }, query: { q: 'invoice', format: 'csv' } },
  ])
})

test.each<[Counted | undefined, string]>([
  [{ total: 12, isExact: true }, 'All 12 entries'],
  [{ total: 1, isExact: true }, 'All 1 entry'],
  [undefined, 'The whole audit log'],
])('without filters the export covers the whole log: %o', async (count, words) => {
  await opened({}, count)
  screen.getByText(words)
})

test('too many entries disable the PDF with a reason, but not the other formats', async () => {
  const { api, choose } = await opened({}, { total: 100_001, isExact: true })
  screen.getByText('All 100,001 entries')
  expect(screen.getByRole('menuitem', { name: /^PDF: at most 100,000/ }).ariaDisabled).toBe('true')
  await choose(/^PDF/)
  expect(api.sentTo(historyExport)).toEqual([])
  screen.getByRole('menuitem', { name: /^JSONL/ })
})

test('more entries than are counted may be few enough for a PDF', async () => {
  const saved = saving()
  const { api, choose } = await opened({ q: 'x' }, { total: 10_000, isExact: false })
  screen.getByText('More than 10,000 entries, as filtered')
  api.answer(historyExport, 'pages', {
    'Content-Disposition': 'attachment; filename="audit-log-7.pdf"',
  })
  await choose(/^PDF, to read/)
  await screen.findByText('audit-log-7.pdf is complete.')
  expect(saved).toEqual(['audit-log-7.pdf'])
})

test('shows the error of a refused export and allows another attempt', async () => {
  const saved = saving()
  const { api, choose, open } = await opened()
  api.refuse(historyExport, 'workspace.not-found')
  await choose(/^JSONL/)
  await screen.findByText(/^The export failed: /)
  await open()
  await screen.findByRole('menuitem', { name: /^JSONL/ })
  expect(saved).toEqual([])
})

test('the first choice is a workbook for a spreadsheet', async () => {
  const saved = saving()
  const { api, choose } = await opened()
  const [first] = screen.getAllByRole('menuitem')
  expect(first!.textContent).toBe('Excel (XLSX), for a spreadsheet')
  api.answer(historyExport, 'workbook', {
    'Content-Disposition': 'attachment; filename="audit-log-7.xlsx"',
  })
  await choose(/^Excel/)
  await screen.findByText('audit-log-7.xlsx is complete.')
  expect(saved).toEqual(['audit-log-7.xlsx'])
  expect(api.sentTo(historyExport)).toMatchObject([{ query: { format: 'xlsx' } }])
})

test('a running export shows its progress, blocks a second one, and can be cancelled', async () => {
  const saved = saving()
  const { api, choose, person } = await opened()
  api.answer(historyExport, () => new Promise<string>(() => {}))
  await choose(/^CSV/)
  const running = await screen.findByRole('button', { name: /^Exporting … / })
  await person.click(running)
  expect(screen.queryByRole('menuitem')).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Cancel the export' }))
  expect(saved).toEqual([])
})

test('the checkpoint shows the signed state and copies it in full', async () => {
  const content = {
    v: 1 as const,
    kind: 'history-checkpoint' as const,
    workspaceId: ids.workspace,
    sequence: 7,
    hash: 'ab'.repeat(32),
    at: '2026-03-01T12:00:00.000Z',
    keyId: '0123456789abcdef',
    export: null,
  }
  const checkpoint = {
    content,
    signature: 'S'.repeat(86),
    publicKey: 'K'.repeat(43),
    keys: [],
    note: 'note',
    verifierKeys: [],
    witnesses: [],
    timeStamp: null,
  }
  const { api, choose, person } = await opened()
  api.answer(historyCheckpoint, checkpoint)
  await choose(/^Checkpoint/)
  await screen.findByText('ab'.repeat(32))
  screen.getByText('0123456789abcdef')
  await person.click(screen.getByRole('button', { name: 'Copy the checkpoint' }))
  await waitFor(async () => expect(JSON.parse(await navigator.clipboard.readText())).toEqual(checkpoint))
})
