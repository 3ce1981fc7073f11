import { randomUUID } from 'node:crypto'
import Type from 'typebox'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EffectOptions } from '../../../services/worker/effects.ts'
import { buildEffects } from '../../../services/worker/effects.ts'
import { Rejected } from '#contract/errors.ts'
import { allEvents } from '#modules/all.events.ts'
import { createEffectLedger } from '#platform/effects/effect-ledger.ts'
import { ReactorMismatch, ReactorMoved, WAITS_FOR_NEWER } from '#platform/effects/reactor-checkpoints.ts'
import { createReactorProgress } from '#platform/effects/reactor-progress.ts'
import { fact as factOf, type Fact } from '#platform/facts/facts.ts'
import type { Platform } from '#platform/platform.ts'
import { commandReactor } from '#platform/effects/reactors.ts'
import { asProgram, plant } from '#support/read-models/newer-program.ts'
import { recordStatements } from '#support/statements.ts'
import { silentLog } from '#support/processes/silent-log.ts'
import { openProduct, type Product } from '#support/product/product.ts'
import { eventually } from '#support/eventually.ts'

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

const start = (...reactors: EffectOptions['reactors']) => startOn(product.platform, ...reactors)

const startOn = async (platform: Platform, ...reactors: EffectOptions['reactors']) => {
  const worker = buildEffects(platform, { mailKinds: [], reactors, chores: [], tickMs: 50 })
  stopping.push(() => worker.stop())
  await worker.start()
  return worker
}

/** Adds the id of each verified user to `handled`. */
const recording = (handled: string[], before: (fact: Fact) => Promise<void> = async () => {}) =>
  commandReactor(allEvents, 'noting', {
    async EmailVerified(fact) {
      await before(fact)
      handled.push(fact.data.userId)
    },
  })

const people = async (count: number): Promise<string[]> => {
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.push((await product.person()).userId)
  return ids
}

test('a reactor gets earlier events and then new ones, in order', async () => {
  const handled: string[] = []
  const early = await people(2)
  await start(recording(handled))
  await eventually(() => expect(handled).toEqual(early))
  const late = await people(2)
  await eventually(() => expect(handled).toEqual([...early, ...late]))
})

test('a reactor resumes at its checkpoint after a restart', async () => {
  const handled: string[] = []
  await people(2)
  const worker = await start(recording(handled))
  await eventually(() => expect(handled).toHaveLength(2))
  await worker.stop()
  const [third] = await people(1)
  await start(recording(handled))
  await eventually(() => expect(handled.slice(2)).toEqual([third]))
})

test('retries a failed event before any later one', async () => {
  const handled: string[] = []
  const [first, second] = await people(2)
  let faults = 2
  await start(
    recording(handled, async ({ data }) => {
      if (data['userId'] === first && faults-- > 0) throw new Error('not now')
    }),
  )
  await eventually(() => expect(handled).toEqual([first, second]))
})

test('waiting for a read model is not a failure', async () => {
  const handled: string[] = []
  const [first] = await people(1)
  let tries = 0
  let isThere = false
  await start(
    recording(handled, async () => {
      tries += 1
      if (!isThere) throw new Rejected('read-model.building')
    }),
  )
  await eventually(() => expect(tries).toBeGreaterThan(2))
  const row = await product.platform.db('reactor_checkpoints').where({ name: 'noting' }).first()
  expect(row).toMatchObject({ fault: null, failing_since: null })
  isThere = true
  await eventually(() => expect(handled).toEqual([first]))
})

test('an old worker stops at an unknown event and resumes behind a newer worker', async () => {
  const { db } = product.platform
  const { schema } = allEvents.EmailVerified
  const newer = asProgram(product.platform, {
    ...allEvents,
    EmailVerified: factOf(2, schema, { 1: (data) => data }),
    Unheard: factOf(1, Type.Object({})),
  })
  const userId = randomUUID()
  const early = await people(2)
  await plant(newer, { stream: `other-${userId}`, events: [{ type: 'Unheard', data: {} }] })
  const [third] = await people(1)
  const verified = { type: 'EmailVerified', data: { userId, role: 'admin' } }
  await plant(newer, { stream: `user-${userId}`, events: [verified] })
  const [last] = await people(1)

  const handled: string[] = []
  await start(recording(handled))
  const noted = () => db('reactor_checkpoints').where({ name: 'noting' }).first()
  await eventually(async () => expect(await noted()).toMatchObject({ fault: WAITS_FOR_NEWER }))
  expect(handled).toEqual([...early, third])

  const toldNewer: string[] = []
  const worker = await startOn(newer, recording(toldNewer))
  await eventually(() => expect(toldNewer).toEqual([userId, last]))
  await worker.stop()
  expect(await noted()).toMatchObject({ fault: null, failing_since: null })
  const [afterwards] = await people(1)
  await eventually(() => expect(handled).toEqual([...early, third, afterwards]))
})

