import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signaturesOf } from '#modules/requests/proof/verify-request.ts'
import { glassOf, REASON, type GlassTeam } from '#support/workspaces/glass.ts'
import { expectRefused, openRequests, withOwnProduct, type RequestApi } from '#support/product/requests.ts'
import { colleague } from '#support/product/workspaces.ts'
import { signingRules } from '#support/workspaces/signing-rules.ts'

const HOUR = 3_600_000

let api: RequestApi
let glass: ReturnType<typeof glassOf>
let team: GlassTeam
beforeAll(async () => {
  api = await openRequests({ RATE_FACTOR: 100 })
  glass = glassOf(api)
  team = await glass.team()
})
afterAll(() => api?.product.close())

const validIn = async (id: string) =>
  (await Array.fromAsync(signaturesOf(api.product.platform, id, ['http://localhost']))).map(
    ({ type, fault }) => [type, fault],
  )

describe('an admin alone approves what nobody can decide in time', () => {
  test('with a reason, which the request shows, and a second person confirms it', async () => {
    const id = await api.newRequest(team)
    const done = await glass.breakIt(id, team)
    expect(done).toMatchObject({
      status: 200,
      body: {
        status: 'approved',
        decidedBy: { email: team.admin.email },
        brokenGlass: {
          by: { email: team.admin.email },
          reason: REASON,
          confirmedBy: null,
          confirmedAt: null,
        },
      },
    })
    const { at, confirmUntil } = done.body.brokenGlass
    expect(Date.parse(confirmUntil) - Date.parse(at)).toBe(72 * HOUR)
    expect(await validIn(id)).toEqual([['GlassBroken', null]])
    const confirmed = await glass.confirm(id, team.carla, team.carlas)
    expect(confirmed).toMatchObject({
      status: 200,
      body: { brokenGlass: { reason: REASON, confirmedBy: { email: team.carla.email } } },
    })
    const seen = (await api.get(`/requests/details/${id}`, team.anna)).body
    expect(seen.brokenGlass).toEqual(confirmed.body.brokenGlass)
    expect(seen.timeline.map(({ kind }: { kind: string }) => kind)).toEqual(
      expect.arrayContaining(['asked', 'glass-broken', 'glass-confirmed']),
    )
    expect(await validIn(id)).toEqual([
      ['GlassBroken', null],
      ['GlassConfirmed', null],
    ])
  })

  test('and the log says so, with the reason', async () => {
    const id = await api.newRequest(team)
    await glass.breakIt(id, team)
    await glass.confirm(id, team.carla, team.carlas)
    const { body } = await api.get(`/workspaces/history/${team.id}?action=request`, team.admin)
    const [confirmed, broken] = body.entries.filter(
      ({ target, action }: any) => target.id === id && action.includes('glass'),
    )
    expect(confirmed).toMatchObject({
      action: 'request.glass-confirmed',
      actor: { email: team.carla.email },
      assurance: 'pin',
    })
    expect(broken).toMatchObject({ action: 'request.glass-broken', actor: { email: team.admin.email } })
    expect(broken.changes).toEqual(
      expect.arrayContaining([
        { field: 'status', before: 'pending', after: 'approved' },
        { field: 'glassReason', before: null, after: REASON },
      ]),
    )
  })

  test('a wrong PIN counts like one of an approval, for who breaks it and for who confirms it', async () => {
    const own = await glass.team()
    const { admin, phone, carla, carlas } = own
    const id = await api.newRequest(own)
    const tried = async (path: string, who: typeof admin, signer: typeof phone, body: object = {}) => {
      const prepared = path === 'break-glass' ? 'glass-challenge' : 'confirm-glass-challenge'
      const { challenge } = (await api.post(`/requests/${prepared}/${id}`, who, body)).body
      const proof = await signer.proofFor(challenge, { pin: '000000' })
      return api.post(`/requests/${path}/${id}`, who, { ...body, ...proof })
    }
    const wrong = { field: 'pin', triesLeft: 4 }
    expectRefused(await tried('break-glass', admin, phone, { reason: REASON }), 403, 'proof.invalid', wrong)
    expect((await glass.breakIt(id, own)).status).toBe(200)
    expectRefused(await tried('confirm-glass', carla, carlas), 403, 'proof.invalid', wrong)
  })

  test('not without a reason of 20 characters, which are counted as they are kept', async () => {
    const id = await api.newRequest(team)
    const broken = (reason: string) => api.post(`/requests/glass-challenge/${id}`, team.admin, { reason })
    expectRefused(await broken(`   ${'x'.repeat(19)}   `), 400, 'input.invalid')
    expectRefused(await broken('👍'.repeat(19)), 400, 'input.invalid')
    expectRefused(await broken('x'.repeat(501)), 400, 'input.invalid')
    expect((await broken('👍'.repeat(20))).status).toBe(200)
  })

  test('only as an admin, never of what they asked for, and only once it is allowed', async () => {
    const { admin, anna, ben, carla } = team
    const id = await api.newRequest(team)
    const send = (who: { token: string }, of = id) =>
      api.post(`/requests/glass-challenge/${of}`, who, { reason: REASON })
    for (const who of [anna, ben]) expectRefused(await send(who), 403, 'access.denied')
    const own = (await api.ask(carla, team.id, { approverId: ben.participantId })).body.id
    expectRefused(await send(carla, own), 403, 'access.denied')
    expect((await send(admin, own)).status).toBe(200)
    const elsewhere = await api.team()
    expectRefused(await send(elsewhere.admin), 404, 'request.not-found')
    const off = await api.newRequest(elsewhere)
    expectRefused(await send(elsewhere.admin, off), 409, 'glass.off')
    // The admin may decide what any approver may.
    const { body } = await api.ask(anna, team.id)
    expectRefused(await send(admin, body.id), 409, 'glass.approve-instead')
  })

  test('while the approver is here, only in the last quarter of its life', async () => {
    await withOwnProduct({}, async (own) => {
      const its = glassOf(own)
      const of = await own.team()
      const carla = await colleague(own.product, of, { role: 'admin', approver: false, requester: true })
      await its.allow(of)
      const phone = await own.enrol(of.admin)
      const carlas = await own.enrol(carla)
      const id = await own.newRequest(of, { expiresIn: 4 * 3_600 })
      const early = await its.breakIt(id, { admin: of.admin, phone })
      expectRefused(early, 409, 'glass.decidable')
      const { createdAt } = (await own.get(`/requests/details/${id}`, of.anna)).body
      const { from } = early.body.details[0]
      expect(Date.parse(from) - Date.parse(createdAt)).toBe(3 * HOUR)
      // Whoever is away since the request was made counts; an absence that an admin sets now does not.
      await its.away(of.admin, of.ben)
      expectRefused(await its.breakIt(id, { admin: of.admin, phone }), 409, 'glass.decidable')
      own.product.clock.advance(3 * HOUR)
      const admin = { ...of.admin, token: await own.product.logIn(of.admin.userId, 'admin') }
      expect(await its.breakIt(id, { admin, phone })).toMatchObject({ body: { status: 'approved' } })
      own.product.clock.advance(72 * HOUR)
      const late = { ...carla, token: await own.product.logIn(carla.userId, 'admin') }
      expectRefused(await its.confirm(id, late, carlas), 409, 'glass.late')
    })
  })

  test('not where nobody else could confirm it', async () => {
    const of = await api.workspace()
    const anna = await colleague(api.product, of, { approver: false, requester: true })
    const ben = await colleague(api.product, of, { approver: true, requester: false })
    await glass.allow(of)
    await glass.away(of.admin, ben)
    const { body } = await api.ask(anna, of.id, { approverId: ben.participantId })
    const send = () => api.post(`/requests/glass-challenge/${body.id}`, of.admin, { reason: REASON })
    expect((await send()).status).toBe(200)
    await api.product.call('PATCH', '/participants/change-activity', {
      token: of.admin.token,
      body: { participantId: ben.participantId, value: false },
    })
    expectRefused(await send(), 409, 'glass.no-second')
  })

  test('of a request with a rule, whose signatures stay, and which it does not join', async () => {
    const rules = signingRules(api)
    const of = await rules.team()
    await glass.allow(of)
    await glass.away(of.admin, of.carl)
    await rules.writeRules(of, [{ who: { groups: [of.treasury] }, count: 2, hours: 48 }])
    const { id } = (await rules.pay(of)).body
    const ben = await api.enrol(of.ben)
    await api.post(`/requests/approve/${id}`, of.ben, await ben.prove(id))
    const phone = await api.enrol(of.admin)
    const done = await glass.breakIt(id, { admin: of.admin, phone })
    expect(done).toMatchObject({ status: 200, body: { status: 'approved' } })
    expect(done.body.decisions).toMatchObject([{ participant: { email: of.ben.email } }])
    expect(await validIn(id)).toEqual([
      ['ApprovalGiven', null],
      ['GlassBroken', null],
    ])
    expectRefused(await api.post(`/requests/challenge/${id}`, of.carl, {}), 409, 'request.closed', {
      status: 'approved',
      closedReason: null,
    })
    // Dora may decide nothing by the rule, but sees and confirms it as an approver.
    const doras = await api.enrol(of.dora)
    expect((await api.get(`/requests/details/${id}`, of.dora)).status).toBe(200)
    expect(await glass.confirm(id, of.dora, doras)).toMatchObject({ status: 200 })
  })
})

