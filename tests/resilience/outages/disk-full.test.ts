import { randomUUID } from 'node:crypto'
import { afterAll, expect, test, vi } from 'vitest'
import type { Config } from '#platform/config/config.ts'
import { startProjector } from '#projections/projector.ts'
import { workspacesProjection } from '#projections/workspaces/projection.ts'
import { buildAnew, activeBuildName } from '#support/read-models/builds.ts'
import { startEsdbFake } from '#support/esdb/fake.ts'
import { eventually } from '#support/eventually.ts'
import { openStage } from '#support/product/mail-stage.ts'
import type { Product } from '#support/product/product.ts'
import { workspaceOf } from '#support/product/workspaces.ts'

/**
 * A store whose disk is full reads as before and takes nothing: no partial state, and the same command later. The tests run
 * side by side, each with its own product: most of their time is waiting.
 */

vi.setConfig({ testTimeout: 60_000 })

const stage = openStage()
afterAll(() => stage.close())

/** PostgreSQL's own error of a full disk, at each row for this table, until it is called off. */
const fillDisk = async ({ asOwner }: Product, table: string) => {
  await asOwner((db) =>
    db.raw(`CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$`),
  )
  const trigger = 'CREATE TRIGGER disk_full BEFORE INSERT OR UPDATE ON ?? EXECUTE FUNCTION disk_full()'
  await asOwner((db) => db.raw(trigger, [table]))
  return () => asOwner(async (db) => void (await db.raw('DROP FUNCTION disk_full CASCADE')))
}

const open = async (settings: Partial<Config> = {}) => {
  const product = await stage.product(settings)
  const { id, admin } = await workspaceOf(product)
  const key = randomUUID()
  const rename = () =>
    product.call('PATCH', `/workspaces/update-settings/${id}`, {
      token: admin.token,
      body: { name: 'Renamed' },
      headers: { 'idempotency-key': key },
    })
  const read = () => product.call('GET', `/workspaces/${id}`, { token: admin.token })
  return { product, id, admin, rename, read }
}

const unavailable = { status: 503, headers: { 'retry-after': '5' }, body: { code: 'store.unavailable' } }

test.concurrent('PostgreSQL takes no facts: commands answer 503, reads go on, and the same command works when there is room', async () => {
  const { product, rename, read } = await open()
  const head = await product.head()
  const makeRoom = await fillDisk(product, 'event_store.events')
  expect(await rename()).toMatchObject(unavailable)
  expect(await read()).toMatchObject({ status: 200, body: { name: 'Praxis' } })
  await makeRoom()
  expect(await product.head()).toBe(head)
  expect(await rename()).toMatchObject({ status: 200, body: { name: 'Renamed' } })
  const { events } = await product.platform.eventStore.readAll({ after: head })
  expect(events.map(({ type }) => type)).toEqual(['WorkspaceSettingsChanged'])
})

test.concurrent('PostgreSQL takes no rows: commands say that reads are behind, nothing is parked, and the projector goes on when there is room', async () => {
  const { product, rename, read } = await open()
  const makeRoom = await fillDisk(
    product,
    `${await activeBuildName(product.platform.db, 'workspaces')}.workspaces`,
  )
  expect(await rename()).toMatchObject({ status: 200, headers: { 'x-read-model': 'behind' } })
  expect(await read()).toMatchObject({ status: 200, body: { name: 'Praxis' } })
  await makeRoom()
  await eventually(async () => expect((await read()).body.name).toBe('Renamed'))
  expect(await product.platform.db('parked_facts')).toEqual([])
})

test.concurrent('PostgreSQL has no room for a build: what is read stays so, and the build goes on when there is room', async () => {
  const { product, rename, read } = await open()
  const { platform, projector } = product
  expect(await rename()).toMatchObject({ status: 200 })
  await projector.stop()
  const { name } = await buildAnew(platform.db, workspacesProjection)
  const makeRoom = await fillDisk(product, `${name}.workspaces`)
  const again = await startProjector(platform)
  try {
    const isCopying = () =>
      platform.db('pg_stat_database').whereRaw('datname = current_database()').first('xact_rollback')
    const rolledBack = Number((await isCopying())!.xact_rollback)
    await eventually(async () =>
      expect(Number((await isCopying())!.xact_rollback)).toBeGreaterThan(rolledBack + 1),
    )
    expect(await read()).toMatchObject({ status: 200, body: { name: 'Renamed' } })
    expect(await activeBuildName(platform.db, 'workspaces')).not.toBe(name)
    await makeRoom()
    await again.caughtUp()
    expect(await activeBuildName(platform.db, 'workspaces')).toBe(name)
    expect(await read()).toMatchObject({ status: 200, body: { name: 'Renamed' } })
    expect(await platform.db('parked_facts')).toEqual([])
  } finally {
    await again.stop()
  }
})

test.concurrent('PostgreSQL takes no sessions: logging in answers 503', async () => {
  const { product } = await open()
  await fillDisk(product, 'throttles')
  const body = { email: 'ada@example.com', password: 'correct horse' }
  expect(await product.call('POST', '/auth/login', { body })).toMatchObject(unavailable)
})

test.concurrent('EventStoreDB takes no facts: commands answer 503, reads go on, and the same command works when there is room', async () => {
  const esdb = await startEsdbFake()
  stage.defer(() => esdb.close())
  const { product, rename, read } = await open({ EVENTSTORE_URL: esdb.url })
  const head = await product.head()
  esdb.faults.append = () => 'commit timeout before'
  expect(await rename()).toMatchObject(unavailable)
  expect(await read()).toMatchObject({ status: 200, body: { name: 'Praxis' } })
  expect(await product.head()).toBe(head)
  delete esdb.faults.append
  expect(await rename()).toMatchObject({ status: 200, body: { name: 'Renamed' } })
  const { events } = await product.platform.eventStore.readAll({ after: head })
  expect(events.map(({ type }) => type)).toEqual(['WorkspaceSettingsChanged'])
})
