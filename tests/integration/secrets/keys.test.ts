import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { isTransient, openDatabase, type Knex } from '#platform/postgres/database.ts'
import { randomToken } from '#platform/primitives/ids.ts'
import { parseKeyRing } from '#platform/config/key-ring.ts'
import { createKeys, LEASE_MS, type Keys } from '#platform/secrets/keys.ts'
import { openKeys } from '#support/event-store/keys.ts'
import { createDatabase, type TestDatabase } from '#support/servers/postgres.ts'

const ring = parseKeyRing(randomToken())
let database: TestDatabase
let db: Knex
let keys: Keys
let elsewhere: Keys

beforeAll(async () => {
  database = await createDatabase()
  db = openDatabase(database.url)
  keys = (await openKeys(db, ring)).keys
  elsewhere = createKeys(db, ring)
})
afterEach(() => void vi.useRealTimers())
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const person = () => `person:${randomUUID()}`
const nameOf = (subject: string, workspaceId: string | null = null) => ({ subject, workspaceId })
const idFor = async (by: Keys, subject: string, workspaceId: string | null = null) =>
  (await by.toSeal([nameOf(subject, workspaceId)]))[0]!.id
const isKnown = async (by: Keys, id: string) => (await by.toRead([id])).has(id)
const rowsOf = (subject: string) => db('data_keys').where({ subject })

/** Returns the number of queries for data keys during `work`. */
const queriesOf = async (work: () => Promise<unknown>): Promise<number> => {
  let statements = 0
  const count = ({ sql }: { sql: string }) => {
    if (sql.includes('data_keys')) statements += 1
  }
  db.on('query', count)
  await work()
  db.off('query', count)
  return statements
}

test('concurrent processes seal with one key', async () => {
  const subject = person()
  const ids = await Promise.all([keys, elsewhere, keys, elsewhere].map((by) => idFor(by, subject)))
  expect(new Set(ids).size).toBe(1)
  expect(await rowsOf(subject)).toHaveLength(1)
  const id = ids[0]!
  const [mine, theirs] = [(await keys.toRead([id])).get(id)!, (await elsewhere.toRead([id])).get(id)!]
  expect(mine.secret.equals(theirs.secret)).toBe(true)
})

test('a wrapped key names its format and its master key', async () => {
  const subject = person()
  await keys.toSeal([nameOf(subject)])
  const [row] = await rowsOf(subject)
  expect([row.wrapped.subarray(0, 3).toString(), row.master_number]).toEqual(['w1:', 1])
  await rowsOf(subject).update({ wrapped: Buffer.from('w9:something') })
  await expect(createKeys(db, ring).toSeal([nameOf(subject)])).rejects.toThrow('not known here')
})

test('loads a key once per lease, and all keys of a call in one query', async () => {
  const names = [nameOf(person()), nameOf(person()), nameOf(person(), randomUUID())]
  await elsewhere.toSeal(names)
  vi.useFakeTimers({ toFake: ['performance'] })
  expect(await queriesOf(() => keys.toSeal(names))).toBe(1)
  const ids = (await keys.toSeal(names)).map(({ id }) => id)
  expect(await queriesOf(() => Promise.all([keys.toSeal(names), keys.toRead(ids)]))).toBe(0)
  vi.advanceTimersByTime(LEASE_MS)
  expect(await queriesOf(() => keys.toRead(ids))).toBe(1)
  expect(await queriesOf(() => keys.toSeal(names))).toBe(0)
})

test('another process forgets a destroyed key when its lease ends, even if its clock is set back', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  const subject = person()
  const id = await idFor(keys, subject)
  expect(await isKnown(elsewhere, id)).toBe(true)
  await keys.erase({ subject }, { alone: true })
  expect(await isKnown(keys, id)).toBe(false)
  vi.setSystemTime(Date.now() - 3_600_000)
  vi.advanceTimersByTime(LEASE_MS)
  expect(await isKnown(elsewhere, id)).toBe(false)
})

test('a lease starts with the query, not with its slow answer', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const subject = person()
  const id = await idFor(keys, subject)
  vi.advanceTimersByTime(LEASE_MS)
  let slow = true
  const late = () => {
    if (slow) vi.advanceTimersByTime(LEASE_MS)
    slow = false
  }
  db.on('query-response', late)
  onTestFinished(() => void db.off('query-response', late))
  expect(await queriesOf(() => keys.toRead([id]))).toBe(2)
})

