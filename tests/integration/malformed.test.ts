import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { TObject, TSchema } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { buildApi } from '../../services/api/app.ts'
import { cast, castOthers } from '../support/access-cast.ts'
import { contractEndpoints } from '../support/endpoints.ts'
import { openAttacker, type Attack, type Attacker } from '../support/malformed.ts'
import { CLIENT, openProviders, type LocalProviders } from '../support/oidc.ts'
import { openProduct, type Product } from '../support/product.ts'
import { untilReached } from '../support/until-reached.ts'

/** Whatever is sent: the documented error, never a 5xx, and nothing written by what was refused. */

/** A body that each operation could take; some are refused for what they say, none for how. */
const bodies: Record<string, object> = {
  'auth.login': { email: 'nobody@example.com', password: 'wrong horse' },
  'auth.verify-google': { access_token: 'ya29.made-up' },
  'auth.verify-microsoft': { access_token: 'made.up.token' },
  'auth.signup': {
    email: 'somebody@example.com',
    password: 'correct horse',
    verificationToken: 'A'.repeat(43),
  },
  'auth.verify-email': { password: 'correct horse' },
  'auth.initiate-verification': { email: 'nobody@example.com' },
  'users.register-device-options': { kind: 'pin' },
  'users.register-device': {
    kind: 'pin',
    name: 'Phone',
    challenge: 'A'.repeat(43),
    publicKey: { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) },
    pin: '482915',
    signature: 'A'.repeat(86),
  },
  'workspaces.create': { name: 'Praxis', description: 'Two lines\nof text', timezone: 'Europe/Berlin' },
  'workspaces.invite-participant': {
    email: 'new@example.com',
    role: 'regular user',
    approver: true,
    requester: true,
  },
  'workspaces.update-settings': {
    name: 'Praxis',
    description: 'New',
    billingUser: 'bill@example.com',
    timezone: 'UTC',
  },
  'requests.create': {
    type: 'approval',
    title: 'Pay the invoice',
    details: 'All\nof it',
    approverId: randomUUID(),
    expiresIn: 3_600,
  },
  'requests.approve': {
    proof: { challenge: 'A'.repeat(43), deviceId: randomUUID(), pin: '482915', signature: 'A'.repeat(86) },
  },
}

let product: Product
let providers: LocalProviders
let app: Awaited<ReturnType<typeof buildApi>>
let attacker: Attacker
let endpoints: readonly Endpoint[]
let withBody: readonly Endpoint[]

beforeAll(async () => {
  providers = await openProviders()
  const clients = { GOOGLE_CLIENT_ID: CLIENT, MICROSOFT_CLIENT_ID: CLIENT }
  product = await openProduct(clients, providers.addresses)
  app = await buildApi(product.platform, { localMailbox: true })
  await app.ready()
  endpoints = await contractEndpoints()
  withBody = endpoints.filter(({ body }) => body)
  const { ids, tokens } = await cast(product, await castOthers(product))
  const names = {
    id: ids.workspace,
    workspaceId: ids.workspace,
    invitationUuid: ids.invitation,
    verificationToken: 'A'.repeat(43),
    name: ids.build,
    'participants.accept-invite id': ids.invitation,
    ...Object.fromEntries(
      ['details', 'challenge', 'approve', 'decline', 'withdraw'].map((name) => [
        `requests.${name} id`,
        ids.request,
      ]),
    ),
  }
  attacker = await openAttacker(app, product, {
    token: tokens.admin!,
    superToken: tokens.super!,
    ids: names,
    bodies,
  })
})
afterAll(async () => {
  await app?.close()
  await product?.close()
  await providers?.close()
})

/** Logging out would end the attack, and refreshing would change its token. */
const isSafe = ({ operation }: Endpoint) => operation !== 'auth.logout' && operation !== 'auth.refresh'

const all = async (
  of: readonly Endpoint[],
  attacks: (endpoint: Endpoint) => readonly Attack[],
  status?: number,
) => {
  expect(of.length).toBeGreaterThan(0)
  for (const endpoint of of)
    for (const attack of attacks(endpoint))
      await (status === undefined
        ? attacker.send(endpoint, attack)
        : attacker.expect(status, endpoint, attack))
  expect(attacker.faults()).toEqual([])
}
const alike = (attacks: readonly Attack[]) => () => attacks

test('every operation that takes a body has one here', () => {
  expect(Object.keys(bodies).toSorted()).toEqual(withBody.map(({ operation }) => operation).toSorted())
})

