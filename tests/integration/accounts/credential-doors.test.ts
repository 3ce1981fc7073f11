import { randomUUID } from 'node:crypto'
import type { TSchema } from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ids } from '#support/endpoints/access-cast.ts'
import { endpoints, type ContractEndpoint, type Operation } from '#support/endpoints/endpoints.ts'
import { madeCall } from '#support/endpoints/good-calls.ts'
import { newDevice } from '#support/product/device.ts'
import { ask, enrol, PIN, verificationBody, expectRefused } from '#support/product/requests.ts'
import { openSignIn, type SignIn } from '#support/product/sign-in.ts'
import { colleague, workspaceOf } from '#support/product/workspaces.ts'

/** Every endpoint that accepts a secret limits the number of tries. */

let signIn: SignIn
beforeAll(async () => {
  signIn = await openSignIn({ RATE_FACTOR: 1, ACCESS_CODE: 'Sesam öffne dich' })
})
afterAll(() => signIn?.close())

/** Names of fields that carry a secret, anywhere in a body. */
const SECRET = /pass|pin$|(?<!zip)code$|token|secret|proof|signature|verificationUuid/i

const fieldsOf = (schema: TSchema | undefined): readonly string[] => {
  const { properties = {} } = (schema ?? {}) as { readonly properties?: Record<string, TSchema> }
  return Object.entries(properties).flatMap(([name, part]) => [name, ...fieldsOf(part)])
}

/** Endpoints that accept a secret, or anything from anonymous callers. */
const isDoor = ({ access, params, query, body }: ContractEndpoint): boolean => {
  const fields = [params, query, body].flatMap(fieldsOf)
  const isOpen = access === 'any token' || (access === 'public' && fields.length > 0)
  return isOpen || fields.some((field) => SECRET.test(field))
}

type Door = {
  /** The number of wrong tries from one network before it has to wait. */
  readonly heard: number
  /** Overrides the default call of the endpoint. */
  readonly body?: object
  readonly query?: string
}
const token = 'A'.repeat(43)
const email = 'ada@example.com'
const EVERYTHING = 1_500

const DOORS: { readonly [operation in Operation]?: readonly Door[] } = {
  'auth.login': [{ heard: 20 }, { heard: 5, body: { email, password: 'wrong horse' } }],
  'auth.login-super': [
    { heard: 20 },
    { heard: 5, body: { email: `super.${email}`, password: 'wrong horse' } },
  ],
  'auth.verify-google': [{ heard: 20 }],
  'auth.verify-microsoft': [{ heard: 20 }],
  'auth.login-passkey': [{ heard: 20 }],
  'auth.pair-claim': [{ heard: 20 }],
  'auth.pair-finish': [{ heard: 30 }],
  'auth.access-code': [{ heard: 10 }],
  'auth.signup': [
    { heard: 20 },
    { heard: 30, body: { password: 'correct horse', verificationToken: token } },
  ],
  'auth.initiate-verification': [{ heard: 20 }],
  'auth.reset-password': [{ heard: 20 }],
  'auth.verify-email': [{ heard: 30 }],
  'auth.change-password': [{ heard: 30 }],
  'auth.mobile-change-password': [{ heard: 30 }],
  'participants.invitation': [{ heard: 30 }, { heard: 30, query: `?verificationToken=${token}` }],
  'contacts.send': [{ heard: 5 }],
  'workspaces.confirm-billing': [{ heard: 30 }],
  'users.unsubscribe': [{ heard: 30 }],
  'policies.report': [{ heard: EVERYTHING }],
  // The secret has 256 bits and belongs to one session.
  'auth.refresh': [{ heard: EVERYTHING }],
  'auth.logout': [{ heard: EVERYTHING }],
  // Tested below.
  'auth.step-up': [],
  'requests.approve': [],
  // As `requests.approve`: see tests/integration/requests/several-at-once.test.ts.
  'requests.approve-many': [],
  'requests.create': [],
  'devices.vouch': [],
  'users.register-device': [],
  // A wrong PIN counts as in the two before: see tests/integration/workspaces/changes/changes.test.ts.
  'changes.approve': [],
  // The same: see tests/integration/requests/glass/glass.test.ts.
  'requests.break-glass': [],
  'requests.confirm-glass': [],
  // Only available from the local machine.
  'mailbox.messages': [],
}

test('lists every endpoint that accepts a secret', () => {
  const doors = endpoints.filter(isDoor).map(({ operation }) => operation)
  expect(Object.keys(DOORS).toSorted(), 'a new one needs a rate, and its figure here').toEqual(
    doors.toSorted(),
  )
})

const ids = new Proxy({} as Ids, { get: () => randomUUID() })
let networks = 0

const doors = endpoints.flatMap((endpoint) =>
  (DOORS[endpoint.operation] ?? []).map(
    (door) => [endpoint.operation, door.heard, { endpoint, ...door }] as const,
  ),
)
type Tried = (typeof doors)[number][2]

