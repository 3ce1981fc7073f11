import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createCredentials } from '#modules/accounts/passwords/credential.store.ts'
import { accountReactor } from '#modules/accounts/accounts.reactor.ts'
import { namesOf } from '#support/workspaces/tell-names.ts'
import { createReportDevices } from '#modules/workspaces/participants/report-devices.ts'
import { recordReplays } from '#modules/accounts/sessions/record-replays.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import { createLogger } from '#platform/watch/logger.ts'
import { buildApi } from '../../../services/api/app.ts'
import { newDevice } from '#support/product/device.ts'
import { openProduct, type Product } from '#support/product/product.ts'
import { colleague, workspaceOf } from '#support/product/workspaces.ts'

let product: Product
let app: FastifyInstance
let lines: string[] = []
beforeAll(async () => {
  product = await openProduct()
  app = await buildApi({ ...product.platform, log }, { localMailbox: false })
})
beforeEach(() => void (lines = []))
afterAll(async () => {
  await app?.close()
  await product?.close()
})

const log = createLogger('info', { write: (line) => void lines.push(line) })
/** The lines of the security log since the start of the test. */
const security = () =>
  lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line['security'] !== undefined)

const ask = async (method: 'GET' | 'POST', url: string, token?: string, payload?: object) => {
  const answer = await app.inject({
    method,
    url,
    ...(token && { headers: { authorization: `Bearer ${token}` } }),
    ...(payload && { payload }),
  })
  return { status: answer.statusCode, body: answer.json() }
}

test('a rejected login is logged with the HMACs of address and network', async () => {
  const email = `${randomUUID()}@example.org`
  const { config } = product.platform
  for (let i = 0; i < 6; i += 1) await ask('POST', '/auth/login', undefined, { email, password: 'wrong one' })
  const said = security()
  expect(said.slice(0, 5)).toEqual(
    Array(5).fill(
      expect.objectContaining({
        security: 'request.refused',
        operation: 'auth.login',
        code: 'login.failed',
        address: addressHash(config.ADDRESS_KEY, email),
        network: expect.stringMatching(/^n1:/),
        requestId: expect.any(String),
      }),
    ),
  )
  expect(said[5]).toMatchObject({ security: 'request.throttled', code: 'rate.exceeded' })
  for (const secret of [email, 'wrong one', '127.0.0.1']) expect(lines.join()).not.toContain(secret)
})

test('a rejected request is logged with its operation and user', async () => {
  const { token, userId } = await product.person({ role: 'regular user' })
  await ask('GET', '/users/current')
  await ask('POST', '/workspaces/create', token, { name: 'Praxis' })
  expect(security()).toMatchObject([
    { operation: 'users.current', code: 'session.missing', userId: null },
    { operation: 'workspaces.create', code: 'access.denied', userId },
  ])
})

test('a replayed token is logged and recorded as an event, even if the event store is unavailable at first', async () => {
  for (const isAway of [false, true]) {
    lines = []
    const { token, userId } = await product.person()
    expect((await ask('GET', '/auth/refresh', token)).status).toBe(200)
    product.clock.advance(11_000)
    const append = vi.spyOn(product.platform.eventStore, 'append')
    if (isAway) append.mockRejectedValue(new Error('broken off'))
    for (let i = 0; i < 2; i += 1) expect((await ask('GET', '/auth/refresh', token)).status).toBe(401)
    append.mockRestore()
    if (isAway) await recordReplays(product.platform)
    await recordReplays(product.platform)
    expect(security().filter((line) => line['security'] === 'session.replayed')).toMatchObject([
      { level: 40, userId, sessionId: expect.any(String) },
    ])
    const facts = (await product.facts(userStream(userId))).filter(({ type }) => type === 'SessionReplayed')
    expect(facts).toHaveLength(1)
  }
})

test('new devices and raised roles are logged', async () => {
  const { token, userId } = await product.person()
  const device = await newDevice()
  const { challenge } = (await ask('POST', '/users/register-device-options', token, { kind: 'pin' })).body
  const body = { ...(await device.registration(challenge)), name: 'Phone', pin: '294716' }
  const enrolled = await ask('POST', '/users/register-device', token, body)
  expect(security()).toMatchObject([{ security: 'device.enrolled', userId, deviceId: enrolled.body.id }])

  lines = []
  const own = await workspaceOf(product)
  await colleague(product, own, { role: 'admin', approver: true })
  const fact = (await product.facts(`workspace-${own.id}`)).findLast(
    ({ type }) => type === 'ParticipantJoined',
  )!
  const raised = await product.person({ role: 'regular user' })
  const reactor = accountReactor(
    { ...product.platform, log },
    createReportDevices(product.platform),
    namesOf(product.platform),
  )
  await reactor.on['ParticipantJoined']!({ ...fact, data: { ...fact.data, userId: raised.userId } })
  expect(security()).toMatchObject([{ security: 'role.raised', userId: raised.userId }])
  const recorded = (await product.facts(`user-${raised.userId}`)).at(-1)
  expect(recorded).toMatchObject({ type: 'UserRoleRaised', data: { by: own.admin.userId } })
})

test('a blocked password is logged as a warning', async () => {
  const { userId, email } = await product.person()
  const { db, config, passwords } = product.platform
  const address = addressHash(config.ADDRESS_KEY, email)
  const password_hash = await passwords.hash('correct horse')
  await createCredentials(product.platform).set(userId, address, password_hash)
  await db('credentials').where({ user_id: userId }).update({ wrong_guesses: 100 })
  expect((await ask('POST', '/auth/login', undefined, { email, password: 'correct horse' })).status).toBe(401)
  expect(security()[0]).toMatchObject({ level: 40, security: 'password.off', userId, address })
})
