import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cast, castOthers, type Cast } from '#support/endpoints/access-cast.ts'
import { endpoints, type ContractEndpoint } from '#support/endpoints/endpoints.ts'
import { needsFreshLogin } from '#support/endpoints/fresh-logins.ts'
import { madeCall } from '#support/endpoints/good-calls.ts'
import { openProduct, type Answered, type Product } from '#support/product/product.ts'

/** Which operations need a login of the last five minutes. */

const MINUTE = 60_000

let product: Product
let people: Cast
beforeAll(async () => {
  product = await openProduct()
  people = await cast(product, await castOthers(product))
  product.clock.advance(5 * MINUTE + 1)
})
afterAll(() => product?.close())

/** Where only some calls need one, the good call may be another. */
const NEEDING: Partial<Record<string, object>> = { 'workspaces.update-settings': { peopleProtected: true } }

/** Prepares a call, and returns how to send it. */
const prepare = async (endpoint: ContractEndpoint): Promise<() => Promise<Answered>> => {
  const token = endpoint.access === 'super admin' ? people.tokens.super : people.tokens.admin
  const made = await madeCall(endpoint, { product, token, ids: people.ids })
  const body = NEEDING[endpoint.operation] ?? made.body
  const { url } = made
  return () => product.call(endpoint.method, url, { token, ...(body && { body }) })
}

describe('with a login of more than five minutes ago', () => {
  test.each(endpoints)('$operation', async (endpoint) => {
    const { operation, needsFreshLogin: declared } = endpoint
    const needed = needsFreshLogin(operation)
    const isDeclared = typeof declared === 'function' ? 'some' : (declared ?? false)
    expect(isDeclared, 'correct needsFreshLogin in the contract or in fresh-logins.ts').toBe(needed)
    if (!needed) return
    const send = await prepare(endpoint)
    const before = await product.head()
    expect(await send()).toMatchObject({ status: 403, body: { code: 'login.too-old' } })
    expect(await product.head()).toBe(before)
  })
})
