import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetPages, notePages } from '#platform/push/reach.ts'
import { randomToken } from '#platform/primitives/ids.ts'
import { eventually } from '#support/eventually.ts'
import { openProduct, type Person } from '#support/product/product.ts'
import { requestsOf, verificationBody, type RequestApi, type Team } from '#support/product/requests.ts'
import { colleague } from '#support/product/workspaces.ts'
import { listenLive } from '#support/servers/live-client.ts'
import { openPushService } from '#support/servers/push-receiver.ts'

let api: RequestApi
let push: Awaited<ReturnType<typeof openPushService>>
let base: string
beforeAll(async () => {
  push = await openPushService()
  const settings = { VAPID_PRIVATE_KEY: randomToken(), RATE_FACTOR: 1 }
  api = requestsOf(await openProduct(settings, undefined, { origin: push.origin }))
  base = await api.product.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await api?.product.close()
  await push?.close()
})

const colleagues = async (who: Person) => (await api.get('/requests/colleagues', who)).body
const approver = ({ id }: { id: string }, participantId: string, who: Person) =>
  api.get(`/requests/approver/${id}/${participantId}`, who)
const check = (
  who: Person,
  phone: Awaited<ReturnType<RequestApi['enrol']>>,
  team: Team,
  approverId: string,
) => api.newVerification(who, phone, team.id, { approverId })
const later = (minutes: number) => api.product.clock.advance(minutes * 60_000)

test('colleagues are those of call checks in either direction whom the caller may ask, the newest first', async () => {
  const team = await api.team()
  const { anna, ben } = team
  const carl = await colleague(api.product, team, { approver: true, requester: true })
  const dora = await colleague(api.product, team, { approver: true })
  const [annas] = [await api.enrol(anna), await api.enrol(carl)]
  const idOf = async (who: Person) => (await colleagues(who)).map((each: any) => each.participantId)
  expect(await colleagues(anna)).toEqual([])
  await api.newRequest(team, { approverId: dora.participantId })
  expect((await check(anna, annas, team, ben.participantId)).status).toBe(201)
  later(1)
  const second = await check(anna, annas, team, carl.participantId)
  expect(await colleagues(anna)).toEqual([
    {
      participantId: carl.participantId,
      email: carl.email,
      name: null,
      workspaceId: team.id,
      workspaceName: expect.any(String),
      checkedAt: second.body.createdAt,
      hasDevice: true,
      notified: false,
      mutedUntil: null,
      locked: false,
    },
    expect.objectContaining({ participantId: ben.participantId, hasDevice: false }),
  ])
  later(6)
  expect((await check(anna, annas, team, ben.participantId)).status).toBe(201)
  expect(await idOf(anna)).toEqual([ben.participantId, carl.participantId])

  // Anna asked Carl, but is no approver herself; Ben may ask nobody; an admin sees no more than their own.
  expect([await idOf(carl), await idOf(ben), await idOf(team.admin)]).toEqual([[], [], []])
  const token = await api.product.logIn(team.admin.userId, 'admin')
  const change = async (path: string, participantId: string, value: boolean) => {
    const body = { participantId, value }
    expect((await api.product.call('PATCH', `/participants/${path}`, { token, body })).status).toBe(200)
  }
  await change('change-approver', anna.participantId, true)
  expect(await idOf(carl)).toEqual([anna.participantId])
  await change('change-activity', ben.participantId, false)
  await change('change-approver', carl.participantId, false)
  expect(await idOf(anna)).toEqual([])
  await change('change-approver', carl.participantId, true)
  await change('change-requester', anna.participantId, false)
  expect(await idOf(anna)).toEqual([])
})

test('at most five colleagues are named', async () => {
  const team = await api.team()
  const phone = await api.enrol(team.anna)
  for (let i = 0; i < 6; i += 1) {
    const other = await colleague(api.product, team, { approver: true })
    expect((await check(team.anna, phone, team, other.participantId)).status).toBe(201)
  }
  expect(await colleagues(team.anna)).toHaveLength(5)
})