const attempt = async ({ endpoint, body, query = '' }: Tried, remoteAddress: string) => {
  const { product } = signIn
  const made = await madeCall(endpoint, { product, token: undefined, ids })
  return product.app.inject({
    method: endpoint.method,
    url: made.url + query,
    headers: { authorization: `Bearer ${token}` },
    remoteAddress,
    payload: body ?? made.body ?? {},
  })
}
const newNetwork = (): string => {
  networks += 1
  return `203.0.113.${networks}`
}
const expectWaits = async (door: Tried, network: string) => {
  const refused = await attempt(door, network)
  expect(refused.json()).toMatchObject({ statusCode: 429, code: 'rate.exceeded' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
}

test.each(doors.filter(([, heard]) => heard !== EVERYTHING))(
  '%s hears %i, and then lets wait',
  async (_, heard, door) => {
    const network = newNetwork()
    for (let i = 0; i < heard; i += 1) expect((await attempt(door, network)).statusCode).not.toBe(429)
    await expectWaits(door, network)
  },
)

test(`the others hear ${EVERYTHING} together, as many as everything, and then let wait`, async () => {
  const others = doors.flatMap(([, heard, door]) => (heard === EVERYTHING ? [door] : []))
  const network = newNetwork()
  for (let i = 0; i < EVERYTHING; i += others.length)
    for (const { statusCode } of await Promise.all(others.map((door) => attempt(door, network))))
      expect(statusCode).not.toBe(429)
  for (const door of others) await expectWaits(door, network)
})

test('auth.step-up hears five wrong passwords of a person, and then lets wait', async () => {
  const { token: session } = await signIn.product.person()
  const guess = () =>
    signIn.product.call('POST', '/auth/step-up', { token: session, body: { password: 'wrong horse' } })
  for (let i = 0; i < 5; i += 1) expectRefused(await guess(), 401, 'login.failed')
  expectRefused(await guess(), 429, 'rate.exceeded')
})

/** Signed calls of a person with a freshly enrolled phone. */
const signed = {
  async 'requests.approve'() {
    const { product } = signIn
    const workspace = await workspaceOf(product)
    const approver = await colleague(product, workspace, { approver: true })
    const { id } = (await ask(product, workspace.admin, workspace.id)).body
    const phone = await enrol(product, approver)
    const send = (body: object) =>
      product.call('POST', `/requests/approve/${id}`, { token: approver.token, body })
    return { ...(await phone.prove(id)), send }
  },
  async 'requests.create'() {
    const { product } = signIn
    const workspace = await workspaceOf(product)
    await colleague(product, workspace, { approver: true })
    const phone = await enrol(product, workspace.admin)
    const post = (what: string, body: object) =>
      product.call('POST', `/requests/${what}/${workspace.id}`, { token: workspace.admin.token, body })
    const { challenge } = (await post('prepare', verificationBody())).body
    return {
      ...(await phone.proofFor(challenge)),
      send: (body: object) => post('create', { ...verificationBody(), ...body }),
    }
  },
  async 'devices.vouch'() {
    const { product } = signIn
    const workspace = await workspaceOf(product)
    const owner = await colleague(product, workspace)
    await enrol(product, owner)
    const { deviceId } = await enrol(product, owner)
    const phone = await enrol(product, workspace.admin)
    const post = (what: string, body?: object) =>
      product.call('POST', `/devices/${what}/${deviceId}`, { token: workspace.admin.token, body })
    const { challenge } = (await post('challenge')).body
    return { ...(await phone.proofFor(challenge)), send: (body: object) => post('vouch', body) }
  },
  async 'users.register-device'() {
    const { product } = signIn
    const owner = await product.person()
    const phone = await enrol(product, owner)
    const post = (path: string, body: object) => product.call('POST', path, { token: owner.token, body })
    const device = await newDevice()
    const { publicKey } = device
    const { body } = await post('/users/register-device-options', { kind: 'pin', publicKey })
    const registration = { ...(await device.registration(body.challenge)), name: 'Phone', pin: PIN }
    return {
      ...(await phone.proofFor(body.vouch.challenge)),
      send: ({ proof }: { proof: object }) =>
        post('/users/register-device', { ...registration, vouch: proof }),
    }
  },
}

test.each(Object.entries(signed))(
  '%s accepts five PINs of a device and twenty signatures of a person',
  async (_, prepare) => {
    const { proof, send } = await prepare()
    const forged = { proof: { ...proof, signature: 'A'.repeat(86) } }
    for (let i = 0; i < 20; i += 1) expectRefused(await send(forged), 403, 'proof.invalid')
    expectRefused(await send(forged), 429, 'rate.exceeded')
    const wrong = { proof: { ...proof, pin: '739104' } }
    for (let i = 0; i < 5; i += 1) expectRefused(await send(wrong), 403, 'proof.invalid')
    expectRefused(await send({ proof }), 409, 'device.disabled')
  },
)