test('a database that is slower than the lease is reported as unavailable, not asked for ever', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const subject = person()
  const id = await idFor(keys, subject)
  let answers = 0
  const late = () => {
    if (++answers <= 100) vi.advanceTimersByTime(LEASE_MS)
  }
  vi.advanceTimersByTime(LEASE_MS)
  db.on('query-response', late)
  onTestFinished(() => void db.off('query-response', late))
  for (const work of [() => keys.toRead([id]), () => idFor(keys, subject), () => idFor(keys, person())]) {
    const error: unknown = await work().catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ message: expect.stringContaining('slower than the 3000 ms') })
    expect(isTransient(error)).toBe(true)
  }
  expect(answers).toBeLessThan(50)
  db.off('query-response', late)
  expect(await idFor(keys, subject)).toBe(id)
})

test('after an erasure has resolved, no busy process seals or opens with the key', async () => {
  const subject = person()
  const id = await idFor(keys, subject)
  let sealed = 0
  const used: { at: number; by: 'seal' | 'read' }[] = []
  const ending = new AbortController()
  const using = (async () => {
    while (!ending.signal.aborted) {
      const [key] = await elsewhere.toSeal([nameOf(subject)])
      if (key!.id === id) used.push({ at: performance.now(), by: 'seal' })
      if (await isKnown(elsewhere, id)) used.push({ at: performance.now(), by: 'read' })
      if (++sealed % 100 === 0) await new Promise(setImmediate)
    }
  })()
  await vi.waitUntil(() => used.length > 100, { timeout: 20_000 })
  await keys.erase({ subject })
  const erasedAt = performance.now()
  const until = sealed + 50
  await vi.waitUntil(() => sealed > until, { timeout: 20_000 })
  ending.abort()
  await using
  expect(used.some(({ by }) => by === 'seal') && used.some(({ by }) => by === 'read')).toBe(true)
  expect(used.at(-1)!.at).toBeLessThan(erasedAt)
  for (const by of [keys, elsewhere]) {
    expect(await isKnown(by, id)).toBe(false)
    const late = await idFor(by, subject)
    expect(late).not.toBe(id)
    expect(await isKnown(by, late)).toBe(false)
  }
  expect(await rowsOf(subject)).toEqual([])
})

test('a concurrent erasure prevents the creation of a key', async () => {
  for (let turn = 0; turn < 20; turn += 1) {
    const subject = person()
    await Promise.all([
      ...Array.from({ length: 5 }, () => createKeys(db, ring).toSeal([nameOf(subject)])),
      keys.erase({ subject }, { alone: true }),
    ])
    expect(await rowsOf(subject)).toEqual([])
  }
})

test('erases a person in every workspace, and a workspace with all its members', async () => {
  const [one, other] = [randomUUID(), randomUUID()]
  const [ada, bob] = [person(), person()]
  const made = [
    nameOf(ada),
    nameOf(ada, one),
    nameOf(ada, other),
    nameOf(bob),
    nameOf(bob, one),
    nameOf(bob, other),
  ]
  const ids = (await keys.toSeal(made)).map(({ id }) => id)
  await keys.erase({ subject: ada }, { alone: true })
  await keys.erase({ workspaceId: one }, { alone: true })
  expect([...(await keys.toRead(ids)).keys()]).toEqual([ids[3], ids[5]])
  const later = [nameOf(ada, randomUUID()), nameOf(person(), one)]
  const thrownAway = (await keys.toSeal(later)).map(({ id }) => id)
  expect(thrownAway).toHaveLength(2)
  expect((await keys.toRead(thrownAway)).size).toBe(0)
})

test('a later erasure completes an interrupted one', async () => {
  const subject = person()
  const id = await idFor(keys, subject)
  await db('erasures').insert({ subject })
  await rowsOf(subject).update({ dying_at: new Date() })
  expect(await isKnown(createKeys(db, ring), id)).toBe(false)
  await keys.erase({ subject }, { alone: true })
  await keys.erase({ subject }, { alone: true })
  expect(await rowsOf(subject)).toEqual([])
})
