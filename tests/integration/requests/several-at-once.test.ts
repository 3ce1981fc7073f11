import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Fact } from '#platform/facts/facts.ts'
import { BadEvidence } from '#contract/evidence/faults.ts'
import { evidenceFaultText } from '#contract/evidence/fault-texts.ts'
import { canonicalText, hashOfText, textHash } from '#contract/requests/signing.ts'
import { Unavailable } from '#platform/event-store/event-store.ts'
import { expireRequest } from '#modules/requests/close-request.ts'
import { signaturesOf } from '#modules/requests/proof/verify-request.ts'
import { verifyEvidence, type KeptEvidence } from '#platform/secrets/evidence.ts'
import { createChallenges } from '#platform/secrets/challenges.ts'
import { openApiBeside } from '#support/product/beside.ts'
import type { Answered } from '#support/product/product.ts'
import {
  expectRefused,
  openRequests,
  type Phone,
  type RequestApi,
  type Team,
} from '#support/product/requests.ts'
import { colleague, workspaceOf } from '#support/product/workspaces.ts'
import { rounds } from '#support/rounds.ts'

/** Several approvals are decided at once: one signature, and a fact of its own for each. */

const ROUNDS = rounds({ short: 5, long: 250 })
const ORIGIN = 'http://localhost'

let api: RequestApi
/** A second process of the same product. */
let other: Awaited<ReturnType<typeof openApiBeside>>
beforeAll(async () => {
  api = await openRequests()
  other = await openApiBeside(api.product)
})
afterAll(async () => {
  await other?.close()
  await api?.product.close()
})

type Desk = Team & { readonly phone: Phone }
const desk = async (): Promise<Desk> => {
  const team = await api.team()
  return { ...team, phone: await api.enrol(team.ben) }
}
const newRequests = async (team: Team, count: number): Promise<readonly string[]> => {
  const ids: string[] = []
  for (let i = 0; i < count; i += 1) ids.push(await api.newRequest(team, { title: `Invoice ${i}` }))
  return ids
}
type Key = { readonly 'idempotency-key': string }
const approveMany = ({ ben }: Team, body: unknown, headers?: Key) =>
  api.post('/requests/approve-many', ben, body, headers)

type Result = {
  readonly requestId: string
  readonly outcome: string
  readonly status: string
  readonly closedReason: string | null
}
const outcomes = ({ body }: Answered): readonly unknown[] =>
  body.results.map(({ outcome, status, closedReason }: Result) => `${outcome} ${closedReason ?? status}`)
const evidenceOf = async (id: string): Promise<KeptEvidence | undefined> => {
  const approved = (await api.facts(id)).find(({ type }) => type === 'RequestApproved')
  return approved?.data['evidence'] as KeptEvidence | undefined
}
const faultsOf = async (id: string) =>
  (await Array.fromAsync(signaturesOf(api.product.platform, id, [ORIGIN]))).map(({ fault }) => fault)

test('one signature approves all, and each approval is verified by its own fact', async () => {
  const team = await desk()
  const ids = await newRequests(team, 3)
  const prepared = await api.post('/requests/challenge-many', team.ben, { requestIds: ids })
  expect(prepared.status).toBe(200)
  const { content, canonical, challenge, requests } = prepared.body
  expect(content).toMatchObject({ v: 1, kind: 'approvals', count: 3, approverUserId: team.ben.userId })
  expect(canonical).toBe(canonicalText(content))
  expect(challenge).toBe(await hashOfText(canonical))
  // The phone recomputes what it shows.
  for (const [i, one] of requests.entries()) {
    expect(one.requestId).toBe(ids[i])
    expect(one.canonical).toBe(canonicalText(one.content))
    expect(content.list[i]).toEqual({ requestId: ids[i], contentHash: await hashOfText(one.canonical) })
    const text = { title: `Invoice ${i}`, details: null, salt: one.textSalt }
    expect(one.content.textHash).toBe(await textHash(text))
  }

  const answer = await approveMany(team, await team.phone.proofFor(challenge))
  expect(answer.status).toBe(200)
  expect(answer.body.results).toEqual(
    ids.map((requestId) => ({ requestId, outcome: 'approved', status: 'approved', closedReason: null })),
  )
  for (const [place, id] of ids.entries()) {
    expect(await evidenceOf(id)).toMatchObject({ canonical, challenge, listed: { place } })
    expect(await faultsOf(id)).toEqual([null])
    expect((await api.get(`/requests/details/${id}`, team.anna)).body.status).toBe('approved')
  }
})

