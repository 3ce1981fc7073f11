import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#support/product/product.ts'
import {
  expectRefused,
  openRequests,
  PIN,
  withOwnProduct,
  type RequestApi,
} from '#support/product/requests.ts'

const DAY = 24 * 3_600_000

let api: RequestApi
beforeAll(async () => {
  api = await openRequests()
})
afterAll(() => api?.product.close())

describe('access', () => {
  test('nobody decides their own request, not even an admin', async () => {
    const { id, admin, ben } = await api.team()
    const requestId = (await api.ask(admin, id)).body.id
    const { deviceId } = await api.enrol(admin)
    const { proof } = await (await api.enrol(ben)).prove(requestId)
    for (const [operation, body] of [
      ['challenge'],
      ['decline'],
      ['approve', { proof: { ...proof, deviceId } }],
    ] as const)
      expectRefused(await api.post(`/requests/${operation}/${requestId}`, admin, body), 403, 'access.denied')
    expect(await api.types(requestId)).toEqual(['RequestCreated'])
    const own = (await api.product.facts(`workspace-${id}`)).find(({ type }) => type === 'ParticipantJoined')!
    const approverId = own.data['participantId']
    expectRefused(await api.ask(admin, id, { approverId }), 409, 'approver.unavailable')
  })

  test('an admin sees a request to another approver, but cannot decide it', async () => {
    const team = await api.team()
    const id = await api.newRequest(team)
    expect((await api.get(`/requests/details/${id}`, team.admin)).status).toBe(200)
    expect((await api.get('/requests/inbox', team.admin)).body).toEqual([])
    for (const operation of ['challenge', 'decline'])
      expectRefused(await api.post(`/requests/${operation}/${id}`, team.admin), 403, 'access.denied')
  })

  test('only requesters create requests, and only approvers answer', async () => {
    const team = await api.team()
    const { id, anna, ben } = team
    expectRefused(await api.ask(ben, id), 403, 'access.denied')
    expectRefused(await api.get(`/requests/approvers/${id}`, ben), 403, 'access.denied')
    const other = await api.colleague(team, { requester: true })
    const made = await api.ask(anna, id)
    expectRefused(await api.decline(made.body.id, other), 403, 'access.denied')
    expectRefused(await api.get(`/requests/details/${made.body.id}`, other), 404, 'request.not-found')
    expect((await api.get(`/requests/list/${id}`, other)).body).toEqual([])
    expect((await api.get(`/requests/list/${id}`, ben)).body).toHaveLength(1)
    expectRefused(await api.ask(anna, id, { approverId: other.participantId }), 409, 'approver.unavailable')
    expectRefused(await api.ask(anna, id, { approverId: randomUUID() }), 409, 'approver.unavailable')
  })

  test('rejects a request without an eligible approver', async () => {
    const { id, admin } = await api.workspace()
    expectRefused(await api.ask(admin, id), 409, 'approver.unavailable')
  })

  test('replies with the same 404 to foreign and unknown requests', async () => {
    const team = await api.team()
    const requestId = await api.newRequest(team)
    const stranger = (await api.workspace()).admin
    for (const id of [requestId, randomUUID()]) {
      expectRefused(await api.get(`/requests/details/${id}`, stranger), 404, 'request.not-found')
      for (const operation of ['challenge', 'decline', 'withdraw'])
        expectRefused(await api.post(`/requests/${operation}/${id}`, stranger), 404, 'request.not-found')
      const proof = {
        challenge: 'A'.repeat(43),
        deviceId: randomUUID(),
        pin: PIN,
        signature: 'A'.repeat(86),
      }
      expectRefused(await api.post(`/requests/approve/${id}`, stranger, { proof }), 404, 'request.not-found')
    }
    for (const id of [team.id, randomUUID()]) {
      expectRefused(await api.ask(stranger, id), 404, 'workspace.not-found')
      expectRefused(await api.get(`/requests/list/${id}`, stranger), 404, 'workspace.not-found')
      expectRefused(await api.get(`/requests/approvers/${id}`, stranger), 404, 'workspace.not-found')
    }
    expect(await api.types(requestId)).toEqual(['RequestCreated'])
  })

  test('without a subscription, requests can be declined and withdrawn, but not created or approved', () =>
    withOwnProduct({}, async (own) => {
      const team = await own.team()
      own.product.clock.advance(20 * DAY)
      const [anna, ben] = [await own.newSession(team.anna), await own.newSession(team.ben)]
      const phone = await own.enrol(ben)
      const expiresIn = 30 * 86_400
      const toBen = await own.newRequest({ ...team, anna, ben }, { expiresIn })
      const forAny = (await own.ask(anna, team.id, { expiresIn })).body.id
      own.product.clock.advance(15 * DAY)
      const [later, benLater] = [await own.newSession(anna), await own.newSession(ben)]
      const proof = {
        challenge: 'A'.repeat(43),
        deviceId: phone.deviceId,
        pin: PIN,
        signature: 'A'.repeat(86),
      }
      expectRefused(await own.ask(later, team.id, { title: 'Third' }), 402, 'workspace.inactive')
      expectRefused(await own.post(`/requests/challenge/${toBen}`, benLater), 402, 'workspace.inactive')
      expectRefused(
        await own.post(`/requests/approve/${toBen}`, benLater, { proof }),
        402,
        'workspace.inactive',
      )
      expect((await own.decline(toBen, benLater)).status).toBe(200)
      expect((await own.post(`/requests/withdraw/${forAny}`, later)).status).toBe(200)
      expect((await own.get(`/requests/list/${team.id}`, later)).body).toHaveLength(2)
    }))
})

