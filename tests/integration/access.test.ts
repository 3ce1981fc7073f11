import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { buildApi } from '../../services/api/app.ts'
import {
  CALLERS,
  STRANGERS,
  cast,
  castOthers,
  malformed,
  unknown,
  type Caller,
  type Cast,
  type Ids,
} from '../support/access-cast.ts'
import { newDevice } from '../support/device.ts'
import { contractEndpoints, registeredOperations } from '../support/endpoints.ts'
import { openProduct, type Product } from '../support/product.ts'
import { watchReadModels } from '../support/read-models-watched.ts'

/**
 * Who may call what: one row per operation, as the table in the API's specification has it.
 * admin: of the own workspace, requester and approver too · approver, requester: regular users with that flag ·
 * removed: has left · invited: not joined yet · tenant: admin of another workspace · super: super admin.
 */
const OWN: { readonly [operation: string]: readonly number[] } = {
  //                     admin approver requester removed invited tenant super
  'users.current': [200, 200, 200, 200, 200, 200, 200],
  'users.related-workspaces': [200, 200, 200, 200, 200, 200, 403],
  'users.remove-from-workspace': [409, 200, 200, 404, 404, 404, 403],
  'users.register-device-options': [200, 200, 200, 200, 200, 200, 403],
  'users.register-device': [201, 201, 201, 201, 201, 201, 403],
  'users.devices': [200, 200, 200, 200, 200, 200, 403],
  'participants.accept-invite': [404, 404, 404, 404, 200, 404, 404],
  'workspaces.create': [201, 403, 403, 403, 403, 201, 403],
  'workspaces.get': [200, 403, 403, 404, 404, 404, 403],
  'workspaces.participants': [200, 403, 403, 404, 404, 404, 403],
  'workspaces.history': [200, 403, 403, 404, 404, 404, 403],
  'workspaces.history-mails': [200, 403, 403, 404, 404, 404, 403],
  'workspaces.invite-participant': [201, 403, 403, 404, 404, 404, 403],
  'workspaces.update-settings': [200, 403, 403, 404, 404, 404, 403],
  'requests.approvers': [200, 403, 200, 404, 404, 404, 403],
  'requests.create': [201, 403, 201, 404, 404, 404, 403],
  'requests.details': [200, 200, 200, 404, 404, 404, 403],
  'requests.inbox': [200, 200, 200, 200, 200, 200, 403],
  'requests.list': [200, 200, 200, 404, 404, 404, 403],
  'requests.challenge': [200, 200, 403, 404, 404, 404, 403],
  'requests.approve': [200, 200, 403, 404, 404, 404, 403],
  'requests.decline': [200, 200, 403, 404, 404, 404, 403],
  'requests.withdraw': [403, 403, 200, 404, 404, 404, 403],
}

/** What super admins get for their own; nobody else gets in, whatever they name. */
const SUPER: { readonly [operation: string]: number } = {
  'operations.projections': 200,
  'operations.projections-build': 200,
  'operations.projections-promote': 409,
  'operations.projections-rollback': 409,
  'operations.projections-retire': 409,
  'operations.projections-retry': 409,
}

/** Operations that a signed token opens, also an expired one; refresh needs a living session besides. */
const ANY_TOKEN: { readonly [operation: string]: readonly number[] } = {
  //       anonymous forged expired ended admin
  'auth.logout': [401, 401, 200, 200, 200],
  'auth.refresh': [401, 401, 200, 401, 200],
}

/** What everybody gets, whatever the token; for ids of which there are some: own, unknown, malformed. */
const PUBLIC: { readonly [operation: string]: readonly number[] } = {
  'auth.login': [401],
  'auth.verify-google': [404],
  'auth.verify-microsoft': [404],
  'auth.signup': [201],
  'auth.verify-email': [404, 404, 400],
  'auth.initiate-verification': [200],
  'participants.invitation': [200, 404, 400],
  'health.live': [200],
  'health.ready': [200],
  'mailbox.messages': [200],
}

