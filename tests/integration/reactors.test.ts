import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EffectOptions } from '../../services/worker/effects.ts'
import { buildEffects } from '../../services/worker/effects.ts'
import { allEvents } from '#modules/all.events.ts'
import { createEffectLedger } from '#platform/effects/effect-ledger.ts'
import {
  moveReactorCheckpoint,
  openReactorCheckpoint,
  ReactorMismatch,
  ReactorMoved,
} from '#platform/effects/reactor-checkpoints.ts'
import type { Fact } from '#platform/facts.ts'
import { commandReactor } from '#platform/reactors.ts'
import { openProduct, type Product } from '../support/product.ts'
import { eventually } from '../support/eventually.ts'

let product: Product
let stopping: (() => Promise<void>)[]

beforeEach(async () => {
  stopping = []
  product = await openProduct()
})
afterEach(async () => {
  for (const stop of stopping) await stop()
  await product.close()
})

const start = async (...reactors: EffectOptions['reactors']) => {
  const worker = buildEffects(product.platform, { mailKinds: [], reactors, chores: [], tickMs: 50 })
  stopping.push(() => worker.stop())
  await worker.start()
  return worker
}

/** Notes each verified user, whom it is told of, in `told`. */
const noting = (told: string[], before: (fact: Fact) => Promise<void> = async () => {}) =>
  commandReactor(allEvents, 'noting', {
    async EmailVerified(fact) {
      await before(fact)
      told.push(fact.data.userId)
    },
  })

const people = async (count: number): Promise<string[]> => {
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.push((await product.person()).userId)
  return ids
}

test('a reactor is told the facts of before it was there, then those that come, in order', async () => {
  const told: string[] = []
  const early = await people(2)
  await start(noting(told))
  await eventually(() => expect(told).toEqual(early))
  const late = await people(2)
  await eventually(() => expect(told).toEqual([...early, ...late]))
})

test('after a restart it goes on where it stood', async () => {
  const told: string[] = []
  await people(2)
  const worker = await start(noting(told))
  await eventually(() => expect(told).toHaveLength(2))
  await worker.stop()
  const [third] = await people(1)
  await start(noting(told))
  await eventually(() => expect(told.slice(2)).toEqual([third]))
})

test('what fails is tried again, and nothing behind it comes first', async () => {
  const told: string[] = []
  const [first, second] = await people(2)
  let faults = 2
  await start(
    noting(told, async ({ data }) => {
      if (data['userId'] === first && faults-- > 0) throw new Error('not now')
    }),
  )
  await eventually(() => expect(told).toEqual([first, second]))
})

test('one that another worker overtook goes on behind it', async () => {
  const told: string[] = []
  await start(noting(told))
  await start(noting(told))
  const ids = await people(10)
  await eventually(() => expect(new Set(told)).toEqual(new Set(ids)))
  expect(told.length).toBeLessThanOrEqual(2 * ids.length)
})

test('no command waits for a reactor', async () => {
  const held = Promise.withResolvers<void>()
  stopping.push(async () => held.resolve())
  await start(noting([], () => held.promise))
  const answer = await product.call('POST', '/auth/signup', {
    body: { email: 'ada@example.com', password: 'correct horse' },
  })
  expect(answer.headers).not.toHaveProperty('x-read-model')
})

test('a checkpoint of another store, or ahead of this one, refuses the start', async () => {
  const { db } = product.platform
  await people(1)
  const worker = await start(noting([]))
  const noted = db('reactor_checkpoints').where({ name: 'noting' })
  await eventually(async () => expect((await noted.clone().first()).position).not.toBe(null))
  await worker.stop()

  await db('reactor_checkpoints')
    .where({ name: 'noting' })
    .update({ position: `p1:${'9'.repeat(20)}` })
  await expect(start(noting([]))).rejects.toThrow(ReactorMismatch)
  await noted.clone().update({ position: null, store_id: randomUUID() })
  await expect(start(noting([]))).rejects.toThrow(ReactorMismatch)
})

test('whoever believes the checkpoint elsewhere commits nothing', async () => {
  const { db, eventStore, clock } = product.platform
  await people(1)
  const head = (await eventStore.head())!
  await openReactorCheckpoint(db, 'mails', eventStore)
  await moveReactorCheckpoint(db, 'mails', null, head)
  const late = db.transaction(async (transaction) => {
    const effect = {
      id: randomUUID(),
      purpose: 'p',
      recipient: 'r',
      stream: 's',
      traceparent: null,
      revision: 0,
    }
    await createEffectLedger(db).record(transaction, [{ ...effect, eventId: randomUUID() }], clock.now())
    await moveReactorCheckpoint(transaction, 'mails', null, head)
  })
  await expect(late).rejects.toThrow(ReactorMoved)
  expect(await db('effects')).toEqual([])
})