test('requests of several workspaces are approved together', async () => {
  const first = await desk()
  const workspace = await workspaceOf(api.product)
  const anna = await colleague(api.product, workspace)
  const ben = await colleague(api.product, workspace, { approver: true }, first.ben)
  const ids = [await api.newRequest({ ...workspace, anna, ben }), await api.newRequest(first)]
  const wrong = await approveMany(first, await first.phone.proveMany(ids, { pin: '739104' }))
  expectRefused(wrong, 403, 'proof.invalid', { triesLeft: 4 })
  // The log of each workspace tells of the refusal.
  for (const id of ids) expect(await api.types(id)).toEqual(['RequestCreated', 'ApprovalRefused'])
  const answer = await approveMany(first, await first.phone.proveMany(ids))
  expect(outcomes(answer)).toEqual(['approved approved', 'approved approved'])
})

test('leaves out what was decided meanwhile, and says how it ended', async () => {
  const team = await desk()
  const ids = await newRequests(team, 4)
  const [withdrawn, declined, single] = ids as readonly [string, string, string]
  const body = await team.phone.proveMany(ids)
  await api.post(`/requests/withdraw/${withdrawn}`, team.anna)
  await api.decline(declined, team.ben)
  await api.post(`/requests/approve/${single}`, team.ben, await team.phone.prove(single))
  const headers = { 'idempotency-key': randomUUID() }
  const answer = await approveMany(team, body, headers)
  expect(outcomes(answer)).toEqual([
    'left-out withdrawn',
    'left-out declined',
    'left-out approved',
    'approved approved',
  ])
  expect(await approveMany(team, body, headers)).toMatchObject({ status: 200, body: answer.body })
  expectRefused(await approveMany(team, body), 409, 'challenge.spent')
  expect(await evidenceOf(single)).not.toHaveProperty('listed')
})

test('a repetition goes on where the first try stopped', async () => {
  const team = await desk()
  const ids = await newRequests(team, 3)
  const body = await team.phone.proveMany(ids)
  const { eventStore } = api.product.platform
  const { append } = eventStore
  const stops = eventStore as { append: typeof append }
  stops.append = (stream, ...rest) =>
    stream === `request-${ids[1]}`
      ? Promise.reject(new Unavailable('the store is away'))
      : append(stream, ...rest)
  const headers = { 'idempotency-key': randomUUID() }
  const stopped = await approveMany(team, body, headers)
  stops.append = append
  expect(stopped.status).toBe(503)
  expect(await Promise.all(ids.map(async (id) => (await api.types(id)).length))).toEqual([2, 1, 1])
  expect(outcomes(await approveMany(team, body, headers))).toEqual(Array(3).fill('approved approved'))
  for (const id of ids) {
    expect(await api.types(id)).toEqual(['RequestCreated', 'RequestApproved'])
    expect(await faultsOf(id)).toEqual([null])
  }
})

test('one that is unknown, foreign or not to be decided by the caller stops all', async () => {
  const team = await desk()
  const [own] = await newRequests(team, 1)
  const elsewhere = await api.newRequest(await api.team())
  const cem = await api.colleague(team, { approver: true })
  const toColleague = await api.newRequest({ ...team, ben: cem })
  const all = (id: string) => ({ requestIds: [own, id] })
  for (const path of ['/requests/challenge-many', '/requests/decline-many']) {
    for (const id of [randomUUID(), elsewhere])
      expectRefused(await api.post(path, team.ben, all(id)), 404, 'request.not-found')
    expectRefused(await api.post(path, team.ben, all(toColleague)), 403, 'access.denied')
  }
  expect(await api.types(own!)).toEqual(['RequestCreated'])
})
test('call checks, more than fifty and the same twice are refused', async () => {
  const team = await desk()
  const [own] = await newRequests(team, 1)
  const annas = await api.enrol(team.anna)
  const check = await api.newVerification(team.anna, annas, team.id, { approverId: team.ben.participantId })
  const many = Array.from({ length: 51 }, () => randomUUID())
  for (const path of ['/requests/challenge-many', '/requests/decline-many'])
    for (const requestIds of [[own, check.body.id], many, [own, own], []])
      expectRefused(await api.post(path, team.ben, { requestIds }), 400, 'input.invalid')
  expect(await api.types(own!)).toEqual(['RequestCreated'])
})

