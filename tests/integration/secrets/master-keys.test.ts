import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { openDatabase, type Knex } from '#platform/postgres/database.ts'
import { Unavailable } from '#platform/event-store/event-store.ts'
import { randomToken } from '#platform/primitives/ids.ts'
import { parseKeyRing } from '#platform/config/key-ring.ts'
import { createWrapping, MasterKeyMissing } from '#platform/secrets/key-wrapping.ts'
import { createKeys, type Keys } from '#platform/secrets/keys.ts'
import { markMasterKey, rotateMasterKey } from '#platform/secrets/master-keys.ts'
import { SecretChanged, requireSecrets } from '#platform/secrets/secret-marks.ts'
import { endEverything, temporaryFolder } from '#support/processes/local-process.ts'
import { ops } from '#support/processes/ops.ts'
import { createDatabase } from '#support/servers/postgres.ts'
import { freshSecrets } from '#support/processes/secrets.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await endEverything()
  for (const close of closing.splice(0).toReversed()) await close()
})

const open = async (): Promise<{ readonly url: string; readonly db: Knex }> => {
  const database = await createDatabase()
  const db = openDatabase(database.url)
  closing.push(
    () => database.drop(),
    () => db.destroy(),
  )
  return { url: database.url, db }
}

const [one, two] = [randomToken(), randomToken()]
const old = parseKeyRing(`1:${one}`)
const both = parseKeyRing(`1:${one},2:${two}`)
const fresh = parseKeyRing(`2:${two}`)
const secrets = freshSecrets()
const configWith = (MASTER_KEY: string) => ({ ...secrets, MASTER_KEY })
const numbersIn = (db: Knex): Promise<number[]> =>
  db('data_keys').distinct('master_number').orderBy('master_number').pluck('master_number')

const sealNew = async (keys: Keys) => {
  const [key] = await keys.toSeal([{ subject: `person:${randomUUID()}`, workspaceId: null }])
  return key!
}

/** Creates and reads keys until it is stopped. Returns the ids of all created keys. */
const using = (keys: Keys) => {
  const made: string[] = []
  let ending = false
  const work = (async () => {
    while (!ending) {
      const { id } = await sealNew(keys)
      made.push(id)
      const known = made[Math.floor(Math.random() * made.length)]!
      expect((await keys.toRead([known])).has(known)).toBe(true)
    }
  })()
  return {
    made,
    async stop() {
      ending = true
      await work
    },
  }
}

test('one of several concurrent first starts registers its master key', async () => {
  const { db } = await open()
  await Promise.all([markMasterKey(db, old), markMasterKey(db, both), markMasterKey(db, old)])
  expect(await db('master_keys')).toHaveLength(1)
})

test('a rotation under load loses no key, and then the old master key can be removed', async () => {
  const { db } = await open()
  await markMasterKey(db, old)
  const before = await Promise.all(Array.from({ length: 1_200 }, () => sealNew(createKeys(db, old))))
  const users = [1, 2, 3].map(() => using(createKeys(db, both)))
  await vi.waitUntil(() => users.every(({ made }) => made.length > 20), { timeout: 20_000 })
  const { rewrapped, removed } = await rotateMasterKey(db, both)
  const made = users.map((user) => user.made.length)
  await vi.waitUntil(() => users.every((user, i) => user.made.length > made[i]! + 5), { timeout: 20_000 })
  for (const user of users) await user.stop()
  expect(rewrapped).toBeGreaterThanOrEqual(before.length)
  expect(removed).toEqual([1])
  expect(await numbersIn(db)).toEqual([2])

  const ids = [...before.map(({ id }) => id), ...users.flatMap((user) => user.made)]
  const opened = await createKeys(db, fresh).toRead(ids)
  expect(opened.size).toBe(ids.length)
  for (const { id, secret } of before) expect(opened.get(id)!.secret.equals(secret)).toBe(true)
  await expect(createKeys(db, old).toRead(ids)).rejects.toThrow(MasterKeyMissing)
  await expect(sealNew(createKeys(db, old))).rejects.toThrow('MASTER_KEY: number 2 wraps data keys')
})

