import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { allEvents } from '#modules/all.events.ts'
import { readConfig } from '#platform/config/config.ts'
import { createLogger } from '#platform/watch/logger.ts'
import { mailboxMessages } from '#platform/mail/mailbox.ts'
import { openTracing } from '#platform/watch/open-tracing.ts'
import { openPlatform } from '#platform/platform.ts'
import { requireSecrets } from '#platform/secrets/secret-marks.ts'
import { projections } from '#projections/index.ts'
import { readModels, startProjector } from '#projections/projector.ts'
import { buildApi } from '../../../services/api/app.ts'
import { buildWorker } from '../../../services/worker/worker.ts'
import { newDevice } from '#support/product/device.ts'
import { effectsSettled } from '#support/read-models/effects-settled.ts'
import { eventually } from '#support/eventually.ts'
import { leaksIn, watchTables, type StoredText } from '#support/read-models/leaks.ts'
import { openOtlpReceiver } from '#support/servers/otlp-receiver.ts'
import { createDatabase } from '#support/servers/postgres.ts'
import { freePort, noRedis, startRedis } from '#support/servers/redis.ts'
import { freshSecrets } from '#support/processes/secrets.ts'

/**
 * Only the read tables and the local mailbox may contain secrets or text that people typed: not the events, the effect ledger, the
 * queue, the account tables, the log or the spans.
 */

const secrets = {
  'address of the admin': 'Anna.Vertraulich@geheime-firma.example',
  'address of the colleague': 'bernd.diskret@stille-post.example',
  'address for bills': 'rechnung@verschwiegen.example',
  'name of the workspace': 'Buchhaltung Wisperwald',
  'new name of the workspace': 'Einkauf Flüstertal',
  description: 'Wer hier Geld bewegen darf',
  title: 'Überweisung an Lieferant Moosgruber',
  details: 'Rechnung 4711 über 12.400 EUR, Konto DE02120300000000202051',
  'password of the admin': 'korrekt pferd batterie',
  'password of the colleague': 'heftklammer richtig gaul',
  'wrong password': 'falsches pferd vertippt',
  'new password': 'neues pferd batterie',
  PIN: '739105846273',
  'wrong PIN': '846273910573',
  'name of the device': 'Taschentelefon von Anna',
  client: 'Vertraulicher Browser 7.3',
  IP: '203.0.113.177',
}

const openWholeProduct = async (jobsIn: string) => {
  const opened = new AsyncDisposableStack()
  const redis = jobsIn === 'Redis' ? await startRedis(await freePort()) : undefined
  if (redis) opened.defer(() => redis.kill())
  const redisWatch = await redis?.watch()
  opened.defer(() => redisWatch?.stop())
  const database = await createDatabase()
  opened.defer(() => database.drop())
  const lines: string[] = []
  const config = readConfig({
    PUBLIC_BASE_URL: 'http://localhost',
    DATABASE_URL: database.url,
    RATE_FACTOR: '1000',
    ...freshSecrets(),
    ...(redis && { REDIS_URL: redis.url }),
  })
  const receiver = await openOtlpReceiver()
  opened.defer(() => receiver.close())
  const log = createLogger('trace', { write: (line) => void lines.push(line) })
  const tracing = await openTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url }, { service: 'local', log })
  opened.defer(() => tracing.close())
  const platform = await openPlatform(config, { log, catalogue: allEvents, readModels })
  opened.defer(() => platform.close())
  await requireSecrets(platform)
  const projector = await startProjector(platform)
  opened.defer(() => projector.stop())
  const worker = buildWorker(platform)
  await worker.start()
  opened.defer(() => worker.stop())
  const app = await buildApi(platform, { localMailbox: true })
  opened.defer(() => app.close())
  const readTables = projections.flatMap(({ tables }) => Object.keys(tables))
  const watch = await watchTables(platform.db, [...readTables, 'mailbox_messages'])
  return {
    app,
    platform,
    db: platform.db,
    log,
    lines,
    watch,
    receiver,
    tracing,
    redis: redisWatch?.commands ?? [],
    close: () => opened.disposeAsync(),
  }
}

