import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { migrate } from '#platform/postgres/database.ts'
import { startPostgresServer } from '../../../services/local/postgres/postgres-server.ts'
import { follow, idsOf, newEvent, newEvents, newStream, readToEnd } from '#support/event-store/facts.ts'
import { openStore } from '#support/event-store/open-store.ts'
import { silentLog } from '#support/processes/silent-log.ts'

const rounds = 3
const writers = 16
const killAfter = 60

test('Postgres killed in the middle of appends: each has one verdict, stands once, and is followed once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vieraugen-crash-'))
  chmodSync(folder, 0o755)
  const options = {
    dataDir: join(folder, 'postgres'),
    password: 'crash',
    noSync: true,
    settings: { fsync: 'off' },
    log: silentLog,
  }
  let server = await startPostgresServer(options)
  await migrate(server.url)
  const store = await openStore({ adapter: 'postgres', url: server.url })

  onTestFinished(async () => {
    isEnding = true
    await store.close()
    await server.stop()
    rmSync(folder, { recursive: true })
  })

  let acknowledged = 0
  let reached = Promise.withResolvers<void>()
  let isEnding = false
  const write = async () => {
    const stream = newStream()
    const ids: string[] = []
    while (!isEnding) {
      const events = newEvents(2)
      const expected = ids.length === 0 ? 'no_stream' : ids.length - 1
      const { revision } = await store.append(stream, expected, events, { timeoutMs: 25_000 })
      expect(revision).toBe(ids.length + 1)
      ids.push(...idsOf(events))
      acknowledged += 1
      if (acknowledged % killAfter === 0) reached.resolve()
    }
    return { stream, ids }
  }
  const last = newEvent()
  const following = follow(store, null, (events) => events.at(-1)?.id === last.id, { max: 50 })
  const writing = Promise.all(Array.from({ length: writers }, write))

  for (let round = 0; round < rounds; round += 1) {
    await reached.promise
    process.kill(server.pid, 'SIGKILL')
    await server.exited
    reached = Promise.withResolvers()
    const { port } = server
    // The children of the killed server hold its shared memory for a moment.
    server = await vi.waitFor(() => startPostgresServer({ ...options, port }), { timeout: 10_000 })
  }
  await reached.promise
  isEnding = true
  const written = await writing
  await store.append(newStream(), 'no_stream', [last])

  const all = await readToEnd(store, null)
  expect(idsOf(await following)).toEqual(idsOf(all))
  expect(idsOf(all).sort()).toEqual([...written.flatMap(({ ids }) => ids), last.id].sort())
  expect(all.map(({ position }) => Number(position.slice(3)))).toEqual(all.map((_, i) => i + 1))
  for (const { stream, ids } of written) {
    const stored = await store.readStream(stream)
    expect(idsOf(stored)).toEqual(ids)
  }
})
