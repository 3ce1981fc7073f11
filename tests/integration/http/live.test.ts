import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { LIVE_AT_START, LIVE_FOR_OPERATOR, LIVE_FOR_WORKSPACE } from '#contract/live.ts'
import { projections } from '#projections/index.ts'
import { buildApi } from '../../../services/api/app.ts'
import { eventually } from '#support/eventually.ts'
import { listenLive, type LiveClient } from '#support/servers/live-client.ts'
import { openProduct, type Person, type Product } from '#support/product/product.ts'
import { colleague, workspaceOf, type OwnWorkspace } from '#support/product/workspaces.ts'

/** Server-sent events of a listening server: what is injected does not go on. */

let product: Product
let base: string
const open: LiveClient[] = []

beforeAll(async () => {
  product = await openProduct()
  base = await product.app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => {
  for (const client of open.splice(0)) client.close()
})
afterAll(() => product.close())

const listen = async (path: string, { token }: Pick<Person, 'token'>): Promise<LiveClient> => {
  const client = await listenLive(base, path, token)
  open.push(client)
  if (client.response.ok) await eventually(() => expect(client.events).toHaveLength(client.atFirst))
  return client
}
const listenTo = ({ id }: OwnWorkspace, who: Person) => listen(`/workspaces/live/${id}`, who)
const listenFor = (who: Pick<Person, 'token'>) => listen('/users/live', who)

/** The read models of which it has told since it began. */
const namesOf = ({ events: told, atFirst }: LiveClient) =>
  told.slice(atFirst).map(({ readModel }) => readModel)
const untilTold = (client: LiveClient, readModel: string) =>
  eventually(() => expect(namesOf(client)).toContain(readModel))

const rename = ({ id, admin }: OwnWorkspace) =>
  product.call('PATCH', `/workspaces/update-settings/${id}`, {
    token: admin.token,
    body: { name: `Praxis ${randomUUID()}` },
  })
const ask = async ({ id }: OwnWorkspace, { token }: Person, approverId: string) => {
  const body = { type: 'approval', title: 'Pay the invoice', approverId, expiresIn: 3_600 }
  return product.call('POST', `/requests/create/${id}`, { token, body })
}
const changed = (value: boolean, { admin }: OwnWorkspace, participantId: string) =>
  product.call('PATCH', '/participants/change-activity', {
    token: admin.token,
    body: { participantId, value },
  })

test('a stream begins with its read models, and proxies do not buffer it', async () => {
  const workspace = await workspaceOf(product)
  const client = await listenTo(workspace, workspace.admin)
  expect(client.events.map(({ readModel }) => readModel)).toEqual(LIVE_FOR_WORKSPACE)
  expect((await listenFor(workspace.admin)).events.map(({ readModel }) => readModel)).toEqual(LIVE_AT_START)
  expect(Object.fromEntries(client.response.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  expect(client.response.headers.has('content-encoding')).toBe(false)
})

test('a workspace stream reports changes of that workspace with their positions', async () => {
  const [own, other] = [await workspaceOf(product), await workspaceOf(product)]
  const second = await colleague(product, own, { role: 'admin' })
  const clients = [await listenTo(own, own.admin), await listenTo(own, second)]
  const stranger = await listenTo(other, other.admin)
  await rename(own)
  const head = await product.head()
  for (const client of clients) {
    for (const name of ['workspaces', 'requests', 'audit']) await untilTold(client, name)
    expect(await product.platform.positionTokens.open(client.events.at(-1)!.position!)).toBe(head)
  }
  expect(clients[0]!.events.at(-1)!.position).not.toBe(clients[1]!.events.at(-1)!.position)
  const before = namesOf(clients[0]!).length
  await rename(other)
  await untilTold(stranger, 'audit')
  // The first that it hears is its own.
  expect(await product.platform.positionTokens.open(stranger.events[stranger.atFirst]!.position!)).toBe(
    await product.head(),
  )
  expect(namesOf(clients[0]!)).toHaveLength(before)
})

test('a user stream reports visible requests and own memberships only', async () => {
  const workspace = await workspaceOf(product)
  const asker = await colleague(product, workspace)
  const [asked, other] = [
    await colleague(product, workspace, { approver: true }),
    await colleague(product, workspace, { approver: true }),
  ]
  const [toAsker, toAsked, toOther] = [await listenFor(asker), await listenFor(asked), await listenFor(other)]
  await ask(workspace, asker, asked.participantId)
  await Promise.all([untilTold(toAsker, 'requests'), untilTold(toAsked, 'requests')])
  // What he hears comes in order: of what was before it he has heard nothing.
  await product.call('PATCH', '/participants/change-requester', {
    token: workspace.admin.token,
    body: { participantId: other.participantId, value: true },
  })
  const head = await product.head()
  await untilTold(toOther, 'workspaces')
  const positions = toOther.events
    .slice(toOther.atFirst)
    .map(({ position }) => product.platform.positionTokens.open(position!))
  expect(new Set(await Promise.all(positions))).toEqual(new Set([head]))
  const heard = namesOf(toAsked).length
  await rename(workspace)
  await eventually(() => expect(namesOf(toAsked).slice(heard)).toContain('workspaces'))
})

test('an admin’s user stream reports all changes of the workspaces that they administer', async () => {
  const [own, other] = [await workspaceOf(product), await workspaceOf(product)]
  const second = await colleague(product, own, { role: 'admin' })
  const regular = await colleague(product, own, { approver: true })
  const asker = await colleague(product, own)
  const [admin, toRegular] = [await listenFor(second), await listenFor(regular)]
  const asAdmin = ({ events: told }: LiveClient) =>
    told.flatMap(({ readModel, workspaceId }) => (workspaceId ? [`${readModel} ${workspaceId}`] : []))
  await rename(other)
  // What concerns neither of them.
  await changed(false, own, asker.participantId)
  for (const { name, handlers } of projections)
    if (LIVE_FOR_WORKSPACE.some((live) => live === name) && 'ParticipantActivityChanged' in handlers)
      await eventually(() => expect(asAdmin(admin)).toContain(`${name} ${own.id}`))
  expect(asAdmin(admin).filter((told) => !told.endsWith(own.id))).toEqual([])
  expect((await changed(false, own, second.participantId)).status).toBe(200)
  // That their page shows something else now they hear all the same.
  const asThemselves = () => admin.events.slice(admin.atFirst).filter(({ workspaceId }) => !workspaceId)
  await eventually(() => expect(asThemselves().map(({ readModel }) => readModel)).toContain('workspaces'))
  const heard = asAdmin(admin).length
  await rename(own)
  await untilTold(toRegular, 'workspaces')
  await product.call('PATCH', '/users/update-settings', { token: second.token, body: { language: 'de' } })
  await untilTold(admin, 'users')
  expect(asAdmin(admin)).toHaveLength(heard)
  expect([asAdmin(toRegular), namesOf(toRegular)]).toEqual([[], expect.not.arrayContaining(['audit'])])
})

test('the operations stream reports workspaces but no requests', async () => {
  const client = await listenLive(
    base,
    '/operations/live',
    (await product.person({ role: 'super admin' })).token,
  )
  open.push(client)
  const names = () => client.events.map(({ readModel }) => readModel)
  await eventually(() => expect(names()).toEqual(LIVE_FOR_OPERATOR))
  const workspace = await workspaceOf(product)
  await eventually(() => expect(client.events.length).toBeGreaterThan(LIVE_FOR_OPERATOR.length))
  const asker = await colleague(product, workspace)
  const approver = await colleague(product, workspace, { approver: true })
  await ask(workspace, asker, approver.participantId)
  const before = names().length
  await rename(workspace)
  await eventually(() => expect(names().length).toBeGreaterThan(before))
  expect(new Set(names())).toEqual(new Set(LIVE_FOR_OPERATOR))
})

describe('a stream ends soon', () => {
  const untilOver = async (client: LiveClient) => {
    expect(client.isOver()).toBe(false)
    return () => eventually(() => expect(client.isOver()).toBe(true))
  }

  test('when its session ends, and others continue', async () => {
    const person = await product.person()
    const elsewhere = { ...person, token: await product.logIn(person.userId) }
    const [client, other] = [await listenFor(person), await listenFor(elsewhere)]
    const over = await untilOver(client)
    await product.call('GET', '/auth/logout', { token: person.token })
    await over()
    expect(other.isOver()).toBe(false)
  })

  test.each(['deactivated', 'removed'])('when an admin is %s, without a last event', async (how) => {
    const workspace = await workspaceOf(product)
    const second = await colleague(product, workspace, { role: 'admin' })
    const client = await listenTo(workspace, second)
    const over = await untilOver(client)
    const { participantId } = second
    const answer =
      how === 'deactivated'
        ? await changed(false, workspace, participantId)
        : await product.call('DELETE', `/workspaces/remove-from-workspace/${workspace.id}`, {
            token: workspace.admin.token,
            body: { participantId },
          })
    expect(answer.status).toBe(200)
    await over()
    expect(namesOf(client)).not.toContain('workspaces')
    expect((await listenTo(workspace, second)).response.status).toBe(how === 'removed' ? 404 : 403)
  })

  test('when its token runs out', async () => {
    const person = await product.person()
    const { sub, sid, jti, role } = product.app.jwt.decode<Record<string, string>>(person.token)!
    const token = product.app.jwt.sign({ sub, sid, jti, role } as never, { expiresIn: '2s' })
    const over = await untilOver(await listenFor({ token }))
    await over()
    expect(
      (await fetch(`${base}/users/live`, { headers: { authorization: `Bearer ${token}` } })).status,
    ).toBe(401)
  })
})

test('sends all read models after lost notifications', async () => {
  const client = await listenFor(await product.person())
  const { db } = product.platform
  await db.raw(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name LIKE 'listener%' AND datname = current_database()`,
  )
  for (const name of LIVE_AT_START) await untilTold(client, name)
})

test('a stopping server ends every stream', async () => {
  const app = await buildApi(product.platform, { localMailbox: false })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const person = await product.person()
  const client = await listenLive(address, '/users/live', person.token)
  await eventually(() => expect(client.events).toHaveLength(client.atFirst))
  const startedAt = performance.now()
  await app.drain()
  await app.close()
  await eventually(() => expect(client.isOver()).toBe(true))
  expect(performance.now() - startedAt).toBeLessThan(5_000)
})
