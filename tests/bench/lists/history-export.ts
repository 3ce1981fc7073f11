import type { Checkpoint } from '#contract/workspaces/history-export.ts'
import { checkpointKeys, signCheckpoint } from '#modules/workspaces/history/history-checkpoint.ts'
import { historyCsv } from '#modules/workspaces/history/export/history-csv.ts'
import { historyLines, type Lines } from '#modules/workspaces/history/history-lines.ts'
import type { Knex } from '#platform/postgres/database.ts'
import { randomToken } from '#platform/primitives/ids.ts'
import { exportedLog, type ExportedLog } from '#projections/audit/export-queries.ts'
import { figure, type Figure, type Progress } from '../measure.ts'

type Log = { readonly workspaceId: string; readonly entries: number }

/** Reads a whole export. Returns the seconds, the growth of memory and the size in MB. */
const measureExport = async (parts: AsyncIterable<Buffer>) => {
  globalThis.gc?.()
  const [before, start] = [process.memoryUsage().rss, performance.now()]
  let peak = before
  let bytes = 0
  for await (const part of parts) {
    bytes += part.length
    peak = Math.max(peak, process.memoryUsage().rss)
  }
  return {
    seconds: (performance.now() - start) / 1_000,
    grown: (peak - before) / 1e6,
    megabytes: bytes / 1e6,
  }
}

/** Exports all entries in each format without a limit. */
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
    csv: (log: ExportedLog) => historyCsv(log, { language: 'en', timezone: 'Europe/Berlin' }, signing(log)),
    jsonl: (log: ExportedLog) => historyLines(log, async () => new Map(), signing(log)),
  }
  const figures: Figure[] = []
  for (const [format, made] of Object.entries(formats)) {
    progress(`audit: exporting ${entries} entries as ${format}`)
    const { seconds, grown, megabytes } = await measureExport(made(await exportedLog(db, workspaceId, {})))
    figures.push(
      figure(`export of ${entries} entries as ${format} (${Math.round(megabytes)} MB)`, seconds, 's'),
      figure(`memory that the export as ${format} took more, at most`, grown, 'MB'),
    )
  }
  return figures
}
