import { canonicalText } from '#contract/requests/signing.ts'
import type { ExportedLog } from '#projections/audit/export-queries.ts'
import { aboutIn, type About } from './about.ts'
import { amountCell, type AmountsOf } from './amounts.ts'
import { headsIn, sayEntry, type Column } from './entry-words.ts'
import { EXPORT_TEXTS } from './export-texts.ts'
import { sortableTime } from './history-times.ts'
import { xlsxOf, type XlsxCell, type XlsxSheet } from './xlsx.ts'

/** The audit log as a workbook, in the words of its reader: the entries, and what the product signed about the whole log. */

const TIME_FORMATS = { de: 'dd.mm.yyyy hh:mm:ss', en: 'yyyy-mm-dd hh:mm:ss' } as const

const WIDTHS: Readonly<Partial<Record<Column, number>>> = {
  sequence: 9,
  at: 20,
  action: 34,
  outcome: 12,
  role: 14,
  targetKind: 16,
  target: 34,
  changes: 60,
  details: 40,
  amount: 16,
  currency: 10,
  utc: 20,
  hash: 66,
}
const WIDTH = 26

/** What clocks show in a zone. */
const clockIn = (timezone: string, at: string): XlsxCell => ({
  clock: Date.parse(`${sortableTime(timezone, at).replace(' ', 'T')}Z`),
})

export const historyXlsx = (
  log: ExportedLog,
  about: About,
  amountsOf: AmountsOf,
): AsyncGenerator<Buffer, void, undefined> => {
  const { language, timezone } = about
  const text = EXPORT_TEXTS[language]
  const heads = headsIn(about)
  const entries = async function* () {
    for await (const page of log.pages()) {
      const [mails, amounts] = await Promise.all([log.mailsOf(page), amountsOf(page)])
      yield page.map((entry) => {
        const amount = amounts.get(entry.id) ?? null
        const said = {
          ...sayEntry(entry, mails.get(entry.id) ?? [], about, amount),
          amount: amount && amountCell(amount),
          at: clockIn(timezone, entry.at),
          utc: clockIn('UTC', entry.at),
        }
        return heads.map(([column]): XlsxCell => said[column])
      })
    }
  }
  const facts = async function* () {
    const { content, publicKey, signature } = about.checkpoint
    yield [...aboutIn(about), [text.checkpoint, canonicalText({ content, publicKey, signature })] as const]
  }
  const sheets: readonly XlsxSheet[] = [
    {
      name: text.title,
      columns: heads.map(([column, head]) => ({ head, width: WIDTHS[column] ?? WIDTH })),
      rows: entries(),
      isFiltered: true,
    },
    {
      name: text.checkpoint,
      columns: [
        { head: text.what, width: 28 },
        { head: text.value, width: 100 },
      ],
      rows: facts(),
      isFiltered: false,
    },
  ]
  return xlsxOf(sheets, TIME_FORMATS[language])
}
