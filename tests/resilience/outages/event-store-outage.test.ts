import { randomUUID } from 'node:crypto'
import { afterAll, expect, test, vi } from 'vitest'
import { deferredDone } from '#support/product/deferred-done.ts'
import { startEsdbFake, type EsdbFake } from '#support/esdb/fake.ts'
import { eventually } from '#support/eventually.ts'
import { confirmed, effects, enrolDevice, openStage, settled } from '#support/product/mail-stage.ts'
import type { Answered } from '#support/product/product.ts'
import { ask, enrol } from '#support/product/requests.ts'
import { openSmtpSink } from '#support/servers/smtp-sink.ts'
import { colleague, workspaceOf } from '#support/product/workspaces.ts'

/**
 * EventStoreDB is away and all else is there: people log in and read what was, with its age; what would become
 * a fact is refused whole, and may be sent again with the same key. The tests run side by side, each with its own product: most
 * of their time is waiting.
 */

vi.setConfig({ testTimeout: 90_000 })

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const stage = openStage()
afterAll(() => stage.close())

/** A product with a workspace, and the event store that can be away. */
const open = async () => {
  const esdb = await startEsdbFake()
  stage.defer(() => esdb.close())
  const product = await stage.product({ EVENTSTORE_URL: esdb.url })
  const workspace = await workspaceOf(product)
  const post = (path: string, token: string | undefined, body?: unknown, key: string = randomUUID()) =>
    product.call('POST', path, { token, body, headers: { 'idempotency-key': key } })
  return {
    esdb,
    product,
    workspace,
    post,
    /** The id of a new request of somebody who has made none yet. */
    asked: async (): Promise<string> =>
      (await ask(product, await colleague(product, workspace), workspace.id)).body.id,
  }
}

const away = async ({ gate }: EsdbFake, work: () => Promise<void>): Promise<void> => {
  await gate.refuse()
  try {
    await work()
  } finally {
    await gate.accept()
  }
}

const unavailable = { status: 503, headers: { 'retry-after': '5' }, body: { code: 'store.unavailable' } }

/** As a client does: the same again until it is answered. */
const insist = (send: () => Promise<Answered>) =>
  eventually(async () => {
    const answer = await send()
    expect(answer.status).toBeLessThan(300)
    return answer.body
  })

test.concurrent('logging in, refreshing and logging out need no facts', async () => {
  const { esdb, product } = await open()
  const credentials = { email: 'carla@example.com', password: 'correct horse' }
  await stage.worker(product)
  await confirmed(product, credentials.email)
  await away(esdb, async () => {
    const session = await product.call('POST', '/auth/login', { body: credentials })
    expect(session.status).toBe(200)
    const refreshed = await product.call('GET', '/auth/refresh', { token: session.body.access_token })
    expect(refreshed.status).toBe(200)
    const { access_token: token } = refreshed.body
    expect((await product.call('GET', '/users/current', { token })).status).toBe(200)
    expect((await product.call('GET', '/auth/logout', { token })).status).toBe(200)
    expect((await product.call('GET', '/users/current', { token })).status).toBe(401)
  })
})

test.concurrent('reads answer what was, and say since when nobody knows more', async () => {
  const { esdb, product, workspace, asked } = await open()
  const request = await asked()
  const paths = [
    `/workspaces/${workspace.id}`,
    `/workspaces/participants/${workspace.id}`,
    `/workspaces/history/${workspace.id}`,
    `/requests/list/${workspace.id}`,
    `/requests/details/${request}`,
    '/requests/inbox',
    '/users/current',
    '/users/devices',
    '/users/related-workspaces',
  ]
  const read = (path: string) => product.call('GET', path, { token: workspace.admin.token })
  const hasAge = async () => 'x-read-model-age' in (await read(paths[0]!)).headers
  expect(await hasAge()).toBe(false)
  // The way of a request is read from its own events, so it is left out.
  const bodyOf = ({ body }: { readonly body: unknown }) =>
    Array.isArray(body) ? body : { ...(body as object), timeline: undefined }
  const before = new Map<string, unknown>()
  for (const path of paths) before.set(path, bodyOf(await read(path)))
  await away(esdb, async () => {
    await vi.waitUntil(hasAge, { timeout: 20_000 })
    for (const path of paths) {
      const answer = await read(path)
      expect([path, answer.status, bodyOf(answer)]).toEqual([path, 200, before.get(path)])
      expect(Number(answer.headers['x-read-model-age'])).toBeGreaterThan(0)
    }
  })
  await vi.waitUntil(async () => !(await hasAge()), { timeout: 20_000 })
})