describe('lists', () => {
  test('are paged, newest first, and filtered', async () => {
    const team = await api.team()
    const ids: string[] = []
    for (let i = 0; i < 5; i++) {
      const { id } = (await api.ask(team.anna, team.id, { title: `Request ${i}` })).body
      ids.unshift(id)
      if (i < 4) await api.decline(id, team.ben)
    }
    const walk = async (query: string, who: Person) => {
      const seen: string[] = []
      for (let cursor = ''; ;) {
        const page = await api.get(`/requests/list/${team.id}?limit=2${query}${cursor}`, who)
        expect(page.status).toBe(200)
        seen.push(...page.body.map((request: { id: string }) => request.id))
        const next = page.headers['x-next-cursor']
        if (typeof next !== 'string') return seen
        cursor = `&cursor=${next}`
      }
    }
    for (const who of [team.anna, team.ben, team.admin]) expect(await walk('', who)).toEqual(ids)
    expect(await walk('&status=declined', team.anna)).toEqual(ids.slice(1))
    expect(await walk('&status=pending&type=approval', team.anna)).toEqual(ids.slice(0, 1))
    expect(await walk('&status=approved', team.anna)).toEqual([])
    expect(await walk('&type=verification', team.anna)).toEqual([])
  })

  test('the filter `mine` finds own, addressed and decided requests behind 120 newer ones', async () => {
    const { id, admin, anna, ben } = await api.team()
    const created = (await api.ask(admin, id, { approverId: ben.participantId })).body.id
    const decided = (await api.ask(anna, id)).body.id
    await api.decline(decided, admin)
    const withdrawn = (await api.ask(anna, id, { approverId: ben.participantId })).body.id
    await api.post(`/requests/withdraw/${withdrawn}`, anna)
    const between = (await api.ask(anna, id)).body.id
    await api.product.platform.db.raw(
      `INSERT INTO requests
       SELECT (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'created_at', created_at + n * interval '1 s'))).*
       FROM requests r, generate_series(1, 119) n WHERE r.id = ?`,
      [between],
    )
    const listed = async (query: string, who: Person) =>
      (await api.get(`/requests/list/${id}?${query}`, who)).body.map((request: { id: string }) => request.id)
    expect(await listed('', admin)).not.toContain(created)
    expect(await listed('mine=asked', admin)).toEqual([created])
    expect(await listed('mine=addressed', admin)).toEqual([decided])
    expect(await listed('mine=addressed', ben)).toEqual([withdrawn, created])
    expect(await listed('mine=addressed&status=declined', ben)).toEqual([withdrawn])
    expect(await listed('mine=asked&status=approved', admin)).toEqual([])
    expect(await listed('mine=addressed', anna)).toEqual([])
    expectRefused(await api.get(`/requests/list/${id}?mine=all`, anna), 400, 'input.invalid')
  })

  test('the inbox covers all workspaces and is paged', async () => {
    const first = await api.team()
    const second = await api.workspace()
    const ben = first.ben
    await api.product.call('POST', `/workspaces/invite-participant/${second.id}`, {
      token: second.admin.token,
      body: { email: ben.email, role: 'regular user', approver: true, requester: false },
    })
    const invited = (await api.product.facts(`workspace-${second.id}`)).at(-1)!
    await api.post(`/participants/accept-invite/${String(invited.data['invitationId'])}`, ben)
    const here = await api.newRequest(first)
    const there = (await api.ask(second.admin, second.id)).body.id
    const page = await api.get('/requests/inbox?limit=1', ben)
    expect(page.body).toMatchObject([{ id: there }])
    const cursor = String(page.headers['x-next-cursor'])
    const rest = await api.get(`/requests/inbox?limit=1&cursor=${cursor}`, ben)
    expect(rest.body).toMatchObject([{ id: here }])
    expect(rest.headers['x-next-cursor']).toBeUndefined()
  })
})

