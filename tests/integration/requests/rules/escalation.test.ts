import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ruleHash } from '#contract/requests/rules/rule-hash.ts'
import { expireRequest } from '#modules/requests/close-request.ts'
import { requestMails } from '#modules/requests/notices/requests.mail-kinds.ts'
import { requestPushes } from '#modules/requests/notices/requests.push-kinds.ts'
import { signaturesOf } from '#modules/requests/proof/verify-request.ts'
import { dueEscalations } from '#modules/requests/reminders/due-escalations.ts'
import { randomToken } from '#platform/primitives/ids.ts'
import { recordDeadlines } from '../../../../services/worker/deadlines.ts'
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

const ROUNDS = rounds({ short: 12, long: 1_000 })
const MINUTE = 60_000

let api: RequestApi
const stage = openStage()
beforeAll(async () => {
  // A thousand races take more than a month of the product's clock.
  api = await openRequests({ RATE_FACTOR: 10_000, TRIAL_DAYS: 100 })
})
afterEach(() => stage.close())
afterAll(() => api?.product.close())

const caughtUp = async ({ product }: RequestApi) =>
  untilReached(product.platform.positions, (await product.head())!)

/** Two of the treasury (Ben, Carl) sign, after an hour also the board (Dora; Carl is in both). */
const escalating = async (of = api) => {
  const rules = signingRules(of)
  const team = await rules.team()
  const { treasury, board } = team
  const written = await rules.writeRules(team, [
    { who: { groups: [treasury] }, count: 2, hours: 24, escalate: { after: 1, who: { groups: [board] } } },
  ])
  expect(written.status).toBe(200)
  return { rules, team }
}
const sign = async (of: RequestApi, id: string, who: Person, phone: Phone) => {
  const challenge = await of.post(`/requests/challenge/${id}`, who, {})
  if (challenge.status !== 200) return challenge
  return of.post(`/requests/approve/${id}`, who, await phone.proofFor(challenge.body.challenge))
}
const waits = async (of: RequestApi, id: string, who: Person): Promise<boolean> =>
  (await of.get('/requests/inbox', who)).body.some((one: { id: string }) => one.id === id)

test('after the hours of the rule the board is asked too, once, by mail and push in their language, and signs with the first ones', async () => {
  const service = await openPushService()
  stage.defer(() => service.close())
  const product = await stage.product({ VAPID_PRIVATE_KEY: randomToken() }, undefined, {
    origin: service.origin,
  })
  const own = requestsOf(product)
  const { rules, team } = await escalating(own)
  const { anna, ben, carl, dora, board, treasury } = team
  const [bens, doras] = [await own.enrol(ben), await own.enrol(dora)]
  await own.product.call('PATCH', '/users/update-settings', { token: dora.token, body: { language: 'de' } })
  const made = await rules.pay(team)
  const { id } = made.body
  expect(made.body.needs).toMatchObject({
    rule: 'Two of: Treasury; after one hour also: Board',
    applied: {
      rule: { escalate: { after: 1, who: { groups: [board] } } },
      groups: [
        { id: treasury, name: 'Treasury' },
        { id: board, name: 'Board' },
      ],
    },
  })
  expect(made.body.needs.applied.rule.escalate).not.toHaveProperty('at')

  expectRefused(await sign(own, id, dora, doras), 403, 'access.denied')
  expectRefused(await own.get(`/requests/details/${id}`, dora), 404, 'request.not-found')
  expect(await waits(own, id, dora)).toBe(false)
  const { body: prepared } = await own.post(`/requests/challenge/${id}`, ben, {})
  expect(prepared.content.rule.ruleHash).toBe(await ruleHash(made.body.needs.applied, prepared.textSalt))
  expect(await sign(own, id, ben, bens)).toMatchObject({ status: 200, body: { status: 'pending' } })

  product.clock.advance(61 * MINUTE)
  const fresh = await own.newSession(dora)
  const { endpoint, keys } = service.browser()
  await own.post('/users/push-subscription', fresh, { endpoint, keys })
  const on = ({ on: type }: { on: string }) => type === 'RequestEscalated'
  const work = {
    mailKinds: requestMails.filter(on),
    pushKinds: requestPushes.filter(on),
    chores: [recordDeadlines],
  }
  await Promise.all([stage.worker(product, work), stage.worker(product, work)])
  await settled(product, 2)
  const mails = await inbox(product)
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [dora.email, `${anna.email} bittet jetzt auch Sie um Freigabe: Pay the invoice`],
  ])
  expect(mails[0]!.text).toContain('nach der Regel des Workspace werden jetzt auch Sie gefragt')
  expect(service.received).toHaveLength(1)
  expect(await own.types(id)).toEqual([
    'RequestCreated',
    'FieldsFilled',
    'RuleApplied',
    'ApprovalGiven',
    'RequestEscalated',
  ])
  await caughtUp(own)
  expect(await waits(own, id, fresh)).toBe(true)
  expect(await waits(own, id, await own.newSession(carl))).toBe(true)
  expect(await waits(own, id, await own.newSession(ben))).toBe(false)
  const { body: seen } = await own.get(`/requests/details/${id}`, fresh)
  expect(seen.needs.of.map((one: { participantId: string }) => one.participantId).toSorted()).toEqual(
    [carl.participantId, dora.participantId].toSorted(),
  )

  const { body: told } = await own.get(`/requests/details/${id}`, await own.newSession(anna))
  const furtherAt = new Date(Date.parse(made.body.createdAt) + 60 * MINUTE).toISOString()
  const steps: { kind: string; at: string }[] = told.timeline
  expect(steps.filter(({ kind }) => kind === 'escalated')).toEqual([
    { kind: 'escalated', at: furtherAt, by: null },
  ])

  await rebuild(product.platform.db)
  await recordDeadlines(product.platform)
  expect(await sign(own, id, fresh, doras)).toMatchObject({ status: 200, body: { status: 'approved' } })
  const found = await Array.fromAsync(signaturesOf(product.platform, id, ['http://localhost']))
  expect(found.map(({ type, fault }) => [type, fault])).toEqual([
    ['ApprovalGiven', null],
    ['RequestApproved', null],
  ])
  expect(await inbox(product)).toHaveLength(1)
  const log = await own.get(`/workspaces/history/${team.id}?action=request`, {
    token: await product.logIn(team.admin.userId),
  })
  const actions = log.body.entries.map(({ action }: { action: string }) => action)
  expect(actions).toContain('request.escalated')
})