describe('bodies', () => {
  test('that are no JSON, or no object, are malformed', async () => {
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
    await all(withBody, alike(broken.map((body) => ({ body }))), 400)
    await all(withBody, alike([{ body: binary }]))
  })

  test('that are missing where one is needed are malformed', async () => {
    const needed = withBody.filter(
      ({ body }) => ((body as { required?: string[] }).required ?? []).length > 0,
    )
    await all(needed, alike([{ body: '' }, { body: '{}' }]), 400)
  })

  test('with a prototype in them are refused', async () => {
    const poisons = (endpoint: Endpoint) => {
      const good = JSON.stringify(bodies[endpoint.operation]).slice(1)
      return [`{"__proto__":{"role":"admin"},${good}`, `{"constructor":{"prototype":{"a":1}},${good}`].map(
        (body) => ({ body }),
      )
    }
    await all(withBody, poisons, 400)
    expect(({} as Record<string, unknown>)['role']).toBeUndefined()
  })

  test('with a field of another type, or none, are refused', async () => {
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
    await all(withBody, (endpoint) =>
      fieldsOf(endpoint).flatMap((field) =>
        [undefined, ...wrong].map((value) => ({
          body: JSON.stringify({ ...bodies[endpoint.operation], [field]: value }),
        })),
      ),
    )
  })

  test('with NUL or half a surrogate pair in a text are refused where a text is kept', async () => {
    const kept = withBody.filter(({ operation }) => operation !== 'auth.login')
    const spoiled = (endpoint: Endpoint) =>
      fieldsOf(endpoint)
        .filter(
          (field) =>
            field !== 'password' &&
            typeof (bodies[endpoint.operation] as Record<string, unknown>)[field] === 'string',
        )
        .flatMap((field) =>
          ['\\u0000', '\\ud800', '\\udc00x'].map((bad) => ({ body: spoil(endpoint, field, bad) })),
        )
    await all(kept, spoiled, 400)
    await all(withBody, (endpoint) => [{ body: spoil(endpoint, 'password', '\\u0000\\ud800') }])
  })

  test('with fields that nobody asked for lose them', async () => {
    await all(withBody, (endpoint) => [
      {
        body: JSON.stringify({
          ...bodies[endpoint.operation],
          role2: 'admin',
          userId: randomUUID(),
          toString: 1,
        }),
      },
    ])
  })

  test('over 64 KiB are too large, of operations without a body too', async () => {
    const body = JSON.stringify({ a: 'x'.repeat(64 * 1_024) })
    await all(
      endpoints.filter(({ method }) => method !== 'GET'),
      alike([{ body }]),
      413,
    )
  })

  test('of operations that take none change nothing, however odd they are', async () => {
    const odd = ['['.repeat(9_000) + ']'.repeat(9_000), '"\\ud800"', '{"\\ud800":1}', '1e999', '{"toJSON":1}']
    await all(
      endpoints.filter(({ method, body }) => method !== 'GET' && !body),
      alike(odd.map((body) => ({ body }))),
    )
  })

  test('of another type are not taken', async () => {
    const types = [
      'text/plain',
      'application/xml',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded',
      'nonsense',
    ]
    const attacks = types.map((type) => ({ body: 'a=1', headers: { 'content-type': type } }))
    await all(withBody, alike(attacks), 415)
  })
})

/** JSON with an escape inside one text, which JSON.stringify would write another way. */
const spoil = ({ operation }: Endpoint, field: string, bad: string): string => {
  const good = bodies[operation] as Record<string, unknown>
  return JSON.stringify({ ...good, [field]: `${String(good[field])}MARK` }).replace('MARK', bad)
}

const fieldsOf = ({ body }: Endpoint): readonly string[] =>
  Object.keys((body as TObject | undefined)?.properties ?? {})

