import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createCredentials } from '#modules/accounts/passwords/credential.store.ts'
import { Rejected, type ErrorCode } from '#contract/errors.ts'
import { invitationTokens } from '#modules/workspaces/invitations/invitation-token.store.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import type { Knex } from '#platform/postgres/database.ts'
import { projections } from '#projections/index.ts'
import { startProjector, type Projector } from '#projections/projector.ts'
import { buildApi } from '../../../services/api/app.ts'
import { activeBuild } from '#projections/engine/builds/builds.ts'
import { usersProjection } from '#projections/users/projection.ts'
import { insertBlockedFacts } from '#support/read-models/builds.ts'
import { openProduct, type Person, type Product } from '#support/product/product.ts'
import { newestInvitation, workspaceOf } from '#support/product/workspaces.ts'

const CODES = ['read-model.building', 'read-model.behind', 'read-model.parked'] as const
const PASSWORD = 'correct horse'

let product: Product
/** The same product behind an API whose reads of some tables are refused. */
let app: FastifyInstance
let away: { readonly tables: readonly string[]; readonly code: ErrorCode } | undefined
let person: Person

beforeAll(async () => {
  product = await openProduct({ RATE_FACTOR: 1 })
  const { platform } = product
  const db = new Proxy(platform.db, {
    apply(target, self, given: [table: unknown]) {
      if (away?.tables.some((table) => String(given[0]).split(' ')[0] === table))
        throw new Rejected(away.code)
      return Reflect.apply(target, self, given) as Knex.QueryBuilder
    },
    // Where a statement reads the table beside another one, or for several at once.
    get(target, name, self) {
      const found: unknown = Reflect.get(target, name, self)
      if (name !== 'raw') return found
      return (sql: string, ...given: unknown[]) => {
        if (
          away?.tables.some(
            (table) => sql.includes(` FROM ${table} WHERE`) || sql.includes(`JOIN ${table} AS `),
          )
        )
          throw new Rejected(away.code)
        return (found as (...given: unknown[]) => unknown).call(target, sql, ...given)
      }
    },
  })
  app = await buildApi({ ...platform, db }, { localMailbox: false })
  await app.ready()
})
beforeEach(async () => {
  away = undefined
  await product.platform.db('throttles').delete()
  person = await product.person()
  const { passwords, config } = product.platform
  await createCredentials(product.platform).set(
    person.userId,
    addressHash(config.ADDRESS_KEY, person.email),
    await passwords.hash(PASSWORD),
  )
})
afterAll(async () => {
  await app?.close()
  await product?.close()
})

const ask = async (
  method: 'GET' | 'POST',
  url: string,
  { token, body }: { token?: string; body?: object },
) => {
  const { statusCode, headers, payload } = await app.inject({
    method,
    url,
    headers: { ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { payload: body }),
  })
  const { code } = JSON.parse(payload) as { code?: string }
  return { status: statusCode, code, retryAfter: headers['retry-after'] }
}
const logIn = (password = PASSWORD) => ask('POST', '/auth/login', { body: { email: person.email, password } })
const me = ({ token } = person) => ask('GET', '/users/current', { token })
const refresh = () => ask('GET', '/auth/refresh', { token: person.token })
const refused = (code: ErrorCode) => ({ status: 503, code, retryAfter: '2' })
const manyTimes = async <T>(times: number, work: () => Promise<T>): Promise<Set<string>> => {
  const answers = new Set<string>()
  for (let i = 0; i < times; i += 1) answers.add(JSON.stringify(await work()))
  return answers
}

test('a missing read model answers 503 and ends no session', async () => {
  const { db } = product.platform
  const create = () => ask('POST', '/workspaces/create', { token: person.token, body: { name: 'Praxis' } })
  const signUp = () => ask('POST', '/auth/signup', { body: { email: 'x@y.example', password: PASSWORD } })
  await db.raw('ALTER VIEW users RENAME TO users_for_a_moment')
  try {
    for (const request of [me, refresh, logIn, create])
      expect(await request()).toEqual(refused('read-model.building'))
    expect((await signUp()).status).not.toBe(500)
  } finally {
    await db.raw('ALTER VIEW users_for_a_moment RENAME TO users')
  }
  for (const request of [me, refresh, logIn]) expect((await request()).status).toBe(200)
})