test('a signature for several approves no single request, and one for a single request no several', async () => {
  const team = await desk()
  const [id] = await newRequests(team, 1)
  const path = `/requests/approve/${id}`
  expectRefused(await api.post(path, team.ben, await team.phone.proveMany([id!])), 409, 'challenge.spent')
  expectRefused(await approveMany(team, await team.phone.prove(id!)), 409, 'challenge.spent')
})

test('an approver who may not decide any more approves nothing with the challenge of before', async () => {
  const team = await desk()
  const ids = await newRequests(team, 2)
  const body = await team.phone.proveMany(ids)
  const change = { participantId: team.ben.participantId, value: false }
  await api.product.call('PATCH', '/participants/change-activity', { token: team.admin.token, body: change })
  const answer = await approveMany(team, body)
  expect(answer.status).toBe(403)
  for (const id of ids) expect(await evidenceOf(id)).toBeUndefined()
})

test('a request that has ended gets no challenge, and the refusal names it', async () => {
  const team = await desk()
  const ids = await newRequests(team, 2)
  await api.decline(ids[1]!, team.ben)
  const answer = await api.post('/requests/challenge-many', team.ben, { requestIds: ids })
  expectRefused(answer, 409, 'request.closed', {
    requestId: ids[1],
    status: 'declined',
    closedReason: null,
  })
})

test('several are declined with one reason for all', async () => {
  const team = await desk()
  const ids = await newRequests(team, 3)
  await api.post(`/requests/withdraw/${ids[0]}`, team.anna)
  const body = { requestIds: ids, reason: 'Wrong month' }
  const answer = await api.post('/requests/decline-many', team.ben, body)
  expect(outcomes(answer)).toEqual(['left-out withdrawn', 'declined declined', 'declined declined'])
  for (const id of ids.slice(1))
    expect((await api.facts(id)).at(-1)).toMatchObject({
      type: 'RequestDeclined',
      data: { reason: 'Wrong month' },
    })
})

test('several are declined with a reason of their own, and the others with the one for all', async () => {
  const team = await desk()
  const requestIds = await newRequests(team, 2)
  const [first, second] = requestIds as readonly [string, string]
  const decline = (reasons: readonly { readonly requestId: string; readonly reason: string }[]) =>
    api.post('/requests/decline-many', team.ben, { requestIds, reason: 'Wrong month', reasons })
  const own = { requestId: second, reason: 'Paid already' }
  for (const wrong of [{ ...own, requestId: randomUUID() }, own])
    expectRefused(await decline([own, wrong]), 400, 'input.invalid')
  expect(outcomes(await decline([own]))).toEqual(['declined declined', 'declined declined'])
  for (const [id, reason] of [
    [first, 'Wrong month'],
    [second, 'Paid already'],
  ] as const)
    expect((await api.facts(id)).at(-1)).toMatchObject({ data: { reason } })
})

test('the inbox tells which of some requests still wait for the caller', async () => {
  const team = await desk()
  const [ended, foreign, ...waiting] = await newRequests(team, 4)
  await api.decline(ended!, team.ben)
  const read = (ids: readonly string[], who = team.ben) =>
    api.get(`/requests/inbox?ids=${ids.join(',')}`, who)
  const { body } = await read([ended!, randomUUID(), ...waiting])
  expect(body.map(({ id }: { id: string }) => id).toSorted()).toEqual(waiting.toSorted())
  expect((await read([foreign!], team.anna)).body).toEqual([])
  const many = Array.from({ length: 51 }, () => randomUUID())
  expect((await read(many.slice(1))).body).toEqual([])
  for (const wrong of [many, ['1']]) expectRefused(await read(wrong), 400, 'input.invalid')
})

