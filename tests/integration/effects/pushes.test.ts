import { createPublicKey, createVerify, randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { requestMails } from '#modules/requests/notices/requests.mail-kinds.ts'
import { requestPushes } from '#modules/requests/notices/requests.push-kinds.ts'
import { MAX_SUBSCRIPTIONS } from '#modules/pushes/push-subscription.store.ts'
import type { MailKind } from '#modules/mails/mail-kind.ts'
import type { MailEvent } from '#modules/mails/mail.events.ts'
import { mailsStream } from '#modules/mails/mail.events.ts'
import type { Config } from '#platform/config/config.ts'
import { randomToken } from '#platform/primitives/ids.ts'
import { PREPARED_AT_ONCE } from '../../../services/worker/effects.ts'
import { rebuild } from '#support/read-models/builds.ts'
import { effects, openStage, settled } from '#support/product/mail-stage.ts'
import { eventually } from '#support/eventually.ts'
import type { Person, Product } from '#support/product/product.ts'
import { openPushService, type Browser, type Received } from '#support/servers/push-receiver.ts'
import { ask, requestsOf } from '#support/product/requests.ts'
import { colleague, workspaceOf } from '#support/product/workspaces.ts'

const stage = openStage()
afterEach(() => stage.close())

type Session = { readonly token: string }
const SUBSCRIPTION = '/users/push-subscription'

/** A product with a push service. Anna is a requester, Ben an approver with a subscribed browser. */
const open = async (given: Partial<Config> = {}) => {
  const service = await openPushService()
  stage.defer(() => service.close())
  const settings = { VAPID_PRIVATE_KEY: randomToken(), ...given }
  const product = await stage.product(settings, undefined, { origin: service.origin })
  const workspace = await workspaceOf(product)
  const anna = await colleague(product, workspace)
  const ben = await colleague(product, workspace, { approver: true })
  const subscribe = ({ token }: Session, { endpoint, keys }: Browser = service.browser()) =>
    product.call('POST', SUBSCRIPTION, { token, body: { endpoint, keys } })
  const remove = ({ token }: Session, id: string) =>
    product.call('DELETE', `${SUBSCRIPTION}/${id}`, { token })
  const tryOut = ({ token }: Session) => product.call('POST', '/users/push-test', { token })
  const worker = () => stage.worker(product, { mailKinds: requestMails, pushKinds: requestPushes })
  /** Each person may have one open question to the same approver. */
  const newQuestion = async (who: Person = anna, body: object = {}): Promise<string> => {
    const made = await ask(product, who, workspace.id, { approverId: ben.participantId, ...body })
    expect(made).toMatchObject({ status: 201 })
    return made.body.id
  }
  return { service, product, workspace, anna, ben, subscribe, remove, tryOut, worker, newQuestion }
}

const pushRows = async ({ platform }: Product) =>
  platform.db('effects').whereLike('purpose', 'push.%').orderBy('created_at')

/** Waits until this number of pushes have this final outcome. */
const pushed = (product: Product, outcomes: readonly string[]) =>
  eventually(async () => expect((await pushRows(product)).map(({ status }) => status)).toEqual(outcomes))

const claimsOf = ({ headers }: Received): { aud: string; sub: string; key: string } => {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(String(headers['authorization']))!
  const [head, claims, signature] = token.split('.') as [string, string, string]
  const [, x, y] = [0, 1, 33].map((at) => Buffer.from(key, 'base64url').subarray(at, at + 32))
  const jwk = { kty: 'EC', crv: 'P-256', x: x!.toString('base64url'), y: y!.toString('base64url') }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  const isSigned = createVerify('SHA256')
    .update(`${head}.${claims}`)
    .verify({ key: publicKey, dsaEncoding: 'ieee-p1363' }, signature, 'base64url')
  expect(isSigned).toBe(true)
  return { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), key }
}