test('a column that an older build lacks answers 503', async () => {
  const { db } = product.platform
  const { name } = (await activeBuild(db, 'users'))!
  await db.raw('ALTER TABLE ??.users RENAME COLUMN language TO tongue', [name])
  await db.raw('ALTER VIEW users RENAME COLUMN language TO tongue')
  const older = () => db('checkpoints').where({ name })
  try {
    expect((await me()).status).toBe(500)
    await older().update({ version: 0 })
    expect(await me()).toEqual(refused('read-model.building'))
  } finally {
    await older().update({ version: usersProjection.version })
    await db.raw('ALTER VIEW users RENAME COLUMN tongue TO language')
    await db.raw('ALTER TABLE ??.users RENAME COLUMN tongue TO language', [name])
  }
})

describe.each(CODES)('while reads answer %s', (code) => {
  const refusedAlways = new Set([JSON.stringify(refused(code))])

  test('a right password does not count as a guess, and a wrong one does', async () => {
    away = { tables: ['users'], code }
    expect(await manyTimes(10, logIn)).toEqual(refusedAlways)
    expect(await logIn('wrong')).toMatchObject({ status: 401, code: 'login.failed' })
    away = undefined
    expect((await logIn()).status).toBe(200)
  })

  test('a session continues, and its token can be refreshed', async () => {
    away = { tables: ['users'], code }
    for (const request of [me, refresh]) expect(await request()).toEqual(refused(code))
    away = undefined
    for (const request of [me, refresh]) expect((await request()).status).toBe(200)
  })

  test('an invitation is not unknown, and repeated requests count as no guess', async () => {
    const own = await workspaceOf(product)
    const email = `${randomUUID()}@example.com`
    await product.call('POST', `/workspaces/invite-participant/${own.id}`, {
      token: own.admin.token,
      body: { email, role: 'regular user', approver: true, requester: false },
    })
    const id = await newestInvitation(product, own.id)
    const verificationToken = invitationTokens(product.platform).token(id, 1)
    const look = () => ask('GET', `/participants/invitation/${id}`, {})
    const join = () => ask('POST', '/auth/signup', { body: { password: PASSWORD, verificationToken } })
    away = { tables: ['invitations', 'participants'], code }
    expect(await manyTimes(40, look)).toEqual(refusedAlways)
    expect(await manyTimes(40, join)).toEqual(refusedAlways)
    expect(await ask('POST', `/participants/accept-invite/${id}`, { token: person.token })).toEqual(
      refused(code),
    )
    away = undefined
    expect((await look()).status).toBe(200)
    expect((await join()).status).toBe(201)
  })
})

describe('an account that the read model has not reached yet', () => {
  const lose = async () => {
    const { db } = product.platform
    const row = await db('users').where({ id: person.userId }).first()
    await db('users').where({ id: person.userId }).delete()
    return () => db('users').insert(row)
  }

  test('has a valid session and password', async () => {
    const restore = await lose()
    for (const request of [me, refresh, logIn]) expect(await request()).toEqual(refused('read-model.behind'))
    expect(await manyTimes(10, logIn)).toEqual(new Set([JSON.stringify(refused('read-model.behind'))]))
    expect(await logIn('wrong')).toMatchObject({ status: 401, code: 'login.failed' })
    await restore()
    for (const request of [me, refresh, logIn]) expect((await request()).status).toBe(200)
  })

  test('has its role and is verified', async () => {
    const row = product.platform.db('users').where({ id: person.userId })
    await row.clone().update({ role: 'regular user' })
    expect(await me()).toEqual(refused('read-model.behind'))
    await row.clone().update({ role: 'admin', verified: false })
    for (const request of [me, logIn]) expect(await request()).toEqual(refused('read-model.behind'))
  })

  test('rejects an account without facts, and a token with another role', async () => {
    const ended = { status: 401, code: 'session.ended' }
    const nobody = { ...person, token: await product.logIn(randomUUID()) }
    expect(await me(nobody)).toMatchObject(ended)
    const other = { ...person, token: await product.logIn(person.userId, 'regular user') }
    expect(await me(other)).toMatchObject(ended)
  })
})

