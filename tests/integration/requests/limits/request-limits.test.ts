import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createApprovalSlots } from '#modules/requests/limits/approval-slot.store.ts'
import { createCheckSlots } from '#modules/requests/limits/check-slot.store.ts'
import { InvalidAppend, Unavailable } from '#platform/event-store/event-store.ts'
import { recordDeadlines } from '../../../../services/worker/deadlines.ts'
import type { Answered, Person } from '#support/product/product.ts'
import {
  expectRefused,
  openRequests,
  verificationBody,
  withOwnProduct,
  type RequestApi,
} from '#support/product/requests.ts'
import { colleague } from '#support/product/workspaces.ts'
import { rounds } from '#support/rounds.ts'
import { untilReached } from '#support/product/until-reached.ts'

const HOUR = 3_600_000
const ROUNDS = rounds({ short: 4, long: 1_000 })
const RACES_MS = 30_000 + ROUNDS * 400
const DAY = 24 * HOUR
const RATES = { perHour: 10, apartMs: 0 }
const MANY = { perRequester: 100, perWorkspace: 100, perMinute: 100 }

let api: RequestApi
beforeAll(async () => {
  api = await openRequests()
})
afterAll(() => api?.product.close())

describe('the expiry of a request', () => {
  test('closes it by the clock, before and after the event is appended', () =>
    withOwnProduct({}, async (own) => {
      const team = await own.team()
      const phone = await own.enrol(team.ben)
      const id = await own.newRequest(team, { expiresIn: 60 })
      const forAny = (await own.ask(team.anna, team.id, { expiresIn: 60 })).body.id
      const proof = await phone.prove(id)
      own.product.clock.advance(61_000)
      const seen = (await own.get(`/requests/details/${id}`, team.anna)).body
      expect(seen).toMatchObject({ status: 'declined', closedReason: 'expired', decidedAt: seen.expiresAt })
      expect((await own.get('/requests/inbox', team.ben)).body).toEqual([])
      const statuses = async () => {
        const list = (status: string) => own.get(`/requests/list/${team.id}?status=${status}`, team.anna)
        return [(await list('pending')).body.length, (await list('declined')).body.length]
      }
      expect(await statuses()).toEqual([0, 2])
      expect(await own.types(id)).toEqual(['RequestCreated'])

      const closed = { status: 'declined', closedReason: 'expired' }
      expectRefused(await own.post(`/requests/approve/${id}`, team.ben, proof), 409, 'request.closed', closed)
      expect(await own.types(id)).toEqual(['RequestCreated', 'RequestClosed'])
      expectRefused(await own.decline(id, team.ben), 409, 'request.closed', closed)
      expect((await recordDeadlines(own.product.platform)).found).toBeGreaterThan(0)
      expect(await own.types(id)).toEqual(['RequestCreated', 'RequestClosed'])
      expect(await own.types(forAny)).toEqual(['RequestCreated', 'RequestClosed'])
      const head = (await own.product.head())!
      await untilReached(own.product.platform.positions, head)
      expect((await recordDeadlines(own.product.platform)).found).toBe(0)
      expect((await own.get(`/requests/details/${id}`, team.anna)).body).toEqual(seen)
      expect(await statuses()).toEqual([0, 2])
    }))
})

const outcomes = (answers: readonly Answered[]) =>
  answers
    .map(({ status, body }) => (status === 201 ? 201 : body.code))
    .toSorted((a, b) => String(a).localeCompare(String(b)))

