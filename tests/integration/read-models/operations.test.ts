import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATIONS_STREAM } from '#modules/operations/operation.events.ts'
import { insertBlockedFacts } from '#support/read-models/builds.ts'
import { eventually } from '#support/eventually.ts'
import { openProduct, type Person, type Product } from '#support/product/product.ts'

/** Read models over HTTP, by a super admin, while a projector runs. */
let product: Product
let root: Person

beforeAll(async () => {
  product = await openProduct()
  root = await product.person({ role: 'super admin' })
})
afterAll(() => product?.close())

const PATH = '/operations/projections'
const step = (path: string, headers: Record<string, string> = {}) =>
  product.call('POST', `${PATH}/${path}`, { token: root.token, headers })
const builds = async (model: string) => {
  const { body } = await product.call('GET', PATH, { token: root.token })
  return (body.items as { model: string; build: string; state: string }[]).filter(
    (item) => item.model === model,
  )
}
const states = async (model: string) =>
  Object.fromEntries((await builds(model)).map(({ build, state }) => [build, state]))
const told = async (model: string) =>
  (await product.facts(OPERATIONS_STREAM))
    .filter(({ data, metadata }) => data['model'] === model && metadata.actor.kind === 'user')
    .map(({ type, data, metadata }) => [type, data['build'], metadata.actor])

test('builds, promotes, rolls back and retires over HTTP, each step recorded with its actor', async () => {
  const begun = await step('users/build')
  expect(begun).toMatchObject({ status: 200, body: { items: [{ build: 'users_1' }, { build: 'users_2' }] } })
  expect(begun.headers['x-event-position']).toBeDefined()
  await eventually(async () => expect(await states('users')).toEqual({ users_1: 'active', users_2: 'ready' }))
  expect((await step('users/promote')).status).toBe(200)
  expect(await states('users')).toEqual({ users_1: 'previous', users_2: 'active' })
  expect((await step('users/rollback')).status).toBe(200)
  expect(await states('users')).toEqual({ users_1: 'active', users_2: 'previous' })
  const { body } = await step('users_2/retire')
  expect(body.items).toMatchObject([{ build: 'users_1', state: 'active' }])
  // The answer does not wait for the fact of its own step.
  await eventually(async () =>
    expect(await builds('users')).toMatchObject([
      { build: 'users_1', version: expect.any(Number), lagFacts: 0, share: 1, secondsLeft: null, parked: 0 },
    ]),
  )
  const actor = { kind: 'user', userId: root.userId, role: 'super admin' }
  expect(await told('users')).toEqual([
    ['ReadModelBuildStarted', 2, actor],
    ['ReadModelPromoted', 2, actor],
    ['ReadModelRolledBack', 1, actor],
    ['ReadModelRetired', 2, actor],
  ])
})

test('a refusal gives its reason and records nothing; an unknown name is a 404', async () => {
  const before = await product.head()
  expect(await step('audit_1/retire')).toMatchObject({
    status: 409,
    body: { code: 'read-model.refused', details: [{ refusal: 'is active', problem: 'audit_1 is active' }] },
  })
  expect(await step('audit/rollback')).toMatchObject({
    status: 409,
    body: { details: [{ refusal: 'has no previous build' }] },
  })
  for (const name of ['nothing', 'audit_99'])
    expect(await step(`${name}/build`)).toMatchObject({
      status: 404,
      body: {
        code: 'read-model.not-found',
        details: [{ problem: expect.stringContaining(`${name} is neither`) }],
      },
    })
  expect((await step('audit_99/build')).body.details[0].problem).toContain('Did you mean audit?')
  expect(await product.head()).toBe(before)
})

test('the same Idempotency-Key takes a step once', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const [one, other] = [await step('requests/build', headers), await step('requests/build', headers)]
  expect([one.status, other.status]).toEqual([200, 200])
  await eventually(async () => expect(await states('requests')).toMatchObject({ requests_2: 'ready' }))
  expect((await step('requests/build', headers)).status).toBe(200)
  expect(Object.keys(await states('requests'))).toEqual(['requests_1', 'requests_2'])
  expect(await told('requests')).toHaveLength(1)
})

test('the projector applies a retried lane', async () => {
  const [fact] = await product.facts(`user-${root.userId}`)
  await insertBlockedFacts(product.platform.db, 'workspaces', [
    {
      position: fact!.position,
      lane: fact!.stream,
      stream: fact!.stream,
      revision: fact!.revision,
      event_id: fact!.id,
      type: fact!.type,
      error: 'E',
    },
  ])
  expect(await builds('workspaces')).toMatchObject([{ state: 'active', parked: 1 }])
  expect((await step('workspaces/retry')).status).toBe(200)
  await eventually(async () => expect(await builds('workspaces')).toMatchObject([{ parked: 0, held: 0 }]))
})
