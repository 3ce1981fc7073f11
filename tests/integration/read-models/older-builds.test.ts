import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { erasePerson } from '#modules/accounts/deletion/erase-person.ts'
import { createReadModelAges } from '#platform/read-models/read-model-ages.ts'
import { projections } from '#projections/index.ts'
import { startProjector } from '#projections/projector.ts'
import { buildsOf } from '#projections/engine/builds/builds.ts'
import { retireUnerased } from '#projections/engine/builds/retire.ts'
import { temporaryFolder } from '#support/processes/local-process.ts'
import { activeBuildName } from '#support/read-models/builds.ts'
import { openProduct, type Person, type Product } from '#support/product/product.ts'

/** Reads use what is there, and say how old it is: after an upgrade, and while no projector runs. */
let product: Product
let anna: Person

beforeEach(async () => {
  product = await openProduct({ ERASURE_LEDGER: join(temporaryFolder(), 'erasures.jsonl') })
  anna = await product.person()
})
afterEach(() => product?.close())

/** As if an older program had made what is read; nobody keeps it up from now on. */
const makeOlder = async (model: string) => {
  await product.projector.stop()
  await product.platform.db('checkpoints').where({ model }).update({ version: 0 })
}
const workspaces = () => product.call('GET', '/users/related-workspaces', { token: anna.token })
const create = (name: string) =>
  product.call('POST', '/workspaces/create', {
    token: anna.token,
    body: { name },
    headers: { prefer: 'respond-async' },
  })

test('reads use an older program’s build, with its age, until the new version is ready', async () => {
  await product.call('POST', '/workspaces/create', { token: anna.token, body: { name: 'Before' } })
  await makeOlder('workspaces')
  expect((await workspaces()).headers['x-read-model-age']).toBeUndefined()
  expect((await create('After')).status).toBe(201)
  product.clock.advance(90_000)
  await expect
    .poll(async () => Number((await workspaces()).headers['x-read-model-age']), { timeout: 10_000 })
    .toBeGreaterThanOrEqual(90)
  const names = async () => {
    const { status, body } = await workspaces()
    expect(status).toBe(200)
    return body.userWorkspaces.map(({ name }: { name: string }) => name)
  }
  expect(await names()).toEqual(['Before'])

  const newer = await startProjector(product.platform)
  try {
    await newer.caughtUp()
    expect(await activeBuildName(product.platform.db, 'workspaces')).toBe('workspaces_2')
    expect(await names()).toEqual(['Before', 'After'])
    await expect
      .poll(async () => (await workspaces()).headers['x-read-model-age'], { timeout: 10_000 })
      .toBeUndefined()
  } finally {
    await newer.stop()
  }
})

test('reads say how old they are while no projector runs, also when they did not before', async () => {
  const age = async () => (await workspaces()).headers['x-read-model-age']
  expect((await create('Before')).status).toBe(201)
  await product.projector.caughtUp()
  await product.projector.stop()
  product.clock.advance(3_600_000)
  anna = { ...anna, token: await product.logIn(anna.userId) }
  expect((await workspaces()).headers['x-read-model-age']).toBeUndefined()
  expect((await create('After')).status).toBe(201)
  product.clock.advance(1_000)
  // A projector at work may be behind for a moment.
  expect(await createReadModelAges(product.platform)()).toEqual(new Map())
  product.clock.advance(11_000)
  await expect.poll(async () => Number(await age()), { timeout: 10_000 }).toBeGreaterThanOrEqual(12)
  // Since the event that is missing, not since the last one before it.
  expect(Number(await age())).toBeLessThan(60)

  const another = await startProjector(product.platform)
  try {
    await expect.poll(age, { timeout: 10_000 }).toBeUndefined()
    const names = (await workspaces()).body.userWorkspaces.map(({ name }: { name: string }) => name)
    expect(names).toEqual(['Before', 'After'])
  } finally {
    await another.stop()
  }
})

test('retires a build without a projector once it holds erased data', async () => {
  const { db } = product.platform
  const versions = new Map(projections.map(({ name, version }) => [name, version]))
  await makeOlder('users')
  const newer = await startProjector(product.platform)
  try {
    await newer.caughtUp()
    expect(await retireUnerased(db, versions, 0)).toEqual([])
    await erasePerson(product.platform, anna.userId)
    await newer.caughtUp()
    // Its program has a moment to come after.
    expect(await retireUnerased(db, versions, 60_000)).toEqual([])
    expect(await retireUnerased(db, versions, 0)).toEqual(['users_1'])
    expect((await buildsOf(db, 'users')).map(({ name }) => name)).toEqual(['users_2'])
    const { rows } = await db.raw(`SELECT FROM pg_tables WHERE schemaname = 'users_1'`)
    expect(rows).toEqual([])
  } finally {
    await newer.stop()
  }
})
