import fc from 'fast-check'
import type { TSchema } from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAttacker, repeatable, type Attacker } from '#support/endpoints/attacker.ts'
import { rounds, seedOfRun } from '#support/rounds.ts'

/** Of each operation. */
const SAMPLES = rounds({ short: 3, long: 60 })
const seed = seedOfRun()

let attacker: Attacker
beforeAll(async () => {
  attacker = await openAttacker()
})
afterAll(() => attacker?.close())

type Shape = {
  readonly type?: string
  readonly anyOf?: readonly TSchema[]
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly const?: unknown
  readonly enum?: readonly unknown[]
}

/** Values of about this schema's shape: right ones, nearly right ones, and junk. */
const near = (schema: TSchema): fc.Arbitrary<unknown> => {
  const { type, anyOf, properties, const: constant, enum: options } = schema as unknown as Shape
  const junk = fc.oneof({ weight: 9, arbitrary: shaped() }, { weight: 1, arbitrary: fc.jsonValue() })
  return junk
  function shaped(): fc.Arbitrary<unknown> {
    if (constant !== undefined) return fc.constant(constant)
    if (options) return fc.constantFrom(...options)
    if (anyOf) return fc.oneof(...anyOf.map(near))
    if (type === 'object') return fc.record(mapValues(properties ?? {}), { requiredKeys: [] })
    if (type === 'boolean') return fc.boolean()
    if (type === 'integer') return fc.oneof(fc.integer(), fc.double())
    return text
  }
}
const mapValues = (properties: Readonly<Record<string, TSchema>>) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, near(schema)]))

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 300 }),
  fc.emailAddress(),
  fc.uuid(),
  fc.base64String().map((some) => some.replaceAll(/[+/=]/g, '_').padEnd(43, 'A').slice(0, 43)),
  fc.constantFrom('approval', 'pin', 'admin', 'Europe/Berlin', '482915', '\ud800', 'A\u0000b', '\u202e'),
)

const searchOf = (asked: unknown): URLSearchParams =>
  new URLSearchParams(
    Object.entries(asked ?? {}).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )

test(
  `random bodies and queries of similar shape (FAULT_SEED=${seed})`,
  { timeout: 60_000 + SAMPLES * 5_000 },
  async () => {
    const open = repeatable.filter(({ body, query }) => body || query)
    await attacker.all(open, ({ body, query }) => {
      const attack = fc.record({
        body: body ? near(body) : fc.constant(undefined),
        query: query ? near(query) : fc.constant(undefined),
      })
      return fc.sample(attack, { numRuns: SAMPLES, seed }).map(({ body: content, query: asked }) => ({
        ...(content !== undefined && { body: JSON.stringify(content) }),
        ...(query && { query: `?${searchOf(asked).toString()}` }),
      }))
    })
    expect(attacker.sent()).toBe(SAMPLES * open.length)
  },
)

test('accepted input causes no dead letter', async () => {
  expect(await attacker.deadLetters()).toEqual([])
})
