import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addressHash } from '#platform/secrets/addresses.ts'
import { createCredentials } from '#modules/accounts/passwords/credential.store.ts'
import { setSuperAdmin } from '#modules/accounts/super-admins.ts'
import { sessions as sessionsCommand } from '../../../services/ops/sessions.ts'
import { superAdmin as command } from '../../../services/ops/super-admin.ts'
import { endEverything, temporaryFolder } from '#support/processes/local-process.ts'
import { ops } from '#support/processes/ops.ts'
import { newEmail, ownerOf } from '#support/product/addresses.ts'
import { deferredDone } from '#support/product/deferred-done.ts'
import { createDatabase } from '#support/servers/postgres.ts'
import { openProductOn, type Product } from '#support/product/product.ts'
import { expectRefused } from '#support/product/requests.ts'
import { freshSecrets } from '#support/processes/secrets.ts'
import { untilReached } from '#support/product/until-reached.ts'

/** Super admins are created only from the command line and have their own login. */

const MINUTE = 60_000
const PASSWORD = 'a long enough password'
const secrets = freshSecrets()

let product: Product
let databaseUrl: string

beforeAll(async () => {
  const database = await createDatabase({ built: true })
  databaseUrl = database.url
  product = await openProductOn(database, secrets)
})
afterAll(async () => {
  await product?.close()
  await endEverything()
})

const env = () => ({
  ...secrets,
  DATABASE_URL: databaseUrl,
  EVENTSTORE_URL: 'database',
  PUBLIC_BASE_URL: 'http://localhost',
})
const create = (args: readonly string[], input: string) =>
  ops(['super-admin', ...args], temporaryFolder(), env(), input)
/** The same in a process of its own, with a pipe as input. */
const createAsProcess = async (args: readonly string[], input: string) => {
  const started = spawn(process.execPath, ['services/ops/main.ts', 'super-admin', ...args], {
    env: { ...process.env, ...env() },
  })
  const code = new Promise<number | null>((done) => started.once('close', done))
  started.stdin.on('error', () => {})
  started.stdin.end(input)
  const output = await Promise.all([text(started.stdout), text(started.stderr)])
  return { code: await code, output: output.join('') }
}
const sessions = (...args: readonly string[]) => ops(['sessions', ...args], temporaryFolder(), env())

const superAdmin = async (password = PASSWORD): Promise<string> => {
  const email = newEmail()
  await setSuperAdmin(product.platform, { email, password })
  await untilReached(product.platform.positions, (await product.head())!)
  return email
}

const logInAt = (door: '/auth/login' | '/auth/login/super', email: string, password = PASSWORD) =>
  product.call('POST', door, { body: { email, password }, headers: { 'sec-fetch-site': 'same-origin' } })
const statusWith = async (token: string) => (await product.call('GET', '/users/current', { token })).status
const factsAbout = async (email: string) =>
  (await product.facts(`user-${await ownerOf(product, email)}`)).map(({ type, data }) => [type, data['role']])

test(
  'the command line creates a super admin, and for an existing one resets the password and ends all sessions',
  { timeout: 60_000 },
  async () => {
    const email = newEmail()
    const made = await createAsProcess(['create', email], `${PASSWORD}\nanother line\n`)
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining('is now a super admin') })
    expect(made.output).not.toContain(PASSWORD)
    const facts = [
      ['UserSignedUp', 'super admin'],
      ['EmailVerified', 'super admin'],
    ]
    expect(await factsAbout(email)).toEqual(facts)
    await untilReached(product.platform.positions, (await product.head())!)
    const { body } = await logInAt('/auth/login/super', email)
    expect(await statusWith(body.access_token)).toBe(200)

    const again = await create(['create', email], 'another long password')
    expect(again).toMatchObject({ code: 0, output: expect.stringContaining('all sessions are ended') })
    expect(await factsAbout(email)).toEqual(facts)
    expect(await statusWith(body.access_token)).toBe(401)
    expect((await logInAt('/auth/login/super', email)).status).toBe(401)
    expect((await logInAt('/auth/login/super', email, 'another long password')).status).toBe(200)
  },
)

test('the command line ends all sessions of one person only', { timeout: 60_000 }, async () => {
  const [email, other] = [await superAdmin(), await superAdmin()]
  const tokens: string[] = []
  for (const each of [email, email, other])
    tokens.push((await logInAt('/auth/login/super', each)).body.access_token)
  const ended = await sessions('end', email)
  expect(ended).toMatchObject({ code: 0, output: expect.stringContaining('are ended') })
  expect(await Promise.all(tokens.map(statusWith))).toEqual([401, 401, 200])
  expect(await sessions('end', newEmail())).toMatchObject({
    code: 1,
    output: expect.stringContaining('No account has the address'),
  })
  expect((await logInAt('/auth/login/super', email)).status).toBe(200)
  await expect(sessionsCommand.run(['end', 'no address'])).rejects.toThrow('no address is not an address.')
  const said = vi.spyOn(console, 'error').mockReturnValue()
  for (const args of [[], ['end'], ['list', email], ['end', email, 'more']])
    expect(await sessionsCommand.run(args)).toBe(2)
  said.mockRestore()
})

