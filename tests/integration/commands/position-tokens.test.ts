import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createPositionTokens } from '#platform/read-models/position-tokens.ts'
import { openProduct, type Answered, type Person, type Product } from '#support/product/product.ts'
import { untilReached } from '#support/product/until-reached.ts'

let product: Product
let admin: Person

beforeAll(async () => {
  product = await openProduct()
  admin = await product.person()
})
afterAll(() => product.close())

const create = (headers: Record<string, string> = {}) =>
  product.call('POST', '/workspaces/create', { token: admin.token, body: { name: 'Praxis' }, headers })
const me = (minimum: string, token = admin.token) =>
  product.call('GET', '/users/current', { token, headers: { 'x-min-position': minimum } })
const tokenOf = ({ headers }: Answered) => String(headers['x-event-position'])
const open = (token: string) => product.platform.positionTokens.open(token)
const seal = (position: string) => product.platform.positionTokens.seal(position)

test('a token cannot be read or compared: it differs each time and has a constant length', async () => {
  const position = (await product.head())!
  const tokens = await Promise.all(Array.from({ length: 50 }, () => seal(position)))
  expect(new Set(tokens).size).toBe(50)
  expect(new Set(tokens.map(({ length }) => length)).size).toBe(1)
  for (const token of tokens) {
    expect(token).toMatch(/^[A-Za-z0-9_-]+$/)
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain(position.slice(3))
  }
  expect(await open(tokens[0]!)).toBe(position)
})

test('a token cannot be forged: rejects any change, and tokens of another secret or store', async () => {
  const { config, eventStore } = product.platform
  const position = (await product.head())!
  const token = await seal(position)
  for (let i = 0; i < token.length; i += 1) {
    const changed = token.slice(0, i) + (token[i] === 'A' ? 'B' : 'A') + token.slice(i + 1)
    expect(await open(changed)).toBeUndefined()
  }
  const ofOther = [
    createPositionTokens(randomUUID(), eventStore),
    createPositionTokens(config.TOKEN_SECRET, { identity: async () => randomUUID() }),
  ]
  for (const other of ofOther)
    expect(await me(await other.seal(position))).toMatchObject({
      status: 400,
      body: { code: 'input.invalid', details: [{ field: 'X-Min-Position' }] },
    })
})

test('reads and commands reject a position beyond the head at once', async () => {
  const before = await product.head()
  const beyond = await seal(`${before!.slice(0, 3)}${'9'.repeat(before!.length - 3)}`)
  await untilReached(product.platform.positions, before!)
  const rejection = { status: 400, body: { code: 'input.invalid', details: [{ field: 'X-Min-Position' }] } }
  expect(await me(beyond)).toMatchObject(rejection)
  expect(await create({ 'x-min-position': beyond })).toMatchObject(rejection)
  expect(await product.head()).toBe(before)
})

test('an answer contains the later position: its own or that of the request', async () => {
  const first = await create()
  const second = await create({ 'x-min-position': tokenOf(first) })
  expect(await open(tokenOf(second))).toBe(await product.head())
  const key = { 'idempotency-key': randomUUID() }
  const third = await create(key)
  const fourth = await create()
  const again = await create({ ...key, 'x-min-position': tokenOf(fourth) })
  expect(again.body.id).toBe(third.body.id)
  expect(await open(tokenOf(again))).toBe(await open(tokenOf(fourth)))
  expect(await open(tokenOf(await me(tokenOf(fourth))))).toBe(await open(tokenOf(fourth)))
})

test('a command without an effect returns a position too', async () => {
  const { body } = await create()
  const settings = { token: admin.token, body: { name: 'Praxis' } }
  const unchanged = await product.call('PATCH', `/workspaces/update-settings/${body.id}`, settings)
  expect(await open(tokenOf(unchanged))).toBe(await product.head())
})

test('a command that writes only rows answers with a position that is known here, without asking for the head', async () => {
  const created = await create()
  const asked = vi.spyOn(product.platform.eventStore, 'head')
  const dismiss = (headers: Record<string, string> = {}) =>
    product.call('POST', '/requests/dismiss-alerts', {
      token: admin.token,
      body: { ids: [randomUUID()] },
      headers,
    })
  const [plain, later] = [await dismiss(), await dismiss({ 'x-min-position': tokenOf(created) })]
  const times = asked.mock.calls.length
  asked.mockRestore()
  expect([plain.status, later.status]).toEqual([200, 200])
  for (const answer of [plain, later]) expect(await open(tokenOf(answer))).toBe(await open(tokenOf(created)))
  expect(times).toBe(0)
})

test('public operations neither accept nor return a position', async () => {
  const email = `${randomUUID()}@example.com`
  const nonsense = { 'x-min-position': 'p1:99999999999999999999' }
  for (const address of [email, email, admin.email]) {
    const answer = await product.call('POST', '/auth/signup', {
      body: { email: address, password: 'correct horse' },
      headers: nonsense,
    })
    expect(answer.status).toBe(201)
    expect(Object.keys(answer.headers)).not.toContain('x-event-position')
    expect(Object.keys(answer.headers)).not.toContain('x-read-model')
  }
  expect(await product.call('GET', '/health/live', { headers: nonsense })).toMatchObject({ status: 200 })
})
