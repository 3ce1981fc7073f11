import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { runDeferredCalls } from '#modules/accounts/deferred/run-deferred.ts'
import { confirmationTokens } from '#modules/accounts/mail-token.store.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import { newEmail, ownerOf, signUpBody } from '#support/product/addresses.ts'
import { openProduct, type Product } from '#support/product/product.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => product?.close())

const factsAbout = async (email: string) =>
  (await product.facts(userStream(await ownerOf(product, email)))).map(({ type }) => type)

/** Answers without running the deferred call, as if the process had crashed. */
const promised = async (path: string, body: object) => {
  const { statusCode } = await product.app.inject({ method: 'POST', url: path, payload: body })
  expect(statusCode).toBeLessThan(300)
  return product.platform.db('newcomer_wishes')
}

test('any process runs an answered call, and only once', async () => {
  const email = newEmail()
  const rows = await promised('/auth/signup', signUpBody(email))
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(email)
  await Promise.all([runDeferredCalls(product.platform), runDeferredCalls(product.platform)])
  await product.head()
  expect(await factsAbout(email)).toEqual(['UserSignedUp', 'ConfirmationRequested'])
})

test('one Idempotency-Key with two addresses is two calls', async () => {
  const emails = [newEmail(), newEmail()]
  const headers = { 'idempotency-key': randomUUID() }
  for (const email of [...emails, emails[0]!])
    await product.app.inject({ method: 'POST', url: '/auth/signup', payload: signUpBody(email), headers })
  await product.head()
  for (const email of emails)
    expect(await factsAbout(email)).toEqual(['UserSignedUp', 'ConfirmationRequested'])
})

test('the API runs deferred calls soon after the answer', async () => {
  const email = newEmail()
  await product.app.listen({ port: 0 })
  const { port } = product.app.server.address() as { port: number }
  const answer = await fetch(`http://127.0.0.1:${port}/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(signUpBody(email)),
  })
  expect(answer.status).toBe(201)
  await vi.waitFor(async () => expect(await factsAbout(email)).toHaveLength(2), { timeout: 10_000 })
})

test('retries a failed call before newer calls for the same address', async () => {
  const { db, eventStore } = product.platform
  const email = newEmail()
  await promised('/auth/signup', signUpBody(email))
  vi.spyOn(eventStore, 'append').mockRejectedValueOnce(new Error('broken off'))
  await runDeferredCalls(product.platform)
  await promised('/auth/signup', { email, password: 'the newest' })
  await runDeferredCalls(product.platform)
  expect(await db('newcomer_wishes')).toHaveLength(2)
  await db('newcomer_wishes').update({ claimed_until: new Date(0) })
  await product.head()
  expect(await db('newcomer_wishes')).toEqual([])
  expect(await factsAbout(email)).toEqual(['UserSignedUp', 'ConfirmationRequested', 'ConfirmationRequested'])
  const token = confirmationTokens(product.platform).token(await ownerOf(product, email), 2)
  await product.call('POST', `/auth/verifyEmail/${token}`)
  const logIn = (given: string) => product.call('POST', '/auth/login', { body: { email, password: given } })
  expect((await logIn('the newest')).status).toBe(200)
  expect((await logIn(signUpBody(email).password)).status).toBe(401)
})
