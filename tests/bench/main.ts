import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { migrate } from '#platform/postgres/database.ts'
import { startPostgresServer } from '../../services/local/postgres/postgres-server.ts'
import { noBrowser } from '#support/browser/browser.ts'
import { silentLog } from '#support/processes/silent-log.ts'
import { benchApiLists } from './lists/api-lists.ts'
import { benchAppend } from './event-store/append.ts'
import { benchAudit } from './lists/audit.ts'
import { benchBeleg } from './lists/beleg.ts'
import { benchBuilding } from './read-models/building.ts'
import { benchBuildWork } from './read-models/build-work.ts'
import { benchChecks } from './pages/checks.ts'
import { benchCommand } from './commands/command.ts'
import { benchEventStoreDb } from './event-store/event-store-db.ts'
import { benchLists } from './lists/lists.ts'
import { benchLiveStreams } from './pages/live-streams.ts'
import type { Figure, Progress } from './measure.ts'
import { benchSignUps } from './commands/sign-ups.ts'
import { benchPages } from './pages/pages.ts'
import { benchProcessorTime } from './processor-time.ts'
import { benchProjections } from './read-models/projections.ts'
import { benchRead } from './event-store/read.ts'
import { benchSigners } from './pages/signers.ts'
import { benchStatements } from './commands/statements.ts'
import { benchTwoAdmins } from './pages/two-admins.ts'
import { benchScaleOut } from './commands/scale-out.ts'
import { benchWholeCommand } from './commands/whole-command.ts'
import { benchWorkspaces } from './lists/workspaces.ts'

const eventStoreUrl = process.env['EVENTSTORE_URL']
const notMeasured = [
  ...(eventStoreUrl ? [] : ['EventStoreDB: append, catch-up and rebuild (EVENTSTORE_URL names no server)']),
  ...(noBrowser === null ? [] : [`pages, call checks, signers and two admins: ${noBrowser}`]),
]

/** The benchmarks in order. Each gets the URL of a migrated database on a durable server. */
const benches: readonly ((url: string, progress: Progress) => Promise<Figure[]>)[] = [
  benchAppend,
  benchRead,
  benchProjections,
  benchBuilding,
  benchBuildWork,
  benchCommand,
  benchStatements,
  benchProcessorTime,
  benchWholeCommand,
  benchScaleOut,
  benchSignUps,
  benchWorkspaces,
  benchAudit,
  benchBeleg,
  benchLists,
  benchApiLists,
  benchLiveStreams,
  benchPages,
  benchChecks,
  benchSigners,
  benchTwoAdmins,
  ...(eventStoreUrl ? [benchEventStoreDb(eventStoreUrl)] : []),
]

const { values } = parseArgs({ options: { json: { type: 'string' }, only: { type: 'string' } } })
const started = performance.now()
const progress: Progress = (text) =>
  process.stderr.write(`${((performance.now() - started) / 1_000).toFixed(0).padStart(4)} s  ${text}\n`)

const isLessBetter = ({ unit }: Figure) => ['ms', 'KiB', 'MiB', 'shift'].includes(unit)
const isMet = (figure: Figure, { ratio, goal } = figure) =>
  ratio !== null && goal !== null && (isLessBetter(figure) ? ratio <= goal : ratio >= goal)

const toRow = (figure: Figure) => ({
  name: figure.name,
  value: `${figure.value} ${figure.unit}`,
  baseline: figure.baseline ?? '',
  ratio: figure.ratio ?? '',
  goal: figure.goal === null ? '' : `${isLessBetter(figure) ? '≤' : '≥'} ${figure.goal}`,
  met: figure.goal === null ? '' : isMet(figure) ? 'yes' : 'NO',
})

const folder = mkdtempSync(join(tmpdir(), 'vieraugen-bench-'))
chmodSync(folder, 0o755)
const server = await startPostgresServer({
  dataDir: join(folder, 'postgres'),
  password: 'bench',
  settings: { max_connections: '150' },
  log: silentLog,
})
const interrupt = () => void server.stop().then(() => process.exit(130))
process.once('SIGINT', interrupt)
process.once('SIGTERM', interrupt)
try {
  await migrate(server.url)
  const figures: Figure[] = []
  for (const bench of benches)
    if (!values.only || bench.name === values.only) figures.push(...(await bench(server.url, progress)))
  console.table(figures.map(toRow))
  for (const bench of notMeasured) console.log(`not measured: ${bench}`)
  if (values.json) writeFileSync(values.json, `${JSON.stringify({ figures, notMeasured }, null, 2)}\n`)
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
