import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApiBeside } from '#support/product/beside.ts'
import type { Person } from '#support/product/product.ts'
import {
  expectRefused,
  openRequests,
  type Phone,
  type RequestApi,
  type Team,
} from '#support/product/requests.ts'
import { rounds } from '#support/rounds.ts'
import { colleague } from '#support/product/workspaces.ts'

/** Somebody on the phone pretends to be a colleague, and lets the other one try numbers: not in one check, but in many. */

let api: RequestApi
let beside: Awaited<ReturnType<typeof openApiBeside>>
beforeAll(async () => {
  api = await openRequests()
  beside = await openApiBeside(api.product)
})
afterAll(async () => {
  await beside?.close()
  await api?.product.close()
})

const BOTH = { approver: true, requester: true }
type Who = Person & { readonly participantId: string; readonly phone: Phone }
type Check = { readonly id: string; readonly number: string }

const withPhone = async (team: Team, flags = BOTH, admin = false): Promise<Who> => {
  const role = admin ? ({ role: 'admin' } as const) : {}
  const who = await colleague(api.product, team, { ...flags, ...role })
  return { ...who, phone: await api.enrol(who) }
}
/** Cleo and Dora, who may both ask and answer. */
const two = async () => {
  const team = await api.team()
  return { team, cleo: await withPhone(team), dora: await withPhone(team) }
}

const wrongOf = (number: string): string => (number === '10' ? '11' : '10')
const prepare = (workspaceId: string, from: Who, to: Who) =>
  api.post(`/requests/prepare/${workspaceId}`, from, {
    type: 'verification',
    title: 'Call about the invoice',
    approverId: to.participantId,
  })
const check = async (workspaceId: string, from: Who, to?: Who): Promise<Check> => {
  const body = to ? { approverId: to.participantId } : {}
  const made = await api.newVerification(from, from.phone, workspaceId, body)
  expect(made.status).toBe(201)
  return made.body
}
const type = async ({ id }: Check, by: Who, number: string) =>
  api.post(`/requests/approve/${id}`, by, { ...(await by.phone.prove(id)), number })
const guess = (one: Check, by: Who) => type(one, by, wrongOf(one.number))

const LOCKED = { status: 'declined', closedReason: 'code-mismatch' }
/** Three wrong numbers in two checks. Returns the answer to the third. */
const lock = async (workspaceId: string, from: Who, to: Who) => {
  const first = await check(workspaceId, from, to)
  await guess(first, to)
  expectRefused(await guess(first, to), 409, 'request.closed', LOCKED)
  const second = await check(workspaceId, from, to)
  return { second, third: await guess(second, to) }
}
const unlock = (workspaceId: string, by: { token: string }, one: Who, other: Who) =>
  api.post(`/requests/unlock/${workspaceId}`, by, {
    requesterId: one.participantId,
    approverId: other.participantId,
  })

describe('wrong numbers over many checks', () => {
  test('the third of a day closes the check and locks the two, whichever of them asks', async () => {
    const { team, cleo, dora } = await two()
    const { second, third } = await lock(team.id, cleo, dora)
    expectRefused(third, 409, 'call.locked', LOCKED)
    expect((await api.get(`/requests/details/${second.id}`, cleo)).body).toMatchObject(LOCKED)
    for (const [from, to] of [
      [cleo, dora],
      [dora, cleo],
    ] as const)
      expectRefused(await prepare(team.id, from, to), 409, 'call.locked')
    expect(await api.types(second.id)).toEqual(['RequestCreated', 'NumberRefused', 'RequestClosed'])
  })

  test('each of the two guesses in turn: both directions count together', async () => {
    const { team, cleo, dora } = await two()
    const first = await check(team.id, cleo, dora)
    await guess(first, dora)
    await guess(first, dora)
    const back = await check(team.id, dora, cleo)
    expectRefused(await guess(back, cleo), 409, 'call.locked', LOCKED)
  })

  test('a right number in between changes nothing about the wrong ones', async () => {
    const { team, cleo, dora } = await two()
    for (let i = 0; i < 2; i++) {
      const one = await check(team.id, cleo, dora)
      expectRefused(await guess(one, dora), 403, 'number.wrong', { triesLeft: 1 })
      expect((await type(one, dora, one.number)).status).toBe(200)
    }
    expectRefused(await guess(await check(team.id, cleo, dora), dora), 409, 'call.locked')
  })

  test('a check of any approver is no way around: it was prepared before the lock, and is refused to this colleague alone', async () => {
    const { team, cleo, dora } = await two()
    const eve = await withPhone(team)
    const anyone = await check(team.id, cleo)
    const early = await dora.phone.prove(anyone.id)
    await lock(team.id, cleo, dora)
    expectRefused(await api.post(`/requests/challenge/${anyone.id}`, dora), 409, 'call.locked')
    const answer = { ...early, number: anyone.number }
    expectRefused(await api.post(`/requests/approve/${anyone.id}`, dora, answer), 409, 'call.locked')
    expect((await type(anyone, eve, anyone.number)).status).toBe(200)
  })

  test('a check that was prepared before the lock is not created after it', async () => {
    const { team, cleo, dora } = await two()
    const first = await check(team.id, cleo, dora)
    const fields = { type: 'verification', title: 'Call about the invoice', approverId: dora.participantId }
    await guess(first, dora)
    await guess(first, dora)
    const { body } = await api.post(`/requests/prepare/${team.id}`, cleo, fields)
    await guess(await check(team.id, cleo, dora), dora)
    const late = { ...fields, ...(await cleo.phone.proofFor(body.challenge)) }
    expectRefused(await api.post(`/requests/create/${team.id}`, cleo, late), 409, 'call.locked')
  })

  test('others go on, and so do approvals between the two', async () => {
    const { team, cleo, dora } = await two()
    const eve = await withPhone(team)
    await lock(team.id, cleo, dora)
    for (const [from, to] of [
      [cleo, eve],
      [eve, dora],
    ] as const)
      expect((await prepare(team.id, from, to)).status).toBe(200)
    expect((await api.ask(cleo, team.id, { approverId: dora.participantId })).status).toBe(201)
  })
})

