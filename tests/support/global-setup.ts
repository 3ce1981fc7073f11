import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { buildReadModels } from './read-models/build-read-models.ts'
import { RUNTIME_ROLE, runtimeUrl } from './servers/runtime-url.ts'
import { silentLog } from './processes/silent-log.ts'
import type { TestProject } from 'vitest/node'
import { startPostgresServer } from '../../services/local/postgres/postgres-server.ts'
import { migrate } from '#platform/postgres/database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** the server's own database, where other databases are made and dropped */
    postgresUrl: string
    /** The same over a socket in the file system: a fifth of a worker's time went into writing to TCP. */
    socketUrl: string
    /** empty, with every migration applied; nobody may connect to it */
    templateDatabase: string
    /** The same, with every read model and the queue there, as they are before the first fact. */
    builtDatabase: string
  }
}

const templateDatabase = 'migrated'
const builtDatabase = 'built'

type Shared = { users: number; readonly server: ReturnType<typeof startServer> }

/** Vitest calls `setup` once for each project, from modules of its own: they share one server. */
const SHARED = Symbol.for('vieraugen.tests.postgres')
const place = globalThis as { [SHARED]?: Shared }

export const setup = async (project: TestProject) => {
  const shared = (place[SHARED] ??= { users: 0, server: startServer() })
  shared.users += 1
  const { url, socketUrl, stop } = await shared.server
  project.provide('postgresUrl', url)
  project.provide('socketUrl', socketUrl)
  project.provide('templateDatabase', templateDatabase)
  project.provide('builtDatabase', builtDatabase)
  return async () => {
    shared.users -= 1
    if (shared.users === 0) await stop()
  }
}

/** One PostgreSQL for the whole run, in a temporary folder, with a migrated database to copy. */
const startServer = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vieraugen-tests-'))
  chmodSync(folder, 0o755)
  const dataDir = join(folder, 'postgres')
  // The longest path of a socket is that of macOS.
  const hasSocket = process.platform !== 'win32' && join(dataDir, '.s.PGSQL.65535').length < 104
  const server = await startPostgresServer({
    dataDir,
    password: 'tests',
    noSync: true,
    settings: {
      fsync: 'off',
      full_page_writes: 'off',
      unix_socket_directories: hasSocket ? dataDir : '',
      // Nobody replicates or restores it, and its files are in memory: another process would only pass on each page.
      wal_level: 'minimal',
      max_wal_senders: '0',
      io_method: 'sync',
      checkpoint_timeout: '1h',
      // Tests that run side by side have products and workers of their own.
      max_connections: '500',
      // While one client does not finish its login, DROP DATABASE waits for it, by default for a minute.
      authentication_timeout: '5s',
      // A database lives for seconds: it needs nobody who tidies up in the background, and no wait for its log.
      autovacuum: 'off',
      bgwriter_lru_maxpages: '0',
      synchronous_commit: 'off',
      update_process_title: 'off',
      jit: 'off',
      // Tests open thousands of connections. With the default of 4,096 each costs milliseconds on both sides.
      scram_iterations: '1',
    },
    log: silentLog,
  })
  // An interrupted run must not leave the server behind.
  const kill = () => process.kill(server.pid, 'SIGQUIT')
  process.once('exit', kill)

  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  // The one that `initdb` stored has the default iterations.
  await admin.query(`alter role postgres password 'tests'`)
  // Who reaches its folder needs no password: a third of a connection's processor time in a worker.
  writeFileSync(
    join(dataDir, 'pg_hba.conf'),
    'local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n',
  )
  await admin.query('select pg_reload_conf()')
  const urlOf = (pathname: string) => Object.assign(new URL(server.url), { pathname }).href
  await admin.query(`create database ${templateDatabase}`)
  const runtimeUrlOf = (name: string) => runtimeUrl(urlOf(name))
  await migrate(urlOf(templateDatabase), undefined, runtimeUrlOf(templateDatabase))
  await admin.query(`create database ${builtDatabase} template ${templateDatabase}`)
  // A copy does not inherit the rights on the database itself.
  await admin.query(`grant create on database ${builtDatabase} to ${RUNTIME_ROLE}`)
  await admin.end()
  await buildReadModels(runtimeUrlOf(builtDatabase))

  const stop = async () => {
    await server.stop()
    process.off('exit', kill)
    rmSync(folder, { recursive: true, force: true })
  }
  const socketUrl = hasSocket
    ? Object.assign(new URL(server.url), { hostname: encodeURIComponent(dataDir) }).href
    : server.url
  return { url: server.url, socketUrl, stop }
}
