import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmationTokens } from '#modules/accounts/mail-token.store.ts'
import { invitationTokens } from '#modules/workspaces/invitations/invitation-token.store.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import { newEmail, ownerOf } from '#support/product/addresses.ts'
import { openProduct, type Product } from '#support/product/product.ts'
import { newestInvitation, workspaceOf } from '#support/product/workspaces.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

const post = (path: string, body: object = {}, token?: string) => product.call('POST', path, { body, token })
const statusOfLogIn = async (email: string, password: string) =>
  (await post('/auth/login', { email, password })).status

/** Signs up without an invitation. Returns the token of the confirmation mail. */
const signUp = async (email: string, password: string): Promise<string> => {
  await post('/auth/signup', { email, password })
  return confirmationTokens(product.platform).token(await ownerOf(product, email), 1)
}

/** Invites the address to a new workspace. Returns the token of the invitation mail. */
const invite = async (email: string): Promise<string> => {
  const { id, admin } = await workspaceOf(product)
  const grant = { role: 'regular user', approver: true, requester: false }
  await post(`/workspaces/invite-participant/${id}`, { email, ...grant }, admin.token)
  return invitationTokens(product.platform).token(await newestInvitation(product, id), 1)
}

test('an invited sign-up keeps its password after an earlier sign-up is confirmed', async () => {
  const email = newEmail()
  const confirmation = await signUp(email, 'by somebody else')
  const verificationToken = await invite(email)
  expect((await post('/auth/signup', { password: 'my own', verificationToken })).status).toBe(201)
  await post(`/auth/verifyEmail/${confirmation}`)
  expect(await statusOfLogIn(email, 'by somebody else')).toBe(401)
  expect(await statusOfLogIn(email, 'my own')).toBe(200)
})

test('an invitation changes neither the password of a verified account nor its confirmation', async () => {
  const email = newEmail()
  const confirmation = await signUp(email, 'my own')
  await post(`/auth/verifyEmail/${confirmation}`)
  const verificationToken = await invite(email)
  const again = await post('/auth/signup', { password: 'by somebody else', verificationToken })
  expect(again).toMatchObject({ status: 409, body: { code: 'account.exists' } })
  expect((await post(`/auth/verifyEmail/${confirmation}`)).status).toBe(200)
  expect(await statusOfLogIn(email, 'my own')).toBe(200)
})

/** Makes every write to the table fail while `work` runs, like a crash at that point. */
const withoutWrites = async (table: string, work: () => Promise<unknown>) => {
  const asOwner = (sql: string) => product.asOwner((trx) => trx.raw(sql))
  await asOwner(`
    CREATE OR REPLACE FUNCTION refuse_write() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'broken off'; END $$;
    CREATE TRIGGER broken BEFORE INSERT OR UPDATE OR DELETE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_write()`)
  try {
    await work()
  } finally {
    await asOwner(`DROP TRIGGER broken ON ${table}`)
  }
}

test('an interrupted invited sign-up never leaves a usable half, and a retry completes it', async () => {
  for (const table of ['credentials', 'event_store.events', 'mail_tokens'])
    for (const before of ['nobody', 'unverified']) {
      const email = newEmail()
      if (before === 'unverified') await signUp(email, 'by somebody else')
      const verificationToken = await invite(email)
      const body = { password: 'my own', verificationToken }
      await withoutWrites(table, async () =>
        expect((await post('/auth/signup', body)).status).toBeGreaterThanOrEqual(500),
      )
      // The failed write did not block anything.
      await product.projector.caughtUp()
      const isEntered = (await statusOfLogIn(email, 'my own')) === 200
      expect({ table, before, isEntered }).toEqual({
        table,
        before,
        isEntered: table === 'mail_tokens' && before === 'nobody',
      })
      expect((await post('/auth/signup', body)).status).toBe(isEntered ? 409 : 201)
      expect(await statusOfLogIn(email, 'my own')).toBe(200)
    }
})

test('an unspent invitation repairs an account that lost its credential', async () => {
  const email = newEmail()
  const verificationToken = await invite(email)
  const { db } = product.platform
  await withoutWrites('mail_tokens', () => post('/auth/signup', { password: 'my own', verificationToken }))
  await db('credentials')
    .where({ address_hash: addressHash(product.platform.config.ADDRESS_KEY, email) })
    .delete()
  expect((await post('/auth/signup', { password: 'my own', verificationToken })).status).toBe(201)
  expect(await statusOfLogIn(email, 'my own')).toBe(200)
})