test('the overview shows those that nobody has confirmed, newest first', async () => {
  const of = await glass.team()
  const overview = async () => (await api.get(`/workspaces/overview/${of.id}`, of.carla)).body.unconfirmed
  expect(await overview()).toBeUndefined()
  const [first, second] = [await api.newRequest(of), await api.newRequest(of)]
  for (const id of [first, second]) await glass.breakIt(id, of)
  expect(await overview()).toMatchObject([
    { id: second, title: 'Pay the invoice', requesterId: of.anna.participantId },
    { id: first, brokenGlass: { by: { email: of.admin.email }, reason: REASON, confirmedAt: null } },
  ])
  await glass.confirm(second, of.carla, of.carlas)
  expect(await overview()).toMatchObject([{ id: first }])
})

describe('a second person', () => {
  test('is neither the one who broke it nor the one who asked, and confirms once', async () => {
    const { admin, anna, ben, carla, phone, carlas } = team
    const id = await api.newRequest(team)
    expectRefused(await glass.confirm(id, carla, carlas), 409, 'glass.not-broken')
    await glass.breakIt(id, team)
    expectRefused(await glass.confirm(id, admin, phone), 403, 'access.denied')
    expectRefused(await glass.confirm(id, anna, phone), 403, 'access.denied')
    const bens = await api.enrol(ben)
    expect((await glass.confirm(id, ben, bens)).body.brokenGlass.confirmedBy.email).toBe(ben.email)
    expectRefused(await glass.confirm(id, carla, carlas), 409, 'glass.confirmed')
    expect(await api.types(id)).toEqual(['RequestCreated', 'GlassBroken', 'GlassConfirmed'])
  })
})
