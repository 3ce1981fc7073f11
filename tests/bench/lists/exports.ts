import { openDatabase } from '#platform/postgres/database.ts'
import { exportedLog, type ExportedLog } from '#projections/audit/export-queries.ts'
import { chainFilledLog, fillAuditLog } from '#support/product/audit-log.ts'
import { heldMemory } from '#support/held-memory.ts'
import { exportsOf } from '#support/workspaces/made-log.ts'
import { newDatabase } from '../database.ts'
import { figure, type Figure, type Progress } from '../measure.ts'

const FEW = 10_000
const MANY = 100_000
const workspaces = {
  few: '11111111-1111-4111-8111-111111111111',
  many: '22222222-2222-4222-8222-222222222222',
}
/** Looks at the memory during one export. */
const LOOKS = 8
const PAGE = 500
/** The share that a long export may need more than a short one, of an entry's processor time and of the memory in use. */
const AT_MOST = 1.1

const ms = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1_000

/** Processor time of this thread between two turns of the event loop: what everybody else has to wait for. */
const watchTurns = () => {
  let [longest, isOn] = [0, true]
  let before = process.threadCpuUsage()
  const look = () => {
    longest = Math.max(longest, ms(process.threadCpuUsage(before)))
    before = process.threadCpuUsage()
    if (isOn) setImmediate(look)
  }
  setImmediate(look)
  return {
    /** Starts the turn anew. */
    pass: () => {
      before = process.threadCpuUsage()
    },
    end: () => {
      isOn = false
      return longest
    },
  }
}

/** Makes a whole export: processor time, the longest turn, and the most memory that is in use while it runs, beside what was before. */
const measureExport = async (made: (log: ExportedLog) => AsyncIterable<Buffer>, log: ExportedLog) => {
  const before = await heldMemory()
  let [held, looking, page, bytes] = [0, 0, 0, 0]
  const each = Math.max(1, Math.floor(log.head.sequence / PAGE / LOOKS))
  const turns = watchTurns()
  const start = process.cpuUsage()
  const pages = async function* () {
    for await (const entries of log.pages()) {
      if ((page += 1) % each === 0) {
        const from = process.cpuUsage()
        held = Math.max(held, (await heldMemory()) - before)
        looking += ms(process.cpuUsage(from))
        turns.pass()
      }
      yield entries
    }
  }
  for await (const part of made({ ...log, pages })) bytes += part.length
  return {
    took: ms(process.cpuUsage(start)) - looking,
    longest: turns.end(),
    held: held / 1e6,
    bytes: bytes / 1e6,
  }
}

/** What each format of an export costs: the same for each entry, however many there are. */
export const benchExports = async (url: string, progress: Progress): Promise<Figure[]> => {
  const database = await newDatabase(url, { built: true })
  const db = openDatabase(database.url)
  try {
    progress(`exports: writing ${MANY} entries`)
    for (const [workspaceId, entries] of [
      [workspaces.few, FEW],
      [workspaces.many, MANY],
    ] as const) {
      await fillAuditLog(db, { workspaceId, entries, people: 1_000 })
      await chainFilledLog(db, workspaceId)
    }
    await db.raw('VACUUM ANALYZE')
    const figures: Figure[] = []
    for (const [format, made] of Object.entries(exportsOf)) {
      const measured = async (workspaceId: string) =>
        measureExport(made, await exportedLog(db, workspaceId, {}))
      progress(`exports: ${format}`)
      // Code and fonts are loaded, and made fast, once.
      await measured(workspaces.few)
      const few = await measured(workspaces.few)
      const many = await measured(workspaces.many)
      figures.push(
        figure(
          `export of ${MANY} entries as ${format} (${Math.round(many.bytes)} MB): processor time of 1,000, to that of ${FEW}`,
          many.took / (MANY / 1_000),
          'ms',
          {
            baseline: few.took / (FEW / 1_000),
            goal: AT_MOST,
          },
        ),
        figure(`the same: memory in use, at most`, many.held, 'MB', { baseline: few.held }),
        figure(`the same: the longest turn of the event loop`, many.longest, 'ms'),
      )
    }
    return figures
  } finally {
    await db.destroy()
    await database.drop()
  }
}
