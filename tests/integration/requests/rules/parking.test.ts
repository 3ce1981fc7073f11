import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { expireRequest } from '#modules/requests/close-request.ts'
import { requestMails } from '#modules/requests/notices/requests.mail-kinds.ts'
import { requestPushes } from '#modules/requests/notices/requests.push-kinds.ts'
import { parkedMails } from '#modules/requests/parking/parked-requests.mail-kinds.ts'
import { requestReactor } from '#modules/requests/requests.reactor.ts'
import { randomToken } from '#platform/primitives/ids.ts'
import { rebuild } from '#support/read-models/builds.ts'
import { openPushService } from '#support/servers/push-receiver.ts'
import { inbox, openStage, settled } from '#support/product/mail-stage.ts'
import {
  expectRefused,
  openRequests,
  requestsOf,
  type Phone,
  type RequestApi,
} from '#support/product/requests.ts'
import type { Person } from '#support/product/product.ts'
import { untilReached } from '#support/product/until-reached.ts'
import { rounds } from '#support/rounds.ts'
import { signingRules, type SigningTeam } from '#support/workspaces/signing-rules.ts'

const ROUNDS = rounds({ short: 8, long: 300 })

let api: RequestApi
const stage = openStage()
beforeAll(async () => {
  api = await openRequests({ RATE_FACTOR: 10_000 })
})
afterEach(() => stage.close())
afterAll(() => api?.product.close())

/** Two of the treasury (Ben, Carl) sign, and Carl is not in it at present. */
const parking = async (of = api) => {
  const rules = signingRules(of)
  const team = await rules.team()
  const { treasury, ben, carl } = team
  const written = await rules.writeRules(team, [
    { who: { groups: [treasury] }, count: 2, hours: 24, park: true },
  ])
  expect(written).toMatchObject({ status: 200, body: { rules: [{ park: true }] } })
  const put = async (members: readonly { readonly participantId: string }[]) => {
    const admin = { ...team.admin, token: await of.product.logIn(team.admin.userId) }
    await rules.writeGroup({ ...team, admin }, 'Treasury', members, treasury)
  }
  const leave = () => put([ben])
  const join = () => put([ben, carl])
  await leave()
  return { rules, team, leave, join }
}
const sign = async (of: RequestApi, id: string, who: Person, phone: Phone) => {
  const challenge = await of.post(`/requests/challenge/${id}`, who, {})
  if (challenge.status !== 200) return challenge
  return of.post(`/requests/approve/${id}`, who, await phone.proofFor(challenge.body.challenge))
}
const caughtUp = async ({ product }: RequestApi) =>
  untilReached(product.platform.positions, (await product.head())!)
const waits = async (of: RequestApi, id: string, who: Person): Promise<boolean> =>
  (await of.get('/requests/inbox', who)).body.some((one: { id: string }) => one.id === id)
/** What the worker does about the last change of the workspace. */
const react = async (of: RequestApi, { id }: SigningTeam) => {
  const last = (await of.product.facts(`workspace-${id}`)).at(-1)!
  await requestReactor(of.product.platform).on[last.type]!(last)
}

test('a request that too few can decide waits: the admins are told once, nobody is asked; once enough are there, each is asked once', async () => {
  const service = await openPushService()
  stage.defer(() => service.close())
  const product = await stage.product({ VAPID_PRIVATE_KEY: randomToken() }, undefined, {
    origin: service.origin,
  })
  const own = requestsOf(product)
  const { rules, team, join } = await parking(own)
  const { admin, anna, ben, carl, treasury } = team
  await own.product.call('PATCH', '/users/update-settings', { token: admin.token, body: { language: 'de' } })
  const [bens, carls] = [await own.enrol(ben), await own.enrol(carl)]
  const { endpoint, keys } = service.browser()
  await own.post('/users/push-subscription', ben, { endpoint, keys })
  const made = await rules.pay(team)
  expect(made).toMatchObject({
    status: 201,
    body: {
      status: 'pending',
      parked: { people: 1, groups: [] },
      needs: { rule: 'Two of: Treasury; waits while too few can decide', of: [] },
    },
  })
  const { id } = made.body
  const asking = requestMails.filter(({ on }) => ['RequestCreated', 'RequestUnparked'].includes(on))
  const mailKinds = [...asking, ...parkedMails]
  const pushKinds = requestPushes.filter(({ on }) => ['RequestCreated', 'RequestUnparked'].includes(on))
  const work = { mailKinds, pushKinds, reactors: [requestReactor(product.platform)] }
  await stage.worker(product, work)
  await settled(product, 1)
  const [told] = await inbox(product)
  expect(told).toMatchObject({
    to: admin.email,
    subject: 'Für eine Anfrage fehlen Personen, die entscheiden können: Pay the invoice',
  })
  expect(told!.text).toContain('Es fehlt 1 Person.')
  expect(told!.text).toContain(`${anna.email} bittet um diese Freigabe`)

  expect(await waits(own, id, ben)).toBe(false)
  expectRefused(await sign(own, id, ben, bens), 409, 'request.parked')
  expectRefused(await own.post(`/requests/decline/${id}`, ben, {}), 409, 'request.parked')
  expectRefused(await own.post(`/requests/remind/${id}`, anna, {}), 409, 'request.parked')
  for (const who of [anna, { token: await product.logIn(admin.userId) }])
    expect((await own.get(`/requests/details/${id}`, who)).body).toMatchObject({
      parked: { people: 1, groups: [] },
      timeline: [{ kind: 'asked' }, { kind: 'parked' }, { kind: 'mailed', count: 1 }],
    })

  await join()
  await settled(product, 4)
  expect(service.received).toHaveLength(1)
  const asked = (await inbox(product)).slice(0, -1)
  expect((await inbox(product)).map(({ to }) => to).toSorted()).toEqual(
    [admin.email, ben.email, carl.email].toSorted(),
  )
  expect(
    asked.some(({ subject }) => subject === `${anna.email} asks for your approval: Pay the invoice`),
  ).toBe(true)
  expect(await own.types(id)).toEqual([
    'RequestCreated',
    'FieldsFilled',
    'RuleApplied',
    'RequestParked',
    'RequestUnparked',
  ])
  await caughtUp(own)
  for (const who of [ben, carl]) expect(await waits(own, id, who)).toBe(true)
  const { body: seen } = await own.get(`/requests/details/${id}`, anna)
  expect(seen).not.toHaveProperty('parked')
  expect(seen.needs.of).toHaveLength(2)
  expect(seen.needs.applied.groups).toEqual([{ id: treasury, name: 'Treasury' }])

  await rebuild(product.platform.db)
  await caughtUp(own)
  expect(await sign(own, id, ben, bens)).toMatchObject({ status: 200, body: { status: 'pending' } })
  expect(await sign(own, id, carl, carls)).toMatchObject({ status: 200, body: { status: 'approved' } })
  await settled(product, 4)
  expect(service.received).toHaveLength(1)
  const log = await own.get(`/workspaces/history/${team.id}?action=request`, {
    token: await product.logIn(admin.userId),
  })
  const actions = log.body.entries.map(({ action }: { action: string }) => action)
  expect(actions).toContain('request.parked')
  expect(actions).toContain('request.unparked')
})