const ROUNDS = rounds({ short: 3, long: 1_000 })
test(
  `${ROUNDS} times four wrong numbers at once, in two checks and two processes: three are judged, and one lock is recorded`,
  async () => {
    let on = await two()
    for (let n = 0; n < ROUNDS; n++) {
      // A test's sessions last ten minutes.
      if (n % 50 === 49) on = await two()
      const { team, cleo } = on
      const dora = await withPhone(team)
      const checks = [await check(team.id, cleo, dora), await check(team.id, cleo)]
      const answers = []
      for (const one of [...checks, ...checks])
        answers.push({ one, body: { ...(await dora.phone.prove(one.id)), number: wrongOf(one.number) } })
      const answered = await Promise.all(
        answers.map(({ one, body }, i) =>
          (i % 2 === n % 2 ? api.product : beside).call('POST', `/requests/approve/${one.id}`, {
            token: dora.token,
            body,
          }),
        ),
      )
      for (const { status } of answered) expect([403, 409]).toContain(status)
      expect(answered.filter(({ body }) => body.code === 'call.locked').length).toBeGreaterThan(0)
      const types = (await Promise.all(checks.map(({ id }) => api.types(id)))).flat()
      expect(types.filter((one) => one === 'RequestApproved')).toEqual([])
      expect(types.filter((one) => one === 'RequestClosed').length).toBeGreaterThan(0)
      expectRefused(await prepare(team.id, cleo, dora), 409, 'call.locked')
      for (const { id } of checks) await api.post(`/requests/withdraw/${id}`, cleo)
    }
  },
  60_000 + ROUNDS * 1_500,
)

describe('an admin’s word', () => {
  test('unlocks the two, and their count begins anew', async () => {
    const { team, cleo, dora } = await two()
    await lock(team.id, cleo, dora)
    const locked = async () => (await api.get(`/requests/locked-pairs/${team.id}`, team.admin)).body
    expect(await locked()).toMatchObject([
      {
        requester: { participantId: cleo.participantId, email: cleo.email },
        approver: { participantId: dora.participantId, email: dora.email },
      },
    ])
    expect(await unlock(team.id, team.admin, dora, cleo)).toMatchObject({ status: 200, body: {} })
    expect(await unlock(team.id, team.admin, cleo, dora)).toMatchObject({ status: 200, body: {} })
    expect(await locked()).toEqual([])
    for (const action of ['request.pair-locked', 'request.pair-unlocked']) {
      const { body } = await api.get(`/workspaces/history/${team.id}?action=${action}`, team.admin)
      const changes = [
        { field: 'requester', after: cleo.email },
        { field: 'approver', after: dora.email },
      ]
      expect(body.entries).toMatchObject([{ target: { label: 'Call about the invoice' }, changes }])
    }
    const { third } = await lock(team.id, dora, cleo)
    expectRefused(third, 409, 'call.locked')
  })

  test('is not that of one of the two, as long as there is another admin: the voice on the phone would ask for it', async () => {
    const { team, cleo } = await two()
    const boss = await withPhone(team, BOTH, true)
    await lock(team.id, cleo, boss)
    expectRefused(await unlock(team.id, boss, cleo, boss), 403, 'call.own-lock')
    expectRefused(await unlock(team.id, cleo, cleo, boss), 403, 'access.denied')
    expect((await unlock(team.id, team.admin, cleo, boss)).status).toBe(200)
  })

  test('is that of one of the two where they are the only admins', async () => {
    const team = await api.team()
    const phone = await api.enrol(team.admin)
    const { body } = await api.newVerification(team.admin, phone, team.id)
    const admin: Who = { ...team.admin, phone, participantId: body.requester.participantId }
    const dora = await withPhone(team)
    await lock(team.id, admin, dora)
    expect((await unlock(team.id, admin, admin, dora)).status).toBe(200)
    expect((await prepare(team.id, admin, dora)).status).toBe(200)
  })

  test('is for people of this workspace', async () => {
    const { team, cleo, dora } = await two()
    const other = await two()
    const foreign = await unlock(team.id, team.admin, cleo, other.dora)
    expectRefused(foreign, 404, 'participant.not-found')
    expectRefused(await unlock(other.team.id, team.admin, cleo, dora), 404, 'workspace.not-found')
  })
})
