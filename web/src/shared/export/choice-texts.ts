import type { ExportFormat } from '#contract/workspaces/history-export.ts'
import { createTexts } from '../texts/create-texts.ts'

type Formats = Readonly<Record<ExportFormat, string>>

export const choiceTexts = createTexts(
  {
    all: 'The whole audit log',
    allOf: (count: number) => (count === 1 ? 'All 1 entry' : `All ${count.toLocaleString('en')} entries`),
    filtered: (count: number) =>
      count === 1 ? '1 entry, as filtered' : `${count.toLocaleString('en')} entries, as filtered`,
    filteredMore: (count: number) => `More than ${count.toLocaleString('en')} entries, as filtered`,
    formats: {
      xlsx: 'Excel (XLSX), for a spreadsheet',
      csv: 'CSV, for other programs',
      jsonl: 'JSONL, to verify without us',
      pdf: 'PDF, to read',
    } satisfies Formats,
    tooLong: 'PDF: at most 100,000 entries, set filters',
    checkpoint: 'Checkpoint …',
  },
  {
    all: 'Das ganze Protokoll',
    allOf: (count) => (count === 1 ? 'Alles: 1 Eintrag' : `Alle ${count.toLocaleString('de')} Einträge`),
    filtered: (count) =>
      count === 1 ? '1 Eintrag, wie gefiltert' : `${count.toLocaleString('de')} Einträge, wie gefiltert`,
    filteredMore: (count) => `Mehr als ${count.toLocaleString('de')} Einträge, wie gefiltert`,
    formats: {
      xlsx: 'Excel (XLSX), für eine Tabelle',
      csv: 'CSV, für andere Programme',
      jsonl: 'JSONL, zum Nachprüfen ohne uns',
      pdf: 'PDF, zum Lesen',
    },
    tooLong: 'PDF: höchstens 100.000 Einträge, bitte filtern',
    checkpoint: 'Prüfpunkt …',
  },
)
