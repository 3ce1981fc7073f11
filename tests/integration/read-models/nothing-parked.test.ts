import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isNothingParked } from '#platform/read-models/nothing-parked.ts'
import { openProduct, type Product } from '#support/product/product.ts'
import { eventually } from '#support/eventually.ts'
import { recordStatements } from '#support/statements.ts'

let product: Product
beforeAll(async () => void (product = await openProduct()))
afterAll(() => product?.close())

const park = (build: string) =>
  product.platform.db('parked_facts').insert({
    build,
    position: `p1:${'0'.repeat(20)}`,
    lane: 'a lane',
    event_id: randomUUID(),
    type: 'SomethingHappened',
    held: true,
    error: 'for this test',
  })

/** Answers, and how many statements it took. */
const asked = async (): Promise<[isNone: boolean, statements: number]> => {
  const { sent, end } = recordStatements()
  const isNone = await isNothingParked(product.platform.db)
  end()
  return [isNone, sent.length]
}

test('while nothing is parked one question in a while is enough, and a change is known at once', async () => {
  const { db } = product.platform
  await eventually(async () => expect(await asked()).toEqual([true, 0]))
  const { name: build } = await db('checkpoints').where({ state: 'active' }).first('name')
  await park(build)
  await eventually(async () => expect(await asked()).toEqual([false, 1]))
  await db('parked_facts').where({ build }).delete()
  await eventually(async () => expect(await asked()).toEqual([true, 0]))
})

test('a transaction asks for itself, and so does a database that nobody watches', async () => {
  const { db } = product.platform
  expect(await db.transaction((trx) => isNothingParked(trx))).toBe(false)
})
