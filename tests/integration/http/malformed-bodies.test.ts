import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateSettings } from '#contract/workspaces/workspaces.ts'
import { endpoints, type ContractEndpoint } from '#support/endpoints/endpoints.ts'
import { openAttacker, withBody, type Attacker } from '#support/endpoints/attacker.ts'
import { thirdOfRun } from '#support/rounds.ts'

let attacker: Attacker
beforeAll(async () => {
  attacker = await openAttacker()
})
afterAll(() => attacker?.close())

type Properties = Readonly<Record<string, { readonly type?: string }>>
const propertiesOf = ({ body }: ContractEndpoint): Properties =>
  ((body ?? {}) as { properties?: Properties }).properties ?? {}
const fieldsOf = (endpoint: ContractEndpoint): readonly string[] => Object.keys(propertiesOf(endpoint))

const isText = (endpoint: ContractEndpoint, field: string): boolean =>
  propertiesOf(endpoint)[field]?.type === 'string' ||
  typeof (attacker.body(endpoint) as Record<string, unknown>)[field] === 'string'

/** JSON with an escape inside one text, which JSON.stringify would write another way. */
const spoil = (endpoint: ContractEndpoint, field: string, bad: string): string => {
  const good: Record<string, unknown> = { ...attacker.body(endpoint) }
  const text = `${typeof good[field] === 'string' ? good[field] : ''}MARK`
  return JSON.stringify({ ...good, [field]: text }).replace('MARK', bad)
}

describe('bodies', () => {
  test('that are not a JSON object are malformed', async () => {
    const broken = [
      '{',
      '{"a":}',
      'nul',
      '"text"',
      '[]',
      'null',
      '1e999',
      '[['.repeat(9_000),
      '\ufeff{',
      "{'a':1}",
    ]
    const binary = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])
    let place = 0
    await attacker.all(withBody, () => thirdOfRun(broken, place++).map((body) => ({ body })), 400)
    await attacker.all(withBody, [{ body: binary }])
  })

  test('that are required but missing are malformed', async () => {
    const needed = withBody.filter(
      ({ body }) => ((body as { required?: string[] }).required ?? []).length > 0,
    )
    await attacker.all(needed, [{ body: '' }, { body: '{}' }], 400)
  })

  test('with a prototype are rejected', async () => {
    const poisons = (endpoint: ContractEndpoint) => {
      const good = JSON.stringify(attacker.body(endpoint)).slice(1)
      return [`{"__proto__":{"role":"admin"},${good}`, `{"constructor":{"prototype":{"a":1}},${good}`].map(
        (body) => ({ body }),
      )
    }
    await attacker.all(withBody, poisons, 400)
    expect(({} as Record<string, unknown>)['role']).toBeUndefined()
  })

  test('with a field of a wrong type or without it are rejected', { timeout: 120_000 }, async () => {
    const wrong = [
      null,
      0,
      -1,
      1.5,
      1e308,
      true,
      [],
      {},
      ['x'],
      '',
      ' ',
      'x'.repeat(5_000),
      '💥',
      { $gt: '' },
    ]
    let place = 0
    await attacker.all(withBody, (endpoint) =>
      fieldsOf(endpoint).flatMap((field) =>
        thirdOfRun([undefined, ...wrong], place++).map((value) => ({
          body: JSON.stringify({ ...attacker.body(endpoint), [field]: value }),
        })),
      ),
    )
  })

  test('with NUL or a lone surrogate in a stored text are rejected', async () => {
    const kept = withBody.filter(({ operation }) => operation !== 'auth.login')
    const spoiled = (endpoint: ContractEndpoint) =>
      fieldsOf(endpoint)
        .filter((field) => field !== 'password' && isText(endpoint, field))
        .flatMap((field) =>
          ['\\u0000', '\\ud800', '\\udc00x'].map((bad) => ({ body: spoil(endpoint, field, bad) })),
        )
    await attacker.all(kept, spoiled, 400)
    await attacker.all(withBody, (endpoint) => [{ body: spoil(endpoint, 'password', '\\u0000\\ud800') }])
  })

  test('with half of a character in a text that is only compared are rejected', async () => {
    const body = JSON.stringify({ expected: { name: 'MARK' } }).replace('MARK', '\\ud800')
    await attacker.all([updateSettings], () => [{ body }], 400)
  })

  test('lose unknown fields', async () => {
    await attacker.all(withBody, (endpoint) => [
      {
        body: JSON.stringify({
          ...attacker.body(endpoint),
          role2: 'admin',
          userId: randomUUID(),
          toString: 1,
        }),
      },
    ])
  })

  test('over 64 KiB or the operation’s limit are too large', async () => {
    expect(endpoints.filter(({ bodyBytes }) => bodyBytes).map(({ path }) => path)).toEqual([
      '/workspaces/invite-participants/{id}',
    ])
    await attacker.all(
      endpoints.filter(({ method, takesFile }) => method !== 'GET' && !takesFile),
      ({ bodyBytes = 64 * 1_024 }) => [{ body: JSON.stringify({ a: 'x'.repeat(bodyBytes) }) }],
      413,
    )
  })

  test('of another content type are rejected', async () => {
    const types = [
      'text/plain',
      'application/xml',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded',
      'nonsense',
    ]
    let place = 0
    await attacker.all(
      withBody,
      () => thirdOfRun(types, place++).map((type) => ({ body: 'a=1', headers: { 'content-type': type } })),
      415,
    )
  })

  // Last, because some of these operations end the sessions of those who call them.
  test('of operations without a body have no effect', async () => {
    const odd = ['['.repeat(9_000) + ']'.repeat(9_000), '"\\ud800"', '{"\\ud800":1}', '1e999', '{"toJSON":1}']
    let place = 0
    await attacker.all(
      endpoints.filter(({ method, body }) => method !== 'GET' && !body),
      () => thirdOfRun(odd, place++).map((body) => ({ body })),
    )
  })
})

test('accepted input causes no dead letter', async () => {
  expect(await attacker.deadLetters()).toEqual([])
})
