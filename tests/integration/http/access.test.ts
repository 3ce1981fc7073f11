import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildApi } from '../../../services/api/app.ts'
import {
  claimsOf,
  cast,
  castFor,
  castOthers,
  malformed,
  once,
  unknown,
  type Cast,
  type Ids,
} from '#support/endpoints/access-cast.ts'
import { endpoints, registeredOperations, type ContractEndpoint } from '#support/endpoints/endpoints.ts'
import { goodCall, madeCall } from '#support/endpoints/good-calls.ts'
import { openProductOn, type Product } from '#support/product/product.ts'
import { pretendLargeTables, readsOfTables } from '#support/read-models/large-tables.ts'
import { createDatabase } from '#support/servers/postgres.ts'
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

type Cell = { readonly caller: Caller; readonly kind: Kind; readonly status: number }

/** Malformed ids come before all but the caller's token. */
const cellsOf = (endpoint: ContractEndpoint): readonly Cell[] =>
  [...whoMayCall(endpoint.operation)].flatMap(([caller, statuses]) => {
    const all = { ...statuses, malformed: statuses.own === 401 ? 401 : 400 }
    return kindsOf(endpoint, caller, statuses).map((kind) => ({ caller, kind, status: all[kind] }))
  })

let product: Product
let app: Awaited<ReturnType<typeof buildApi>>
let others: Awaited<ReturnType<typeof castOthers>>
let idle: Cast

beforeAll(async () => {
  const database = await createDatabase({ built: true })
  await pretendLargeTables(database)
  product = await openProductOn(database)
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

/** The things that a good call of the operation names, also on the way. */
const namedBy = async (endpoint: ContractEndpoint): Promise<readonly (keyof Ids)[]> => {
  const named = new Set<keyof Ids>()
  const get = (all: Ids, id: keyof Ids) => {
    named.add(id)
    return all[id]
  }
  await madeCall(endpoint, { product, token: idle.tokens.admin, ids: new Proxy(unknown(), { get }) })
  return [...named]
}

type Called = { readonly token: string | undefined; readonly ids: Ids }

/** Prepares the call of a cell. Returns how to ask: for what was answered. */
const prepare = async (endpoint: ContractEndpoint, { kind }: Cell, { ids, token }: Called) => {
  const of = { own: ids, foreign: others.foreign, unknown: unknown(), malformed }[kind]
  const { url, body } = await madeCall(endpoint, { product, token, ids: of })
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const call = { method: endpoint.method, url, headers, ...(body && { payload: body }) }
  return async () => (await app.inject(call)).statusCode
}

/** What a call that spends them is made with. */
const fresh = (endpoint: ContractEndpoint): ((caller: Caller) => Promise<Called>) => {
  const { spends } = goodCall(endpoint.operation)
  const named = once(() => namedBy(endpoint))
  // Where each caller spends only their own, one cast serves all.
  const forAll = once(async () => cast(product, spends === 'sessions' ? await castOthers(product) : others))
  return async (caller) => {
    if (spends === true) return castFor(product, others, caller, await named())
    const { ids, tokens } = spends ? await forAll() : idle
    return { ids, token: tokens[caller] }
  }
}

/** Asks what must be refused, which writes nothing. Then asks all else. */
const faultsOf = async (endpoint: ContractEndpoint): Promise<readonly string[]> => {
  const cells = cellsOf(endpoint)
  const faults: string[] = []
  const judge = ({ caller, kind, status }: Cell, got: number) => {
    if (got !== status) faults.push(`${caller} gets ${got} for ${kind} things, not ${status}: ${ADVICE}`)
  }
  const refused = []
  for (const cell of cells.filter(({ status }) => status >= 400)) {
    const ask = await prepare(endpoint, cell, { ids: idle.ids, token: idle.tokens[cell.caller] })
    refused.push({ cell, ask })
  }
  const before = await product.head()
  for (const { cell, ask } of refused) judge(cell, await ask())
  if ((await product.head()) !== before) {
    const { events } = await product.platform.eventStore.readAll({ after: before })
    faults.push(`what should be refused wrote ${events.map(({ type }) => type).join()}`)
  }

  const callFor = fresh(endpoint)
  for (const cell of cells)
    if (cell.status < 400) judge(cell, await (await prepare(endpoint, cell, await callFor(cell.caller)))())
  return faults
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
    expect(await faultsOf(endpoint)).toEqual([])
  })
})

/** Why these may be read whole. */
const STAYS_SMALL: Readonly<Record<string, string>> = {
  checkpoints: 'a row per build of a read model',
  head: 'one row',
  identity: 'one row',
  knex_migrations: 'a row per migration',
  reactor_checkpoints: 'a row per reactor',
  running_programs: 'a row per process',
  secret_marks: 'a row per secret',
  throttles: 'this test empties it',
  workspaces: 'lists and figures of super admins are of all workspaces',
}

test('no call reads a whole table that grows: give it an index, or say above why it stays small', async () => {
  const reads = await readsOfTables(product)
  expect(reads.filter(({ name, whole }) => whole > 0 && !(name in STAYS_SMALL))).toEqual([])
  expect(reads.find(({ name }) => name === 'participants')!.found).toBeGreaterThan(0)
})

test('a route without access stops the start', async () => {
  const unfinished = await buildApi(product.platform, { localMailbox: false })
  expect(() => unfinished.post('/loose', () => ({}))).toThrow('POST /loose does not declare who may call it')
  await unfinished.close()
})
