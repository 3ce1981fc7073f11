import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allEvents } from '#modules/all.events.ts'
import { openDatabase, type Knex } from '#platform/postgres/database.ts'
import { UnreadableFact, createCodec, hashOfFact, type Codec } from '#platform/facts/event-codec.ts'
import { InvalidAppend, type NewEvent, type StoredEvent } from '#platform/event-store/event-store.ts'
import type { Keys } from '#platform/secrets/keys.ts'
import { openKeys } from '#support/event-store/keys.ts'
import { createDatabase, type TestDatabase } from '#support/servers/postgres.ts'

let database: TestDatabase
let db: Knex
let keys: Keys
let codec: Codec

beforeAll(async () => {
  database = await createDatabase()
  db = openDatabase(database.url)
  keys = (await openKeys(db)).keys
  codec = createCodec(allEvents, keys)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const signedUp = (userId: string) => ({
  type: 'UserSignedUp',
  data: { userId, email: 'ada@example.org', addressHash: 'h', role: 'admin', language: 'en' },
})
const placement = (userId: string, commandId: string = randomUUID()) => ({
  stream: `user-${userId}`,
  firstRevision: 0,
  previousHash: null,
  metadata: {
    commandId,
    correlationId: commandId,
    causationId: commandId,
    fingerprint: 'f',
    actor: { kind: 'user' as const, userId, role: null },
    workspaceId: null,
    at: '2026-11-21T10:00:00.000Z',
    requestId: null,
    client: { ip: '192.0.2.7', device: 'Pocket phone' },
  },
})
const stored = (events: readonly NewEvent[], stream: string): StoredEvent[] =>
  events.map((event, revision) => ({ ...event, stream, revision, position: `p1:${revision}` }))

test('decodes an event unchanged, with its address and client', async () => {
  const userId = randomUUID()
  const encoded = await codec.encode([signedUp(userId)], placement(userId))
  const [fact] = await codec.decode(stored(encoded, `user-${userId}`))
  expect(fact?.data).toEqual(signedUp(userId).data)
  expect(fact?.metadata.client).toEqual({ ip: '192.0.2.7', device: 'Pocket phone' })
})

test('the stored form contains no personal value', async () => {
  const userId = randomUUID()
  const text = JSON.stringify(await codec.encode([signedUp(userId)], placement(userId)))
  for (const secret of ['ada@', 'example.org', '192.0.2.7', 'Pocket']) expect(text).not.toContain(secret)
})

test('rejects a text that no read model could store', async () => {
  const userId = randomUUID()
  for (const email of ['ada\0@example.org', 'ada\ud800@example.org']) {
    const event = { type: 'UserSignedUp', data: { ...signedUp(userId).data, email } }
    await expect(codec.encode([event], placement(userId))).rejects.toThrow(InvalidAppend)
  }
})

test('a retry of a command has the same ids and hashes, but another ciphertext', async () => {
  const userId = randomUUID()
  const commandId = randomUUID()
  const [first] = await codec.encode([signedUp(userId)], placement(userId, commandId))
  const [second] = await codec.encode([signedUp(userId)], placement(userId, commandId))
  expect(second?.id).toBe(first?.id)
  expect(second?.metadata['hash']).toBe(first?.metadata['hash'])
  expect(JSON.stringify(second)).not.toBe(JSON.stringify(first))
})

test('the trace of an event is not part of its hash', async () => {
  const userId = randomUUID()
  const given = placement(userId)
  const traceparent = `00-${'4b'.repeat(16)}-${'b7'.repeat(8)}-01`
  const traced = { ...given, metadata: { ...given.metadata, traceparent } }
  const [without] = await codec.encode([signedUp(userId)], given)
  const [first] = await codec.encode([signedUp(userId)], traced)
  expect(first).toMatchObject({ id: without?.id, metadata: { hash: without?.metadata['hash'], traceparent } })
  expect(hashOfFact(first!, given.stream)).toBe(without?.metadata['hash'])
  const [fact] = await codec.decode(stored([first!], given.stream))
  expect(fact?.metadata.traceparent).toBe(traceparent)
})

test('hashes chain the events of an append, and a changed event breaks the chain', async () => {
  const userId = randomUUID()
  const events = [signedUp(userId), { type: 'EmailVerified', data: { userId, role: 'admin' } }]
  const [first, second] = await codec.encode(events, placement(userId))
  expect(first?.metadata['previousHash']).toBeNull()
  expect(second?.metadata['previousHash']).toBe(first?.metadata['hash'])
  const stream = `user-${userId}`
  expect(hashOfFact(second!, stream)).toBe(second?.metadata['hash'])
  const forged = { ...second!, data: { ...second!.data, role: 'super admin' } }
  expect(hashOfFact(forged, stream)).not.toBe(second?.metadata['hash'])
})

test('after an erasure the value is null and the hash is still valid', async () => {
  const userId = randomUUID()
  const stream = `user-${userId}`
  const encoded = await codec.encode([signedUp(userId)], placement(userId))
  await keys.erase({ subject: `person:${userId}` }, { alone: true })
  const [fact] = await codec.decode(stored(encoded, stream))
  expect(fact?.data['email']).toBeNull()
  expect(fact?.metadata.client).toBeNull()
  expect(hashOfFact(encoded[0]!, stream)).toBe(fact?.metadata.hash)
})

test('a value that is sealed for an erased subject cannot be read', async () => {
  const userId = randomUUID()
  const before = await codec.encode([signedUp(userId)], placement(userId))
  await keys.erase({ subject: `person:${userId}` }, { alone: true })
  const after = await codec.encode([signedUp(userId)], placement(userId))
  const facts = await codec.decode(stored([...before, ...after], `user-${userId}`))
  expect(facts.map(({ data }) => data['email'])).toEqual([null, null])
})

test('the erasure of a workspace keeps the data of its members in other workspaces', async () => {
  const userId = randomUUID()
  const workspaceId = randomUUID()
  const inWorkspace = placement(userId)
  const sealedThere = await codec.encode([signedUp(userId)], {
    ...inWorkspace,
    metadata: { ...inWorkspace.metadata, workspaceId },
  })
  const sealedHere = await codec.encode([signedUp(userId)], placement(userId))
  await keys.erase({ workspaceId }, { alone: true })
  const [there, here] = await codec.decode(stored([...sealedThere, ...sealedHere], `user-${userId}`))
  expect([there?.data['email'], here?.data['email']]).toEqual([null, 'ada@example.org'])
})

test('deciders get events without personal values', async () => {
  const userId = randomUUID()
  const encoded = await codec.encode([signedUp(userId)], placement(userId))
  const [fact] = codec.decodeBlind(stored(encoded, `user-${userId}`))
  expect(fact?.data['email']).toBeNull()
  expect(fact?.metadata.client).toBeNull()
})

test('a sealed value cannot be opened in another event', async () => {
  const userId = randomUUID()
  const [event] = await codec.encode([signedUp(userId)], placement(userId))
  const moved = stored([{ ...event!, id: randomUUID() }], `user-${userId}`)
  await expect(codec.decode(moved)).rejects.toThrow('authenticate')
})

test('neither encodes nor decodes data that does not match the schema', async () => {
  const userId = randomUUID()
  const wrong = { type: 'EmailVerified', data: { userId, role: 'emperor' } }
  await expect(codec.encode([wrong], placement(userId))).rejects.toThrow('EmailVerified')
  const [event] = await codec.encode([signedUp(userId)], placement(userId))
  const stream = `user-${userId}`
  await expect(codec.decode(stored([{ ...event!, type: 'Unheard' }], stream))).rejects.toThrow(UnreadableFact)
  const newer = { ...event!, metadata: { ...event!.metadata, version: 99 } }
  await expect(codec.decode(stored([newer], stream))).rejects.toThrow(UnreadableFact)
  const odd = { ...event!, data: { ...event!.data, role: 7 } }
  await expect(codec.decode(stored([odd], stream))).rejects.toThrow(UnreadableFact)
})