test('an approver gets one push in each browser, which says only that something waits', async () => {
  const { service, product, anna, ben, subscribe, worker, newQuestion } = await open()
  const [phone, tablet] = [service.browser(), service.browser()]
  expect((await subscribe(ben, phone)).status).toBe(201)
  expect((await subscribe({ token: await product.logIn(ben.userId, 'regular user') }, tablet)).status).toBe(
    201,
  )
  await Promise.all([worker(), worker()])
  const id = await newQuestion(anna, { title: 'Secret plan', details: 'Number 4711', expiresIn: 3_600 })
  await pushed(product, ['sent', 'sent'])

  expect(service.received).toHaveLength(2)
  const { publicKey } = (await product.call('GET', '/auth/options')).body.push
  for (const browser of [phone, tablet]) {
    const message = service.received.find(({ path }) => browser.endpoint.endsWith(path))!
    expect(browser.read(message)).toEqual({ kind: 'request', requestId: id, language: 'en', waiting: 1 })
    const { headers } = message
    expect(headers).toMatchObject({ urgency: 'high', topic: id.replaceAll('-', '') })
    expect(Number(headers['ttl'])).toBeGreaterThan(3_000)
    expect(Number(headers['ttl'])).toBeLessThanOrEqual(3_600)
    expect(claimsOf(message)).toMatchObject({
      aud: service.origin,
      sub: 'mailto:no-reply@vieraugen.example',
      key: publicKey,
    })
  }
})

test('a hanging mail server with 100 queued mails does not delay a push', async () => {
  const silent = Promise.withResolvers<void>()
  const smtp = await stage.smtp({ onConnect: () => silent.promise })
  const { service, product, workspace, ben, subscribe } = await open({ SMTP_URL: smtp.url })
  await subscribe(ben)
  const many: MailKind = {
    purpose: 'test.many',
    on: 'ParticipantInvited',
    readModels: [],
    recipients: () => Array.from({ length: 100 }, (_, i) => String(i)),
    prepare: async () => ({ to: 'someone@example.com', mail: { subject: 's', text: 't', html: 'h' } }),
  }
  const { platform } = product
  await stage.worker(product, { mailKinds: [many], pushKinds: requestPushes })
  stage.defer(async () => silent.resolve())
  const cleo = await colleague(product, workspace)
  const mails = (status: string) => platform.db('effects').where({ purpose: many.purpose, status })
  await eventually(async () => expect(await mails('sending')).toHaveLength(PREPARED_AT_ONCE))
  expect(await mails('pending')).not.toEqual([])
  await ask(product, cleo, workspace.id, { approverId: ben.participantId })
  await pushed(product, ['sent'])
  expect(service.received).toHaveLength(1)
  expect(await mails('sending')).toHaveLength(PREPARED_AT_ONCE)
})

test('a requester sees that the verification was delivered once a push service has accepted it', async () => {
  const { product, workspace, anna, ben, subscribe, worker } = await open()
  await subscribe(ben)
  const api = requestsOf(product)
  const made = await api.newVerification(anna, await api.enrol(anna), workspace.id, {
    approverId: ben.participantId,
  })
  const seen = async () => (await api.get(`/requests/details/${made.body.id}`, anna)).body.seen
  expect(await seen()).toEqual({ deliveredAt: null, openedAt: null })
  await worker()
  await pushed(product, ['sent'])
  expect(await seen()).toEqual({ deliveredAt: expect.any(String), openedAt: null })
})

test('a call check rings in each browser of the colleague, and goes from all of them when it is over', async () => {
  const { service, product, workspace, anna, ben, subscribe, worker } = await open()
  const [phone, tablet] = [service.browser(), service.browser()]
  await subscribe(ben, phone)
  await subscribe({ token: await product.logIn(ben.userId, 'regular user') }, tablet)
  await worker()
  const api = requestsOf(product)
  const { id } = (
    await api.newVerification(anna, await api.enrol(anna), workspace.id, { approverId: ben.participantId })
  ).body
  await pushed(product, ['sent', 'sent'])
  const { token } = anna
  expect((await product.call('POST', `/requests/withdraw/${id}`, { token })).status).toBe(200)
  await pushed(product, ['sent', 'sent', 'sent', 'sent'])
  const rings = { kind: 'request', requestId: id, language: 'en', about: 'check' }
  const topic = id.replaceAll('-', '')
  for (const browser of [phone, tablet]) {
    const messages = service.received.filter(({ path }) => browser.endpoint.endsWith(path))
    expect(messages.map((message) => browser.read(message))).toEqual([
      { ...rings, waiting: 1 },
      { ...rings, waiting: 0, isOver: true },
    ])
    expect(messages.map(({ headers }) => headers['topic'])).toEqual([topic, topic])
  }
})