test('several own requests are withdrawn, a call check too, and those that ended are left out', async () => {
  const team = await desk()
  const ids = await newRequests(team, 3)
  const check = await api.newVerification(team.anna, await api.enrol(team.anna), team.id, {
    approverId: team.ben.participantId,
  })
  await api.decline(ids[0]!, team.ben)
  const body = { requestIds: [...ids, check.body.id] }
  const withdrawMany = () => api.post('/requests/withdraw-many', team.anna, body)
  const withdrawn = 'withdrawn withdrawn'
  expect(outcomes(await withdrawMany())).toEqual(['left-out declined', withdrawn, withdrawn, withdrawn])
  for (const id of ids.slice(1)) expect(await api.types(id)).toEqual(['RequestCreated', 'RequestWithdrawn'])
  expect(outcomes(await withdrawMany())[1]).toBe('left-out withdrawn')
})

test('nothing is withdrawn if one of them is unknown or of somebody else', async () => {
  const team = await desk()
  const [own] = await newRequests(team, 1)
  const cem = await api.colleague(team, { requester: true })
  const ofColleague = await api.newRequest({ ...team, anna: cem })
  const elsewhere = await api.newRequest(await api.team())
  const withdraw = (id: string) => api.post('/requests/withdraw-many', team.anna, { requestIds: [own, id] })
  for (const id of [randomUUID(), elsewhere]) expectRefused(await withdraw(id), 404, 'request.not-found')
  expectRefused(await withdraw(ofColleague), 403, 'access.denied')
  expect(await api.types(own!)).toEqual(['RequestCreated'])
})

test('evidence that claims another place, content or signer is no evidence', async () => {
  const team = await desk()
  const ids = await newRequests(team, 3)
  await approveMany(team, await team.phone.proveMany(ids))
  const [first, second] = (await Promise.all(ids.map(evidenceOf))) as [KeptEvidence, KeptEvidence]
  const verify = (kept: KeptEvidence) => verifyEvidence(kept, null)
  expect(await verify(first)).toMatchObject({ signer: team.ben.userId, content: { requestId: ids[0] } })
  const { canonical, place } = first.listed!
  const changed = (changes: object) => canonicalText({ ...JSON.parse(canonical), ...changes })
  const list = JSON.parse(first.canonical)
  const [own, ...others] = list.list
  /** Another list, correctly signed. */
  const signed = async (changes: object): Promise<KeptEvidence> => {
    const text = canonicalText({ ...list, ...changes })
    const challenge = await hashOfText(text)
    return { ...first, canonical: text, challenge, signature: await team.phone.sign(challenge) }
  }
  expect(await verify(await signed({}))).toMatchObject({ content: { requestId: ids[0] } })
  const forged: readonly (readonly [KeptEvidence, string])[] = [
    [{ ...first, listed: { canonical, place: place + 1 } }, 'something else at its place'],
    [{ ...first, listed: { canonical, place: 49 } }, 'something else at its place'],
    [{ ...first, listed: { canonical: second.listed!.canonical, place } }, 'something else at its place'],
    [{ ...first, listed: { canonical: changed({ nonce: 'A'.repeat(43) }), place } }, 'another content of it'],
    [
      { ...first, listed: { canonical: changed({ kind: 'creation' }), place } },
      'something else at its place',
    ],
    [{ ...first, listed: undefined }, 'no content of ours'],
    [{ ...first, canonical, challenge: await hashOfText(canonical) }, 'no content of ours'],
    [await signed({ count: 2 }), 'another count'],
    [await signed({ list: list.list.toReversed() }), 'something else at its place'],
    [await signed({ list: [{ ...own, requestId: ids[1] }, ...others] }), 'something else at its place'],
    [{ ...(await signed({ nonce: 'A'.repeat(43) })), signature: first.signature }, 'the key did not sign it'],
  ]
  for (const [kept, fault] of forged) {
    const found: unknown = await verify(kept).catch((error: unknown) => error)
    expect(found).toBeInstanceOf(BadEvidence)
    expect(evidenceFaultText(found as BadEvidence)).toContain(fault)
  }
})

