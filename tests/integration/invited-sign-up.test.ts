import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressStream } from '#modules/accounts/address.events.ts'
import { addressHash } from '#platform/addresses.ts'
import { openProduct, type Product } from '../support/product.ts'
import { newestInvitation, workspaceOf } from '../support/workspaces.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

const post = (path: string, body: object = {}, token?: string) => product.call('POST', path, { body, token })
const statusOfLogIn = async (email: string, password: string) =>
  (await post('/auth/login', { email, password })).status

/** Signs up without an invitation; answers the token of the mail that goes to the address. */
const signUp = async (email: string, password: string): Promise<string> => {
  await post('/auth/signup', { email, password })
  const { config, mailTokens } = product.platform
  const [reserved] = await product.facts(addressStream(addressHash(config.PEPPER, email)))
  return mailTokens.token('confirm-email', String(reserved!.data['userId']), 1)
}

/** Invites the address to a new workspace; answers the token of that mail. */
const invite = async (email: string): Promise<string> => {
  const { id, admin } = await workspaceOf(product)
  const grant = { role: 'regular user', approver: true, requester: false }
  await post(`/workspaces/invite-participant/${id}`, { email, ...grant }, admin.token)
  return product.platform.mailTokens.token('invitation', await newestInvitation(product, id), 1)
}

test('who signs up by an invitation keeps that password, whatever was confirmed of a sign-up before', async () => {
  const email = `${randomUUID().slice(0, 8)}@example.org`
  const confirmation = await signUp(email, 'by somebody else')
  const verificationToken = await invite(email)
  expect((await post('/auth/signup', { password: 'my own', verificationToken })).status).toBe(201)
  await post(`/auth/verifyEmail/${confirmation}`)
  expect(await statusOfLogIn(email, 'by somebody else')).toBe(401)
  expect(await statusOfLogIn(email, 'my own')).toBe(200)
})

test('an invitation changes neither the password of a verified account nor its confirmation', async () => {
  const email = `${randomUUID().slice(0, 8)}@example.org`
  const confirmation = await signUp(email, 'my own')
  await post(`/auth/verifyEmail/${confirmation}`)
  const verificationToken = await invite(email)
  const again = await post('/auth/signup', { password: 'by somebody else', verificationToken })
  expect(again).toMatchObject({ status: 409, body: { code: 'account.exists' } })
  expect((await post(`/auth/verifyEmail/${confirmation}`)).status).toBe(200)
  expect(await statusOfLogIn(email, 'my own')).toBe(200)
})
