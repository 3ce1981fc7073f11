import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runDeferredCalls } from '#modules/accounts/deferred/run-deferred.ts'
import { confirmationTokens } from '#modules/accounts/mail-token.store.ts'
import { openProduct, type Answered, type Product } from '#support/product/product.ts'
import { enrolPasskey } from '#support/product/passkeys.ts'
import { requestsOf, type Phone, type RequestApi, type Team } from '#support/product/requests.ts'
import { onlyFollows, recordStatements } from '#support/statements.ts'

/**
 * The bounds are exact. If one is too low after your change, look for a way to ask less: read in the same turn what can be read together,
 * or add a column to a statement that is sent anyway. Only if there is none, raise it, and say in the commit what it buys. If one is too
 * high, lower it. `npm run bench -- --only benchStatements` lists further commands.
 */

/** No key is read anew during the test. */
const KEY_LEASE_MS = 3_600_000
/** The first time, caches are filled. The ages of read models are asked every other second. */
const TIMES = 4

let product: Product
let api: RequestApi
let team: Team
let phone: Phone
beforeAll(async () => {
  product = await openProduct({ RATE_FACTOR: 1_000_000 }, undefined, undefined, KEY_LEASE_MS)
  api = requestsOf(product)
  team = await api.team()
  phone = await api.enrol(team.ben)
})
afterAll(() => product?.close())

type Cost = {
  /** What the process of the api sends. */
  readonly api: number
  /** How often the api waits for the database, however many statements are on their way. */
  readonly roundTrips: number
  readonly all: number
}

/** What the cheapest of some calls costs. `prepare` is not counted. */
const costOf = async <T>(
  run: (prepared: T) => Promise<Answered>,
  prepare: () => Promise<T> = async () => undefined as T,
): Promise<Cost> => {
  const costs: Cost[] = []
  for (let time = 0; time < TIMES; time += 1) {
    const prepared = await prepare()
    await product.projector.caughtUp()
    const { sent, end } = recordStatements()
    const { status } = await run(prepared)
    const byApi = sent.filter((statement) => !onlyFollows(statement))
    await product.projector.caughtUp()
    end()
    expect(status).toBeLessThan(300)
    // Without the question of `caughtUp` itself.
    const projector = sent.filter(
      ({ by, sql }) => by === 'projector' && !sql.includes('"checkpoints" order by'),
    )
    costs.push({
      api: byApi.length,
      roundTrips: byApi.filter(({ isFirst }) => isFirst).length,
      all: byApi.length + projector.length,
    })
  }
  // Where something else asks meanwhile, there are more statements and fewer round trips.
  return costs.toSorted((a, b) => a.all - b.all || b.roundTrips - a.roundTrips)[0]!
}

const key = () => ({ 'idempotency-key': randomUUID() })
const post = (path: string, { token }: { token: string }, body?: unknown) =>
  api.post(path, { token }, body, key())

describe('a command costs as few statements as it did: if it grew, ask in a statement that is sent anyway', () => {
  test('a creation', async () => {
    const body = { type: 'approval', title: 'Pay the invoice', approverId: team.ben.participantId }
    const cost = await costOf(() => post(`/requests/create/${team.id}`, team.anna, body))
    expect(cost).toEqual({ api: 6, roundTrips: 5, all: 7 })
  })

  test('an approval with a PIN', async () => {
    const signed = async () => {
      const id = await api.newRequest(team)
      return { id, proof: await phone.prove(id) }
    }
    const cost = await costOf(({ id, proof }) => post(`/requests/approve/${id}`, team.ben, proof), signed)
    expect(cost).toEqual({ api: 7, roundTrips: 6, all: 8 })
  })

  test('a challenge for an approval', async () => {
    const cost = await costOf(
      (id) => post(`/requests/challenge/${id}`, team.ben),
      () => api.newRequest(team),
    )
    expect(cost).toEqual({ api: 6, roundTrips: 3, all: 6 })
  })

  test('an approval with a passkey', async () => {
    const { authenticator } = await enrolPasskey(product, team.ben, undefined, phone)
    const signed = async () => {
      const id = await api.newRequest(team)
      const { challenge } = (await api.post(`/requests/challenge/${id}`, team.ben)).body
      // One that is kept in a cloud counts nothing.
      return { id, proof: { proof: { challenge, assertion: authenticator.get(challenge, { counter: 0 }) } } }
    }
    const cost = await costOf(({ id, proof }) => post(`/requests/approve/${id}`, team.ben, proof), signed)
    expect(cost).toEqual({ api: 7, roundTrips: 5, all: 8 })
  })

  test('a decline', async () => {
    const cost = await costOf(
      (id) => post(`/requests/decline/${id}`, team.ben),
      () => api.newRequest(team),
    )
    expect(cost).toEqual({ api: 4, roundTrips: 3, all: 5 })
  })

  test('a change of settings', async () => {
    const cost = await costOf(() =>
      product.call('PATCH', `/workspaces/update-settings/${team.id}`, {
        token: team.admin.token,
        body: { name: `Name ${randomUUID()}` },
        headers: key(),
      }),
    )
    expect(cost).toEqual({ api: 5, roundTrips: 4, all: 6 })
  })

  test('a login', async () => {
    const email = `${randomUUID().slice(0, 8)}@example.org`
    const body = { email, password: 'a long enough password' }
    await product.call('POST', '/auth/signup', { body })
    await runDeferredCalls(product.platform)
    const { subject_id: subject } = await product.platform
      .db('mail_tokens')
      .where({ purpose: 'confirm-email' })
      .first('subject_id')
    const token = confirmationTokens(product.platform).token(subject, 1)
    await product.call('POST', `/auth/verifyEmail/${token}`)
    const cost = await costOf(() => product.call('POST', '/auth/login', { body }))
    expect(cost).toEqual({ api: 5, roundTrips: 5, all: 5 })
  })

  test.each([
    ['the list of requests', ({ id }: Team) => `/requests/list/${id}`, 2],
    ['the inbox', () => '/requests/inbox', 2],
    ['what one asked', () => '/requests/asked', 2],
    ['the audit log', ({ id }: Team) => `/workspaces/history/${id}`, 2],
    ['the own workspaces', () => '/users/related-workspaces', 2],
    ['a workspace', ({ id }: Team) => `/workspaces/${id}`, 2],
    ['the people of a workspace', ({ id }: Team) => `/workspaces/participants/${id}`, 2],
    ['the own account', () => '/users/current', 2],
  ])('%s', async (_name, pathOf, most) => {
    const { all } = await costOf(() => api.get(pathOf(team), team.admin))
    expect(all).toBe(most)
  })

  test('a request that an admin looks at: the request with what its reader may do, its events, and what was sent about them', async () => {
    const id = await api.newRequest(team)
    expect(await costOf(() => api.get(`/requests/details/${id}`, team.admin))).toEqual({
      api: 3,
      roundTrips: 3,
      all: 3,
    })
  })

  test('a request that its requester looks at: also who opened it', async () => {
    const id = await api.newRequest(team)
    expect((await costOf(() => api.get(`/requests/details/${id}`, team.anna))).all).toBe(3)
  })
})
