import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { confirmationTokens } from '#modules/accounts/mail-token.store.ts'
import { LEASE_MS } from '#platform/secrets/keys.ts'
import { newEmail, ownerOf, signUpBody } from '#support/product/addresses.ts'
import { openProduct, type Product } from '#support/product/product.ts'

// The deferred work runs after the answer, and would otherwise be counted with the next call.
vi.mock(import('#modules/accounts/deferred/run-deferred.ts'), async (original) => ({
  ...(await original()),
  createDeferredRunner: () => () => {},
}))

let product: Product
beforeAll(async () => {
  // A short lease would end between two calls, and the next one would read the key again.
  product = await openProduct({}, undefined, undefined, LEASE_MS)
})
afterAll(() => product?.close())

const unverified = async () => {
  const email = newEmail()
  await product.call('POST', '/auth/signup', { body: signUpBody(email) })
  return email
}
const verified = async () => {
  const email = await unverified()
  const token = confirmationTokens(product.platform).token(await ownerOf(product, email), 1)
  expect((await product.call('POST', `/auth/verifyEmail/${token}`)).status).toBe(200)
  return email
}

/** The statements from call to answer. No other call may run meanwhile. */
const workFor = async (path: string, body: object) => {
  const { db, passwords, eventStore } = product.platform
  const spies = {
    hashes: vi.spyOn(passwords, 'hash'),
    appends: vi.spyOn(eventStore, 'append'),
    reads: vi.spyOn(eventStore, 'readStream'),
  }
  const statements: string[] = []
  const count = ({ sql }: { sql: string }) => void statements.push(sql)
  db.on('query', count)
  const { statusCode, body: text } = await product.app.inject({ method: 'POST', url: path, payload: body })
  db.off('query', count)
  const calls = Object.fromEntries(Object.entries(spies).map(([name, spy]) => [name, spy.mock.calls.length]))
  vi.restoreAllMocks()
  await product.head()
  return { statusCode, text, statements, ...calls }
}

test.each([
  { path: '/auth/signup', bodyOf: signUpBody, hashes: 1 },
  { path: '/auth/initiate-verification', bodyOf: (email: string) => ({ email }), hashes: 0 },
  { path: '/auth/reset-password', bodyOf: (email: string) => ({ email }), hashes: 0 },
])(
  '$path does the same work before the answer for every kind of address',
  async ({ path, bodyOf, hashes }) => {
    // The first call creates the key that seals deferred calls.
    await workFor(path, bodyOf(newEmail()))
    const works = []
    for (const email of [newEmail(), await unverified(), await verified()])
      works.push(await workFor(path, bodyOf(email)))
    expect(works[0]).toMatchObject({ hashes, appends: 0, reads: 0 })
    expect(works[1]).toEqual(works[0])
    expect(works[2]).toEqual(works[0])
  },
)