test('a worker that was overtaken resumes behind the other one', async () => {
  const handled: string[] = []
  await start(recording(handled))
  await start(recording(handled))
  const ids = await people(10)
  await eventually(() => expect(new Set(handled)).toEqual(new Set(ids)))
  expect(handled.length).toBeLessThanOrEqual(2 * ids.length)
})

test('commands do not wait for reactors', async () => {
  const held = Promise.withResolvers<void>()
  stopping.push(async () => held.resolve())
  await start(recording([], () => held.promise))
  const answer = await product.call('POST', '/auth/signup', {
    body: { email: 'ada@example.com', password: 'correct horse' },
  })
  expect(answer.headers).not.toHaveProperty('x-read-model')
})

test('a checkpoint of another store, or ahead of the store, prevents the start', async () => {
  const { db } = product.platform
  await people(1)
  const worker = await start(recording([]))
  const noted = db('reactor_checkpoints').where({ name: 'noting' })
  await eventually(async () => expect((await noted.clone().first()).position).not.toBe(null))
  await worker.stop()

  await db('reactor_checkpoints')
    .where({ name: 'noting' })
    .update({ position: `p1:${'9'.repeat(20)}` })
  await expect(start(recording([]))).rejects.toThrow(ReactorMismatch)
  await noted.clone().update({ position: null, store_id: randomUUID() })
  await expect(start(recording([]))).rejects.toThrow(ReactorMismatch)
})

test('a worker with an outdated checkpoint commits nothing', async () => {
  const { db, eventStore, clock } = product.platform
  await people(1)
  const head = (await eventStore.head())!
  const progress = () => createReactorProgress(db, silentLog)
  const [first, late] = [progress(), progress()]
  for (const one of [first, late]) await one.open('mails', eventStore, () => {})
  const place = { position: head, fact: null }
  await first.reached('mails', place)
  await first.save()
  const effect = {
    id: randomUUID(),
    purpose: 'p',
    recipient: 'r',
    stream: 's',
    traceparent: null,
    revision: 0,
    eventId: randomUUID(),
  }
  const mail = createEffectLedger(db).recording([effect], clock.now())
  await expect(late.move('mails', place, mail)).rejects.toThrow(ReactorMoved)
  expect(await db('effects')).toEqual([])
})

test('a checkpoint follows many facts at once, and none is a hundred facts behind', async () => {
  const { db, eventStore } = product.platform
  const ids = await people(3)
  const { events } = await eventStore.readAll({ after: null })
  const places = events.slice(-3).map(({ position }) => ({ position, fact: null }))
  const progress = createReactorProgress(db, silentLog)
  const names = ['mails', 'noting'] as const
  for (const name of names) await progress.open(name, eventStore, () => {})
  const saved = async () => (await db('reactor_checkpoints').orderBy('name')).map(({ position }) => position)
  const { sent, end } = recordStatements()
  for (const name of names) for (let n = 0; n < 99; n += 1) await progress.reached(name, places[0]!)
  expect(sent).toEqual([])
  await progress.reached('noting', places[1]!)
  expect(sent).toHaveLength(1)
  end()
  expect(await saved()).toEqual([places[0]!.position, places[1]!.position])
  expect(ids).toHaveLength(3)
})

test('a reactor whose checkpoint another worker has moved is told, also while nothing comes', async () => {
  const { db, eventStore } = product.platform
  await people(1)
  const place = { position: (await eventStore.head())!, fact: null }
  const told: string[] = []
  const progress = createReactorProgress(db, silentLog)
  for (const name of ['moved', 'noting']) await progress.open(name, eventStore, () => told.push(name))
  await db('reactor_checkpoints').where({ name: 'moved' }).update(place)
  for (const name of ['moved', 'noting']) await progress.reached(name, place)
  await progress.save()
  expect(told).toEqual(['moved'])
  await expect(progress.reached('moved', place)).rejects.toThrow(ReactorMoved)
})