let product: Awaited<ReturnType<typeof openWholeProduct>>
/** The generated tokens and links. */
const handedOut: Record<string, string> = {}

const places = async (): Promise<readonly StoredText[]> => [
  ...(await product.watch.dump()),
  ...product.lines.map((text) => ({ name: 'log', text })),
  ...product.receiver.texts.map((text) => ({ name: 'spans', text })),
  ...product.redis.map((text) => ({ name: 'Redis', text })),
]

const call = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, token = '', body?: object) => {
  const answer = await product.app.inject({
    method,
    url,
    remoteAddress: secrets.IP,
    headers: {
      'user-agent': secrets.client,
      'sec-fetch-site': 'same-origin',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { payload: body }),
  })
  for (const { name, value } of answer.cookies) if (value) handedOut[`${name} ${value.slice(-4)}`] = value
  return { status: answer.statusCode, body: answer.json() }
}

/** Waits for a mail to this address with a link to `path` and returns its text. */
const mailTo = async (address: string, path: string): Promise<string> => {
  const { text } = await vi.waitUntil(
    async () =>
      (await mailboxMessages(product.db)).find((mail) => mail.to === address && mail.text.includes(path)),
    { timeout: 15_000 },
  )
  return text
}

const tokenIn = (text: string, path: string): string => new RegExp(`${path}([A-Za-z0-9_-]+)`).exec(text)![1]!

const logIn = async (who: string, email: string, password: string) => {
  const { body } = await call('POST', '/auth/login', '', { email, password })
  handedOut[`access token of ${who}`] = body.access_token.split('.')[2]
  return body.access_token as string
}

const story = async () => {
  const [admin, colleague] = [secrets['address of the admin'], secrets['address of the colleague']]
  const password = secrets['password of the admin']
  await call('POST', '/auth/signup', '', { email: admin, password })
  handedOut['confirmation token'] = tokenIn(await mailTo(admin, '/auth/confirmEmail/'), '/auth/confirmEmail/')
  // A browser without the sign-up cookie must enter the password again.
  await call('POST', `/auth/verifyEmail/${handedOut['confirmation token']}`, '', { password })
  await call('POST', '/auth/login', '', { email: admin, password: secrets['wrong password'] })
  const token = await logIn('the admin', admin, password)

  const { id } = (
    await call('POST', '/workspaces/create', token, {
      name: secrets['name of the workspace'],
      description: secrets.description,
    })
  ).body
  await call('PATCH', `/workspaces/update-settings/${id}`, token, {
    name: secrets['new name of the workspace'],
    billingUser: secrets['address for bills'],
  })
  await call('POST', `/workspaces/invite-participant/${id}`, token, {
    email: colleague,
    role: 'regular user',
    approver: false,
    requester: true,
  })
  const text = await mailTo(colleague, '/users/invite/')
  const verificationToken = (handedOut['invitation token'] = tokenIn(text, '/users/invite/'))
  const invitation = tokenIn(text, 'invitationUuid=')
  await call('GET', `/participants/invitation/${invitation}?verificationToken=${verificationToken}`)
  await call('POST', '/auth/signup', '', {
    email: colleague,
    password: secrets['password of the colleague'],
    verificationToken,
  })
  const other = await logIn('the colleague', colleague, secrets['password of the colleague'])
  await call('POST', `/participants/accept-invite/${invitation}`, other)

  const device = await newDevice()
  const { challenge: enrolment } = (
    await call('POST', '/users/register-device-options', token, { kind: 'pin' })
  ).body
  const registration = {
    ...(await device.registration(enrolment)),
    name: secrets['name of the device'],
    pin: secrets.PIN,
  }
  const { id: deviceId } = (await call('POST', '/users/register-device', token, registration)).body

  const { title, details } = secrets
  const request = (
    await call('POST', `/requests/create/${id}`, other, {
      type: 'approval',
      title,
      details,
      anyApprover: true,
    })
  ).body.id
  for (const pin of [secrets['wrong PIN'], secrets.PIN]) {
    const { challenge } = (await call('POST', `/requests/challenge/${request}`, token)).body
    const proof = { challenge, deviceId, pin, signature: await device.sign(challenge) }
    await call('POST', `/requests/approve/${request}`, token, { proof })
  }
  await call('POST', '/auth/reset-password', '', { email: colleague, client: 'mobile' })
  const path = '/auth/change-password-mobile/'
  const verificationUuid = tokenIn(await mailTo(colleague, path), path)
  handedOut['token of the reset'] = verificationUuid
  const fresh = secrets['new password']
  await call('POST', '/auth/mobile-change-password', '', {
    verificationUuid,
    password: fresh,
    confirm: fresh,
  })
  await call('GET', `/workspaces/history/${id}?q=${encodeURIComponent(title)}`, token)
  await call('POST', '/auth/signup', '', { email: admin, password })
  await call('POST', '/auth/login', '', { email: `${admin} and more`, password })
  await call('GET', '/auth/refresh', token)
  await call('GET', '/auth/logout', other)
  const { status } = (await call('GET', `/requests/details/${request}`, token)).body
  expect(status).toBe('approved')
  await effectsSettled(product.platform)
  await product.tracing.close()
}

