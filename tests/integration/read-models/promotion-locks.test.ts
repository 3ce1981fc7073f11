import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { projections } from '#projections/index.ts'
import { workspacesProjection } from '#projections/workspaces/projection.ts'
import { buildsOf, LOCK_MS, lockBuilds } from '#projections/engine/builds/builds.ts'
import { promote } from '#projections/engine/builds/promote.ts'
import { byOperator } from '#projections/engine/builds/steps.ts'
import { beginBuild, find, promoteNamed } from '#projections/operations/operations.ts'
import { eventually } from '#support/eventually.ts'
import { openProduct, type Product } from '#support/product/product.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

/** PostgreSQL's own; a transaction that then waits in a circle fails. */
const DEADLOCK_MS = 1_000

test('a promotion gives up its lock before a reader deadlocks', () => {
  for (const { name, tables } of projections)
    expect([name, Object.keys(tables).length * LOCK_MS < DEADLOCK_MS]).toEqual([name, true])
})

const readyBuild = async (): Promise<string> => {
  const how = { promotes: false, by: byOperator } as const
  const { name } = await beginBuild(product.platform, workspacesProjection, how)
  await eventually(async () =>
    expect(
      (await buildsOf(product.platform.db, 'workspaces')).find((build) => build.name === name)?.state,
    ).toBe('ready'),
  )
  return name
}

test('a promotion waits for another step of the same model for as long as that takes', async () => {
  const { db, eventStore } = product.platform
  const name = await readyBuild()
  const other = await db.transaction()
  await lockBuilds(other, 'workspaces')
  let isOver = false
  const promoting = promote(db, name, { head: await eventStore.head(), by: byOperator })
    .catch((error: unknown) => error)
    .finally(() => (isOver = true))
  await eventually(async () => {
    const { rows } = await db.raw(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
         AND clock_timestamp() - query_start > 2 * CAST(? AS interval)`,
      [`${LOCK_MS} ms`],
    )
    expect(rows.length > 0 || isOver).toBe(true)
  })
  await other.commit()
  expect(await promoting).toMatchObject({ name, state: 'active' })
})

test('in a deadlock the reader continues and the promotion is retried', async () => {
  const { db, eventStore } = product.platform
  const name = await readyBuild()
  const isOver = { promoting: false, reading: false }
  const untilItWaitsFor = (table: string, what: keyof typeof isOver) =>
    eventually(async () => {
      const { rows } = await db.raw('SELECT FROM pg_locks WHERE relation = to_regclass(?) AND NOT granted', [
        table,
      ])
      expect(rows.length > 0 || isOver[what]).toBe(true)
    })

  // Points the views in the order of their names.
  const order = vi.spyOn(Math, 'random').mockReturnValue(0)
  onTestFinished(() => order.mockRestore())
  const [reader, brake] = [await db.transaction(), await db.transaction()]
  await reader('workspaces').first()
  await brake('periods').first()
  const promoting = promote(db, name, { head: await eventStore.head(), by: byOperator })
    .catch((error: unknown) => error)
    .finally(() => (isOver.promoting = true))
  await untilItWaitsFor('periods', 'promoting')
  const reading = reader('participants')
    .first()
    .then(() => 'read')
    .finally(() => (isOver.reading = true))
  await untilItWaitsFor('participants', 'reading')
  await brake.commit()
  expect(await reading).toBe('read')
  await reader.commit()
  await promoting
  order.mockRestore()
  const way = { by: byOperator, helps: false, withinMs: 20_000 }
  await promoteNamed(product.platform, await find(db, projections, name), way)
  expect((await buildsOf(db, 'workspaces')).find((build) => build.name === name)?.state).toBe('active')
})

test('a promotion gets through although reads always hold one table and wait for another', async () => {
  const { db } = product.platform
  const name = await readyBuild()
  let isOver = false
  const read = async () => {
    do
      await db.transaction(async (trx) => {
        // Against the order of their names.
        await trx('workspaces').first('id')
        await trx('participants').first('id')
      })
    while (!isOver)
  }
  const reading = Promise.all(Array.from({ length: 4 }, read))
  const way = { by: byOperator, helps: false, withinMs: 10_000 }
  try {
    await promoteNamed(product.platform, await find(db, projections, name), way)
  } finally {
    isOver = true
    await reading
  }
  expect((await buildsOf(db, 'workspaces')).find((build) => build.name === name)?.state).toBe('active')
})
