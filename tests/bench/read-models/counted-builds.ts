import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readConfig } from '#platform/config/config.ts'
import { migrate } from '#platform/postgres/database.ts'
import { freshSecrets } from '#support/processes/secrets.ts'
import { silentLog } from '#support/processes/silent-log.ts'
import { startPostgresServer } from '../../../services/local/postgres/postgres-server.ts'
import { processorTime, startProcess } from '../processes.ts'
import type { Answer } from './build-process.ts'

/** Of one fact. `ms`: of time. */
export type Spent = {
  readonly nodeUs: number
  readonly postgresUs: number
  readonly statements: number
  readonly ms: number
}

/** Runs a question of build-process.ts in a process of its own, and returns what it cost. */
export type SpentOn = (question: string, lanes?: number) => Promise<Spent>

/** Opens a database of its own in which the work of builds is counted, per fact of `facts`. */
export const withCountedBuilds = async <T>(
  facts: number,
  work: (spentOn: SpentOn) => Promise<T>,
): Promise<T> => {
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
    return await work(async (question, lanes = 1) => {
      const config = JSON.stringify(readConfig({ ...settings, BUILD_LANES: String(lanes) }))
      const child = await startProcess('read-models/build-process.ts', { BENCH_CONFIG: config })
      try {
        await database.query('SELECT pg_stat_statements_reset()')
        const before = { node: processorTime([child.pid]), postgres: processorTime([server.pid]) }
        const { ms } = await child.ask<Answer>(question)
        const nodeMs = processorTime([child.pid]) - before.node
        const postgresMs = processorTime([server.pid]) - before.postgres
        const { rows } = await database.query<{ calls: string }>(
          'SELECT sum(calls) AS calls FROM pg_stat_statements',
        )
        return {
          nodeUs: (nodeMs * 1_000) / facts,
          postgresUs: (postgresMs * 1_000) / facts,
          statements: Number(rows[0]!.calls) / facts,
          ms: ms / facts,
        }
      } finally {
        await child.stop()
      }
    })
  } finally {
    await database.end()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
