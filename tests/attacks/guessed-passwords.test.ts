import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setSuperAdmin } from '#modules/accounts/super-admins.ts'
import { createCredentials } from '#modules/accounts/passwords/credential.store.ts'
import { recordGuesses } from '#modules/accounts/passwords/record-guesses.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import { eventually } from '#support/eventually.ts'
import { newEmail, ownerOf } from '#support/product/addresses.ts'
import { inbox, openStage } from '#support/product/mail-stage.ts'
import { enrolPasskey } from '#support/product/passkeys.ts'
import type { Person, Product } from '#support/product/product.ts'
import { untilReached } from '#support/product/until-reached.ts'

/** What somebody reaches who knows an address and guesses its password. */

const PASSWORD = 'correct horse battery staple'
const BROWSER = { 'sec-fetch-site': 'same-origin' }

const stage = openStage()
let product: Product
beforeAll(async () => {
  product = await stage.product()
  await stage.worker(product, { chores: [recordGuesses] })
})
beforeEach(() => product.platform.db('throttles').delete())
afterAll(() => stage.close())

const logIn = (email: string, password: string, headers: Record<string, string> = {}) =>
  product.call('POST', '/auth/login', { body: { email, password }, headers })
const owner = async (): Promise<Person> => {
  const person = await product.person()
  const { config, passwords } = product.platform
  const hash = addressHash(config.ADDRESS_KEY, person.email)
  await createCredentials(product.platform).set(person.userId, hash, await passwords.hash(PASSWORD))
  return person
}
/** A guesser who waits as long as the blocks last. */
const guess = async (email: string, times: number, path = '/auth/login') => {
  for (let i = 0; i < times; i += 1) {
    product.clock.advance(900_000)
    const answer = await product.call('POST', path, { body: { email, password: `wrong horse ${i}` } })
    expect(answer.status).toBe(401)
  }
  product.clock.advance(900_000)
}

test('a guesser with a hundred wrong passwords stops, but the owner goes on in a known browser and with a passkey', async () => {
  const { userId, email, token } = await owner()
  const { authenticator } = await enrolPasskey(product, { token })
  const { headers } = await logIn(email, PASSWORD, BROWSER)
  const cookie = [headers['set-cookie']].flat().map((set) => String(set).split(';')[0])
  const known = { ...BROWSER, cookie: cookie.join('; ') }
  await guess(email, 101)
  // Even with the right password.
  expect((await logIn(email, PASSWORD)).status).toBe(401)
  const { challenge } = (await product.call('POST', '/auth/passkey-options')).body
  const response = authenticator.get(challenge, { userId })
  expect((await product.call('POST', '/auth/login-passkey', { body: { response } })).status).toBe(200)
  expect((await logIn(email, PASSWORD, known)).status).toBe(200)
}, 60_000)

test('the owner hears of a series of guesses once, by mail, and again of the next series', async () => {
  const { userId, email } = await owner()
  const told = async () =>
    (await product.facts(userStream(userId))).filter(({ type }) => type === 'PasswordGuessed').length
  const mails = async () => (await inbox(product)).filter(({ to }) => to === email)
  await guess(email, 4)
  await recordGuesses(product.platform)
  expect(await told()).toBe(0)
  await guess(email, 1)
  await eventually(async () => expect(await mails()).toHaveLength(1))
  expect((await mails())[0]!.subject).toBe('Someone is trying passwords for your account')
  await guess(email, 20)
  await recordGuesses(product.platform)
  expect(await told()).toBe(1)
  expect((await logIn(email, PASSWORD)).status).toBe(200)
  await guess(email, 5)
  await eventually(async () => expect(await mails()).toHaveLength(2))
})

test('a super admin whose password was guessed off gets in again by the command line', async () => {
  const email = newEmail()
  const given = { email, password: 'a long enough password' }
  await setSuperAdmin(product.platform, given)
  await untilReached(product.platform.positions, (await product.head())!)
  const enter = (password: string) => product.call('POST', '/auth/login/super', { body: { email, password } })
  await guess(email, 101, '/auth/login/super')
  expect((await enter(given.password)).status).toBe(401)
  await setSuperAdmin(product.platform, { email, password: 'another long password' })
  expect(await ownerOf(product, email)).toBeTruthy()
  expect((await enter('another long password')).status).toBe(200)
}, 60_000)
