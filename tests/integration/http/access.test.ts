import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Access } from '#contract/access.ts'
import { buildApi } from '../../../services/api/app.ts'
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
} from '#support/endpoints/access-cast.ts'
import { endpoints, registeredOperations, type ContractEndpoint } from '#support/endpoints/endpoints.ts'
import { goodCall, madeCall } from '#support/endpoints/good-calls.ts'
import { openProduct, type Product } from '#support/product/product.ts'
import { watchReadModels } from '#support/endpoints/undeclared-read-models.ts'

/**
 * in: let in, then rules decide, and what is not there is 404 · 401: nobody knows who it is · barred: 403, whatever is
 * named · limited: 403 in the own workspace, for a role or a flag, and foreign elsewhere · foreign: 404
 */
type Standing = 'in' | '401' | 'barred' | 'limited' | 'foreign'
type Row<Callers extends readonly unknown[] = typeof CALLERS> = { readonly [at in keyof Callers]: Standing }

/**
 * What each access means, as the API's specification has it.
 * admin: of the own workspace, requester and approver too · approver, requester: regular users with that flag ·
 * inactive: deactivated, with both flags · removed: has left · invited: not joined yet · tenant: admin of another workspace · super: super admin.
 */
const MEANING: { readonly [access in Access]: Row } = {
  // admin, approver, requester, inactive, removed, invited, tenant, super
  public: ['in', 'in', 'in', 'in', 'in', 'in', 'in', 'in'],
  'any token': ['in', 'in', 'in', 'in', 'in', 'in', 'in', 'in'],
  session: ['in', 'in', 'in', 'in', 'in', 'in', 'in', 'in'],
  user: ['in', 'in', 'in', 'in', 'in', 'in', 'in', 'barred'],
  'admin user': ['in', 'barred', 'barred', 'barred', 'barred', 'barred', 'in', 'barred'],
  'super admin': ['barred', 'barred', 'barred', 'barred', 'barred', 'barred', 'barred', 'in'],
  participant: ['in', 'in', 'in', 'in', 'foreign', 'foreign', 'foreign', 'barred'],
  'active participant': ['in', 'in', 'in', 'limited', 'foreign', 'foreign', 'foreign', 'barred'],
  'workspace admin': ['in', 'limited', 'limited', 'limited', 'foreign', 'foreign', 'foreign', 'barred'],
  'workspace admin or super admin': [
    'in',
    'limited',
    'limited',
    'limited',
    'foreign',
    'foreign',
    'foreign',
    'in',
  ],
  requester: ['in', 'limited', 'in', 'limited', 'foreign', 'foreign', 'foreign', 'barred'],
  approver: ['in', 'in', 'limited', 'limited', 'foreign', 'foreign', 'foreign', 'barred'],
}

/** The same for whoever is not logged in: without a token, with a forged or expired one, with one whose session ended. */
const strangersOf = (access: Access): Row<typeof STRANGERS> => {
  if (access === 'public') return ['in', 'in', 'in', 'in']
  return access === 'any token' ? ['401', '401', 'in', 'in'] : ['401', '401', '401', '401']
}

const standingsFor = (access: Access) =>
  [...STRANGERS, ...CALLERS].map(
    (caller, i) => [caller, [...strangersOf(access), ...MEANING[access]][i]!] as const,
  )

type Kind = 'own' | 'unknown' | 'malformed' | 'foreign'

/** Where an address names nothing there is `own` alone; and foreign are the tenant's, unless it is theirs, nobody's or everybody's. */
const kindsOf = ({ access, path, scope }: ContractEndpoint, caller: Caller): readonly Kind[] => {
  if (!path.includes('{') && !scope) return ['own']
  const isAbove = caller === 'super' && access.endsWith('super admin')
  const isShared = caller === 'tenant' || isAbove || path.includes('{name}')
  return isShared ? ['own', 'unknown', 'malformed'] : ['own', 'unknown', 'malformed', 'foreign']
}

