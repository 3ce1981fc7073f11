import type { Checkpoint } from '#contract/workspaces/history-export.ts'
import { canonicalText } from '#contract/requests/signing.ts'
import type { ExportedLog } from '#projections/audit/export-queries.ts'
import type { AmountsOf } from './amounts.ts'
import { csvIn } from './csv.ts'
import { headsIn, sayEntry, type Reader, type Said } from './entry-words.ts'
import { EXPORT_TEXTS } from './export-texts.ts'
import { LOG_TEXTS } from '#contract/log-texts/log-texts.ts'
import { sortableTime } from './history-times.ts'

/** The audit log as CSV, in the words of its reader. The last row is the checkpoint; a file without it is incomplete. */

const sayCheckpoint = (
  { content, signature, publicKey }: Checkpoint,
  { language, timezone }: Reader,
): Partial<Said> => ({
  sequence: content.sequence,
  at: sortableTime(timezone, content.at),
  action: EXPORT_TEXTS[language].checkpoint,
  targetKind: LOG_TEXTS[language].targets.workspace,
  changes: canonicalText({ content, publicKey, signature }),
  utc: content.at,
  targetId: content.workspaceId,
  hash: content.hash,
})

export const historyCsv = async function* (
  log: ExportedLog,
  reader: Reader,
  amountsOf: AmountsOf,
  sign: () => Checkpoint,
): AsyncGenerator<Buffer, void, undefined> {
  const csv = csvIn(reader.language)
  const heads = headsIn(reader)
  const cellsOf = (said: Partial<Said>) => heads.map(([column]) => said[column])
  yield csv.head(heads.map(([, head]) => head))
  for await (const page of log.pages()) {
    const [mails, amounts] = await Promise.all([log.mailsOf(page), amountsOf(page)])
    yield csv.lines(
      page.map((entry) =>
        cellsOf({
          ...sayEntry(entry, mails.get(entry.id) ?? [], reader, amounts.get(entry.id)),
          // A spreadsheet takes this for a time in any language.
          at: sortableTime(reader.timezone, entry.at),
        }),
      ),
    )
  }
  yield csv.lines([cellsOf(sayCheckpoint(sign(), reader))])
}