test('one that is open waits again when too few are left, with the signatures that it has; the other rules still end it', async () => {
  const { rules, team, leave, join } = await parking()
  await join()
  const { ben, carl } = team
  const [bens, carls] = [await api.enrol(ben), await api.enrol(carl)]
  const { id } = (await rules.pay(team)).body
  await sign(api, id, ben, bens)
  await leave()
  await react(api, team)
  await caughtUp(api)
  expect((await api.types(id)).at(-1)).toBe('RequestParked')
  expectRefused(await sign(api, id, carl, carls), 403, 'access.denied')
  await join()
  await react(api, team)
  await react(api, team)
  expect((await api.types(id)).slice(-2)).toEqual(['RequestParked', 'RequestUnparked'])
  expect(await sign(api, id, carl, carls)).toMatchObject({ status: 200, body: { status: 'approved' } })
})

test('who gets the right to approve, or is active again, lets it go on', async () => {
  const { rules, team, join } = await parking()
  await join()
  const change = async (path: string, value: boolean) => {
    const token = await api.product.logIn(team.admin.userId)
    const body = { participantId: team.carl.participantId, value }
    const changed = await api.product.call('PATCH', `/participants/${path}`, { token, body })
    expect(changed.status).toBe(200)
    await react(api, team)
  }
  for (const path of ['change-approver', 'change-activity']) {
    const { id } = (await rules.pay(team)).body
    await change(path, false)
    expect((await api.types(id)).at(-1)).toBe('RequestParked')
    await change(path, true)
    expect((await api.types(id)).at(-1)).toBe('RequestUnparked')
  }
})

test('its life counts as usual: it expires, and only who asked is told', async () => {
  const { rules, team } = await parking()
  const { body } = await rules.pay(team)
  expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(24 * 3_600_000)
  const at = new Date(body.expiresAt)
  await expireRequest(api.product.platform, { id: body.id, workspaceId: team.id }, at)
  const ended = requestMails.find(({ purpose }) => purpose === 'request.closed')!
  const closed = (await api.facts(body.id)).at(-1)!
  expect(await ended.recipients(closed as never, api.product.platform.commands)).toEqual([team.anna.userId])
})

test('a rule that names what must go before cannot let requests wait', async () => {
  const { rules, team } = await parking()
  const refused = await rules.writeRules(team, [
    { who: { groups: [team.treasury] }, count: 1, before: 'call-check', park: true },
  ])
  expect(refused).toMatchObject({ status: 400, body: { details: [{ field: 'rules.0.park' }] } })
})

test('the tester says that it would wait', async () => {
  const { team } = await parking()
  const example = {
    kindId: team.kindId,
    fields: {
      amount: { value: '10', currency: 'EUR' },
      payee: 'Müller GmbH',
      iban: 'DE89370400440532013000',
    },
  }
  const { body } = await api.post(`/rules/try/${team.id}`, team.anna, example)
  expect(body).toMatchObject({ parks: true, missing: { people: 1 } })
})

const FINAL = ['RequestApproved', 'RequestDeclined', 'RequestWithdrawn', 'RequestClosed']

test(`${ROUNDS} races of a colleague who comes, a withdrawal and the expiry: one end each, and nobody is asked after it`, async () => {
  const { rules, team, leave, join } = await parking()
  const { platform } = api.product
  for (let n = 0; n < ROUNDS; n += 1) {
    await leave()
    const anna = await api.newSession(team.anna)
    const { id, expiresAt } = (await rules.pay({ ...team, anna })).body
    await join()
    await caughtUp(api)
    const ways = [
      () => react(api, team),
      () => react(api, team),
      n % 2 === 0
        ? () => api.post(`/requests/withdraw/${id}`, anna, {})
        : () => expireRequest(platform, { id, workspaceId: team.id }, new Date(expiresAt)),
    ]
    await Promise.all(ways.map((_, at) => ways[(at + n) % ways.length]!()))
    const types = await api.types(id)
    expect(types.filter((type) => FINAL.includes(type))).toHaveLength(1)
    expect(FINAL).toContain(types.at(-1))
    expect(types.filter((type) => type === 'RequestUnparked').length).toBeLessThanOrEqual(1)
  }
})
