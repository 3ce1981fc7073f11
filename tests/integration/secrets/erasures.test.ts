import { randomUUID } from 'node:crypto'
import { readFileSync, statSync, truncateSync, appendFileSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase, type Knex } from '#platform/postgres/database.ts'
import { createErasures, DamagedLedger, missingErasures, type Erasures } from '#platform/secrets/erasures.ts'
import type { Keys } from '#platform/secrets/keys.ts'
import { startWorker } from '../../../services/worker/worker.ts'
import { endEverything, run, temporaryFolder } from '#support/processes/local-process.ts'
import { ops } from '#support/processes/ops.ts'
import { openKeys } from '#support/event-store/keys.ts'
import { createDatabase, type TestDatabase } from '#support/servers/postgres.ts'
import { openProductOn } from '#support/product/product.ts'
import { freshSecrets } from '#support/processes/secrets.ts'

const clock = { now: () => new Date('2026-11-22T10:00:00.000Z') }
let database: TestDatabase
let db: Knex
let keys: Keys
let ledger: string
let erasures: Erasures

beforeAll(async () => {
  database = await createDatabase()
  db = openDatabase(database.url)
  // No other process runs.
  const opened = (await openKeys(db)).keys
  keys = { ...opened, erase: (what, options) => opened.erase(what, { ...options, alone: true }) }
})
beforeEach(() => {
  ledger = join(temporaryFolder(), 'erasures.jsonl')
  erasures = createErasures(keys, ledger, clock)
})
afterAll(async () => {
  await endEverything()
  await db.destroy()
  await database.drop()
})

const person = () => `person:${randomUUID()}`
const isErased = async (subject: string) => (await db('erasures').where({ subject })).length > 0
const text = () => readFileSync(ledger, 'utf8')

test('an erasure is written to the ledger, readable for its owner only, and then to the database', async () => {
  const [subject, workspaceId] = [person(), randomUUID()]
  await erasures.erase({ subject })
  await erasures.erase({ workspaceId })
  expect(text()).toBe(
    `{"v":1,"at":"2026-11-22T10:00:00.000Z","subject":"${subject}"}\n` +
      `{"v":1,"at":"2026-11-22T10:00:00.000Z","workspaceId":"${workspaceId}"}\n`,
  )
  expect(statSync(ledger).mode & 0o777).toBe(0o600)
  const at = '2026-11-22T10:00:00.000Z'
  expect(await erasures.read()).toEqual([
    { at, subject },
    { at, workspaceId },
  ])
  expect(await isErased(subject)).toBe(true)
})

test('erases nothing without a ledger or if it cannot be written', async () => {
  const subject = person()
  const [without, nowhere] = [undefined, join(ledger, 'no-folder', 'erasures.jsonl')].map((path) =>
    createErasures(keys, path, clock),
  )
  await expect(without!.erase({ subject })).rejects.toThrow('ERASURE_LEDGER is not set')
  await expect(nowhere!.erase({ subject })).rejects.toThrow('ENOENT')
  expect(await isErased(subject)).toBe(false)
  expect(await without!.read()).toEqual([])
})

test('the ledger rejects an address', async () => {
  await expect(erasures.erase({ subject: 'address:ada@example.org' })).rejects.toThrow(TypeError)
  await erasures.erase({ subject: 'address:a1:abc_-X9' })
  expect(text().match(/\n/g)).toHaveLength(1)
})

test('ignores a line that a crash cut off, and starts a new one', async () => {
  const [one, torn, other] = [person(), person(), person()]
  await erasures.erase({ subject: one })
  await erasures.erase({ subject: torn })
  truncateSync(ledger, text().length - 20)
  expect(await erasures.read()).toMatchObject([{ subject: one }])
  await erasures.erase({ subject: other })
  expect(await erasures.read()).toMatchObject([{ subject: one }, { subject: other }])
})

test('reads a line that lacks only its line end', async () => {
  const [one, other] = [person(), person()]
  await erasures.erase({ subject: one })
  truncateSync(ledger, text().length - 1)
  expect(await erasures.read()).toMatchObject([{ subject: one }])
  await erasures.erase({ subject: other })
  expect(await erasures.read()).toMatchObject([{ subject: one }, { subject: other }])
})