test('a colleague is reached by an open page or a browser with notifications, as long as the session lasts', async () => {
  const team = await api.team()
  const { anna, ben } = team
  const phone = await api.enrol(anna)
  const prepare = () =>
    api.post(`/requests/prepare/${team.id}`, anna, verificationBody({ approverId: ben.participantId }))
  const notified = async () => {
    const one = (await approver(team, ben.participantId, anna)).body.notified
    const listed = (await api.get(`/requests/approvers/${team.id}?q=${ben.email}`, anna)).body[0].notified
    expect([listed, (await prepare()).body.notified]).toEqual([one, one])
    return one
  }
  expect(await notified()).toBe(false)
  const page = await listenLive(base, '/users/live', ben.token)
  await eventually(async () => expect(await notified()).toBe(true))
  page.close()
  await eventually(async () => expect(await notified()).toBe(false))

  const { db } = api.product.platform
  await notePages(db, [ben.userId], api.product.clock.now())
  expect(await notified()).toBe(true)
  later(2)
  expect(await notified()).toBe(false)
  await forgetPages(api.product.platform)
  expect(await db('open_pages')).toEqual([])

  const elsewhere = await api.newSession(ben)
  const { endpoint, keys } = push.browser()
  await api.post('/users/push-subscription', elsewhere, { endpoint, keys })
  expect(await notified()).toBe(true)
  expect((await check(anna, phone, team, ben.participantId)).status).toBe(201)
  expect((await colleagues(anna))[0].notified).toBe(true)
  await api.get('/auth/logout', elsewhere)
  expect((await approver(team, ben.participantId, anna)).body.notified).toBe(false)
})

test('what would refuse a call check is known before anything is signed', async () => {
  const team = await api.team()
  const { anna, ben } = team
  const carl = await colleague(api.product, team, { approver: true, requester: true })
  const [annas, carls] = [await api.enrol(anna), await api.enrol(carl)]
  await api.product.call('PATCH', '/participants/change-approver', {
    token: team.admin.token,
    body: { participantId: anna.participantId, value: true },
  })
  const obstacle = async (participantId: string, who: Person = anna) =>
    (await approver(team, participantId, who)).body.obstacle
  const until = (minutes: number) => {
    const at = api.product.clock.now().getTime() + minutes * 60_000
    return expect.toSatisfy((time: string) => Math.abs(Date.parse(time) - at) < 10_000)
  }
  expect(await obstacle(ben.participantId)).toBeNull()

  // Her own check is named to her, nobody else's.
  const open = await check(anna, annas, team, ben.participantId)
  const own = { code: 'request.limit', until: null, requestId: open.body.id }
  expect(await obstacle(ben.participantId)).toEqual(own)
  await api.post(`/requests/withdraw/${open.body.id}`, anna)
  expect(await obstacle(ben.participantId)).toEqual({
    code: 'request.too-soon',
    until: until(0.5),
    requestId: null,
  })

  const opposite = await check(carl, carls, team, anna.participantId)
  expect(await obstacle(carl.participantId)).toEqual({
    code: 'call.opposite',
    until: null,
    requestId: opposite.body.id,
  })
  await api.post(`/requests/withdraw/${opposite.body.id}`, carl)

  for (const _ of [1, 2, 3]) {
    later(1)
    const made = await check(anna, annas, team, ben.participantId)
    expect((await api.decline(made.body.id, ben)).status).toBe(200)
  }
  const muted = { code: 'request.muted', until: until(15), requestId: null }
  expect(await obstacle(ben.participantId)).toEqual(muted)
  expect((await colleagues(anna)).map((each: any) => each.mutedUntil)).toEqual([until(15), until(15)])
  expect(await obstacle(ben.participantId, carl)).toBeNull()
  const elsewhere = await api.team()
  for (const id of [anna.participantId, elsewhere.ben.participantId, team.id])
    expect((await approver(team, id, anna)).status).toBe(404)
})

test('a lock after wrong numbers is known to both before they ask', async () => {
  const team = await api.team()
  const { anna, ben } = team
  const [annas, bens] = [await api.enrol(anna), await api.enrol(ben)]
  let tries = 0
  while (tries < 3) {
    const { body } = await check(anna, annas, team, ben.participantId)
    const number = body.number === '10' ? '11' : '10'
    for (let ofCheck = 0; tries < 3 && ofCheck < 2; ofCheck += 1, tries += 1)
      await api.post(`/requests/approve/${body.id}`, ben, { ...(await bens.prove(body.id)), number })
    later(1)
  }
  expect((await approver(team, ben.participantId, anna)).body.obstacle).toEqual({
    code: 'call.locked',
    until: null,
    requestId: null,
  })
  expect(await colleagues(anna)).toMatchObject([{ participantId: ben.participantId, locked: true }])
})