test('a worker that sleeps keeps nobody from deciding who is asked later by the clock, and writes nothing once it is decided', async () => {
  const { rules, team } = await escalating()
  const { ben, dora } = team
  const [bens, doras] = [await api.enrol(ben), await api.enrol(dora)]
  const { id } = (await rules.pay(team)).body
  await sign(api, id, ben, bens)
  api.product.clock.advance(61 * MINUTE)
  expect(await sign(api, id, await api.newSession(dora), doras)).toMatchObject({
    status: 200,
    body: { status: 'approved' },
  })
  await recordDeadlines(api.product.platform)
  expect((await api.types(id)).at(-1)).toBe('RequestApproved')
})

test('who is asked later is refused where it adds nobody, comes too late or is unknown', async () => {
  const { rules, team } = await escalating()
  const refused = async (escalate: object, rule: object = {}) => {
    const all = [{ who: { groups: [team.treasury] }, hours: 24, escalate, ...rule }] as never[]
    const { status, body } = await rules.writeRules(team, all)
    return [status, body.details?.[0]?.field]
  }
  const board = { groups: [team.board] }
  expect(await refused({ after: 24, who: board })).toEqual([400, 'rules.0.escalate.after'])
  expect(await refused({ after: 1, who: board }, { who: 'any' })).toEqual([400, 'rules.0.escalate.who'])
  expect(await refused({ after: 1, who: { groups: [team.kindId] } })).toEqual([
    400,
    'rules.0.escalate.who.groups.0',
  ])
  expect((await refused({ after: 0, who: board }))[0]).toBe(400)
  expect((await refused({ who: board }))[0]).toBe(400)
})

const FINAL = ['RequestApproved', 'RequestDeclined', 'RequestWithdrawn', 'RequestClosed']
type Stage = { readonly team: SigningTeam; readonly phones: readonly Phone[] }

/** One of the treasury and one of the board sign while the time passes, and something else may end it. */
const race = async ({ team, phones }: Stage, n: number): Promise<string> => {
  const { body } = await signingRules(api).pay({ ...team, anna: await api.newSession(team.anna) })
  const { id, expiresAt } = body
  api.product.clock.advance(61 * MINUTE)
  await caughtUp(api)
  const people = await Promise.all(
    [team.ben, team.dora, team.carl, team.anna].map((one) => api.newSession(one)),
  )
  const proofs = await Promise.all(
    phones.map(async (phone, at) => {
      const { body: prepared } = await api.post(`/requests/challenge/${id}`, people[at]!, {})
      return phone.proofFor(prepared.challenge)
    }),
  )
  const { platform } = api.product
  const now = await platform.agreedTime()
  const ways = [
    () => api.post(`/requests/approve/${id}`, people[0]!, proofs[0]),
    () => api.post(`/requests/approve/${id}`, people[1]!, proofs[1]),
    () => dueEscalations(platform).act({ id, workspaceId: team.id, at: now }, now),
    [
      () => api.post(`/requests/decline/${id}`, people[2]!, {}),
      () => api.post(`/requests/withdraw/${id}`, people[3]!, {}),
      () => expireRequest(platform, { id, workspaceId: team.id }, new Date(expiresAt)),
      () => dueEscalations(platform).act({ id, workspaceId: team.id, at: now }, now),
    ][n % 4]!,
  ]
  const turned = ways.map((_, at) => ways[(at + n) % ways.length]!)
  await Promise.all(turned.map((way) => way()))
  const types = await api.types(id)
  expect(types.filter((type) => FINAL.includes(type))).toHaveLength(1)
  expect(FINAL).toContain(types.at(-1))
  expect(types.filter((type) => type === 'RequestEscalated').length).toBeLessThanOrEqual(1)
  const signed = types.filter((type) => type === 'ApprovalGiven').length
  expect(signed).toBeLessThanOrEqual(1)
  if (types.at(-1) === 'RequestApproved') expect(signed).toBe(1)
  return types.at(-1)!
}

test(`${ROUNDS} races of the escalation, signatures of both sides, a decline, a withdrawal and the expiry end once each`, async () => {
  const { team } = await escalating()
  const phones = [await api.enrol(team.ben), await api.enrol(team.dora)]
  const ends = new Set<string>()
  for (let n = 0; n < ROUNDS; n += 1) ends.add(await race({ team, phones }, n))
  expect(ends).toContain('RequestApproved')
})