test('a rebuild of all read models pushes nothing, and pushes do not count as mails', async () => {
  const { service, product, workspace, ben, subscribe, worker, newQuestion } = await open()
  await subscribe(ben)
  await worker()
  const id = await newQuestion()
  await settled(product, 2)
  await rebuild(product.platform.db)
  await newQuestion(workspace.admin)
  await settled(product, 4)
  expect(service.received).toHaveLength(2)
  const [created] = await product.facts(`request-${id}`)
  const outcomes = await eventually(async () => {
    const facts = await product.facts(mailsStream(created!.id))
    expect(facts).toHaveLength(1)
    return facts[0]!.data as unknown as MailEvent['data']
  })
  expect(outcomes).toMatchObject({ sent: 1, dropped: 0, failed: 0, isFinal: true })
})

test.each([404, 410])(
  'forgets a browser that the push service does not know any more (%s)',
  async (status) => {
    const { service, product, workspace, ben, subscribe, worker, newQuestion } = await open()
    await subscribe(ben)
    service.answers.splice(0, 1, { status })
    await worker()
    await newQuestion()
    await pushed(product, ['dropped'])
    expect(await product.platform.db('push_subscriptions')).toEqual([])
    await newQuestion(workspace.admin)
    await eventually(async () => expect(await effects(product)).toHaveLength(3))
    expect(service.received).toHaveLength(1)
  },
)

test('retries a busy push service, and drops the push of a request that has ended', async () => {
  const { service, product, workspace, ben, subscribe, worker, newQuestion } = await open()
  await subscribe(ben)
  service.answers.splice(0, 1, { status: 503, headers: { 'retry-after': '40' } }, { status: 201 })
  await worker()
  const before = product.clock.now().getTime()
  await newQuestion()
  await eventually(async () =>
    expect(await pushRows(product)).toMatchObject([{ status: 'pending', attempts: 1 }]),
  )
  const [{ next_at }] = (await pushRows(product)) as [{ next_at: Date }]
  const answered = next_at.getTime() - 40_000
  expect(answered).toBeGreaterThanOrEqual(before)
  expect(answered).toBeLessThanOrEqual(product.clock.now().getTime())
  product.clock.advance(60_000)
  await pushed(product, ['sent'])
  expect(service.received).toHaveLength(2)

  service.answers.splice(0, 1, { status: 500 })
  const { token } = workspace.admin
  const id = await newQuestion(workspace.admin)
  await eventually(async () =>
    expect(await pushRows(product)).toMatchObject([{}, { status: 'pending', attempts: 1 }]),
  )
  expect((await product.call('POST', `/requests/withdraw/${id}`, { token })).status).toBe(200)
  product.clock.advance(60_000)
  await pushed(product, ['sent', 'dropped'])
  expect(service.received).toHaveLength(3)
})

test('tries an unavailable push service a limited number of times', async () => {
  const { service, product, ben, subscribe, worker, newQuestion } = await open()
  await subscribe(ben)
  service.answers.splice(0, 1, { status: 500 })
  await worker()
  await newQuestion()
  for (let attempt = 1; attempt < 6; attempt++) {
    await eventually(async () => expect(await pushRows(product)).toMatchObject([{ attempts: attempt }]))
    await eventually(async () => expect(await pushRows(product)).toMatchObject([{ status: 'pending' }]))
    product.clock.advance(300_000)
  }
  await pushed(product, ['dropped'])
  expect(service.received).toHaveLength(6)
})

test('does not follow redirects', async () => {
  const { service, ben, subscribe, tryOut } = await open()
  const elsewhere = await openPushService()
  stage.defer(() => elsewhere.close())
  await subscribe(ben)
  service.answers.splice(0, 1, { status: 307, headers: { location: `${elsewhere.origin}/there` } })
  expect(await tryOut(ben)).toMatchObject({ status: 200, body: { outcome: 'refused' } })
  expect(elsewhere.received).toEqual([])
})

