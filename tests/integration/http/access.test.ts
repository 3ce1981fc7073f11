import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildApi } from '../../../services/api/app.ts'
import {
  claimsOf,
  cast,
  castOthers,
  malformed,
  unknown,
  type Cast,
  type Ids,
} from '#support/endpoints/access-cast.ts'
import { endpoints, registeredOperations, type ContractEndpoint } from '#support/endpoints/endpoints.ts'
import { goodCall, madeCall } from '#support/endpoints/good-calls.ts'
import { openProduct, type Product } from '#support/product/product.ts'
import { whoMayCall, type Caller, type Expected } from '#support/endpoints/who-may-call.ts'
import { watchReadModels } from '#support/endpoints/undeclared-read-models.ts'

type Kind = 'own' | 'unknown' | 'malformed' | 'foreign'

/**
 * Where an address names nothing there is `own` alone. Foreign are the tenant's things, unless the caller is the tenant, or
 * nobody or everybody owns them.
 */
const kindsOf = (
  { path, scope }: ContractEndpoint,
  caller: Caller,
  { own, foreign }: Expected,
): readonly Kind[] => {
  if (!path.includes('{') && !scope) return ['own']
  // Only a challenge of the caller's own names the things.
  if (scope && 'requests' in scope && scope.requests === 'proof') return ['own']
  const isAbove = caller === 'super' && own < 400 && foreign >= 400
  const isShared = caller === 'tenant' || isAbove || path.includes('{name}')
  return isShared ? ['own', 'unknown', 'malformed'] : ['own', 'unknown', 'malformed', 'foreign']
}

type Table = { readonly [caller: string]: { readonly [kind: string]: number } }

/** Malformed ids come before all but the caller's token. */
const expected = (endpoint: ContractEndpoint): Table =>
  Object.fromEntries(
    [...whoMayCall(endpoint.operation)].map(([caller, statuses]) => {
      const all = { ...statuses, malformed: statuses.own === 401 ? 401 : 400 }
      return [
        caller,
        Object.fromEntries(kindsOf(endpoint, caller, statuses).map((kind) => [kind, all[kind]])),
      ]
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
afterEach(async () => {
  const { db } = product.platform
  await db('throttles').delete()
  // Each cast logs them in anew, and a person has at most 50 sessions.
  const { tenant, super: superAdmin } = idle.tokens
  await db('sessions')
    .whereIn('user_id', [others.tenant.userId, others.superAdmin.userId])
    .whereNotIn(
      'id',
      [tenant, superAdmin].map((token) => String(claimsOf(token!)['sid'])),
    )
    .delete()
})
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
  const { spends } = goodCall(endpoint.operation)
  let forAll: Promise<Cast> | undefined
  const fresh = async (): Promise<Cast> => {
    if (spends === true) return cast(product, others)
    // Where each caller spends only their own, one cast serves all: making one takes most of this file's time.
    forAll ??= cast(product, spends === 'sessions' ? await castOthers(product) : others)
    return forAll
  }
  const rows: Record<string, Record<string, number>> = {}
  for (const [caller, row] of Object.entries(table)) {
    rows[caller] = {}
    for (const [kind, status] of Object.entries(row)) {
      const { ids, foreign, tokens } = spends && status < 300 ? await fresh() : idle
      const of = { own: ids, foreign, unknown: unknown(), malformed }[kind]!
      rows[caller][kind] = await answer(endpoint, tokens[caller as Caller], of)
    }
  }
  return rows
}

const ADVICE = 'correct its access in the contract, or its line in tests/support/endpoints/who-may-call.ts'

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
    const answers = await observe(endpoint, table)
    const wrong = Object.entries(table).flatMap(([caller, row]) =>
      Object.entries(row)
        .map(([kind, status]) => ({ kind, status, got: answers[caller]![kind] }))
        .filter(({ status, got }) => got !== status)
        .map(({ kind, status, got }) => `${caller} gets ${got} for ${kind} things, not ${status}: ${ADVICE}`),
    )
    expect(wrong).toEqual([])
  })
})

test('a route without access stops the start', async () => {
  const unfinished = await buildApi(product.platform, { localMailbox: false })
  expect(() => unfinished.post('/loose', () => ({}))).toThrow('POST /loose does not declare who may call it')
  await unfinished.close()
})
