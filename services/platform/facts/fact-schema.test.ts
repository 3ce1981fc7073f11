import { createSecretKey } from 'node:crypto'
import Type, { type TObject } from 'typebox'
import { expect, test } from 'vitest'
import { createCodec, UnreadableFact } from './event-codec.ts'
import { clear, fact, optionalPersonal, personal, type AnyEvent } from './facts.ts'
import { sha256 } from '../primitives/ids.ts'
import type { DataKey, Keys } from '../secrets/keys.ts'

const keyOf = (id: string): DataKey => ({ id, secret: createSecretKey(sha256(id)) })
const keys: Pick<Keys, 'toSeal' | 'toRead'> = {
  toSeal: async (names) => names.map(({ subject }) => keyOf(subject)),
  toRead: async (ids) => new Map(ids.map((id) => [id, keyOf(id)])),
}
const codecOf = (schema: TObject) => createCodec({ Told: fact(1, schema) }, keys as Keys)

const userId = clear('id')
const ofUser = { person: 'userId' }
const stream = 'told-1'
const stored = async (schema: TObject, data: AnyEvent['data']) => {
  const commandId = '0b54b0a6-6f5c-4a0e-9f5e-7f1a33ab6c11'
  const [event] = await codecOf(schema).encode([{ type: 'Told', data }], {
    stream,
    firstRevision: 0,
    previousHash: null,
    metadata: {
      commandId,
      correlationId: commandId,
      causationId: commandId,
      actor: { kind: 'system', userId: null, role: 'system' },
      workspaceId: null,
      at: '2026-11-21T10:00:00.000Z',
      requestId: null,
      fingerprint: 'f',
      client: null,
    },
  })
  return { ...event!, stream, revision: 0, position: 'p1:1' }
}

const contact = Type.Object({ name: Type.String(), phones: Type.Array(Type.String()) })
const shapes = [
  ['a list', Type.Array(Type.String()), ['Anna Muster', 'Ben']],
  ['an object', contact, { name: 'Anna Muster', phones: ['+49 30 1'] }],
  ['objects in a list', Type.Array(contact), [{ name: 'Anna Muster', phones: [] }]],
  ['a number', Type.Number(), 48_170_231],
  ['one of two kinds', Type.Union([contact, Type.String()]), 'Anna Muster'],
] as const

test.each(shapes)('seals a personal field that is %s as a whole', async (_, shape, value) => {
  for (const marked of [personal(shape, ofUser), optionalPersonal(shape, ofUser)]) {
    const schema = Type.Object({ userId, told: marked })
    const event = await stored(schema, { userId: 'u-1', told: value })
    expect(JSON.stringify(event)).not.toMatch(/Anna|\+49|48170231/)
    const [read] = await codecOf(schema).decode([event])
    expect(read!.data['told']).toEqual(value)
    expect(codecOf(schema).decodeBlind([event])[0]!.data['told']).toBeNull()
  }
})

const inner = personal(Type.String(), ofUser)
const refused: [string, TObject['properties'], RegExp][] = [
  ['a text of no kind', { userId, name: Type.String() }, /Told.name/],
  ['such a text that may be absent', { userId, name: Type.Optional(Type.String()) }, /Told.name/],
  ['such a text or null', { userId, name: Type.Union([Type.String(), Type.Null()]) }, /Told.name/],
  ['such texts in a list', { userId, names: Type.Array(Type.String(), { maxItems: 3 }) }, /Told.names/],
  ['a field of any type', { userId, more: Type.Unknown() }, /Told.more/],
  ['fields of any name', { userId, more: Type.Record(Type.String(), Type.Integer()) }, /Told.more/],
  ['a personal field inside an object', { userId, of: Type.Object({ userId, name: inner }) }, /Told.of.name/],
  [
    'personal fields inside a list',
    { userId, of: Type.Array(Type.Object({ userId, name: inner }), { maxItems: 3 }) },
    /Told.of/,
  ],
  ['a personal item of a list', { userId, names: Type.Array(inner, { maxItems: 3 }) }, /Told.names/],
  ['a personal field without a subject', { name: inner }, /Told.name/],
  ['a personal field whose subject is no id', { userId: Type.Boolean(), name: inner }, /Told.name/],
  ['an unbounded list', { ids: Type.Array(clear('id')) }, /Told.ids/],
]

test.each(refused)('a catalogue with %s does not start', (_, properties, place) => {
  expect(() => codecOf(Type.Object(properties))).toThrow(place)
})

test('rejects undeclared fields in new events, but accepts them in stored ones', async () => {
  const schema = Type.Object({ userId, of: Type.Object({ deviceId: clear('id') }) })
  const data = { userId: 'u-1', of: { deviceId: 'd-1' } }
  for (const more of [
    { ...data, name: 'Anna' },
    { ...data, of: { ...data.of, name: 'Anna' } },
  ])
    await expect(stored(schema, more)).rejects.toThrow('does not fit its schema')
  const event = await stored(schema, data)
  const [newer] = await codecOf(schema).decode([{ ...event, data: { ...event.data, added: 1 } }])
  expect(newer!.data).toMatchObject(data)
})

test('sealed values, commitments and hashes name their formats', async () => {
  const event = await stored(Type.Object({ userId, name: inner }), { userId: 'u-1', name: 'Anna' })
  expect(event.data['name']).toMatchObject({
    $sealed: expect.stringMatching(/^s1:/),
    commitment: expect.stringMatching(/^c1:[0-9a-f]{64}$/),
  })
  expect(event.metadata['hash']).toMatch(/^h1:[0-9a-f]{64}$/)
})

test('an unknown format makes an event unreadable', async () => {
  const schema = Type.Object({ userId, name: inner })
  const event = await stored(schema, { userId: 'u-1', name: 'Anna' })
  const name = { ...(event.data['name'] as object), $sealed: 's2:AAAA' }
  const newer = [{ ...event, data: { ...event.data, name } }]
  await expect(codecOf(schema).decode(newer)).rejects.toThrow(UnreadableFact)
  expect(() => codecOf(schema).decodeBlind(newer)).toThrow(UnreadableFact)
})