test('a test push goes to the browser of the session and returns its outcome', async () => {
  const { service, product, ben, subscribe, tryOut } = await open()
  expect(await tryOut(ben)).toMatchObject({ status: 404, body: { code: 'push.not-found' } })
  const browser = service.browser()
  await subscribe(ben, browser)
  await subscribe({ token: await product.logIn(ben.userId, 'regular user') })
  expect(await tryOut(ben)).toMatchObject({ status: 200, body: { outcome: 'accepted' } })
  expect(service.received.map(({ path }) => service.origin + path)).toEqual([browser.endpoint])
  expect(browser.read(service.received[0]!)).toEqual({ kind: 'test', language: 'en' })
  service.answers.splice(0, 1, { status: 500 })
  expect(await tryOut(ben)).toMatchObject({ body: { outcome: 'away' } })
  service.answers.splice(0, 1, { status: 410 })
  expect(await tryOut(ben)).toMatchObject({ body: { outcome: 'gone' } })
  expect(await tryOut(ben)).toMatchObject({ status: 404, body: { code: 'push.not-found' } })
})

test('accepts only known push services, and keys on the curve', async () => {
  const { service, product, ben, subscribe } = await open()
  const { endpoint: _, ...browser } = service.browser()
  const urls = ['https://example.com/a', 'https://127.0.0.1/a', 'http://fcm.googleapis.com/a']
  for (const endpoint of urls)
    expect(await subscribe(ben, { ...browser, endpoint })).toMatchObject({
      status: 400,
      body: { code: 'push.not-taken' },
    })
  const p256dh = `B${'A'.repeat(86)}`
  expect(await subscribe(ben, { ...service.browser(), keys: { ...browser.keys, p256dh } })).toMatchObject({
    status: 400,
    body: { code: 'push.not-taken' },
  })
  expect(await product.platform.db('push_subscriptions')).toEqual([])
})

test('a browser has one person, a session one browser, and an account a limited number', async () => {
  const { service, product, anna, ben, subscribe, remove } = await open()
  const rows = () => product.platform.db('push_subscriptions')
  const shared = service.browser()
  const first = (await subscribe(ben, shared)).body.id
  expect((await subscribe(ben, shared)).body.id).toBe(first)
  const second = (await subscribe(anna, shared)).body.id
  expect(second).not.toBe(first)
  expect(await rows()).toMatchObject([{ id: second, user_id: anna.userId }])

  await subscribe(anna)
  expect(await rows()).toHaveLength(1)
  expect((await rows())[0].id).not.toBe(second)
  for (let i = 0; i < MAX_SUBSCRIPTIONS + 2; i++)
    await subscribe({ token: await product.logIn(ben.userId, 'regular user') })
  expect(await rows().where({ user_id: ben.userId })).toHaveLength(MAX_SUBSCRIPTIONS)

  const [{ id }] = await rows().where({ user_id: ben.userId }).limit(1)
  expect((await remove(anna, id)).status).toBe(404)
  expect((await remove(ben, id)).status).toBe(200)
  expect((await remove(ben, id)).status).toBe(404)
  expect((await remove(ben, randomUUID())).status).toBe(404)
})

test.each([
  ['signed out', (product: Product, { token }: Session) => product.call('GET', '/auth/logout', { token })],
  [
    'without an account',
    (product: Product, { token }: Session) => product.call('DELETE', '/users/delete-account', { token }),
  ],
])('pushes nothing to a person %s', async (_how, leave) => {
  const { service, product, workspace, anna, ben, subscribe, worker } = await open()
  const carla = await colleague(product, workspace, { approver: true })
  await subscribe(ben)
  await subscribe(carla)
  expect((await leave(product, ben)).status).toBe(200)
  await worker()
  await ask(product, anna, workspace.id)
  await pushed(product, ['sent'])
  expect(service.received).toHaveLength(1)
})

test('without a key there are no pushes, and pages are told', async () => {
  const product = await stage.product()
  const { token } = await product.person()
  expect((await product.call('GET', '/auth/options')).body.push).toBeNull()
  const { endpoint, keys } = await openedBrowser()
  const answer = await product.call('POST', SUBSCRIPTION, { token, body: { endpoint, keys } })
  expect(answer).toMatchObject({ status: 404, body: { code: 'push.off' } })
})

const openedBrowser = async () => {
  const service = await openPushService()
  stage.defer(() => service.close())
  return service.browser()
}