describe('addresses', () => {
  test('with another method name the right ones', async () => {
    for (const endpoint of endpoints) {
      const answer = await app.inject({
        method: 'PUT',
        url: endpoint.path.replaceAll(/\{\w+\}/g, randomUUID()),
      })
      expect(answer.json()).toMatchObject({ statusCode: 405, code: 'route.wrong-method' })
      expect(String(answer.headers['allow']).split(', ')).toContain(endpoint.method)
    }
  })

  test('that nobody has are not found', async () => {
    for (const url of [
      '/nothing',
      '/workspaces',
      '/../etc/passwd',
      '/users/',
      '//auth/login',
      '/requests/details',
    ])
      expect((await app.inject({ method: 'POST', url })).json()).toMatchObject({
        statusCode: 404,
        code: 'route.not-found',
      })
  })

  test('with an id that is none are refused', async () => {
    const ids = ['x', '%00', '%ff', '..%2f..', "'", '%27%20OR%201=1', randomUUID().toUpperCase(), 'null', '0']
    await all(
      endpoints.filter(({ path }) => path.includes('{')),
      ({ path }) => ids.map((id) => ({ path: path.replace(/\{\w+\}/, id) })),
    )
    await all(
      endpoints.filter(({ path }) => path.includes('{id}')),
      ({ path }) =>
        ['x', '%00', randomUUID().toUpperCase(), 'null'].map((id) => ({ path: path.replace('{id}', id) })),
      400,
    )
  })

  test('that are too long are said to be', async () => {
    await all(
      endpoints.filter(({ path }) => path.includes('{')),
      ({ path }) => [{ path: path.replace(/\{\w+\}/, 'a'.repeat(300)) }],
      414,
    )
  })

  test('with an odd query are refused or served', async () => {
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
    await all(
      endpoints.filter(({ query }) => query),
      ({ query }) =>
        Object.keys((query as unknown as { properties: object }).properties).flatMap((name) =>
          values.map((value) => ({ query: `?${name}=${value}` })),
        ),
    )
  })

  test('with an odd query beside the one that is needed are refused or served', async () => {
    const cause = randomUUID()
    const cursors = [
      'sent a.b',
      'gone request.created x',
      'sent request.created \0',
      'sent request.created ',
    ].map((place) => Buffer.from(place).toString('base64url'))
    await all(
      endpoints.filter(({ operation }) => operation === 'workspaces.history-mails'),
      alike([
        ...['limit=0', 'limit=101', 'limit=x', 'cursor=x', 'cursor=%00', 'cursor=%', `cause=${cause}`].map(
          (odd) => ({ query: `?cause=${cause}&${odd}` }),
        ),
        ...cursors.map((cursor) => ({ query: `?cause=${cause}&cursor=${cursor}` })),
      ]),
    )
  })
})

describe('headers', () => {
  test('Authorization that is no bearer token opens nothing', async () => {
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
    await all(guarded, alike(values.map((authorization) => ({ headers: { authorization } }))), 401)
  })

  test('Idempotency-Key that is no UUID is refused by commands', async () => {
    const values = ['x', '1', `${randomUUID()}x`, 'a'.repeat(500), '00000000-0000-0000-0000-000000000000']
    await all(
      endpoints.filter(({ command }) => command),
      alike(values.map((key) => ({ headers: { 'idempotency-key': key } }))),
      400,
    )
  })

  test('X-Min-Position that is none is refused by whatever knows who calls, and ignored by the others', async () => {
    const position = (await product.head())!
    const sealed = await product.platform.positionTokens.seal(position)
    const values = ['x', '-1', 'null', position, `${sealed}A`, `A${sealed}`, 'A'.repeat(80), 'A'.repeat(900)]
    const attacks = alike(values.map((value) => ({ headers: { 'x-min-position': value } })))
    const safe = endpoints.filter(isSafe)
    await all(
      safe.filter(({ access }) => access !== 'public'),
      attacks,
      400,
    )
    await all(
      safe.filter(({ access, method }) => access === 'public' && method === 'GET'),
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
    await all(endpoints.filter(isSafe), alike([{ headers: odd }]))
  })
})

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

test('bodies and queries of about the right shape, at random', { timeout: 120_000 }, async () => {
  for (const endpoint of endpoints.filter(isSafe)) {
    const { body, query } = endpoint
    if (!body && !query) continue
    const attack = fc.record({
      body: body ? near(body) : fc.constant(undefined),
      query: query ? near(query) : fc.constant(undefined),
    })
    for (const { body: content, query: asked } of fc.sample(attack, 60)) {
      const search = new URLSearchParams(
        Object.entries(asked ?? {}).map(
          ([name, value]) =>
            [name, typeof value === 'string' ? value : JSON.stringify(value)] as [string, string],
        ),
      )
      await attacker.send(endpoint, {
        ...(content !== undefined && { body: JSON.stringify(content) }),
        ...(query && { query: `?${search.toString()}` }),
      })
    }
  }
  expect(attacker.faults()).toEqual([])
  expect(attacker.sent()).toBeLessThan(5_000)
})

test('what was accepted on the way can be read: no read model stumbled', async () => {
  const { positions, db } = product.platform
  await untilReached(positions, (await product.head())!)
  expect(await db('parked_facts').select('type', 'error')).toEqual([])
})
