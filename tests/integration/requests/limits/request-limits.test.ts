import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createSlots } from '#modules/requests/limits/open-request.store.ts'
import { InvalidAppend, Unavailable } from '#platform/event-store/event-store.ts'
import { recordDeadlines } from '../../../../services/worker/deadlines.ts'
import type { Answered } from '#support/product/product.ts'
import { expectRefused, openRequests, withOwnProduct, type RequestApi } from '#support/product/requests.ts'
import { untilReached } from '#support/product/until-reached.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const RATES = { perHour: 10, apartMs: 0 }

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

  test('frees the slot of the request', () =>
    withOwnProduct({}, async (own) => {
      const team = await own.team()
      await own.newRequest(team, { expiresIn: 60 })
      own.product.clock.advance(61_000)
      await own.newRequest(team)
    }))
})

describe('limits', () => {
  const outcomes = (answers: readonly Answered[]) =>
    answers
      .map(({ status, body }) => (status === 201 ? 201 : body.code))
      .toSorted((a, b) => String(a).localeCompare(String(b)))

  test('allow one open request per pair, even for twenty concurrent requests', async () => {
    const { id, anna, ben } = await api.team()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => api.ask(anna, id, { approverId: ben.participantId })),
    )
    expect(outcomes(answers)).toEqual([201, ...Array(19).fill('request.limit')])
    expect((await api.ask(anna, id)).status).toBe(201)
    expectRefused(await api.ask(anna, id), 409, 'request.limit')
  })

  test('allow three open requests per approver, even for five concurrent requesters', async () => {
    const team = await api.team()
    const askers = [team.anna]
    for (let i = 0; i < 4; i++) askers.push(await api.colleague(team))
    const body = { approverId: team.ben.participantId }
    const answers = await Promise.all(askers.map((who) => api.ask(who, team.id, body)))
    expect(outcomes(answers)).toEqual([201, 201, 201, 'request.limit', 'request.limit'])
    await api.decline(answers.find(({ status }) => status === 201)!.body.id, team.ben)
    const late = askers[answers.findIndex(({ status }) => status === 409)]!
    expect((await api.ask(late, team.id, body)).status).toBe(201)
  })

  test('an answer or a withdrawal frees the slot', async () => {
    const team = await api.team()
    const id = await api.newRequest(team)
    await api.decline(id, team.ben)
    const next = await api.newRequest(team)
    await api.post(`/requests/withdraw/${next}`, team.anna)
    await api.newRequest(team)
  })

  test('a rejected append gives its slot back; an unknown outcome keeps it', async () => {
    const { id, anna, ben } = await api.team()
    const { eventStore, db } = api.product.platform
    const body = { approverId: ben.participantId }
    const slotsOf = () => db('request_slots').where({ workspace_id: id })
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

  test('a slot that two attempts of one request took stays until both gave it back', async () => {
    const { id, anna, ben } = await api.team()
    const { db, clock } = api.product.platform
    const slots = createSlots(db)
    const expiresAt = new Date(clock.now().getTime() + DAY)
    const ids = { workspaceId: id, requesterId: anna.participantId, approverId: ben.participantId }
    const slot = { requestId: randomUUID(), ...ids, expiresAt }
    const taken = await Promise.all([
      slots.take(slot, RATES, clock.now()),
      slots.take(slot, RATES, clock.now()),
    ])
    expect(taken.map(({ outcome }) => outcome)).toEqual(['taken', 'taken'])
    const left = () => db('request_slots').where({ request_id: slot.requestId })
    await slots.giveBack(slot.requestId)
    expect(await left()).toHaveLength(1)
    await slots.giveBack(slot.requestId)
    expect(await left()).toHaveLength(0)
  })

  test('the slot of a crashed creation is free after a minute', () =>
    withOwnProduct({}, async (own) => {
      const { id, anna, ben } = await own.team()
      const slot = {
        requestId: randomUUID(),
        workspaceId: id,
        requesterId: anna.participantId,
        approverId: ben.participantId,
        expiresAt: new Date(own.product.clock.now().getTime() + DAY),
      }
      await createSlots(own.product.platform.db).take(slot, RATES, own.product.clock.now())
      const body = { approverId: ben.participantId }
      expectRefused(await own.ask(anna, id, body), 409, 'request.limit')
      own.product.clock.advance(61_000)
      expect((await own.ask(anna, id, body)).status).toBe(201)
    }))

  test('allow a new request to the same approver after 30 seconds, whatever became of the first', () =>
    withOwnProduct({ RATE_FACTOR: 1 }, async (own) => {
      const team = await own.team()
      const { id, anna, ben, admin } = team
      const other = await own.colleague(team, { approver: true })
      const [toBen, toOther] = [ben, other].map(({ participantId }) => ({ approverId: participantId }))
      const first = await own.newRequest(team)
      await own.decline(first, ben)
      const refused = await own.ask(anna, id, toBen)
      expectRefused(refused, 429, 'request.too-soon')
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(20)
      // Other approvers, any approver and other requesters are not limited.
      expect((await own.ask(anna, id, toOther)).status).toBe(201)
      expect((await own.ask(anna, id)).status).toBe(201)
      expect((await own.ask(admin, id, toBen)).status).toBe(201)
      own.product.clock.advance(30_000)
      await own.newRequest(team)
    }))

  test('allow ten requests per requester and hour', () =>
    withOwnProduct({ RATE_FACTOR: 1 }, async (own) => {
      const { id, anna } = await own.team()
      for (let i = 0; i < 10; i++) {
        const { body, status } = await own.ask(anna, id)
        expect(status).toBe(201)
        await own.post(`/requests/withdraw/${body.id}`, anna)
        own.product.clock.advance(30_000)
      }
      const refused = await own.ask(anna, id)
      expectRefused(refused, 429, 'request.too-many')
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000)
      own.product.clock.advance(HOUR)
      expect((await own.ask(await own.newSession(anna), id)).status).toBe(201)
    }))
})
