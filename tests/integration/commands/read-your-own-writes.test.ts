import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#platform/postgres/database.ts'
import { openProduct, type Person, type Product } from '#support/product/product.ts'
import { untilReached } from '#support/product/until-reached.ts'

let product: Product
let admin: Person

beforeAll(async () => {
  product = await openProduct()
  admin = await product.person()
})
afterAll(() => product.close())

const create = (name: string, headers: Record<string, string> = {}) =>
  product.call('POST', '/workspaces/create', { token: admin.token, body: { name }, headers })
const read = (id: string, headers: Record<string, string> = {}) =>
  product.call('GET', `/workspaces/${id}`, { token: admin.token, headers })

/** Blocks the projector's commits while `work` runs. */
const whileBehind = async <T>(work: () => Promise<T>): Promise<T> => {
  const db = openDatabase(product.platform.config.DATABASE_URL)
  const transaction = await db.transaction()
  await transaction('checkpoints').forUpdate().select('name')
  try {
    return await work()
  } finally {
    await transaction.rollback()
    await db.destroy()
    await untilReached(product.platform.positions, (await product.head())!)
  }
}

test('a read after a command always sees its write', async () => {
  for (let i = 0; i < 50; i += 1) {
    const made = await create(`Workspace ${i}`)
    expect(made.headers).not.toHaveProperty('x-read-model')
    expect((await read(made.body.id)).body).toEqual(made.body)
  }
})

test('a command succeeds even if the read models lag, and says so', async () => {
  const made = await whileBehind(() => create('Written all the same'))
  expect(made).toMatchObject({
    status: 201,
    headers: { 'x-read-model': 'behind' },
    body: { name: 'Written all the same', needsOnboarding: true, subscription: 'trial' },
  })
  const position = String(made.headers['x-event-position'])
  expect((await read(made.body.id, { 'x-min-position': position })).body).toEqual(made.body)
})

test('a read with a position never returns older data: it waits and then rejects', async () => {
  const made = await create('Asked for')
  const [late, answer] = await whileBehind(async () => {
    const later = await create('Not there yet', { prefer: 'respond-async' })
    expect(later.headers).not.toHaveProperty('x-read-model')
    const minimum = String(later.headers['x-event-position'])
    return [later, await read(made.body.id, { 'x-min-position': minimum })] as const
  })
  expect(answer).toMatchObject({ status: 503, body: { code: 'read-model.behind' } })
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  const minimum = String(late.headers['x-event-position'])
  expect((await read(late.body.id, { 'x-min-position': minimum })).status).toBe(200)
})