test('rejects an address with an account and a short password, and changes nothing', async () => {
  const email = newEmail()
  await product.call('POST', '/auth/signup', { body: { email, password: PASSWORD } })
  const head = await product.head()
  await expect(setSuperAdmin(product.platform, { email, password: PASSWORD })).rejects.toMatchObject({
    code: 'account.exists',
  })
  const user_id = await ownerOf(product, email)
  expect(await product.platform.db('credentials').where({ user_id })).toEqual([])
  expect(await create(['create', newEmail()], 'fourteen chars')).toMatchObject({
    code: 1,
    output: expect.stringContaining('15 to 128 characters'),
  })
  expect(await create(['create', newEmail()], 'abababababababababab')).toMatchObject({
    code: 1,
    output: expect.stringContaining('easy to guess'),
  })
  await expect(command.run(['create', 'no address'])).rejects.toThrow('no address is not an address.')
  const said = vi.spyOn(console, 'error').mockReturnValue()
  for (const args of [[], ['create'], ['remove', email], ['create', email, 'more']])
    expect(await command.run(args)).toBe(2)
  said.mockRestore()
  expect(await product.head()).toBe(head)
})

test('each login accepts only its own users, with the same answer for all others', async () => {
  const boss = await superAdmin()
  const { email, userId } = await product.person()
  const { config, passwords } = product.platform
  const hash = addressHash(config.ADDRESS_KEY, email)
  await createCredentials(product.platform).set(userId, hash, await passwords.hash(PASSWORD))
  expect((await logInAt('/auth/login/super', boss)).status).toBe(200)
  expect((await logInAt('/auth/login', email)).status).toBe(200)
  const refusals = [
    await logInAt('/auth/login', boss),
    await logInAt('/auth/login/super', email),
    await logInAt('/auth/login/super', boss, 'a wrong password'),
    await logInAt('/auth/login/super', newEmail()),
  ]
  for (const refused of refusals) expectRefused(refused, 401, 'login.failed')
  const bodies = refusals.map(({ body }) => ({ ...body, requestId: '' }))
  expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
})

test('a wrong guess at one login counts at the other', async () => {
  const email = await superAdmin()
  for (let i = 0; i < 5; i += 1)
    expect((await logInAt(i % 2 ? '/auth/login' : '/auth/login/super', email, 'wrong')).status).toBe(401)
  for (const door of ['/auth/login', '/auth/login/super'] as const)
    expectRefused(await logInAt(door, email), 429, 'rate.exceeded')
})

test('a reset mail does not change a super admin’s password', async () => {
  const email = await superAdmin()
  const facts = await factsAbout(email)
  const response = await product.call('POST', '/auth/reset-password', { body: { email } })
  expect(response).toMatchObject({ status: 200, body: { message: 'Check your email' } })
  await deferredDone(product.platform)
  expect(await factsAbout(email)).toEqual(facts)
})

test('neither a sign-up nor an invitation opens a super admin’s account', async () => {
  const email = await superAdmin()
  const facts = await factsAbout(email)
  const password = 'by somebody else'
  await product.call('POST', '/auth/signup', { body: { email, password } })
  expect((await factsAbout(email)).slice(facts.length)).toEqual([['SignupRepeated', undefined]])
  expect((await logInAt('/auth/login/super', email, password)).status).toBe(401)
  expect((await logInAt('/auth/login/super', email)).status).toBe(200)
})

test('a super admin’s token lasts five minutes, their session 30 minutes unused and eight hours in total', async () => {
  const email = await superAdmin()
  const { headers, body } = await logInAt('/auth/login/super', email)
  const { exp, iat, kind } = product.app.jwt.decode<{ exp: number; iat: number; kind: string }>(
    body.access_token,
  )!
  expect([exp - iat, kind]).toEqual([300, 'super admin'])
  const cookieOf = (given: unknown) =>
    [given]
      .flat()
      .map(String)
      .find((one) => one.startsWith('refresh_token='))!
      .split(';')[0]!
  let token: string = body.access_token
  let cookie = cookieOf(headers['set-cookie'])
  const refresh = () =>
    product.call('GET', '/auth/refresh', { token, headers: { 'sec-fetch-site': 'same-origin', cookie } })
  for (let minutes = 0; minutes < 8 * 60 - 29; minutes += 29) {
    product.clock.advance(29 * MINUTE)
    const renewed = await refresh()
    expect(renewed.status).toBe(200)
    token = renewed.body.access_token
    cookie = cookieOf(renewed.headers['set-cookie'])
  }
  product.clock.advance(29 * MINUTE)
  expect((await refresh()).status).toBe(401)

  const idle = await logInAt('/auth/login/super', email)
  token = idle.body.access_token
  cookie = cookieOf(idle.headers['set-cookie'])
  product.clock.advance(31 * MINUTE)
  expect((await refresh()).status).toBe(401)
})
