import Type from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { READ_MODELS, readModelsOf, type Endpoint } from '#contract/endpoint.ts'
import type { Platform } from '#platform/platform.ts'
import { requestById } from '#projections/requests/queries.ts'
import { userById } from '#projections/users/queries.ts'
import { projections } from '#projections/index.ts'
import { buildApi } from '../../../services/api/app.ts'
import { createRoutes } from '../../../services/api/route.ts'
import { endpoints } from '#support/endpoints/endpoints.ts'
import { openProduct, type Person, type Product } from '#support/product/product.ts'
import { undeclared, watchReadModels } from '#support/endpoints/undeclared-read-models.ts'

const base = {
  operation: 'things.get',
  summary: 'A thing',
  method: 'GET',
  path: '/things',
  access: 'session',
  readModels: [],
  status: 200,
  reply: Type.Object({}),
  errors: [],
} as const satisfies Endpoint

test('projections/index.ts lists each read model under its own name', () => {
  expect(projections.map(({ name }) => name).toSorted()).toEqual([...READ_MODELS].toSorted())
})

test('the access check is implied and never declared', () => {
  const scope = { workspace: 'id' } as const
  const ofAccess = (more: Partial<Endpoint>) => readModelsOf({ ...base, ...more })
  expect(ofAccess({ access: 'public' })).toEqual([])
  expect(ofAccess({ access: 'any token' })).toEqual([])
  expect(ofAccess({})).toEqual(['users'])
  expect(ofAccess({ access: 'participant', scope })).toEqual(['users', 'workspaces'])
  expect(ofAccess({ access: 'participant', scope, command: true })).toEqual(['users'])
  expect(ofAccess({ readModels: ['audit', 'users'] })).toEqual(['audit', 'users'])
})

test('no command waits for the audit log', () => {
  const commands = endpoints.filter(({ command }) => command)
  expect(commands.filter(({ readModels }) => readModels.includes('audit'))).toEqual([])
})

describe('an operation that omits a read model fails every test that calls it', () => {
  let product: Product
  let person: Person

  beforeAll(async () => {
    product = await openProduct()
    person = await product.person()
  })
  afterAll(() => product.close())

  /** What comes of calling an operation that reads the account and a request. */
  const calling = async (
    more: Partial<Endpoint>,
    add: (platform: Platform, endpoint: Endpoint, routes: ReturnType<typeof createRoutes>) => void,
  ) => {
    const { platform } = product
    const app = await buildApi(platform, { localMailbox: false })
    watchReadModels(app, platform)
    add(platform, { ...base, ...more }, createRoutes(app, platform))
    try {
      const { statusCode } = await app.inject({
        method: more.method ?? 'GET',
        url: '/things',
        headers: { authorization: `Bearer ${person.token}` },
      })
      return statusCode
    } finally {
      await app.close()
    }
  }
  const read = async ({ db, clock }: Platform) => {
    await requestById(db, person.userId, clock.now())
    await db.transaction((trx) => userById(trx, person.userId))
    return {}
  }

  test('a query, by what it reads', async () => {
    const query: Parameters<typeof calling>[1] = (platform, endpoint, routes) =>
      routes.query(endpoint, () => read(platform))
    await expect(calling({}, query)).rejects.toThrow(
      `add 'requests' to the readModels of things.get: it reads requests`,
    )
    expect(await calling({ readModels: ['requests'] }, query)).toBe(200)
    await expect(calling({ access: 'public', readModels: ['requests'] }, query)).rejects.toThrow(
      `add 'users' to the readModels of things.get: it reads users`,
    )
  })

  test('a command, by the reads for its reply, but not for its decision', async () => {
    const written = (await product.head())!
    const command = { method: 'POST', command: true } as const
    await expect(
      calling(command, (platform, endpoint, routes) =>
        routes.command(endpoint, async () => ({ position: written, reply: () => read(platform) })),
      ),
    ).rejects.toThrow(`add 'requests' to the readModels of things.get: it reads requests`)
    expect(
      await calling(command, (platform, endpoint, routes) =>
        routes.command(endpoint, async () => {
          await read(platform)
          return { position: written, reply: () => ({}) }
        }),
      ),
    ).toBe(200)
  })

  test('a command, by the rows that its facts change, also those that another noun shows', () => {
    const undeclaredOf = (wrote: string, readModels: Endpoint['readModels'] = []) =>
      undeclared({
        endpoint: { ...base, operation: 'things.make', command: true, readModels },
        read: new Map(),
        wrote: new Set([wrote]),
      })
    expect(undeclaredOf('RequestApproved', ['requests'])).toEqual([
      `add 'users' to the readModels of things.make: its RequestApproved changes rows of users, which are read next`,
    ])
    expect(undeclaredOf('RequestApproved', ['requests', 'users'])).toEqual([])
    expect(undeclaredOf('PasswordResetRequested')).toEqual([])
  })
})
