import { expect, test } from 'vitest'
import { buildSerializer } from './serialization.ts'

const compile = buildSerializer()
const serializerOf = (schema: object) => compile({ method: 'GET', url: '/', httpStatus: '200', schema })
const withProperties = (...names: readonly string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
})

test('replies that differ only in their description share a serializer', () => {
  const [one, other] = ['One', 'Other'].map((description) =>
    serializerOf({ ...withProperties('code'), description }),
  )
  expect(one).toBe(other)
  expect(one!({ code: 'a', secret: 'b' })).toBe('{"code":"a"}')
})

test('replies of different fields do not, also if one is called description', () => {
  const [bare, described] = [['name'], ['name', 'description']].map((names) =>
    serializerOf(withProperties(...names)),
  )
  const reply = { name: 'a', description: 'b' }
  expect([bare!(reply), described!(reply)]).toEqual(['{"name":"a"}', '{"name":"a","description":"b"}'])
})
