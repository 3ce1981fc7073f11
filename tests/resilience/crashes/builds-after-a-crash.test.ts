import { expect, onTestFinished, test } from 'vitest'
import { join } from 'node:path'
import { migrate, openDatabase } from '#platform/postgres/database.ts'
import { projections } from '#projections/index.ts'
import { buildsOf, finishBuild, startBuild } from '#projections/engine/builds/builds.ts'
import { promote } from '#projections/engine/builds/promote.ts'
import { startPostgresServer } from '../../../services/local/postgres/postgres-server.ts'
import { silentLog } from '#support/processes/silent-log.ts'
import { temporaryFolder } from '#support/processes/local-process.ts'

test('what a projector begins, finishes and promotes outlives a crash of the database, though its rows may not', async () => {
  // What is committed without waiting reaches the disk only when the writer comes round.
  const options = {
    dataDir: join(temporaryFolder(), 'postgres'),
    password: 'crash',
    settings: { fsync: 'off', wal_writer_delay: '10s' },
    log: silentLog,
  }
  let server = await startPostgresServer(options)
  onTestFinished(() => server.stop())
  await migrate(server.url)
  const url = new URL(server.url)
  url.searchParams.set('options', '-c synchronous_commit=off')
  const db = openDatabase(url.href)
  onTestFinished(() => db.destroy())
  const store = { identity: async () => crypto.randomUUID(), head: async () => null }
  const crash = async () => {
    await db.raw('CREATE TABLE IF NOT EXISTS lost (n int)')
    process.kill(server.pid, 'SIGKILL')
    await server.exited
    server = await startPostgresServer({ ...options, port: server.port })
    const { rows } = await db
      .raw(`SELECT to_regclass('lost') AS lost`)
      .catch(() => db.raw(`SELECT to_regclass('lost') AS lost`))
    expect(rows).toEqual([{ lost: null }])
  }
  const model = projections[0]!
  const states = async () => (await buildsOf(db)).map(({ state }) => state)

  const { name } = await startBuild(db, model, store, { promotes: true })
  await crash()
  expect(await states()).toEqual(['building'])
  await finishBuild(db, { name, projection: model })
  await crash()
  expect(await states()).toEqual(['ready'])
  await promote(db, name, { head: null })
  await crash()
  expect(await states()).toEqual(['active'])
  expect(await db('users')).toEqual([])
})
