import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { migrate } from '#platform/postgres/database.ts'
import { startPostgresServer } from '../../services/local/postgres-server.ts'
import { noBrowser } from '../support/browser.ts'
import { silentLog } from '../support/silent-log.ts'
import { benchApiLists } from './api-lists.ts'
import { benchAppend } from './append.ts'
import { benchAudit } from './audit.ts'
import { benchBuilding } from './building.ts'
import { benchChecks } from './checks.ts'
import { benchCommand } from './command.ts'
import { benchEventStoreDb } from './event-store-db.ts'
import { benchLists } from './lists.ts'
import { benchLiveStreams } from './live-streams.ts'
import type { Figure, Progress } from './measure.ts'
import { benchNewcomers } from './newcomers.ts'
import { benchPages } from './pages.ts'
import { benchProcessor } from './processor.ts'
import { benchProjections } from './projections.ts'
import { benchRead } from './read.ts'
import { benchStatements } from './statements.ts'
import { benchTwoAdmins } from './two-admins.ts'
import { benchTwoOfEach } from './two-of-each.ts'
import { benchWholeCommand } from './whole-command.ts'
import { benchWorkspaces } from './workspaces.ts'

const eventStoreUrl = process.env['EVENTSTORE_URL']
const notMeasured = [
  ...(eventStoreUrl ? [] : ['EventStoreDB: append, catch-up and rebuild (EVENTSTORE_URL names no server)']),
  ...(noBrowser === null ? [] : [`pages, call checks and two admins: ${noBrowser}`]),
]

/** What is measured, in order. Each gets the url of a migrated database on a durable server. */
const benches: readonly ((url: string, progress: Progress) => Promise<Figure[]>)[] = [
  benchAppend,
  benchRead,
  benchProjections,
  benchBuilding,
  benchCommand,
  benchStatements,
  benchProcessor,
  benchWholeCommand,
  benchTwoOfEach,
  benchNewcomers,
  benchWorkspaces,
  benchAudit,
  benchLists,
  benchApiLists,
  benchLiveStreams,
  benchPages,
  benchChecks,
  benchTwoAdmins,
  ...(eventStoreUrl ? [benchEventStoreDb(eventStoreUrl)] : []),
]

const { values } = parseArgs({ options: { json: { type: 'string' }, only: { type: 'string' } } })
const started = performance.now()
const progress: Progress = (text) =>
  process.stderr.write(`${((performance.now() - started) / 1_000).toFixed(0).padStart(4)} s  ${text}\n`)

/** Of what less is better. */
const isCost = ({ unit }: Figure) => ['ms', 'KiB', 'MiB', 'shift'].includes(unit)
const isMet = (figure: Figure, { ratio, goal } = figure) =>
  ratio !== null && goal !== null && (isCost(figure) ? ratio <= goal : ratio >= goal)

const toRow = (figure: Figure) => ({
  name: figure.name,
  value: `${figure.value} ${figure.unit}`,
  baseline: figure.baseline ?? '',
  ratio: figure.ratio ?? '',
  goal: figure.goal === null ? '' : `${isCost(figure) ? '≤' : '≥'} ${figure.goal}`,
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
  for (const what of notMeasured) console.log(`not measured: ${what}`)
  if (values.json) writeFileSync(values.json, `${JSON.stringify({ figures, notMeasured }, null, 2)}\n`)
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
