import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Knex } from '#platform/postgres/database.ts'
import { createFingerprints, forgetFingerprints } from '#platform/commands/fingerprints.ts'
import { randomToken } from '#platform/primitives/ids.ts'
import { parseKeyRing } from '#platform/config/key-ring.ts'
import { createKeys, type Keys } from '#platform/secrets/keys.ts'
import { openKeys } from '#support/event-store/keys.ts'
import { createDatabase, type TestDatabase } from '#support/servers/postgres.ts'

const ring = parseKeyRing(randomToken())
let database: TestDatabase
let db: Knex
let keys: Keys

beforeAll(async () => {
  database = await createDatabase()
  db = openDatabase(database.url)
  keys = (await openKeys(db, ring)).keys
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const on = (day: string) => ({ now: () => new Date(`${day}T23:59:59.999Z`) })
const by = (day: string, of: Keys = keys) => createFingerprints(of, on(day))
const subjects = () =>
  db('data_keys').where('subject', 'like', 'fingerprints:%').orderBy('subject').pluck('subject')

test('a fingerprint names its format and key, and matches its content in every process', async () => {
  const made = await by('2026-11-22').of('the content')
  const [key] = await db('data_keys').where({ subject: 'fingerprints:2026-11-22' })
  expect(made).toMatch(new RegExp(`^f1:${key.id}:[A-Za-z0-9_-]{22}$`))
  const elsewhere = by('2026-11-22', createKeys(db, ring))
  expect(await elsewhere.of('the content')).toBe(made)
  expect(await elsewhere.fits(made, 'the content')).toBe(true)
  expect(await elsewhere.fits(made, 'other content')).toBe(false)
})

test('the next day has other fingerprints and still matches those of the day before', async () => {
  const made = await by('2026-11-22').of('the content')
  const tomorrow = by('2026-11-23')
  expect(await tomorrow.of('the content')).not.toBe(made)
  expect(await tomorrow.fits(made, 'the content')).toBe(true)
  expect(await tomorrow.fits(made, 'other content')).toBe(false)
})

test('fingerprint keys are deleted after two days, and then every content matches', async () => {
  const made = await by('2026-11-22').of('the content')
  await by('2026-11-23').of('more')
  await keys.toSeal([{ subject: `person:${randomUUID()}`, workspaceId: null }])
  const others = await db('data_keys').whereNot('subject', 'like', 'fingerprints:%')
  await forgetFingerprints({ db, clock: on('2026-11-23') })
  expect(await subjects()).toEqual(['fingerprints:2026-11-22', 'fingerprints:2026-11-23'])
  await forgetFingerprints({ db, clock: on('2026-11-24') })
  expect(await subjects()).toEqual(['fingerprints:2026-11-23'])
  expect(await by('2026-11-24', createKeys(db, ring)).fits(made, 'other content')).toBe(true)
  expect(await db('data_keys').whereNot('subject', 'like', 'fingerprints:%')).toEqual(others)
})

test('an erasure destroys all fingerprint keys, and new ones are created at once', async () => {
  const today = by('2026-11-25')
  const made = await today.of('pay 12500 EUR to Meier')
  expect(await today.fits(made, 'pay 12501 EUR to Meier')).toBe(false)
  await keys.erase({ subject: `person:${randomUUID()}` }, { alone: true })
  expect(await subjects()).toEqual([])
  expect(await today.fits(made, 'pay 12501 EUR to Meier')).toBe(true)
  const again = await today.of('pay 12500 EUR to Meier')
  expect(again).not.toBe(made)
  expect(await today.fits(again, 'pay 12501 EUR to Meier')).toBe(false)
})

test('commands of one day share a cached key', async () => {
  const today = by('2026-11-26')
  await today.of('one')
  let statements = 0
  const count = () => (statements += 1)
  db.on('query', count)
  const made = await Promise.all(Array.from({ length: 100 }, (_, i) => today.of(`command ${i}`)))
  db.off('query', count)
  expect(statements).toBe(0)
  expect(new Set(made.map((one) => one.split(':')[1])).size).toBe(1)
})
