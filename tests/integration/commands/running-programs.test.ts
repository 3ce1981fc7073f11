import { randomUUID } from 'node:crypto'
import pg from 'pg'
import Type from 'typebox'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { allEvents } from '#modules/all.events.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import { clear, fact, type Catalogue } from '#platform/facts/facts.ts'
import { createRunningPrograms } from '#platform/stores/running-programs.ts'
import { eventually } from '#support/eventually.ts'
import { openProduct, type Person, type Product } from '#support/product/product.ts'
import { asProgram, plant, without } from '#support/read-models/newer-program.ts'

let product: Product
let anna: Person
beforeAll(async () => {
  product = await openProduct()
  anna = await product.person()
})
afterAll(() => product?.close())

const changeLanguage = async () => {
  const { token } = anna
  const { body } = await product.call('GET', '/users/current', { token })
  const language = body.language === 'de' ? 'en' : 'de'
  return product.call('PATCH', '/users/update-settings', { token, body: { language } })
}

/** Whether a process that asks now may write this version. */
const mayWrite = async (type: string, version: number): Promise<boolean> => {
  const isReadable = await createRunningPrograms(product.platform.db, allEvents).readableByAll()
  return isReadable(type, version)
}

/** Another process announces that it can read these events. Returns how it withdraws. */
const announced = async (catalogue: Catalogue): Promise<() => Promise<void>> => {
  const { db } = product.platform
  const withdraw = createRunningPrograms(db, catalogue).announce('api')
  onTestFinished(withdraw)
  await eventually(async () => expect(await db('running_programs').where({ name: 'api' })).toHaveLength(1))
  return withdraw
}

const older = without(allEvents, 'UserLanguageChanged')

test('a command waits until every process that cannot read its event has ended', async () => {
  expect((await changeLanguage()).status).toBe(200)
  const withdraw = await announced(older)
  await eventually(async () => {
    const head = await product.head()
    const { status, body, headers } = await changeLanguage()
    expect([status, body.code]).toEqual([503, 'program.upgrading'])
    expect(headers).toMatchObject({ 'retry-after': '2' })
    expect(await product.head()).toBe(head)
  })
  await withdraw()
  await eventually(async () => expect((await changeLanguage()).status).toBe(200))
})

test('only a process that cannot read an event holds it back', async () => {
  await announced({ ...allEvents, Newer: fact(1, Type.Object({})) })
  expect(await mayWrite('UserLanguageChanged', 1)).toBe(true)
  expect(await mayWrite('UserLanguageChanged', 2)).toBe(false)
})

test('a process without a heartbeat for half a minute counts as dead', async () => {
  const { db } = product.platform
  await announced(older)
  expect(await mayWrite('UserLanguageChanged', 1)).toBe(false)
  await db('running_programs')
    .where({ name: 'api' })
    .update({ seen_at: new Date(Date.now() - 31_000) })
  expect(await mayWrite('UserLanguageChanged', 1)).toBe(true)
})

test('a program that announces nothing is known by its connection, and holds back only what it cannot read', async () => {
  const client = new pg.Client({
    connectionString: product.platform.config.DATABASE_URL,
    application_name: 'listener',
  })
  expect(await mayWrite('OfTomorrow', 1)).toBe(true)
  await client.connect()
  try {
    for (const type of ['UserSignedUp', 'DeviceRenamed', 'HistoryExported', 'RequesterMuted'])
      expect([type, await mayWrite(type, 1)]).toEqual([type, true])
    expect(await mayWrite('OfTomorrow', 1)).toBe(false)
    expect(await mayWrite('RequestCreated', 2)).toBe(true)
    expect(await mayWrite('RequestCreated', 3)).toBe(false)
  } finally {
    await client.end()
  }
  await eventually(async () => expect(await mayWrite('OfTomorrow', 1)).toBe(true))
})

test('the previous version is written until every process can read the new one', async () => {
  const { schema } = allEvents.UserLanguageChanged
  const newest = asProgram(product.platform, {
    ...allEvents,
    UserLanguageChanged: fact(
      2,
      Type.Object({ ...schema.properties, why: clear('reason') }),
      { 1: (data) => ({ ...data, why: 'unknown' }) },
      { schema, downcast: ({ userId: id, language }) => ({ userId: id, language }) },
    ),
  })
  const userId = randomUUID()
  const stream = userStream(userId)
  const change = { type: 'UserLanguageChanged', data: { userId, language: 'de', why: 'asked' } }
  const versions = async () =>
    (await newest.eventStore.readStream(stream, { from: 0, max: 100 })).map(
      ({ metadata }) => metadata['version'],
    )
  const written = () => plant(newest, { stream, workspaceId: null, events: [change] })

  const withdraw = await announced(allEvents)
  await written()
  expect(await versions()).toEqual([1])
  expect((await product.facts(stream)).at(-1)).toMatchObject({ data: { userId, language: 'de' } })
  await withdraw()
  await eventually(async () => {
    const isReadable = await newest.runningPrograms.readableByAll()
    expect(isReadable('UserLanguageChanged', 2)).toBe(true)
  })
  await written()
  expect(await versions()).toEqual([1, 2])
})