test('rewraps a key that is created while its master key is removed', async () => {
  const { db } = await open()
  await markMasterKey(db, old)
  const id = randomUUID()
  const wrapped = createWrapping(old).wrap(1, id, Buffer.alloc(32))
  const making = await db.transaction()
  await making('data_keys').insert({ id, subject: 'person:x', workspace_id: null, wrapped, master_number: 1 })
  const rotation = rotateMasterKey(db, both)
  const waiting = () =>
    db('pg_stat_activity').where({ wait_event_type: 'Lock', datname: db.raw('current_database()') })
  await vi.waitUntil(async () => (await waiting()).length > 0, { timeout: 20_000 })
  await making.commit()
  expect(await rotation).toEqual({ number: 2, rewrapped: 1, removed: [1] })
  expect((await createKeys(db, fresh).toRead([id])).has(id)).toBe(true)
})

test('a new key uses the new master key if the old one has just been removed', async () => {
  const { db } = await open()
  await markMasterKey(db, old)
  let rotations = 0
  const slow = new Proxy(db, {
    get: (target, name) =>
      name !== 'raw'
        ? Reflect.get(target, name)
        : async (...statement: Parameters<Knex['raw']>) => {
            if (rotations++ === 0) await rotateMasterKey(db, both)
            return target.raw(...statement)
          },
  })
  const { id } = await sealNew(createKeys(slow, both))
  expect(rotations).toBe(2)
  expect((await createKeys(db, fresh).toRead([id])).has(id)).toBe(true)
})

test('an interrupted rotation can continue, and does not restore destroyed keys', async () => {
  const { db } = await open()
  await markMasterKey(db, old)
  const keys = createKeys(db, old)
  const subjects = Array.from({ length: 20 }, () => `person:${randomUUID()}`)
  const made = await keys.toSeal(subjects.map((subject) => ({ subject, workspaceId: null })))
  let updates = 0
  const breaking = ({ sql }: { sql: string }) => {
    if (sql.startsWith('update "data_keys"') && ++updates === 10) throw new Error('broken off')
  }
  db.on('query', breaking)
  await expect(rotateMasterKey(db, both)).rejects.toThrow('broken off')
  db.off('query', breaking)
  expect(await numbersIn(db)).toEqual([1, 2])
  const reader = createKeys(db, both)
  expect((await reader.toRead(made.map(({ id }) => id))).size).toBe(20)
  await reader.erase({ subject: subjects[0]! }, { alone: true })
  expect(await rotateMasterKey(db, both)).toMatchObject({ removed: [1] })
  expect((await createKeys(db, fresh).toRead(made.map(({ id }) => id))).size).toBe(19)
})

test('rejects a MASTER_KEY that lacks a number or has another secret for it', async () => {
  const { db } = await open()
  await requireSecrets({ db, config: configWith(one) })
  await requireSecrets({ db, config: configWith(`1:${one},2:${two}`) })
  const refused = (text: string, named: string) =>
    expect(requireSecrets({ db, config: configWith(text) })).rejects.toThrow(
      new SecretChanged(`${named}: this database was made with another one. Bring that one back.`),
    )
  await refused(two, 'MASTER_KEY (number 1)')
  await refused(`2:${two}`, 'MASTER_KEY (number 1)')
  await rotateMasterKey(db, both)
  await refused(one, 'MASTER_KEY (number 2)')
  await requireSecrets({ db, config: configWith(`2:${two}`) })
})

test('a process without the master key waits as for an unavailable store, so that no event is parked', async () => {
  const { db } = await open()
  await markMasterKey(db, both)
  const { id } = await sealNew(createKeys(db, both))
  await expect(createKeys(db, old).toRead([id])).rejects.toBeInstanceOf(Unavailable)
})

test('npm run ops -- rotate-master-key reports its work, or that there is nothing to do', async () => {
  const { db, url } = await open()
  await requireSecrets({ db, config: configWith(one) })
  await sealNew(createKeys(db, old))
  const rotate = (MASTER_KEY: string) =>
    ops(['rotate-master-key'], temporaryFolder(), {
      ...configWith(MASTER_KEY),
      DATABASE_URL: url,
      PUBLIC_BASE_URL: 'http://localhost',
    })
  expect(await rotate(one)).toMatchObject({
    code: 0,
    output: expect.stringContaining('Nothing to rotate: number 1'),
  })
  const { code, output } = await rotate(`1:${one},2:${two}`)
  expect(output).toMatch(/^1 data keys are now wrapped with number 2\.\nRemove number 1 from MASTER_KEY/m)
  expect(code).toBe(0)
  expect(await rotate(`2:${two}`)).toMatchObject({
    code: 0,
    output: expect.stringContaining('Nothing to rotate: number 2'),
  })
  const lacking = await rotate(one)
  expect(lacking.code).toBe(1)
  expect(lacking.output).toMatch(/^MASTER_KEY \(number 2\): this database/m)
})
