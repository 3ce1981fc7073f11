import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Rejected } from '#contract/errors.ts'
import { inviteParticipant } from '#contract/workspaces/invitations.ts'
import { createCredentials } from '#modules/accounts/passwords/credential.store.ts'
import { invitationTokens } from '#modules/workspaces/invitations/invitation-token.store.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import { newEmail } from '#support/product/addresses.ts'
import { openProduct, type Product } from '#support/product/product.ts'
import { expectRefusedWithoutEvents } from '#support/product/refusal.ts'
import { newestInvitation, workspaceOf } from '#support/product/workspaces.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

const signUp = (body: object) => product.call('POST', '/auth/signup', { body })
const refused = (call: () => ReturnType<typeof signUp>) =>
  expectRefusedWithoutEvents(product, call, [400, 'password.guessable'])

test('a sign-up rejects a guessable password, with and without an account', async () => {
  const { email } = await product.person({ email: 'carla.weiss@hafen.example' })
  for (const address of [email, newEmail()])
    for (const password of ['password', 'Vieraugen1', 'aaaaaaaa'])
      await refused(() => signUp({ email: address, password }))
  await refused(() => signUp({ email, password: 'carlaweiss!' }))
  expect((await signUp({ email: newEmail(), password: 'carlaweiss!' })).status).toBe(201)
})

test('an invited sign-up rejects the name of the workspace as a password', async () => {
  const own = await workspaceOf(product)
  const email = newEmail()
  const body = { email, role: 'regular user', approver: true, requester: true }
  await product.call('POST', inviteParticipant.path.replace('{id}', own.id), { ...own.admin, body })
  const invitationId = await newestInvitation(product, own.id)
  const verificationToken = invitationTokens(product.platform).token(invitationId, 1)
  await refused(() => signUp({ verificationToken, password: 'Praxis 2026' }))
  expect((await signUp({ verificationToken, password: 'correct horse' })).status).toBe(201)
})

test('the next login rehashes a password with outdated parameters, once', async () => {
  const { email, userId } = await product.person()
  const { config, db, passwords } = product.platform
  const password = 'correct horse'
  const stored = await passwords.hash(password)
  await createCredentials(product.platform).set(userId, addressHash(config.ADDRESS_KEY, email), stored)
  const logIn = async () => (await product.call('POST', '/auth/login', { body: { email, password } })).status
  const kept = async () =>
    (await db('credentials').where({ user_id: userId }).first('password_hash')).password_hash
  expect([await logIn(), await kept()]).toEqual([200, stored])

  const isOutdated = vi.spyOn(passwords, 'isOutdated').mockReturnValue(true)
  const hash = vi.spyOn(passwords, 'hash').mockRejectedValueOnce(new Rejected('service.busy'))
  expect([await logIn(), await kept()], 'too busy for that').toEqual([200, stored])
  hash.mockRestore()
  expect(await logIn()).toBe(200)
  isOutdated.mockRestore()
  const renewed = await kept()
  expect(renewed).not.toBe(stored)
  expect([await logIn(), await kept()]).toEqual([200, renewed])
})
