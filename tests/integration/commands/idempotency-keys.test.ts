import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetIdempotencyKeys } from '#platform/commands/idempotency-keys.ts'
import { openProduct, type Person, type Product } from '#support/product/product.ts'

let product: Product
let admin: Person
let id: string

beforeAll(async () => {
  product = await openProduct()
  admin = await product.person()
  id = (await create({ 'idempotency-key': randomUUID() })).body.id
})
afterAll(() => product?.close())

const create = (headers: Record<string, string>, path = '/workspaces/create') =>
  product.call('POST', path, { token: admin.token, body: { name: 'Praxis' }, headers })
/** Without a name nothing changes. */
const settings = (name: string | undefined, key: string, { token } = admin) =>
  product.call('PATCH', `/workspaces/update-settings/${id}`, {
    token,
    body: name === undefined ? {} : { name },
    headers: { 'idempotency-key': key },
  })

test('a key and a path in another spelling are the same', async () => {
  const key = randomUUID()
  const first = await create({ 'idempotency-key': key })
  const upper = await create({ 'idempotency-key': key.toUpperCase() })
  const escaped = await create({ 'idempotency-key': key }, '/workspaces/%63reate')
  expect([upper, escaped].map(({ status, body }) => [status, body.id])).toEqual([
    [201, first.body.id],
    [201, first.body.id],
  ])
  const other = await create({ 'idempotency-key': key.toUpperCase() }, '/workspaces/create?x=1')
  expect(other.body.id).toBe(first.body.id)
  const change = (path: string, name: string) =>
    product.call('PATCH', path, { token: admin.token, body: { name }, headers: { 'idempotency-key': key } })
  await change(`/workspaces/update-settings/${id}`, 'Once')
  const spelled = `/workspaces/update-settings/%${id.charCodeAt(0).toString(16)}${id.slice(1)}`
  expect(await change(spelled, 'Twice')).toMatchObject({ body: { code: 'idempotency.other-body' } })
  await settings('Praxis', randomUUID())
})

test('the key of a command without an effect is bound to its body, per caller', async () => {
  const key = randomUUID()
  const head = await product.head()
  expect((await settings(undefined, key)).status).toBe(200)
  expect(await product.head()).toBe(head)
  expect((await settings(undefined, key)).status).toBe(200)
  expect(await settings('Other', key)).toMatchObject({
    status: 409,
    body: { code: 'idempotency.other-body' },
  })
  expect(await product.head()).toBe(head)
  const another = await product.person()
  expect((await settings('Other', key, another)).status).toBe(404)
  const options = (kind: string) =>
    product.call('POST', '/users/register-device-options', {
      token: admin.token,
      body: { kind },
      headers: { 'idempotency-key': key },
    })
  expect((await options('pin')).status).toBe(200)
  expect((await options('pin')).status).toBe(200)
})

test('an effective or rejected command needs no row', async () => {
  const { db } = product.platform
  await db('idempotency_keys').delete()
  const key = randomUUID()
  expect((await settings('Changed', key)).status).toBe(200)
  expect((await settings('Changed', key)).status).toBe(200)
  expect((await settings('Praxis', randomUUID(), await product.person())).status).toBe(404)
  expect(await db('idempotency_keys')).toEqual([])
})

test('the row reveals nothing about the body and is deleted after a day', async () => {
  const { db } = product.platform
  await settings(undefined, randomUUID())
  const rows = await db('idempotency_keys')
  expect(rows).toHaveLength(1)
  expect(rows[0].fingerprint).toMatch(/^f1:/)
  const at = (ms: number) => ({ now: () => new Date(product.clock.now().getTime() + ms) })
  await forgetIdempotencyKeys({ db, clock: at(23 * 3_600_000) })
  expect(await db('idempotency_keys')).toHaveLength(1)
  await forgetIdempotencyKeys({ db, clock: at(25 * 3_600_000) })
  expect(await db('idempotency_keys')).toEqual([])
})