test.concurrent('what would become a fact is refused whole, and the same command has one effect once it is back', async () => {
  const { esdb, product, workspace, post } = await open()
  const { id, admin } = workspace
  const anna = await colleague(product, workspace)
  const keys = { create: randomUUID(), invite: randomUUID(), ask: randomUUID(), signUp: randomUUID() }
  const guest = { email: 'guest@example.com', role: 'admin', approver: true, requester: false }
  const question = { type: 'approval', title: 'Pay the invoice', anyApprover: true }
  const person = { email: 'dora@example.com', password: 'correct horse' }
  const commands = [
    () => post('/workspaces/create', admin.token, { name: 'Praxis' }, keys.create),
    () => post(`/workspaces/invite-participant/${id}`, admin.token, guest, keys.invite),
    () => post(`/requests/create/${id}`, anna.token, question, keys.ask),
  ]
  // Sign-up answers before an event exists; the deferred call runs when the event store is back.
  const signUp = () => post('/auth/signup', undefined, person, keys.signUp)
  const head = await product.head()
  await away(esdb, async () => {
    for (const command of commands) {
      expect(await command()).toMatchObject(unavailable)
      expect(await command()).toMatchObject(unavailable)
    }
    await signUp()
  })
  for (const command of commands) expect(await insist(command)).toEqual(await insist(command))
  expect(await insist(signUp)).toEqual(await insist(signUp))
  await vi.waitFor(
    async () => {
      await deferredDone(product.platform)
      const { events } = await product.platform.eventStore.readAll({ after: head })
      const types = events.map(({ type }) => type).filter((type) => !type.startsWith('Mail'))
      expect(types.toSorted()).toEqual(
        [
          'AddressReserved',
          'ParticipantInvited',
          'ParticipantJoined',
          'RequestCreated',
          'UserSignedUp',
          'WorkspaceCreated',
          'ConfirmationRequested',
        ].toSorted(),
      )
    },
    { timeout: 20_000, interval: 100 },
  )
})

test.concurrent('an approval that did not come through has used up neither the challenge nor a try of the PIN', async () => {
  const { esdb, product, workspace, post, asked } = await open()
  const phone = await enrol(product, workspace.admin)
  const request = await asked()
  const proof = await phone.prove(request)
  const approve = (key: string) => post(`/requests/approve/${request}`, workspace.admin.token, proof, key)
  await away(esdb, async () => expect(await approve(randomUUID())).toMatchObject(unavailable))
  expect(await insist(() => approve(randomUUID()))).toMatchObject({ status: 'approved' })
})

test.concurrent('an event store that is silent is not waited for, and commands work when it speaks again', async () => {
  const { esdb, product, workspace, post } = await open()
  const key = randomUUID()
  const create = () => post('/workspaces/create', workspace.admin.token, { name: 'Patience' }, key)
  esdb.gate.freeze()
  expect(await create()).toMatchObject(unavailable)
  esdb.gate.thaw()
  const { id } = await insist(create)
  const facts = await product.facts(`workspace-${id}`)
  expect(facts.map(({ type }) => type)).toEqual(['WorkspaceCreated', 'ParticipantJoined'])
})

test.concurrent('mails wait for their facts without using up their time, and go out when they are back', async () => {
  const dead = await openSmtpSink()
  await dead.close()
  const store = await startEsdbFake()
  stage.defer(() => store.close())
  const own = await stage.product({ EVENTSTORE_URL: store.url, SMTP_URL: dead.url })
  await stage.worker(own)
  const { userId, email } = await own.person()
  await enrolDevice(own, userId, 'phone')
  const tried = (attempts: number) =>
    eventually(async () => {
      const [row] = await effects(own)
      expect(row).toMatchObject({ status: 'pending', attempts })
      return row!
    })
  await tried(1)
  await away(store, async () => {
    for (const attempts of [2, 3, 4]) {
      own.clock.advance(12 * HOUR)
      const { next_at: nextAt, updated_at: triedAt } = await tried(attempts)
      expect(nextAt.getTime() - triedAt.getTime()).toBe(MINUTE)
    }
  })
  const smtp = await stage.smtp({ port: dead.port })
  own.clock.advance(MINUTE)
  await settled(own, 1)
  expect(smtp.received.flatMap(({ recipients }) => recipients)).toEqual([email])
})
