import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Fact } from '#platform/facts/facts.ts'
import { requestReactor } from '#modules/requests/requests.reactor.ts'
import { callAroundOf } from '#modules/requests/limits/call-around.ts'
import { callAroundStream } from '#modules/requests/limits/call-around.events.ts'
import { openApiBeside } from '#support/product/beside.ts'
import {
  expectRefused,
  openRequests,
  verificationBody,
  type Phone,
  type RequestApi,
} from '#support/product/requests.ts'
import type { Colleague } from '#support/product/workspaces.ts'
import { rounds } from '#support/rounds.ts'

/** Somebody calls one colleague after the other and says to be Ben. Each of them checks the call with Ben. */

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

type Asker = Colleague & { readonly phone: Phone }
type Check = { readonly id: string; readonly number: string; readonly fact: Fact }

/** Ben, and colleagues who are called. */
const called = async (count: number) => {
  const team = await api.team()
  const { ben, id } = team
  const bens = await api.enrol(ben)
  const askers: Asker[] = []
  for (let i = 0; i < count; i++) {
    const asker = await api.colleague(team)
    askers.push({ ...asker, phone: await api.enrol(asker) })
  }
  const check = async (i: number, more: Record<string, unknown> = {}): Promise<Check> => {
    const { phone, ...asker } = askers[i]!
    const { status, body } = await api.newVerification(asker, phone, id, {
      approverId: ben.participantId,
      ...more,
    })
    expect(status).toBe(201)
    return { ...body, fact: (await api.facts(body.id))[0]! }
  }
  const confirm = async (made: Check, call?: 'side-by-side') =>
    api.post(`/requests/approve/${made.id}`, ben, {
      ...(await bens.prove(made.id, call && { call })),
      number: made.number,
    })
  const notices = () => api.product.facts(callAroundStream(callAroundOf(id, ben.userId)))
  const alerts = async () => (await api.get('/requests/alerts', team.admin)).body
  return { ...team, askers, check, confirm, notices, alerts }
}
const react = ({ fact }: Check, { platform }: Pick<RequestApi['product'], 'platform'> = api.product) =>
  requestReactor(platform).on[fact.type]!(fact)

describe('checks with one person from many sides', () => {
  test('are one alert that names them all, also those who ask later', async () => {
    const { id, ben, askers, check, notices, alerts, admin } = await called(4)
    const report = (made: Check) => api.post(`/requests/report/${made.id}`, ben)
    const made = [await check(0), await check(1), await check(2)]
    for (const one of made) await react(one)
    const asked = { participantId: ben.participantId, userId: ben.userId }
    const ids = askers.map(({ userId }) => userId)
    expect(await notices()).toMatchObject([
      { data: { ...asked, requestId: made[2]!.id, askedBy: ids.slice(0, 3) } },
    ])
    // Ben's answer makes room for the fourth, and it changes nothing about the alert.
    await report(made[0]!)
    await react(await check(3))
    // Delivered again, as after a crash.
    for (const one of made) await react(one)
    expect(await notices()).toHaveLength(1)
    const shown = (await alerts()).filter(({ kind }: { kind: string }) => kind === 'many-sides')
    expect(shown).toEqual([
      expect.objectContaining({
        manySides: {
          asked: { participantId: ben.participantId, email: ben.email, name: null },
          by: askers.map(({ participantId, email }) => ({ participantId, email, name: null })),
        },
      }),
    ])
    const { body } = await api.get(`/workspaces/history/${id}?action=participant.many-sides-asked`, admin)
    expect(body.entries).toMatchObject([
      { target: { id: ben.participantId, label: ben.email }, changes: [{ field: 'askedBy', after: 3 }] },
    ])
  })

  test('two colleagues are no alert, however often they ask, and neither are those who ask others', async () => {
    const { ben, check, notices, ...team } = await called(3)
    const eve = await api.colleague(team, { approver: true, requester: true })
    for (let i = 0; i < 2; i++)
      for (const one of [await check(0), await check(1)]) {
        await react(one)
        await api.post(`/requests/report/${one.id}`, ben)
      }
    await react(await check(2, { approverId: eve.participantId }))
    expect(await notices()).toEqual([])
  })

  test('who is on the phone all morning, and confirms each call, causes none', async () => {
    const { check, confirm, notices } = await called(6)
    for (let i = 0; i < 6; i++) {
      const made = await check(i)
      await react(made)
      expect((await confirm(made)).status).toBe(200)
      // After a crash the reaction comes late: what counts is what was confirmed when the check was made.
      await react(made)
    }
    expect(await notices()).toEqual([])
  })

  test('colleagues who stand beside each other cause none', async () => {
    const { check, notices } = await called(3)
    const inRoom = { asks: { kind: 'other' }, call: 'side-by-side' } as const
    for (const one of [await check(0, inRoom), await check(1, inRoom), await check(2)]) await react(one)
    expect(await notices()).toEqual([])
  })

  test('a reaction that comes only after Ben confirmed is the same alert', async () => {
    const { check, confirm, notices } = await called(3)
    const made = [await check(0), await check(1), await check(2)]
    for (const one of made) expect((await confirm(one)).status).toBe(200)
    for (const one of made) await react(one)
    expect(await notices()).toHaveLength(1)
  })

  test('the colleague who finds no place is told why', async () => {
    const { id, ben, check, confirm, askers } = await called(4)
    const made = [await check(0), await check(1), await check(2)]
    const body = verificationBody({ approverId: ben.participantId })
    const prepare = () => api.post(`/requests/prepare/${id}`, askers[3]!, body)
    expectRefused(await prepare(), 409, 'request.limit', { of: 'approver' })
    expect((await confirm(made[0]!)).status).toBe(200)
    expect((await prepare()).status).toBe(200)
  })
})

const ROUNDS = rounds({ short: 2, long: 300 })
test(
  `${ROUNDS} times two processes notice the same checks at once: one alert`,
  async () => {
    for (let n = 0; n < ROUNDS; n++) {
      const { check, notices } = await called(3)
      const made = await Promise.all([check(0), check(1), check(2)])
      await Promise.all(made.flatMap((one) => [react(one), react(one, beside)]))
      expect(await notices()).toHaveLength(1)
    }
  },
  60_000 + ROUNDS * 3_000,
)
