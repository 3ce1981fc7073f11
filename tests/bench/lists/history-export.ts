import type { Checkpoint } from '#contract/workspaces/history-export.ts'
import { checkpointKeys, signCheckpoint } from '#modules/workspaces/history/history-checkpoint.ts'
import { historyCsv } from '#modules/workspaces/history/history-csv.ts'
import { historyLines, type Lines } from '#modules/workspaces/history/history-lines.ts'
import type { Knex } from '#platform/postgres/database.ts'
import { randomToken } from '#platform/primitives/ids.ts'
import { exportedLog, type ExportedLog } from '#projections/audit/export-queries.ts'
import { figure, type Figure, type Progress } from '../measure.ts'

type Log = { readonly workspaceId: string; readonly entries: number }

/** Reads all of a file; answers the seconds that took, and by how much memory grew at most, in MB. */
const taken = async (parts: AsyncIterable<Buffer>) => {
  globalThis.gc?.()
  const [before, start] = [process.memoryUsage().rss, performance.now()]
  let most = before
  let bytes = 0
  for await (const part of parts) {
    bytes += part.length
    most = Math.max(most, process.memoryUsage().rss)
  }
  return {
    seconds: (performance.now() - start) / 1_000,
    grown: (most - before) / 1e6,
    megabytes: bytes / 1e6,
  }
}

/** Each format that has no bound, of all entries. */
export const exportFigures = async (db: Knex, { workspaceId, entries }: Log, progress: Progress) => {
  const [key] = checkpointKeys({ CHECKPOINT_KEY: randomToken() })
  const signing =
    ({ head }: ExportedLog) =>
    (lines?: Lines): Checkpoint =>
      signCheckpoint(key, {
        workspaceId,
        ...head,
        at: new Date().toISOString(),
        export: lines === undefined ? null : { filters: {}, ...lines },
      })
  const formats = {
    csv: (log: ExportedLog) => historyCsv(log, 'Europe/Berlin', signing(log)),
    jsonl: (log: ExportedLog) => historyLines(log, signing(log)),
  }
  const figures: Figure[] = []
  for (const [format, made] of Object.entries(formats)) {
    progress(`audit: exporting ${entries} entries as ${format}`)
    const { seconds, grown, megabytes } = await taken(made(await exportedLog(db, workspaceId, {})))
    figures.push(
      figure(`export of ${entries} entries as ${format} (${Math.round(megabytes)} MB)`, seconds, 's'),
      figure(`memory that the export as ${format} took more, at most`, grown, 'MB'),
    )
  }
  return figures
}