const expectedOf = (endpoint: ContractEndpoint, caller: Caller, standing: Standing) => {
  const { refuses, refusesAll } = goodCall(endpoint.operation)
  const served = refuses?.[caller] ?? refusesAll ?? endpoint.status
  const own = { in: served, '401': 401, barred: 403, limited: 403, foreign: 404 }[standing]
  const away = standing === 'in' || standing === 'limited' ? 404 : own
  return {
    own,
    unknown: away,
    malformed: standing === '401' ? 401 : 400,
    foreign: endpoint.access === 'public' ? own : away,
  }
}

type Table = { readonly [caller: string]: { readonly [kind: string]: number } }

/** Unknown ids are like foreign ones, and malformed ones come before both. */
const expected = (endpoint: ContractEndpoint): Table =>
  Object.fromEntries(
    standingsFor(endpoint.access).map(([caller, standing]) => {
      const statuses = expectedOf(endpoint, caller, standing)
      return [caller, Object.fromEntries(kindsOf(endpoint, caller).map((kind) => [kind, statuses[kind]]))]
    }),
  )

let product: Product
let app: Awaited<ReturnType<typeof buildApi>>
let others: Awaited<ReturnType<typeof castOthers>>
let idle: Cast

beforeAll(async () => {
  product = await openProduct()
  const demo = { isOffered: async () => true, create: async () => [] }
  app = await buildApi(product.platform, { localMailbox: true, demo })
  watchReadModels(app, product.platform)
  await app.ready()
  others = await castOthers(product)
  idle = await cast(product, others)
})
afterEach(() => product.platform.db('throttles').delete())
afterAll(async () => {
  await app?.close()
  await product?.close()
})

/** The status, after a proof that a refusal wrote nothing. */
const answer = async (endpoint: ContractEndpoint, token: string | undefined, ids: Ids): Promise<number> => {
  const { url, body } = await madeCall(endpoint, { product, token, ids })
  const before = await product.head()
  const { statusCode } = await app.inject({
    method: endpoint.method,
    url,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(body && { payload: body }),
  })
  if (statusCode >= 400)
    expect(await product.head(), `${endpoint.operation} answered ${statusCode} and wrote`).toBe(before)
  return statusCode
}

/** Asks all that `table` has an answer for. */
const observe = async (endpoint: ContractEndpoint, table: Table): Promise<Table> => {
  const rows: Record<string, Record<string, number>> = {}
  for (const [caller, row] of Object.entries(table)) {
    rows[caller] = {}
    for (const [kind, status] of Object.entries(row)) {
      const { spends } = goodCall(endpoint.operation)
      const fresh = async () => cast(product, spends === 'sessions' ? await castOthers(product) : others)
      const { ids, foreign, tokens } = spends && status < 300 ? await fresh() : idle
      const of = { own: ids, foreign, unknown: unknown(), malformed }[kind]!
      rows[caller][kind] = await answer(endpoint, tokens[caller as Caller], of)
    }
  }
  return rows
}

describe('who may call what', () => {
  test('every operation that is registered is one of the contract, and the other way round: a new file of endpoints needs a line in tests/support/endpoints/endpoints.ts', async () => {
    const registered = await registeredOperations(app)
    expect(registered.toSorted()).toEqual(endpoints.map(({ operation }) => operation).toSorted())
  })

  test('serves the mailbox in local mode only', async () => {
    expect(await registeredOperations(product.app)).not.toContain('mailbox.messages')
  })

  test.each(endpoints)('$operation', { timeout: 60_000 }, async (endpoint) => {
    const table = expected(endpoint)
    expect(await observe(endpoint, table)).toEqual(table)
  })
})

test('a route without access stops the start', async () => {
  const unfinished = await buildApi(product.platform, { localMailbox: false })
  expect(() => unfinished.post('/loose', () => ({}))).toThrow('POST /loose does not declare who may call it')
  await unfinished.close()
})
