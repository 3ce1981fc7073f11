import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmationTokens, resetTokens } from '#modules/accounts/mail-token.store.ts'
import { contactMails } from '#modules/contacts/contacts.mail-kinds.ts'
import { invitationTokens } from '#modules/workspaces/invitations/invitation-token.store.ts'
import { endEverything, temporaryFolder } from '#support/processes/local-process.ts'
import { newEmail, ownerOf, signUpBody } from '#support/product/addresses.ts'
import { inbox, openStage, settled } from '#support/product/mail-stage.ts'
import type { Answered, Product } from '#support/product/product.ts'
import { expectRefused } from '#support/product/requests.ts'
import { newestInvitation, workspaceOf } from '#support/product/workspaces.ts'

const CODE = 'Sesam, öffne dich'
const stage = openStage()
let product: Product
let open: Product

beforeAll(async () => {
  product = await stage.product({
    RATE_FACTOR: 1,
    CONTACT_EMAIL: 'office@operator.example',
    ERASURE_LEDGER: join(temporaryFolder(), 'erasures.jsonl'),
    ACCESS_CODE: CODE,
    DEMO_URL: 'https://calendar.example/demo',
    GOOGLE_CLIENT_ID: 'google-client',
    MICROSOFT_CLIENT_ID: 'microsoft-client',
  })
  open = await stage.product({ PASSWORD_MIN_LENGTH: 12 })
})
afterAll(async () => {
  await stage.close()
  await endEverything()
})

test('pages get the public settings and no secrets', async () => {
  const { status, body } = await product.call('GET', '/auth/options')
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      gate: true,
      demoUrl: 'https://calendar.example/demo',
      google: { clientId: 'google-client' },
      microsoft: {
        clientId: 'microsoft-client',
        authority: 'https://login.microsoftonline.com/common',
      },
      passwordMinLength: 6,
      push: null,
    },
  })
  expect((await open.call('GET', '/auth/options')).body).toMatchObject({
    gate: false,
    demoUrl: null,
    google: null,
    microsoft: null,
    passwordMinLength: 12,
  })
})

test('every new password has the configured minimum length', async () => {
  const post = (path: string, body: object) => open.call('POST', path, { body })
  const email = newEmail()
  await post('/auth/signup', signUpBody(email))
  await post('/auth/reset-password', { email })
  const userId = await ownerOf(open, email)
  const own = await workspaceOf(open)
  await open.call('POST', `/workspaces/invite-participant/${own.id}`, {
    token: own.admin.token,
    body: { email: newEmail(), role: 'admin', approver: true, requester: true },
  })
  const invitation = invitationTokens(open.platform).token(await newestInvitation(open, own.id), 1)
  const reset = resetTokens(open.platform, 'web').token(userId, 1)
  const confirmation = confirmationTokens(open.platform).token(userId, 1)
  const setting: readonly ((password: string) => Promise<Answered>)[] = [
    (password) => post('/auth/signup', { email: newEmail(), password }),
    (password) => post('/auth/signup', { verificationToken: invitation, password }),
    (password) => post(`/auth/verifyEmail/${confirmation}`, { password }),
    (password) => post('/auth/change-password', { verificationUuid: reset, password, confirm: password }),
  ]
  for (const set of setting) {
    expectRefused(await set('eleven long'), 400, 'input.invalid', {
      field: 'password',
      problem: 'must NOT have fewer than 12 characters',
    })
    expect((await set('twelve long!')).status).toBeLessThan(300)
  }
})

const tryCode = (on: Product, code: string, ip: string) =>
  on.app.inject({ method: 'POST', url: '/auth/access-code', payload: { code }, remoteAddress: ip })
const cookieOf = (answer: Awaited<ReturnType<typeof tryCode>>) =>
  answer.cookies.find(({ name }) => name === 'reveal')

test('the right code opens the gate for seven days, and a wrong one closes it', async () => {
  const right = await tryCode(product, CODE, '203.0.113.1')
  expect([right.statusCode, right.json()]).toEqual([200, { shouldReveal: true }])
  expect(cookieOf(right)).toMatchObject({ maxAge: 7 * 86_400, path: '/', httpOnly: true })
  expect(cookieOf(right)!.value).not.toContain('Sesam')
  for (const wrong of [CODE.toLowerCase(), `${CODE} `, CODE.slice(1), 'x']) {
    const answer = await tryCode(product, wrong, '203.0.113.1')
    expect([answer.statusCode, answer.json()]).toEqual([200, { shouldReveal: false }])
    expect(cookieOf(answer)).toMatchObject({ value: '', path: '/' })
  }
})