let product: Product
let app: Awaited<ReturnType<typeof buildApi>>
let others: Awaited<ReturnType<typeof castOthers>>
let idle: Cast
let endpoints: ReadonlyMap<string, Endpoint>

beforeAll(async () => {
  product = await openProduct()
  app = await buildApi(product.platform, { localMailbox: true })
  watchReadModels(app, product.platform)
  await app.ready()
  others = await castOthers(product)
  idle = await cast(product, others)
  endpoints = new Map((await contractEndpoints()).map((endpoint) => [endpoint.operation, endpoint]))
})
afterAll(async () => {
  await app?.close()
  await product?.close()
})

const post = async (path: string, token: string | undefined, body?: object) =>
  (await product.call('POST', path, { token, body })).body

/** A good body for each operation that takes one. */
const bodies: {
  readonly [operation: string]: (token: string | undefined, ids: Ids) => Promise<object> | object
} = {
  'workspaces.create': () => ({ name: 'Praxis' }),
  'workspaces.invite-participant': () => ({
    email: `${randomUUID()}@example.com`,
    role: 'regular user',
    approver: true,
    requester: false,
  }),
  'workspaces.update-settings': () => ({ description: 'New' }),
  'requests.create': (_, { approver }) => ({ type: 'approval', title: 'Pay it', approverId: approver }),
  'users.register-device-options': () => ({ kind: 'pin' }),
  'users.register-device': (token) => registration(token),
  'requests.approve': async (token, { request }) => ({ proof: await proof(token, request) }),
  'auth.login': () => ({ email: `${randomUUID()}@example.com`, password: 'wrong' }),
  'auth.verify-google': () => ({ access_token: 'made-up' }),
  'auth.verify-microsoft': () => ({ access_token: 'made-up' }),
  'auth.signup': () => ({ email: 'new@example.com', password: 'correct horse' }),
  'auth.initiate-verification': () => ({ email: 'nobody@example.com' }),
}

const PIN = '482915'
const anything = { challenge: 'A'.repeat(43), signature: 'A'.repeat(86) }

const registration = async (token: string | undefined, device?: Awaited<ReturnType<typeof newDevice>>) => {
  const { challenge } = await post('/users/register-device-options', token, { kind: 'pin' })
  const own = device ?? (await newDevice())
  return { ...(await own.registration(challenge ?? anything.challenge)), name: 'Phone', pin: PIN }
}

const proof = async (token: string | undefined, request: string) => {
  const device = await newDevice()
  const { id } = await post('/users/register-device', token, await registration(token, device))
  const { challenge } = await post(`/requests/challenge/${request}`, token)
  if (!challenge || !id) return { ...anything, deviceId: randomUUID(), pin: PIN }
  return { challenge, deviceId: id, pin: PIN, signature: await device.sign(challenge) }
}

/** What must stand in the address besides. */
const queries: { readonly [operation: string]: string } = {
  'workspaces.history-mails': `?cause=${randomUUID()}`,
}

const pathOf = ({ path, operation }: Endpoint, ids: Ids): string =>
  path
    .replace('{workspaceId}', ids.workspace)
    .replace('{name}', ids.build)
    .replace('{invitationUuid}', ids.invitation)
    .replace('{verificationToken}', ids.invitation.replaceAll('-', ''))
    .replace('{id}', operation === 'participants.accept-invite' ? ids.invitation : ids[subjectOf(operation)])

const subjectOf = (operation: string): 'workspace' | 'request' =>
  /^requests[.](?!create|list)/.test(operation) ? 'request' : 'workspace'

/** The status, after a proof that a refusal wrote nothing. */
const answer = async (endpoint: Endpoint, token: string | undefined, ids: Ids): Promise<number> => {
  const body = await bodies[endpoint.operation]?.(token, ids)
  const before = await product.head()
  const { statusCode } = await app.inject({
    method: endpoint.method,
    url: `${pathOf(endpoint, ids)}${queries[endpoint.operation] ?? ''}`,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(body && { payload: body }),
  })
  if (statusCode >= 400)
    expect(await product.head(), `${endpoint.operation} answered ${statusCode} and wrote`).toBe(before)
  return statusCode
}

