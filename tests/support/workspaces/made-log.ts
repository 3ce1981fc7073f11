import type { Checkpoint } from '#contract/workspaces/history-export.ts'
import { historyCsv } from '#modules/workspaces/history/export/history-csv.ts'
import { historyPdf } from '#modules/workspaces/history/export/history-pdf.ts'
import { historyXlsx } from '#modules/workspaces/history/export/history-xlsx.ts'
import { historyLines } from '#modules/workspaces/history/history-lines.ts'
import type { ExportedEntry, ExportedLog } from '#projections/audit/export-queries.ts'

/** Logs without a database, and their exports. */

const id = '0198a000-0000-7000-8000-000000000001'
const PAGE = 500
const digits = (sequence: number) => sequence.toString(16).padStart(64, '0')

/** No two entries have the same texts: what is kept of one is kept of all. */
const entryAt = (sequence: number): ExportedEntry => ({
  sequence,
  id,
  at: new Date(Date.UTC(2024, 0, 1) + sequence * 40_000).toISOString(),
  action: 'participant.promoted',
  actor: { userId: id, email: `anna${sequence}@example.com`, name: null, role: 'admin' },
  target: { kind: 'participant', id, label: `ben${sequence}@example.com`, name: `Жук ${sequence}` },
  changes: [{ field: 'role', before: 'regular user', after: 'admin' }],
  outcome: 'ok',
  ip: null,
  device: null,
  requestId: null,
  assurance: 'session',
  hash: digits(sequence),
  previousHash: digits(sequence - 1),
  mails: null,
  factHash: `h1:${digits(sequence)}`,
})

/** `onPage` is called before each page of 500 entries is read, with its number from 0. */
export const madeLog = (
  entries: number,
  onPage: (page: number) => void | Promise<void> = () => {},
): ExportedLog => ({
  head: { sequence: entries, hash: digits(entries) },
  count: async (most) => Math.min(most, entries),
  async *pages() {
    for (let end = entries; end > 0; end -= PAGE) {
      await onPage((entries - end) / PAGE)
      yield Array.from({ length: Math.min(PAGE, end) }, (_, back) => entryAt(end - back))
    }
  },
  mailsOf: async () => new Map(),
})

const checkpoint: Checkpoint = {
  content: {
    v: 1,
    kind: 'history-checkpoint',
    workspaceId: id,
    sequence: 1,
    hash: digits(1),
    at: '2026-11-27T03:00:00.000Z',
    keyId: '0123456789abcdef',
    export: null,
  },
  signature: 'S'.repeat(86),
  publicKey: 'K'.repeat(43),
}

const about = {
  checkpoint,
  filters: {},
  language: 'de',
  name: 'Praxis',
  timezone: 'Europe/Berlin',
} as const
const wordingsOf = async (entries: readonly ExportedEntry[]) =>
  new Map(entries.map((entry) => [entry.id, { details: 'x'.repeat(500), salt: entry.hash }]))

const amountsOf = async (entries: readonly ExportedEntry[]) =>
  new Map(entries.map(({ id: of, sequence }) => [of, { value: `${sequence}.50`, currency: 'EUR' }]))

/** The exports of a log in each format. */
export const exportsOf = {
  csv: (log: ExportedLog) => historyCsv(log, about, amountsOf, () => checkpoint),
  xlsx: (log: ExportedLog) => historyXlsx(log, about, amountsOf),
  jsonl: (log: ExportedLog) => historyLines(log, wordingsOf, () => checkpoint),
  pdf: (log: ExportedLog) => historyPdf(log, about),
} as const