test.each([
  'not even JSON',
  '{"v":1,"at":"2026-11-22T10:00:00.000Z"}',
  '{"v":2,"at":"2026-11-22T10:00:00.000Z","subject":"person:x"}',
  '',
])('any other damage is named by its line: %s', async (damage) => {
  await erasures.erase({ subject: person() })
  appendFileSync(ledger, `${damage}\n`)
  await erasures.erase({ subject: person() })
  await expect(erasures.read()).rejects.toThrow(DamagedLedger)
  await expect(erasures.read()).rejects.toThrow(`line 2 of ${ledger} cannot be read`)
})

test('lines of concurrent processes do not mix', async () => {
  const names = ['a', 'b', 'c']
  const writers = names.map((name) =>
    run(['node', 'tests/support/event-store/ledger-writer.ts', ledger, name, '300'], temporaryFolder()),
  )
  expect(await Promise.all(writers.map(({ ended }) => ended))).toEqual([0, 0, 0])
  const read = (await erasures.read()).map((what) => ('subject' in what ? what.subject : ''))
  for (const name of names)
    expect(read.filter((subject) => subject.startsWith(`person:${name}-`))).toEqual(
      Array.from({ length: 300 }, (_, i) => `person:${name}-${i}`),
    )
})

test('after a restore `ops restored` or the worker destroys the erased keys again', async () => {
  const restored = await createDatabase()
  const secrets = freshSecrets()
  const product = await openProductOn(restored, { ...secrets, ERASURE_LEDGER: ledger })
  try {
    const { platform } = product
    const subjects = [person(), 'address:a1:abc']
    const names = subjects.map((subject) => ({ subject, workspaceId: null }))
    const sealed = await platform.keys.toSeal(names)
    const backup = await platform.db('data_keys').whereIn('subject', subjects)
    await Promise.all(subjects.map((subject) => platform.erasures.erase({ subject })))
    const restore = async () => {
      await platform.db('erasures').delete()
      await platform.db('data_keys').whereIn('subject', subjects).delete()
      await platform.db('data_keys').insert(backup)
      expect((await platform.keys.toRead(sealed.map(({ id }) => id))).size).toBe(2)
    }
    const isGone = async () =>
      expect(
        await platform.db('data_keys').whereIn(
          'id',
          sealed.map(({ id }) => id),
        ),
      ).toEqual([])

    await restore()
    await (await startWorker(platform)).stop()
    await isGone()
    await restore()
    const afterRestore = (settings: Record<string, string>) => {
      const env = { ...secrets, DATABASE_URL: restored.url, PUBLIC_BASE_URL: 'http://localhost', ...settings }
      return ops(['restored'], temporaryFolder(), env)
    }
    const refused = await afterRestore({})
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('ERASURE_LEDGER is not set')])
    const { code, output } = await afterRestore({ ERASURE_LEDGER: ledger })
    expect([code, output]).toEqual([0, expect.stringContaining('2 erasures repeated.')])
    await isGone()
    expect(await missingErasures(platform)).toEqual([])

    writeFileSync(ledger, 'damaged\n')
    await expect(startWorker(platform)).rejects.toThrow(DamagedLedger)
  } finally {
    await product.close()
  }
}, 60_000)

test('the ledger is on the disk before a key is destroyed: the file, and the folder of a new one', async () => {
  const path = join(temporaryFolder(), 'erasures.jsonl')
  const handle = await open('/dev/null')
  const sync = vi.spyOn(Object.getPrototypeOf(handle), 'sync')
  await handle.close()
  const syncs: number[] = []
  const watched = { erase: async () => void syncs.push(sync.mock.calls.length) }
  const synced = createErasures(watched as never, path, clock)
  await synced.erase({ subject: 'person:1' })
  await synced.erase({ subject: 'person:2' })
  sync.mockRestore()
  expect(syncs).toEqual([2, 3])
})