const hasId = (operation: string) => endpoints.get(operation)!.path.includes('{')

type Row = { readonly [ids: string]: number }
type Table = { readonly [caller: string]: Row }

/** Foreign and unknown ids are alike, and malformed ones come before both. The tenant's foreign ids are those of the cast. */
const expected = (operation: string): Table => {
  const own = OWN[operation]!
  const forStrangers: Row = hasId(operation) ? { own: 401, unknown: 401, malformed: 401 } : { own: 401 }
  const row = (caller: Caller, status: number): Row => {
    if (!hasId(operation)) return { own: status }
    const missing = caller === 'super' ? status : 404
    return { own: status, unknown: missing, malformed: 400, ...(caller !== 'tenant' && { foreign: missing }) }
  }
  return {
    ...Object.fromEntries(STRANGERS.map((caller) => [caller, forStrangers])),
    ...Object.fromEntries(CALLERS.map((caller, i) => [caller, row(caller, own[i]!)])),
  }
}

/** Whose success leaves the cast another one. */
const SPENDING = /leave|remove-from|accept-invite|approve$|decline|withdraw|logout|refresh/

/** Asks all that `table` has an answer for. */
const observe = async (operation: string, table: Table): Promise<Table> => {
  const endpoint = endpoints.get(operation)!
  const rows: Record<string, Record<string, number>> = {}
  for (const [caller, row] of Object.entries(table)) {
    rows[caller] = {}
    for (const [kind, status] of Object.entries(row)) {
      const { ids, foreign, tokens } =
        SPENDING.test(operation) && status < 300 ? await cast(product, others) : idle
      const of = { own: ids, foreign, unknown: unknown(), malformed }[kind]!
      rows[caller][kind] = await answer(endpoint, tokens[caller as Caller], of)
    }
  }
  return rows
}

describe('who may call what', () => {
  test('every operation that is registered has its row, and every one of the contract is registered', async () => {
    const rows = [OWN, SUPER, ANY_TOKEN, PUBLIC].flatMap((table) => Object.keys(table)).toSorted()
    const registered = await registeredOperations(app)
    expect(registered.toSorted()).toEqual(rows)
    expect([...endpoints.keys()].toSorted()).toEqual(rows)
  })

  test('the mailbox is there in local mode only', async () => {
    expect(await registeredOperations(product.app)).not.toContain('mailbox.messages')
  })

  test.each(Object.keys(OWN))('%s', { timeout: 60_000 }, async (operation) => {
    const table = expected(operation)
    expect(await observe(operation, table)).toEqual(table)
  })

  test.each(Object.keys(SUPER))('%s', async (operation) => {
    const row = (own: number, missing: number, bad: number): Row =>
      hasId(operation) ? { own, unknown: missing, malformed: bad } : { own }
    const table: Table = {
      ...Object.fromEntries(STRANGERS.map((caller) => [caller, row(401, 401, 401)])),
      ...Object.fromEntries(CALLERS.map((caller) => [caller, row(403, 403, 400)])),
      super: row(SUPER[operation]!, 404, 400),
    }
    expect(await observe(operation, table)).toEqual(table)
  })

  test.each(Object.keys(ANY_TOKEN))('%s', async (operation) => {
    const callers = [...STRANGERS, 'admin']
    const table = Object.fromEntries(callers.map((caller, i) => [caller, { own: ANY_TOKEN[operation]![i]! }]))
    expect(await observe(operation, table)).toEqual(table)
  })

  test.each(Object.keys(PUBLIC))('%s', async (operation) => {
    const [own, missing, bad] = PUBLIC[operation]!
    const row = { own: own!, ...(missing && bad && { unknown: missing, malformed: bad }) }
    const table = Object.fromEntries([...STRANGERS, 'admin', 'super'].map((caller) => [caller, row]))
    expect(await observe(operation, table)).toEqual(table)
  })
})

test('a route without access stops the start', async () => {
  const unfinished = await buildApi(product.platform, { localMailbox: false })
  expect(() => unfinished.post('/loose', () => ({}))).toThrow('POST /loose declares nobody who may call it')
  await unfinished.close()
})
