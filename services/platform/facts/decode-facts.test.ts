import { createSecretKey } from 'node:crypto'
import Type from 'typebox'
import { expect, test } from 'vitest'
import { createCodec } from './event-codec.ts'
import type { JsonObject, StoredEvent } from '../event-store/event-store.ts'
import { clear, fact, personal, type Catalogue } from './facts.ts'
import { sha256 } from '../primitives/ids.ts'
import type { DataKey, Keys } from '../secrets/keys.ts'

const requested: string[] = []
const keyOf = (id: string): DataKey => ({ id, secret: createSecretKey(sha256(id)) })
const keys: Pick<Keys, 'toSeal' | 'toRead'> = {
  toSeal: async (names) => names.map(({ subject }) => keyOf(subject)),
  async toRead(ids) {
    requested.push(...ids)
    return new Map(ids.map((id) => [id, keyOf(id)]))
  },
}
const codecOf = (catalogue: Catalogue) => createCodec(catalogue, keys as Keys)

const id = clear('id')
const text = personal(Type.String(), { person: 'userId' })
const codec = codecOf({ Told: fact(1, Type.Object({ userId: id, word: text, other: text })) })

const client = { ip: '192.0.2.7', device: 'Pocket phone' }
const sealedData = { userId: 'u-1', word: 'a word', other: 'another' }
const encodeEvent = async (): Promise<StoredEvent> => {
  const commandId = '0b54b0a6-6f5c-4a0e-9f5e-7f1a33ab6c11'
  const stream = 'told-1'
  const [event] = await codec.encode([{ type: 'Told', data: sealedData }], {
    stream,
    firstRevision: 0,
    previousHash: null,
    metadata: {
      commandId,
      correlationId: commandId,
      causationId: commandId,
      actor: { kind: 'user', userId: 'u-2', role: null },
      workspaceId: null,
      at: '2026-11-21T10:00:00.000Z',
      requestId: null,
      fingerprint: 'f',
      client,
    },
  })
  return { ...event!, stream, revision: 0, position: 'p1:1' }
}
const copyOf = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

test('a partial decoder returns the requested and the clear fields, and nothing of the others', async () => {
  const event = await encodeEvent()
  const [whole] = await codec.decode([event])
  const { client: _, ...about } = whole!.metadata
  const [read] = await codec.decoderOf({ Told: ['word'] })([event])
  expect({ ...read!.data }).toEqual({ userId: 'u-1', word: 'a word' })
  expect(copyOf(read)).toEqual({ ...(copyOf(whole) as object), data: { ...read!.data }, metadata: about })
  const [withClient] = await codec.decoderOf({ Told: ['client'] })([event])
  expect(withClient!.metadata.client).toEqual(client)
  expect(copyOf(withClient!.data)).toEqual({ userId: 'u-1' })
})

test('access to a field that was not requested throws', async () => {
  const [read] = await codec.decoderOf({ Told: ['word'] })([await encodeEvent()])
  expect(() => read!.data['other']).toThrow('Told: other stays sealed')
  expect(() => read!.metadata.client).toThrow('client stays sealed')
})

const damaged = ({ data }: StoredEvent, $sealed: string): JsonObject => ({
  ...data,
  other: { ...(data['other'] as JsonObject), $sealed },
})

test.each([
  ['a damaged value', 's1:AAAA', 'Invalid'],
  ['a value in an unknown format', 's9:AAAA', 'sealed in an unknown format'],
])('%s fails only decoders that read it', async (_, $sealed, fault) => {
  const event = await encodeEvent()
  const bad = { ...event, data: damaged(event, $sealed) }
  expect(await codec.decoderOf({ Told: ['word'] })([bad])).toMatchObject([{ data: { word: 'a word' } }])
  await expect(codec.decoderOf({ Told: ['other'] })([bad])).rejects.toThrow(fault)
  await expect(codec.decode([bad])).rejects.toThrow(fault)
})

test('loads each key once, and none for fields that nobody reads', async () => {
  const events = [await encodeEvent(), await encodeEvent()]
  requested.length = 0
  await codec.decoderOf({})(events)
  expect(requested).toEqual([])
  await codec.decoderOf({ Told: ['word', 'other', 'client'] })(events)
  expect(requested.toSorted()).toEqual(['person:u-1', 'person:u-2'])
})

test('an older event is upcast before the requested fields are picked', async () => {
  const newer = codecOf({
    Told: fact(2, Type.Object({ userId: id, told: text, other: text }), {
      1: ({ word, ...rest }) => ({ ...rest, told: word }),
    }),
  })
  const [read] = await newer.decoderOf({ Told: ['told'] })([await encodeEvent()])
  expect({ ...read!.data }).toEqual({ userId: 'u-1', told: 'a word' })
  expect(() => read!.data['other']).toThrow('other stays sealed')
})

test('a decoder cannot request a field that is not personal', () => {
  expect(() => codec.decoderOf({ Told: ['userId'] })).toThrow('userId is no personal field')
})
