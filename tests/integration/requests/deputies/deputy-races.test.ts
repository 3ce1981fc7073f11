import { afterAll, beforeAll, expect, test } from 'vitest'
import { signaturesOf } from '#modules/requests/proof/verify-request.ts'
import { openApiBeside } from '#support/product/beside.ts'
import { openRequests, type Phone, type RequestApi } from '#support/product/requests.ts'
import { rounds } from '#support/rounds.ts'
import { absencesOf } from '#support/workspaces/absences.ts'
import { signingRules, type SigningTeam } from '#support/workspaces/signing-rules.ts'

const ROUNDS = rounds({ short: 10, long: 1_000 })

let api: RequestApi
/** A second process of the same product. */
let other: Awaited<ReturnType<typeof openApiBeside>>
let absences: ReturnType<typeof absencesOf>
beforeAll(async () => {
  api = await openRequests({ RATE_FACTOR: 10_000 })
  other = await openApiBeside(api.product)
  absences = absencesOf(api)
})
afterAll(async () => {
  await other?.close()
  await api?.product.close()
})

type Stage = SigningTeam & { readonly dorasPhone: Phone; readonly bensPhone: Phone }
/** Payments are signed by one of the treasury. Dora is in no group of it. */
const stage = async (): Promise<Stage> => {
  const rules = signingRules(api)
  const team = await rules.team()
  await rules.writeRules(team, [{ who: { groups: [team.treasury] }, count: 1 }])
  return { ...team, dorasPhone: await api.enrol(team.dora), bensPhone: await api.enrol(team.ben) }
}

const newRequest = async (on: Stage, n: number): Promise<string> =>
  n % 2 === 0 ? api.newRequest(on) : (await signingRules(api).pay(on)).body.id

/** Of the last end of Ben's absence. */
const endOf = async ({ id, ben }: Stage) => {
  const facts = await api.product.facts(`workspace-${id}`)
  return facts.findLast(
    ({ type, data }) => type === 'AbsenceEnded' && data['participantId'] === ben.participantId,
  )!
}

/** Dora approves for Ben while his absence ends, in two processes, each first in turn; in some rounds Ben approves as well. */
const round = async (on: Stage, n: number): Promise<string> => {
  const { ben, dora } = on
  await absences.away(ben, [dora])
  const id = await newRequest(on, n)
  const proof = await on.dorasPhone.prove(id)
  const bensProof = await on.bensPhone.prove(id)
  const process = (at: number) => ((n + at) % 2 === 0 ? api.product : other)
  const approve = (at: number, { token }: { readonly token: string }, body: unknown) =>
    process(at).call('POST', `/requests/approve/${id}`, { token, body })
  const end = () => {
    const body = { participantId: ben.participantId, from: null, until: null, deputies: [] }
    return process(1).call('PATCH', '/participants/absence', { token: ben.token, body })
  }
  const ways = [
    () => approve(0, dora, proof),
    end,
    ...(n % 3 === 2 ? [() => approve(1, ben, bensProof)] : []),
  ]
  const turned = ways.map((_, at) => ways[(at + n) % ways.length]!)
  const answers = await Promise.all(
    turned.map(async (way, at) => {
      for (let reads = 0; reads < (at * n) % 5; reads += 1) await api.get(`/requests/details/${id}`, on.anna)
      return way()
    }),
  )
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  const facts = await api.facts(id)
  const approvals = facts.filter(({ type }) => type === 'RequestApproved' || type === 'ApprovalGiven')
  expect(approvals.length).toBeLessThanOrEqual(1)
  const [approval] = approvals
  const found = await Array.fromAsync(signaturesOf(api.product.platform, id, ['http://localhost']))
  expect(found.every(({ fault }) => fault === null)).toBe(true)
  if (!approval) {
    expect((await api.get(`/requests/details/${id}`, dora)).status).toBe(404)
    return 'open'
  }
  if (approval.data['userId'] === ben.userId) {
    expect(approval.data).not.toHaveProperty('onBehalfOf')
    return 'by Ben'
  }
  expect(approval.data['onBehalfOf']).toBe(ben.participantId)
  // It relied on the workspace before the end.
  expect(approval.data['workspaceRevision']).toBeLessThan((await endOf(on)).revision)
  return 'by Dora'
}

test(
  `${ROUNDS} races of a deputy’s approval with the end of the absence: each counts by the workspace before the end, or not at all`,
  async () => {
    const ends = new Map<string, number>()
    let on = await stage()
    for (let n = 0; n < ROUNDS; n += 1) {
      // An absence needs a login of the last five minutes, so a long run continues with other people.
      if ((n + 1) % 50 === 0) on = await stage()
      const end = await round(on, n)
      ends.set(end, (ends.get(end) ?? 0) + 1)
    }
    expect(ends.get('by Dora')).toBeGreaterThan(0)
    expect(ends.size).toBeGreaterThan(1)
  },
  30_000 + ROUNDS * 1_500,
)
