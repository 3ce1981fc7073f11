import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filesOf } from '#platform/files/files-of.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { postgresFiles } from '#platform/files/postgres-files.ts'
import { createSealedFiles, FRAME_BYTES } from '#platform/files/sealed-files.ts'
import { openDatabase, type Knex } from '#platform/postgres/database.ts'
import type { Keys } from '#platform/secrets/keys.ts'
import { openKeys } from '#support/event-store/keys.ts'
import { openBucket } from '#support/servers/bucket.ts'
import { createDatabase, type TestDatabase } from '#support/servers/postgres.ts'
import { fileStoreContract } from './file-store.contract.ts'

let database: TestDatabase
let db: Knex
let keys: Keys
let bucket: Awaited<ReturnType<typeof openBucket>>
beforeAll(async () => {
  database = await createDatabase()
  db = openDatabase(database.url)
  keys = (await openKeys(db)).keys
  bucket = await openBucket()
})
afterAll(async () => {
  await bucket?.close()
  await db?.destroy()
  await database?.drop()
})

fileStoreContract('PostgreSQL', () => postgresFiles(db))
fileStoreContract('a bucket', () => filesIn(bucket.url))

/** As the settings say. */
const filesIn = (url: string | undefined): FileStore =>
  filesOf(db, { FILE_BUCKET_URL: url, FILE_BUCKET_REGION: bucket.region })
const whole = async (bytes: AsyncIterable<Uint8Array>) => Buffer.concat(await Array.fromAsync(bytes))

test('with a bucket, PostgreSQL keeps no new bytes, and what it had stays readable and can be removed', async () => {
  const [old, fresh] = [randomUUID(), randomUUID()]
  await filesIn(undefined).write(old, inParts(Buffer.from('old'), 2))
  const files = filesIn(bucket.url)
  await files.write(fresh, inParts(Buffer.from('fresh'), 2))
  expect(await db('file_parts').where({ file_id: fresh })).toEqual([])
  expect([...bucket.objects.keys()].filter((name) => name.includes(fresh))).toHaveLength(3)
  expect([String(await whole(files.read(old))), String(await whole(files.read(fresh)))]).toEqual([
    'old',
    'fresh',
  ])
  await files.remove([old, fresh])
  expect(await db('file_parts').where({ file_id: old })).toEqual([])
  expect([...bucket.objects.keys()].filter((name) => name.includes(fresh))).toEqual([])
})

test('a bucket that refuses says so, and nothing of the file stays', async () => {
  const wrong = bucket.url.replace('secret', 'wrong')
  const id = randomUUID()
  await expect(filesIn(wrong).write(id, inParts(Buffer.from('bytes'), 9))).rejects.toMatchObject({
    code: 'SignatureDoesNotMatch',
  })
  expect((await whole(filesIn(bucket.url).read(id))).length).toBe(0)
})

async function* inParts(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const written = async (bytes: Buffer) => {
  const files = createSealedFiles(postgresFiles(db), keys)
  const id = randomUUID()
  const owner = { subject: `person:${randomUUID()}`, workspaceId: randomUUID() }
  const { keyId } = await files.write(id, owner, inParts(bytes, 65_536))
  const read = async (file = { id, keyId, size: bytes.length }) => {
    const parts = await files.read(file)
    if (!parts) return undefined
    const all = []
    for await (const part of parts) all.push(part)
    return Buffer.concat(all)
  }
  return { id, owner, keyId, read }
}

test.each([1, FRAME_BYTES - 1, FRAME_BYTES, FRAME_BYTES + 1, 3 * FRAME_BYTES])(
  'a file of %i bytes is stored sealed, and read as it was',
  async (length) => {
    const bytes = Buffer.concat([Buffer.from('plain'), randomBytes(length)]).subarray(0, length)
    const { id, read } = await written(bytes)
    expect((await read())!.equals(bytes)).toBe(true)
    const rows: { bytes: Buffer }[] = await db('file_parts').where({ file_id: id })
    expect(rows).toHaveLength(Math.ceil(length / FRAME_BYTES))
    expect(rows.some((row) => row.bytes.includes(bytes.subarray(0, 32)) && length > 31)).toBe(false)
  },
)

test('parts of a file cannot change places, be cut off, or come from another file', async () => {
  const [one, other] = [
    await written(randomBytes(2 * FRAME_BYTES)),
    await written(randomBytes(2 * FRAME_BYTES)),
  ]
  const part = ({ id }: { id: string }, place: number) => db('file_parts').where({ file_id: id, place })
  await part(one, 1).delete()
  await expect(one.read()).rejects.toThrow(`${FRAME_BYTES} of the ${2 * FRAME_BYTES} bytes`)
  for (const [from, to] of [
    [0, 2],
    [1, 0],
    [2, 1],
  ] as const)
    await part(other, from).update({ place: to })
  await expect(other.read()).rejects.toThrow('unable to authenticate')
  await part(other, 0).update({ file_id: one.id, place: 1 })
  await expect(one.read()).rejects.toThrow('unable to authenticate')
})

test.each(['subject', 'workspaceId'] as const)('an erasure of the %s makes a file unreadable', async (of) => {
  const { owner, read } = await written(randomBytes(9))
  await keys.erase(of === 'subject' ? { subject: owner.subject } : { workspaceId: owner.workspaceId }, {
    alone: true,
  })
  expect(await read()).toBeUndefined()
})

test('a file of somebody who is erased while it arrives is not kept', async () => {
  const files = createSealedFiles(postgresFiles(db), keys)
  const [id, owner] = [randomUUID(), { subject: `person:${randomUUID()}`, workspaceId: randomUUID() }]
  async function* slowly() {
    yield randomBytes(FRAME_BYTES)
    await keys.erase({ subject: owner.subject }, { alone: true })
    yield randomBytes(FRAME_BYTES)
  }
  await expect(files.write(id, owner, slowly())).rejects.toThrow('the key was erased')
  expect(await db('file_parts').where({ file_id: id })).toEqual([])
})