test('a list of other contents than the requests have is not accepted, also if it was issued', async () => {
  const team = await desk()
  const ids = await newRequests(team, 2)
  const { body } = await api.post('/requests/challenge-many', team.ben, { requestIds: ids })
  const [first, second] = body.content.list
  const { contentHash } = second
  const canonical = canonicalText({ ...body.content, list: [{ ...first, contentHash }, second] })
  const challenge = await hashOfText(canonical)
  const now = api.product.clock.now()
  const challenges = createChallenges(api.product.platform, 'approvals')
  await challenges.issue({ challenge, userId: team.ben.userId, canonical, now })
  const answer = await approveMany(team, await team.phone.proofFor(challenge))
  expectRefused(answer, 409, 'challenge.spent')
  for (const id of ids) expect(await api.types(id)).toEqual(['RequestCreated'])
})

/** What ended a request. */
const endsOf = (facts: readonly Fact[]): readonly string[] =>
  facts.flatMap(({ type }) =>
    ['RequestApproved', 'RequestDeclined', 'RequestWithdrawn', 'RequestClosed'].includes(type) ? [type] : [],
  )

/** Decides four together in one process while the other approves, declines, withdraws and expires one each. */
const race = async (team: Desk, n: number): Promise<readonly string[]> => {
  const { ben, anna, phone } = team
  const ids = await newRequests(team, 4)
  const [approved, declined, withdrawn, expired] = ids as readonly [string, string, string, string]
  const expiresAt = (await api.get(`/requests/details/${expired}`, ben)).body.expiresAt as string
  const [many, single] = [await phone.proveMany(ids), await phone.prove(approved)]
  const [here, there] = n % 2 === 0 ? [api.product, other] : [other, api.product]
  const isBehind = async () => {
    for (let i = 0; i < n % 7; i += 1) await api.product.platform.eventStore.head()
  }
  const [all] = await Promise.all([
    here.call('POST', '/requests/approve-many', { token: ben.token, body: many }),
    isBehind().then(() =>
      Promise.all([
        there.call('POST', `/requests/approve/${approved}`, { token: ben.token, body: single }),
        there.call('POST', `/requests/decline/${declined}`, { token: ben.token }),
        there.call('POST', `/requests/withdraw/${withdrawn}`, { token: anna.token }),
        expireRequest(there.platform, { id: expired, workspaceId: team.id }, new Date(expiresAt)),
      ]),
    ),
  ])
  expect(all.status).toBe(200)
  const isBy: Record<string, string> = {
    approved: 'RequestApproved',
    declined: 'RequestDeclined',
    withdrawn: 'RequestWithdrawn',
    expired: 'RequestClosed',
  }
  for (const { requestId, outcome, status, closedReason } of all.body.results as Result[]) {
    const facts = await api.facts(requestId)
    expect(endsOf(facts)).toEqual([isBy[closedReason ?? status]])
    const isListed = (await evidenceOf(requestId))?.listed !== undefined
    expect(isListed).toBe(outcome === 'approved')
    if (status === 'approved') expect(await faultsOf(requestId)).toEqual([null])
  }
  return outcomes(all) as readonly string[]
}

test(
  `${ROUNDS * 4} races of one signature for four with other endings: each request ends once, each signature is valid alone`,
  async () => {
    const seen: string[] = []
    let team = await desk()
    for (let n = 0; n < ROUNDS; n += 1) {
      // A test's sessions last ten minutes.
      if (n % 40 === 39) team = await desk()
      seen.push(...(await race(team, n)))
    }
    expect(seen).toHaveLength(ROUNDS * 4)
    if (ROUNDS < 250) return
    const times = Object.entries(Object.groupBy(seen, (outcome) => outcome))
    process.stdout.write(`${JSON.stringify(times.map(([outcome, all]) => [outcome, all!.length]))}\n`)
    expect(times.length).toBeGreaterThan(3)
  },
  60_000 + ROUNDS * 2_000,
)