describe('a read model without progress', () => {
  let projector: Projector
  beforeAll(() => (projector = product.projector))
  afterAll(() => projector.stop())

  /** Projects into the other read models alone, for as long as `work` takes. */
  const without = async (name: string, work: () => Promise<void>) => {
    await projector.caughtUp()
    await projector.stop()
    const rest = projections.filter((projection) => projection.name !== name)
    const others = await startProjector(product.platform, rest)
    try {
      await work()
    } finally {
      await others.stop()
      projector = await startProjector(product.platform, projections)
    }
  }

  test('is continued with the newer facts of a stream, and its older ones stay sealed', async () => {
    const own = await workspaceOf(product)
    const { token } = own.admin
    const rename = (name: string) =>
      product.call('PATCH', `/workspaces/update-settings/${own.id}`, { token, body: { name } })
    for (let i = 0; i < 10; i += 1) expect((await rename(`Früher ${i}`)).status).toBe(200)
    const { body: invited } = await product.call('POST', `/workspaces/invite-participant/${own.id}`, {
      token,
      body: { email: 'p@example.com', role: 'regular user', approver: true, requester: false },
    })
    const { body: people } = await product.call('GET', `/workspaces/participants/${own.id}`, { token })
    const { undelivered, ...admin } = people.find(
      (one: { participant: { email: string } }) => one.participant.email === own.admin.email,
    ).participant
    expect(undelivered).toBeNull()
    const change = (value: boolean) =>
      product.call('PATCH', '/participants/change-requester', {
        token,
        body: { participantId: admin.id, value },
      })
    const decode = vi.spyOn(product.platform.codec, 'decode')
    const decoded = () => decode.mock.calls.flatMap(([events]) => events).map(({ revision }) => revision)
    await without('workspaces', async () => {
      for (let i = 1; i <= 40; i += 1) {
        decode.mockClear()
        const requester = i % 2 === 0
        expect(await change(requester)).toMatchObject({ status: 200, body: { ...admin, requester } })
        expect(decoded()).toHaveLength(i)
      }
      const first = decoded()[0]!
      expect(decoded()).toEqual(Array.from({ length: 40 }, (_, i) => first + i))
      decode.mockClear()
      const body = { participantId: invited.id }
      const revoked = await product.call('DELETE', `/workspaces/revoke-invite/${own.id}`, { token, body })
      expect(revoked.body).toEqual({ ...invited, invite: 'revoked' })
      expect(decoded()).toHaveLength(41)

      // The rows of a blocked lane lack what is blocked.
      const stream = `workspace-${own.id}`
      const [fact] = await product.facts(stream)
      const { id, position, type } = fact!
      await insertBlockedFacts(product.platform.db, 'workspaces', [
        { position, lane: stream, event_id: id, type, error: 'E', held: true },
      ])
      decode.mockClear()
      expect(await change(false)).toMatchObject({ status: 200, body: { requester: false } })
      expect(decoded()).toHaveLength(first + 42)
      await product.platform.db('parked_facts').where({ lane: stream }).delete()
    })
    decode.mockRestore()
  })

  test('delays only the operations that read it', async () => {
    const own = await workspaceOf(product)
    const { token } = own.admin
    await without('audit', async () => {
      const renamed = await product.call('PATCH', `/workspaces/update-settings/${own.id}`, {
        token,
        body: { name: 'Klinik' },
      })
      expect(renamed.headers).not.toHaveProperty('x-read-model')
      const headers = { 'x-min-position': String(renamed.headers['x-event-position']) }
      const read = (path: string) => product.call('GET', `/workspaces/${path}${own.id}`, { token, headers })
      expect(await read('')).toMatchObject({ status: 200, body: { name: 'Klinik' } })
      expect(await read('history/')).toMatchObject({ status: 503, body: { code: 'read-model.behind' } })
    })
  })
})