describe('limits of call checks', () => {
  test('allow one open check per pair, even for four concurrent ones', async () => {
    const team = await api.team()
    const { id, anna, ben } = team
    const phone = await api.enrol(anna)
    const check = (body: Record<string, unknown> = {}) => api.newVerification(anna, phone, id, body)
    const toBen = { approverId: ben.participantId }
    const answers = await Promise.all(Array.from({ length: 4 }, () => check(toBen)))
    expect(outcomes(answers)).toEqual([201, ...Array(3).fill('request.limit')])
    expect((await check()).status).toBe(201)
    expectRefused(await check(), 409, 'request.limit')
  })

  test('allow three open checks per approver, even for five concurrent requesters', async () => {
    const team = await api.team()
    const askers = [team.anna]
    for (let i = 0; i < 4; i++) askers.push(await api.colleague(team))
    const phones = await Promise.all(askers.map((who) => api.enrol(who)))
    const body = { approverId: team.ben.participantId }
    const check = (i: number) => api.newVerification(askers[i]!, phones[i]!, team.id, body)
    const answers = await Promise.all(askers.map((_, i) => check(i)))
    expect(outcomes(answers)).toEqual([201, 201, 201, 'request.limit', 'request.limit'])
    await api.decline(answers.find(({ status }) => status === 201)!.body.id, team.ben)
    expect((await check(answers.findIndex(({ status }) => status === 409))).status).toBe(201)
  })

  test('an answer or a withdrawal frees the slot', async () => {
    const { id, anna, ben } = await api.team()
    const phone = await api.enrol(anna)
    const check = async () => {
      const made = await api.newVerification(anna, phone, id, { approverId: ben.participantId })
      expect(made.status).toBe(201)
      return made.body.id as string
    }
    await api.decline(await check(), ben)
    await api.post(`/requests/withdraw/${await check()}`, anna)
    await check()
  })

  test('approvals hold no place of a check: not those between the same people, nor those that a program of before counted as checks', async () => {
    const team = await api.team()
    const { id, anna, ben } = team
    const phone = await api.enrol(anna)
    const toBen = { approverId: ben.participantId }
    const approvals = [await api.newRequest(team), await api.newRequest(team), await api.newRequest(team)]
    const { db, clock } = api.product.platform
    const ids = { workspaceId: id, requesterId: anna.participantId, approverId: ben.participantId }
    const expiresAt = new Date(clock.now().getTime() + DAY)
    for (const requestId of approvals)
      await db('request_slots').insert({
        request_id: requestId,
        workspace_id: ids.workspaceId,
        requester_id: ids.requesterId,
        approver_id: ids.approverId,
        taken_at: new Date(clock.now().getTime() - HOUR),
        expires_at: expiresAt,
        freed: false,
      })
    expect((await api.newVerification(anna, phone, id, toBen)).status).toBe(201)
  })

  test('say before anybody signs what would refuse the check', async () => {
    const { id, anna, ben } = await api.team()
    const phone = await api.enrol(anna)
    const toBen = { approverId: ben.participantId }
    expect((await api.newVerification(anna, phone, id, toBen)).status).toBe(201)
    const prepare = await api.post(`/requests/prepare/${id}`, anna, verificationBody(toBen))
    expectRefused(prepare, 409, 'request.limit')
  })

  test(
    'two people never ask each other at once: the second is told which question to answer',
    async () => {
      const team = await api.team()
      const both = { approver: true, requester: true }
      const [cleo, dora] = [await api.colleague(team, both), await api.colleague(team, both)]
      const phones = [await api.enrol(cleo), await api.enrol(dora)] as const
      const asks = () =>
        Promise.all([
          api.newVerification(cleo, phones[0], team.id, { approverId: dora.participantId }),
          api.newVerification(dora, phones[1], team.id, { approverId: cleo.participantId }),
        ])
      for (let round = 0; round < ROUNDS; round++) {
        const answers = await asks()
        const asked = answers.filter(({ status }) => status === 201)
        expect(asked).toHaveLength(1)
        const [refused] = answers.filter(({ status }) => status !== 201)
        expectRefused(refused!, 409, 'call.opposite', { requestId: asked[0]!.body.id })
        const asker = answers[0] === asked[0] ? cleo : dora
        await api.post(`/requests/withdraw/${asked[0]!.body.id}`, asker)
      }
    },
    RACES_MS,
  )
})