describe('malformed input', () => {
  test('is rejected with 400 and appends nothing', async () => {
    const team = await api.team()
    const { id, anna, ben } = team
    const requestId = await api.newRequest(team)
    const before = await api.product.head()
    const approverId = ben.participantId
    const bodies: unknown[] = [
      {},
      [],
      null,
      'text',
      7,
      { type: 'approval', title: 'Pay' },
      { type: 'approval', title: 'Pay', approverId, anyApprover: true },
      { type: 'approval', title: 'Pay', anyApprover: false },
      { type: 'approval', title: 'Pay', approverId: 'ben' },
      { type: 'approval', title: 'Pay', approverId: null },
      { type: 'approval', title: '  a  ', anyApprover: true },
      { type: 'approval', title: 'x'.repeat(201), anyApprover: true },
      { type: 'approval', title: 'two\nlines', anyApprover: true },
      { type: 'approval', title: 'nul\u0000nul', anyApprover: true },
      { type: 'approval', title: 'half \ud800 pair', anyApprover: true },
      { type: 'approval', title: 'Pay', details: 'x'.repeat(4_001), anyApprover: true },
      { type: 'approval', title: 'Pay', details: 'nul\u0000', anyApprover: true },
      { type: 'approval', title: 'Pay', anyApprover: true, expiresIn: 59 },
      { type: 'approval', title: 'Pay', anyApprover: true, expiresIn: 30 * 86_400 + 1 },
      { type: 'approval', title: 'Pay', anyApprover: true, expiresIn: 1e300 },
      { type: 'approval', title: 'Pay', anyApprover: true, expiresIn: '3600' },
      { type: 'verification', title: 'Pay', anyApprover: true },
    ]
    for (const body of bodies) {
      const { status } = await api.product.call('POST', `/requests/create/${id}`, {
        token: anna.token,
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      })
      expect({ body, status }).toEqual({ body, status: 400 })
    }
    const proof = { challenge: 'A'.repeat(43), deviceId: randomUUID(), pin: PIN, signature: 'A'.repeat(86) }
    for (const fault of [
      { challenge: 'A' },
      { challenge: 7 },
      { deviceId: 'x' },
      { pin: '12345' },
      { pin: 123456 },
      { signature: 'A'.repeat(85) },
      { signature: '!'.repeat(86) },
    ])
      expectRefused(
        await api.post(`/requests/approve/${requestId}`, ben, { proof: { ...proof, ...fault } }),
        400,
        'input.invalid',
      )
    expectRefused(await api.post(`/requests/approve/${requestId}`, ben, {}), 400, 'input.invalid')
    for (const path of ['create', 'challenge', 'approve', 'decline', 'withdraw'])
      expect((await api.post(`/requests/${path}/not-an-id`, ben)).status).toBe(400)
    for (const path of ['details/x', 'list/x', 'approvers/x'])
      expectRefused(await api.get(`/requests/${path}`, ben), 400, 'input.invalid')
    expect(await api.product.head()).toBe(before)
  })

  test('rejects malformed queries', async () => {
    const { id, anna } = await api.team()
    const made = (text: string) => Buffer.from(text).toString('base64url')
    const uuid = randomUUID()
    const cursors = [
      'x',
      '%00',
      made(uuid),
      made(`${uuid} anna@example.com`),
      made(`${uuid} 2026-13-41T00:00:00.000Z`),
      made(`${uuid} 0000-01-01T00:00:00.000Z`),
      made(`${'-'.repeat(36)} 2026-01-01T00:00:00.000Z`),
      made(`${uuid}'; drop table requests 2026-01-01T00:00:00.000Z`),
    ]
    for (const cursor of cursors)
      for (const path of [`/requests/list/${id}`, '/requests/inbox'])
        expectRefused(await api.get(`${path}?cursor=${cursor}`, anna), 400, 'input.invalid')
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'status=closed', 'type=other'])
      expectRefused(await api.get(`/requests/list/${id}?${query}`, anna), 400, 'input.invalid')
  })
})
