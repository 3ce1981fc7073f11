import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readConfig } from '#platform/config/config.ts'
import { migrate } from '#platform/postgres/database.ts'
import { projections } from '#projections/index.ts'
import { freshSecrets } from '#support/processes/secrets.ts'
import { silentLog } from '#support/processes/silent-log.ts'
import { startPostgresServer } from '../../../services/local/postgres/postgres-server.ts'
import { figure, median, type Figure, type Progress } from '../measure.ts'
import { processorTime, startProcess } from '../processes.ts'

const facts = 2 * Number(process.env['BENCH_REQUESTS'] ?? 50_000)
const rounds = 3

/** Of one fact. */
type Spent = { readonly nodeUs: number; readonly postgresUs: number; readonly statements: number }

/**
 * What a cold build costs per fact: processor time of its process with its threads, that of PostgreSQL, and statements. Other work of
 * the machine hardly changes them, unlike times. Each is compared with reading the same facts.
 */
export const benchBuildWork = async (_url: string, progress: Progress): Promise<Figure[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'vieraugen-bench-'))
  chmodSync(folder, 0o755)
  const server = await startPostgresServer({
    dataDir: join(folder, 'postgres'),
    password: 'bench',
    settings: { shared_preload_libraries: 'pg_stat_statements' },
    log: silentLog,
  })
  const database = new pg.Client({ connectionString: server.url })
  try {
    await migrate(server.url)
    await database.connect()
    await database.query('CREATE EXTENSION pg_stat_statements')
    const settings = { ...freshSecrets(), PUBLIC_BASE_URL: 'http://localhost', DATABASE_URL: server.url }
    const config = JSON.stringify(readConfig(settings))

    const spentOn = async (question: string): Promise<Spent> => {
      const child = await startProcess('read-models/build-process.ts', { BENCH_CONFIG: config })
      try {
        await database.query('SELECT pg_stat_statements_reset()')
        const before = { node: processorTime([child.pid]), postgres: processorTime([server.pid]) }
        await child.ask(question)
        const nodeMs = processorTime([child.pid]) - before.node
        const postgresMs = processorTime([server.pid]) - before.postgres
        const { rows } = await database.query<{ calls: string }>(
          'SELECT sum(calls) AS calls FROM pg_stat_statements',
        )
        return {
          nodeUs: (nodeMs * 1_000) / facts,
          postgresUs: (postgresMs * 1_000) / facts,
          statements: Number(rows[0]!.calls) / facts,
        }
      } finally {
        await child.stop()
      }
    }

    progress(`work of builds: writing ${facts} facts`)
    await spentOn(`write ${facts}`)
    const names = projections.map(({ name }) => name)
    const steps = { read: 'read', one: 'build requests', all: `build ${names.join(' ')}` }
    const spent: Record<keyof typeof steps, Spent[]> = { read: [], one: [], all: [] }
    for (let round = 0; round < rounds; round += 1) {
      progress(`work of builds: round ${round + 1} of ${rounds}`)
      for (const step of ['read', 'one', 'all'] as const) spent[step].push(await spentOn(steps[step]))
    }
    const of = (step: keyof typeof steps, value: (one: Spent) => number) => median(spent[step].map(value))
    const both = ({ nodeUs, postgresUs }: Spent) => nodeUs + postgresUs
    const baseline = of('read', both) / 1_000
    return (['one', 'all'] as const).flatMap((step) => {
      const name = step === 'one' ? 'cold build of one read model' : 'cold build of all read models'
      return [
        figure(`${name}: processor time per fact, to raw read`, of(step, both) / 1_000, 'ms', { baseline }),
        figure(
          `${name}: of the process, per fact`,
          of(step, ({ nodeUs }) => nodeUs / 1_000),
          'ms',
        ),
        figure(
          `${name}: of PostgreSQL, per fact`,
          of(step, ({ postgresUs }) => postgresUs / 1_000),
          'ms',
        ),
        figure(
          `${name}: statements per 1,000 facts`,
          of(step, ({ statements }) => statements * 1_000),
          '',
        ),
      ]
    })
  } finally {
    await database.end()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