describe('two people in two workspaces', () => {
  const both = { approver: true, requester: true }
  test(
    'never ask each other at once: the second is told which question to answer, and others ask as they like',
    async () => {
      const [here, there] = [await api.team(), await api.team()]
      const join = (at: typeof here, who?: Person) => colleague(api.product, at, both, who)
      const [cleo, dora] = [await join(here), await join(here)]
      const [cleoThere, doraThere] = [await join(there, cleo), await join(there, dora)]
      const phones = [await api.enrol(cleo), await api.enrol(dora)] as const
      const askHere = () => api.newVerification(cleo, phones[0], here.id, { approverId: dora.participantId })
      const askThere = () =>
        api.newVerification(doraThere, phones[1], there.id, { approverId: cleoThere.participantId })
      for (let round = 0; round < ROUNDS; round++) {
        const answers = await Promise.all([askHere(), askThere()])
        const asked = answers.filter(({ status }) => status === 201)
        expect(asked).toHaveLength(1)
        const [refused] = answers.filter(({ status }) => status !== 201)
        expectRefused(refused!, 409, 'call.opposite', { requestId: asked[0]!.body.id })
        const [asker, answerer] = answers[0] === asked[0] ? [cleo, dora] : [dora, cleo]
        // The refused one may see the question: it is addressed to them.
        expect((await api.get(`/requests/details/${asked[0]!.body.id}`, answerer)).status).toBe(200)
        await api.post(`/requests/withdraw/${asked[0]!.body.id}`, asker)
      }
      expect((await askHere()).status).toBe(201)
      const sameWay = { approverId: doraThere.participantId }
      expect((await api.newVerification(cleoThere, phones[0], there.id, sameWay)).status).toBe(201)
      expectRefused(await askThere(), 409, 'call.opposite')
    },
    RACES_MS,
  )
})

describe('slots', () => {
  test('a rejected append gives its slot back; an unknown outcome keeps it', async () => {
    const { id, anna, ben } = await api.team()
    const { eventStore, db } = api.product.platform
    const body = { approverId: ben.participantId }
    const slotsOf = () => db('approval_slots').where({ workspace_id: id })
    const append = vi.spyOn(eventStore, 'append')
    try {
      append.mockRejectedValueOnce(new InvalidAppend('too large'))
      expect((await api.ask(anna, id, body)).status).toBe(400)
      expect(await slotsOf()).toEqual([])
      append.mockRejectedValueOnce(new Unavailable('who knows'))
      expect((await api.ask(anna, id, body)).status).toBe(503)
      expect(await slotsOf()).toHaveLength(1)
      await slotsOf().delete()
    } finally {
      append.mockRestore()
    }
    expect((await api.ask(anna, id, body)).status).toBe(201)
  })

  test.each(['request_slots', 'approval_slots'] as const)(
    'a row of %s that two attempts of one request took stays until both gave it back',
    async (table) => {
      const { id, anna, ben } = await api.team()
      const { db, clock } = api.product.platform
      const expiresAt = new Date(clock.now().getTime() + DAY)
      const ids = { workspaceId: id, requesterId: anna.participantId, approverId: ben.participantId }
      const slot = { requestId: randomUUID(), ...ids, expiresAt }
      const slots =
        table === 'request_slots'
          ? { ...createCheckSlots(db), take: () => createCheckSlots(db).take(slot, RATES, clock.now()) }
          : { ...createApprovalSlots(db), take: () => createApprovalSlots(db).take(slot, MANY, clock.now()) }
      const taken = await Promise.all([slots.take(), slots.take()])
      expect(taken.map(({ outcome }) => outcome)).toEqual(['taken', 'taken'])
      const left = () => db(table).where({ request_id: slot.requestId })
      await slots.giveBack(slot.requestId)
      expect(await left()).toHaveLength(1)
      await slots.giveBack(slot.requestId)
      expect(await left()).toHaveLength(0)
    },
  )

  test('the slot of a crashed creation is free after a minute', () =>
    withOwnProduct({ APPROVALS_PER_REQUESTER: 1 }, async (own) => {
      const { id, anna, ben } = await own.team()
      const annasPhone = await own.enrol(anna)
      const { db } = own.product.platform
      const { clock } = own.product
      const slot = () => ({
        requestId: randomUUID(),
        workspaceId: id,
        requesterId: anna.participantId,
        approverId: ben.participantId,
        expiresAt: new Date(clock.now().getTime() + DAY),
      })
      const body = { approverId: ben.participantId }
      const check = () => own.newVerification(anna, annasPhone, id, body)
      await createCheckSlots(db).take(slot(), RATES, clock.now())
      await createApprovalSlots(db).take(slot(), MANY, clock.now())
      expectRefused(await check(), 409, 'request.limit')
      expectRefused(await own.ask(anna, id, body), 409, 'request.limit')
      clock.advance(61_000)
      expect((await check()).status).toBe(201)
      expect((await own.ask(anna, id, body)).status).toBe(201)
    }))
})

