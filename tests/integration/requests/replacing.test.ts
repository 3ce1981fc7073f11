import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  expectRefused,
  openRequests,
  type Phone,
  type RequestApi,
  type Team,
} from '#support/product/requests.ts'
import { untilReached } from '#support/product/until-reached.ts'
import { rounds } from '#support/rounds.ts'

const ROUNDS = rounds({ short: 8, long: 200 })

let api: RequestApi
let team: Team
let phone: Phone
beforeAll(async () => {
  api = await openRequests({ RATE_FACTOR: 10_000 })
  team = await api.team()
  phone = await api.enrol(team.ben)
})
afterAll(() => api?.product.close())

const ask = (body: object = {}, who = team.anna) =>
  api.ask(who, team.id, { approverId: team.ben.participantId, ...body })
const read = async (id: string, who = team.anna) => (await api.get(`/requests/details/${id}`, who)).body
const caughtUp = async () => untilReached(api.product.platform.positions, (await api.product.head())!)

test('one that waits is withdrawn by the request that takes its place, and both name each other', async () => {
  const earlier = (await ask({ title: 'Pay 10' })).body.id
  const later = await ask({ title: 'Pay 12', replaces: earlier })
  expect(later).toMatchObject({
    status: 201,
    body: { status: 'pending', replaces: { id: earlier }, replacedBy: null },
  })
  const { id } = later.body
  expect(await api.types(id)).toEqual(['RequestCreated', 'EarlierReplaced'])
  expect(await api.types(earlier)).toEqual(['RequestCreated', 'RequestWithdrawn'])
  for (const who of [team.anna, team.ben]) {
    expect(await read(earlier, who)).toMatchObject({
      status: 'declined',
      closedReason: 'withdrawn',
      replaces: null,
      replacedBy: { id },
    })
    expect(await read(id, who)).toMatchObject({ replaces: { id: earlier }, replacedBy: null })
  }
  const { body: waiting } = await api.get('/requests/inbox', team.ben)
  const ids = waiting.map((one: { id: string }) => one.id)
  expect([ids.includes(id), ids.includes(earlier)]).toEqual([true, false])
})

test('one that was declined, has expired or was withdrawn stays as it ended', async () => {
  const declined = (await ask()).body.id
  await api.post(`/requests/decline/${declined}`, team.ben, {})
  const withdrawn = (await ask()).body.id
  await api.post(`/requests/withdraw/${withdrawn}`, team.anna, {})
  for (const earlier of [declined, withdrawn]) {
    const before = await api.types(earlier)
    expect(await ask({ replaces: earlier })).toMatchObject({
      status: 201,
      body: { replaces: { id: earlier } },
    })
    expect(await api.types(earlier)).toEqual(before)
  }
  const expired = (await ask({ expiresIn: 60 })).body.id
  api.product.clock.advance(61_000)
  expect(await ask({ replaces: expired })).toMatchObject({ status: 201, body: { replaces: { id: expired } } })
})

test('what was approved is done; what is not an own approval of this workspace is not found', async () => {
  const approved = (await ask()).body.id
  const { body: prepared } = await api.post(`/requests/challenge/${approved}`, team.ben, {})
  await api.post(`/requests/approve/${approved}`, team.ben, await phone.proofFor(prepared.challenge))
  const refused = await ask({ replaces: approved })
  expectRefused(refused, 409, 'request.closed')
  expect(refused.body.details).toEqual([{ status: 'approved', closedReason: null }])

  const own = (await ask()).body.id
  expectRefused(
    await api.ask(team.admin, team.id, { approverId: team.ben.participantId, replaces: own }),
    404,
    'request.not-found',
  )
  const other = await api.team()
  expectRefused(
    await api.ask(other.anna, other.id, { approverId: other.ben.participantId, replaces: own }),
    404,
    'request.not-found',
  )
  expectRefused(await ask({ replaces: randomUUID() }), 404, 'request.not-found')
  expect(await api.types(own)).toEqual(['RequestCreated'])
})

test('a request that is refused leaves the earlier one as it is, and a repetition makes one', async () => {
  const earlier = (await ask()).body.id
  expectRefused(await ask({ replaces: earlier, approverId: randomUUID() }), 409, 'approver.unavailable')
  expectRefused(await ask({ replaces: earlier, kindId: randomUUID() }), 404, 'kind.not-found')
  expect(await api.types(earlier)).toEqual(['RequestCreated'])

  const headers = { 'idempotency-key': randomUUID() }
  const body = { approverId: team.ben.participantId, replaces: earlier }
  const twice = [
    await api.ask(team.anna, team.id, body, headers),
    await api.ask(team.anna, team.id, body, headers),
  ]
  expect(twice.map(({ status }) => status)).toEqual([201, 201])
  expect(new Set(twice.map(({ body: made }) => made.id)).size).toBe(1)
  expect(await api.types(earlier)).toEqual(['RequestCreated', 'RequestWithdrawn'])
})

test('the log says for the new one whose place it takes', async () => {
  const earlier = (await ask()).body.id
  const { id } = (await ask({ replaces: earlier })).body
  const admin = { token: await api.product.logIn(team.admin.userId) }
  const { body } = await api.get(`/workspaces/history/${team.id}?action=request.replaced-earlier`, admin)
  const entry = body.entries.find(({ target }: { target: { id: string } }) => target.id === id)
  expect(entry.changes).toEqual([{ field: 'replaces', before: null, after: earlier }])
})

test(`${ROUNDS} races of the approval of the earlier one with the new one: never are both alive`, async () => {
  for (let n = 0; n < ROUNDS; n += 1) {
    const earlier = (await ask()).body.id
    await caughtUp()
    const { body: prepared } = await api.post(`/requests/challenge/${earlier}`, team.ben, {})
    const proof = await phone.proofFor(prepared.challenge)
    const [approved, later] = await Promise.all([
      api.post(`/requests/approve/${earlier}`, team.ben, proof),
      ask({ replaces: earlier }),
    ])
    const types = await api.types(earlier)
    expect(types).toHaveLength(2)
    const isApproved = types[1] === 'RequestApproved'
    expect(approved.status).toBe(isApproved ? 200 : 409)
    expect(later.status).toBe(isApproved ? 409 : 201)
  }
})