const queues = ['memory', 'Redis'].filter((jobsIn) => jobsIn !== 'Redis' || noRedis === null)

describe.each(queues)('after all operations, with jobs in %s,', (jobsIn) => {
  beforeAll(async () => {
    product = await openWholeProduct(jobsIn)
    await story()
  }, 120_000)
  afterAll(() => product?.close())

  test('every store is searched and not empty', async () => {
    const names = new Set(
      (await places()).filter(({ text }) => text !== '').map(({ name }) => name.replaceAll('"', '')),
    )
    for (const name of [
      'event_store.events',
      'public.effects',
      'public.data_keys',
      'public.credentials',
      'public.sessions',
      'public.mail_tokens',
      'public.throttles',
      'public.device_pins',
      'public.challenges',
      'public.checkpoints',
      'public.reactor_checkpoints',
      'log',
      'spans',
    ])
      expect(names).toContain(name)
    expect(names.has('Redis')).toBe(jobsIn === 'Redis')
    const spans = product.receiver.spans.map(({ name }) => name)
    for (const name of ['POST /auth/login', 'execute request', 'append request', 'project', 'mailbox store'])
      expect(spans).toContain(name)
  })

  test('people can read what they typed', async () => {
    await eventually(async () => expect((await mailboxMessages(product.db)).length).toBeGreaterThan(4))
    const read = (await product.db('requests').select('title', 'details')).map((row) => ({
      name: 'requests',
      text: JSON.stringify(row),
    }))
    expect(leaksIn(read, secrets)).toEqual(
      expect.arrayContaining(['requests: title (plain)', 'requests: details (plain)']),
    )
  })

  test('no address, text, password, PIN, token or IP is stored in plain text', async () => {
    expect(Object.keys(handedOut).length).toBeGreaterThan(5)
    expect(leaksIn(await places(), { ...secrets, ...handedOut })).toEqual([])
  })

  test('the search finds a planted text in a table or the log, even after its deletion', async () => {
    await product
      .db('throttles')
      .insert({ key: `login ${secrets['address of the admin']}`, count: 1, since: new Date() })
    await product
      .db('throttles')
      .where({ key: `login ${secrets['address of the admin']}` })
      .delete()
    product.log.info({ note: secrets.title }, 'planted')
    expect(leaksIn(await places(), secrets)).toEqual([
      'public.throttles: address of the admin (plain)',
      'log: title (plain)',
    ])
  })
})

describe('the search', () => {
  const address = secrets['address of the admin']
  const disguised = {
    plain: address,
    hex: `\\x00${Buffer.from(address).toString('hex')}`,
    URL: `to=${encodeURIComponent(address)}`,
    JSON: JSON.stringify({ address }),
    'upper case': address.toUpperCase(),
    base64: Buffer.from(`some ${address} more`).toString('base64'),
    base64url: Buffer.from(`x${address}`).toString('base64url'),
  }

  test.each(Object.entries(disguised))('finds an address as %s', (name, text) => {
    expect(leaksIn([{ name, text }], { address })).toHaveLength(1)
  })
})