describe('limits of approvals', () => {
  test('a clerk asks the same approver thirty times at nine in the morning', async () => {
    const team = await api.team()
    for (let i = 0; i < 30; i++) await api.newRequest(team)
  })

  test('at most so many may be open per requester, and per workspace, however many ask at once; a closed one makes room', () =>
    withOwnProduct({ APPROVALS_PER_REQUESTER: 2, APPROVALS_PER_WORKSPACE: 3 }, async (own) => {
      const team = await own.team()
      const { id, anna, ben } = team
      const other = await own.colleague(team)
      const asks = [anna, anna, anna, other, other, other].map((who) => own.ask(who, id, { expiresIn: 60 }))
      expect(outcomes(await Promise.all(asks))).toEqual([201, 201, 201, ...Array(3).fill('request.limit')])
      own.product.clock.advance(61_000)
      const first = await own.newRequest(team)
      const next = (await own.ask(anna, id, { expiresIn: 3_600 })).body
      const until = next.expiresAt
      expectRefused(await own.ask(anna, id), 409, 'request.limit', { of: 'requester', most: 2, until })
      const prepare = await own.post(`/requests/prepare/${id}`, anna, {
        type: 'approval',
        title: 'Pay',
        anyApprover: true,
      })
      expectRefused(prepare, 409, 'request.limit', { of: 'requester', most: 2, until })
      expect((await own.ask(other, id)).status).toBe(201)
      expectRefused(await own.ask(other, id), 409, 'request.limit', { of: 'workspace', most: 3, until })
      await own.decline(first, ben)
      expect((await own.ask(anna, id, { expiresIn: 60 })).status).toBe(201)
      expectRefused(await own.ask(anna, id), 409, 'request.limit', { of: 'requester', most: 2 })
      own.product.clock.advance(61_000)
      expect((await own.ask(anna, id)).status).toBe(201)
    }))

  test('at most sixty a minute per requester', () =>
    withOwnProduct({ RATE_FACTOR: 1, APPROVALS_PER_MINUTE: 3 }, async (own) => {
      const team = await own.team()
      const { id, anna, ben } = team
      const other = await own.colleague(team)
      for (let i = 0; i < 3; i++) await own.decline(await own.newRequest(team), ben)
      const refused = await own.ask(anna, id)
      expectRefused(refused, 429, 'request.too-many')
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50)
      expect((await own.ask(other, id)).status).toBe(201)
      own.product.clock.advance(60_000)
      expect((await own.ask(anna, id)).status).toBe(201)
    }))

  test('an approver takes none from one person for a day: said before, refused after, and call checks come through', () =>
    withOwnProduct({}, async (own) => {
      const team = await own.team()
      const { id, anna, ben } = team
      const open = await own.newRequest(team)
      const toBen = { approverId: ben.participantId }
      const mute = (muted: boolean) =>
        own.product.call('PATCH', '/participants/mute-approvals', {
          token: ben.token,
          body: { participantId: anna.participantId, muted },
        })
      const { until } = (await mute(true)).body
      expectRefused(await own.ask(anna, id, toBen), 409, 'approver.muted', { until })
      expectRefused(await own.post(`/requests/remind/${open}`, anna), 409, 'approver.muted', { until })
      const prepare = { type: 'approval', title: 'Pay', approverId: ben.participantId }
      expectRefused(await own.post(`/requests/prepare/${id}`, anna, prepare), 409, 'approver.muted', {
        until,
      })
      const approvers = async () =>
        (await own.get(`/requests/approvers/${id}`, anna)).body as { email: string }[]
      const shown = (await approvers()).find(({ email }) => email === ben.email)
      expect(shown).toMatchObject({ mutedUntil: until })
      const one = await own.get(`/requests/approver/${id}/${ben.participantId}`, anna)
      expect(one.body).toMatchObject({ mutedUntil: until, obstacle: null })
      expect((await own.get(`/requests/details/${open}`, ben)).body).toMatchObject({
        requesterMutedUntil: until,
      })
      expect((await own.get(`/requests/details/${open}`, anna)).body).not.toHaveProperty(
        'requesterMutedUntil',
      )
      expect((await own.ask(anna, id)).status).toBe(201)
      const check = await own.post(`/requests/prepare/${id}`, anna, verificationBody())
      expect(check.status).toBe(200)
      expect((await mute(false)).body).toEqual({ until: null })
      expect((await own.ask(anna, id, toBen)).status).toBe(201)
    }))

  test('declined approvals never mute the requester', () =>
    withOwnProduct({ RATE_FACTOR: 1 }, async (own) => {
      const team = await own.team()
      for (let i = 0; i < 4; i++) await own.decline(await own.newRequest(team), team.ben)
      const { status } = await own.post(`/requests/prepare/${team.id}`, team.anna, verificationBody())
      expect(status).toBe(200)
    }))
})

