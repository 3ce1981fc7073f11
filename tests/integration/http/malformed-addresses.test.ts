import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#support/endpoints/endpoints.ts'
import { openAttacker, repeatable, type Attacker } from '#support/endpoints/attacker.ts'
import { thirdOfRun } from '#support/rounds.ts'

let attacker: Attacker
beforeAll(async () => {
  attacker = await openAttacker()
})
afterAll(() => attacker?.close())

describe('addresses', () => {
  test('with another method list the allowed ones', async () => {
    for (const endpoint of endpoints) {
      const answer = await attacker.app.inject({
        method: 'PUT',
        url: endpoint.path.replaceAll(/\{\w+\}/g, randomUUID()),
      })
      expect(answer.json()).toMatchObject({ statusCode: 405, code: 'route.wrong-method' })
      expect(String(answer.headers['allow']).split(', ')).toContain(endpoint.method)
    }
  })

  test('that do not exist are not found', async () => {
    for (const url of [
      '/nothing',
      '/workspaces',
      '/../etc/passwd',
      '/users/',
      '//auth/login',
      '/requests/details',
    ])
      expect((await attacker.app.inject({ method: 'POST', url })).json()).toMatchObject({
        statusCode: 404,
        code: 'route.not-found',
      })
  })

  test('with a malformed id are rejected', async () => {
    const ids = ['x', '%00', '%ff', '..%2f..', "'", '%27%20OR%201=1', randomUUID().toUpperCase(), 'null', '0']
    await attacker.all(
      endpoints.filter(({ path }) => path.includes('{')),
      ({ path }) => ids.map((id) => ({ path: path.replace(/\{\w+\}/, id) })),
      'refusal',
    )
    await attacker.all(
      endpoints.filter(({ path }) => path.includes('{id}')),
      ({ path }) =>
        ['x', '%00', randomUUID().toUpperCase(), 'null'].map((id) => ({ path: path.replace('{id}', id) })),
      400,
    )
  })

  test('that are too long are rejected as such', async () => {
    await attacker.all(
      endpoints.filter(({ path }) => path.includes('{')),
      ({ path }) => [{ path: path.replace(/\{\w+\}/, 'a'.repeat(300)) }],
      414,
    )
  })

  test('with an odd query are rejected or served', async () => {
    const values = [
      '',
      'x',
      '%00',
      '%ED%A0%80',
      '%',
      '-1',
      '0',
      '101',
      '1e9',
      'x'.repeat(3_000),
      'a&a=b',
      '__proto__',
      "'",
      '%5B%5D',
      '2026-13-45',
      '0000-01-01T00:00:00Z',
      '9999-12-31T23:59:60Z',
      '2026-01-01T00:00:00%2B23:59',
      `2026-01-01T00:00:00.${'1'.repeat(500)}Z`,
    ]
    let place = 0
    await attacker.all(
      endpoints.filter(({ query }) => query),
      ({ query }) =>
        Object.keys((query as unknown as { properties: object }).properties).flatMap((name) =>
          thirdOfRun(values, place++).map((value) => ({ query: `?${name}=${value}` })),
        ),
    )
  })

  test('with an odd query besides the required one are rejected or served', async () => {
    const cause = randomUUID()
    const cursors = [
      'sent a.b',
      'gone request.created x',
      'sent request.created \0',
      'sent request.created ',
    ].map((place) => Buffer.from(place).toString('base64url'))
    await attacker.all(
      endpoints.filter(({ operation }) => operation === 'workspaces.history-mails'),
      [
        ...['limit=0', 'limit=101', 'limit=x', 'cursor=x', 'cursor=%00', 'cursor=%', `cause=${cause}`].map(
          (odd) => ({ query: `?cause=${cause}&${odd}` }),
        ),
        ...cursors.map((cursor) => ({ query: `?cause=${cause}&cursor=${cursor}` })),
      ],
    )
  })
})

describe('headers', () => {
  test('Authorization without a bearer token is rejected', async () => {
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"sub":"x"}').toString('base64url')}.`
    const values = [
      '',
      'Bearer',
      'Bearer ',
      'Bearer x',
      'Basic abc',
      'Bearer a.b.c',
      `Bearer ${none}`,
      `Bearer ${none}x`,
      `Bearer ${'a'.repeat(7_000)}`,
      'bearer a.b.c',
    ]
    const guarded = endpoints.filter(({ access }) => access !== 'public')
    let place = 0
    await attacker.all(
      guarded,
      () => thirdOfRun(values, place++).map((authorization) => ({ headers: { authorization } })),
      401,
    )
  })

  test('Idempotency-Key must be a UUID', async () => {
    const values = ['x', '1', `${randomUUID()}x`, 'a'.repeat(500), '00000000-0000-0000-0000-000000000000']
    await attacker.all(
      endpoints.filter(({ command }) => command),
      values.map((key) => ({ headers: { 'idempotency-key': key } })),
      400,
    )
  })

  test('an invalid X-Min-Position is rejected with a session, and ignored without', async () => {
    const position = (await attacker.product.head())!
    const sealed = await attacker.product.platform.positionTokens.seal(position)
    const values = ['x', '-1', 'null', position, `${sealed}A`, `A${sealed}`, 'A'.repeat(80), 'A'.repeat(900)]
    let place = 0
    const attacks = () =>
      thirdOfRun(values, place++).map((value) => ({ headers: { 'x-min-position': value } }))
    await attacker.all(
      repeatable.filter(({ access }) => access !== 'public'),
      attacks,
      400,
    )
    await attacker.all(
      repeatable.filter(({ access, method }) => access === 'public' && method === 'GET'),
      attacks,
    )
  })

  test('that are odd change nothing', async () => {
    const odd = {
      'accept-language': '*;q=x, '.repeat(200),
      prefer: 'x',
      cookie: 'refresh_token=%; =;',
      'user-agent': '\u00ff'.repeat(900),
      'x-forwarded-for': "' --",
    }
    // What reads them is the same for all operations.
    await attacker.all(thirdOfRun(repeatable, 0), [{ headers: odd }])
  })
})

test('accepted input causes no dead letter', async () => {
  expect(await attacker.deadLetters()).toEqual([])
})