test('without a configured code the gate is open', async () => {
  const answer = await tryCode(open, 'anything', '203.0.113.2')
  expect([answer.statusCode, answer.json(), cookieOf(answer)]).toEqual([
    200,
    { shouldReveal: true },
    undefined,
  ])
})

test('a network has ten wrong codes in 15 minutes, and right ones do not count', async () => {
  const ip = '203.0.113.3'
  await tryCode(product, CODE, ip)
  const wrong = await Promise.all(Array.from({ length: 10 }, () => tryCode(product, 'wrong', ip)))
  expect(wrong.map(({ statusCode }) => statusCode)).toEqual(wrong.map(() => 200))
  const next = await tryCode(product, CODE, ip)
  expect([next.statusCode, next.json().code]).toEqual([429, 'rate.exceeded'])
  expect(next.headers).toHaveProperty('retry-after')
  expect((await tryCode(product, CODE, '203.0.113.4')).statusCode).toBe(200)
})

const message = {
  firstName: 'Carla',
  lastName: 'Conti',
  businessEmail: 'carla@firma.example',
  businessPhone: '+49 30 1234',
  message: 'Please call me.\nThank you.',
  consent: true,
}
const send = (body: object, { ip = '203.0.113.5', key = randomUUID() } = {}) =>
  product.app.inject({
    method: 'POST',
    url: '/contacts/send',
    payload: body,
    headers: { 'idempotency-key': key, 'accept-language': 'de' },
    remoteAddress: ip,
  })
const stored = async (): Promise<{ stream: string; data: string }[]> =>
  product.platform.db('event_store.events').where('type', 'ContactSent').select('stream', 'data')

test('a message is one event, sealed for its sender’s address until that is erased', async () => {
  const key = randomUUID()
  expect((await send(message, { key })).statusCode).toBe(201)
  expect((await send(message, { key })).statusCode).toBe(201)
  const [{ stream, data } = { stream: '', data: '' }, ...more] = await stored()
  expect(more).toEqual([])
  expect(data).not.toMatch(/Carla|Conti|firma|30 1234|call me/)
  const [fact] = await product.facts(stream)
  expect(fact!.data).toMatchObject({
    firstName: 'Carla',
    businessEmail: 'carla@firma.example',
    wantsUpdates: false,
  })
  await product.platform.erasures.erase({ subject: `address:${fact!.data['addressHash'] as string}` })
  const [erased] = await product.facts(stream)
  expect(erased!.data).toMatchObject({
    firstName: null,
    lastName: null,
    businessEmail: null,
    businessPhone: null,
    message: null,
  })
})

test('the operator gets a mail in the language of the sender', async () => {
  await send({ ...message, businessEmail: 'dora@firma.example', wantsUpdates: true })
  await stage.worker(product, { mailKinds: contactMails })
  await settled(product, 2)
  const [mail, ...more] = await inbox(product)
  expect(more).toEqual([])
  expect(mail).toMatchObject({ to: 'office@operator.example', subject: 'Nachricht über das Kontaktformular' })
  for (const words of ['Carla Conti', 'dora@firma.example', '+49 30 1234', 'Please call me.', 'möchte sie'])
    expect(mail!.text).toContain(words)
})

test.each([
  ['without consent', { consent: false }],
  ['with a short name', { firstName: 'Ca' }],
  ['with a name of two lines', { lastName: 'Con\nti' }],
  ['without a message', { message: '' }],
  ['with an invalid address', { businessEmail: 'carla@' }],
])('rejects a message %s', async (_, change) => {
  const before = await product.head()
  const answer = await send({ ...message, ...change })
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'input.invalid'])
  expect(await product.head()).toEqual(before)
})

test('a network sends at most five messages an hour', async () => {
  const ip = '203.0.113.6'
  for (let i = 0; i < 5; i += 1) expect((await send(message, { ip })).statusCode).toBe(201)
  const sixth = await send(message, { ip })
  expect([sixth.statusCode, sixth.json().code]).toEqual([429, 'rate.exceeded'])
  expect((await send(message, { ip: '203.0.113.7' })).statusCode).toBe(201)
})