describe('rates of call checks', () => {
  test('allow a new check of the same approver after 30 seconds, whatever became of the first', () =>
    withOwnProduct({ RATE_FACTOR: 1 }, async (own) => {
      const team = await own.team()
      const { id, anna, ben, admin } = team
      const other = await own.colleague(team, { approver: true })
      const [annas, admins] = [await own.enrol(anna), await own.enrol(admin)]
      const [toBen, toOther] = [ben, other].map(({ participantId }) => ({ approverId: participantId }))
      const first = await own.newVerification(anna, annas, id, toBen)
      await own.decline(first.body.id, ben)
      const refused = await own.post(`/requests/prepare/${id}`, anna, verificationBody(toBen))
      expectRefused(refused, 429, 'request.too-soon')
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(20)
      // Other approvers, any approver, other requesters and approvals are not limited.
      expect((await own.newVerification(anna, annas, id, toOther)).status).toBe(201)
      expect((await own.newVerification(anna, annas, id)).status).toBe(201)
      expect((await own.newVerification(admin, admins, id, toBen)).status).toBe(201)
      expect((await own.ask(anna, id, toBen)).status).toBe(201)
      own.product.clock.advance(30_000)
      expect((await own.newVerification(anna, annas, id, toBen)).status).toBe(201)
    }))

  test('allow ten checks per requester and hour', () =>
    withOwnProduct({ RATE_FACTOR: 1 }, async (own) => {
      const { id, anna } = await own.team()
      const phone = await own.enrol(anna)
      for (let i = 0; i < 10; i++) {
        const { body, status } = await own.newVerification(anna, phone, id)
        expect(status).toBe(201)
        await own.post(`/requests/withdraw/${body.id}`, anna)
        own.product.clock.advance(30_000)
      }
      const refused = await own.post(`/requests/prepare/${id}`, anna, verificationBody())
      expectRefused(refused, 429, 'request.too-many')
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000)
      own.product.clock.advance(HOUR)
      expect((await own.newVerification(await own.newSession(anna), phone, id)).status).toBe(201)
    }))
})
