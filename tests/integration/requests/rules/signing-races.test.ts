import { afterAll, beforeAll, expect, test } from 'vitest'
import { expireRequest } from '#modules/requests/close-request.ts'
import { openApiBeside } from '#support/product/beside.ts'
import { openRequests, type Phone, type RequestApi } from '#support/product/requests.ts'
import { rounds } from '#support/rounds.ts'
import { signingRules, type SigningTeam } from '#support/workspaces/signing-rules.ts'

const ROUNDS = rounds({ short: 8, long: 1_000 })

let api: RequestApi
/** A second process of the same product. */
let other: Awaited<ReturnType<typeof openApiBeside>>
beforeAll(async () => {
  api = await openRequests({ RATE_FACTOR: 10_000 })
  other = await openApiBeside(api.product)
})
afterAll(async () => {
  await other?.close()
  await api?.product.close()
})

type Stage = SigningTeam & { readonly phones: readonly Phone[] }
/** Two of three must sign. */
const stage = async (): Promise<Stage> => {
  const rules = signingRules(api)
  const team = await rules.team()
  const { ben, carl, dora, treasury } = team
  await rules.writeGroup(team, 'Treasury', [ben, carl, dora], treasury)
  await rules.writeRules(team, [{ who: { groups: [treasury] }, count: 2 }])
  const phones = []
  for (const who of [ben, carl, dora]) phones.push(await api.enrol(who))
  return { ...team, phones }
}

const FINAL = ['RequestApproved', 'RequestDeclined', 'RequestWithdrawn', 'RequestClosed']

/** Starts all at once, in two processes, each one first in turn and the others behind by a varying number of reads. */
const round = async (on: Stage, n: number): Promise<string> => {
  const { body } = await signingRules(api).pay(on)
  const { id, expiresAt } = body
  const signers = [on.ben, on.carl, on.dora]
  const proofs = await Promise.all(on.phones.map((phone) => phone.prove(id)))
  const process = (at: number) => ((n + at) % 2 === 0 ? api.product : other)
  const send = (path: string, { token }: { readonly token: string }, sent: unknown, at: number) =>
    process(at).call('POST', `/requests/${path}/${id}`, { token, body: sent })
  const signatures = signers.map((who, at) => () => send('approve', who, proofs[at], at))
  const ends = [
    () => send('decline', on.dora, {}, 1),
    () => send('withdraw', on.anna, {}, 0),
    () => expireRequest(process(1).platform, { id, workspaceId: on.id }, new Date(expiresAt)),
  ]
  const ways = [...signatures, ...(n % 4 === 3 ? [] : [ends[n % ends.length]!])]
  const turned = ways.map((_, at) => ways[(at + n) % ways.length]!)
  await Promise.all(
    turned.map(async (way, at) => {
      for (let reads = 0; reads < (at * n) % 5; reads += 1) await api.get(`/requests/details/${id}`, on.anna)
      return way()
    }),
  )
  const facts = await api.facts(id)
  const finals = facts.filter(({ type }) => FINAL.includes(type))
  expect(finals).toHaveLength(1)
  expect(facts.at(-1)).toBe(finals[0])
  const signed = facts.filter(({ type }) => ['ApprovalGiven', 'RequestApproved'].includes(type))
  expect(new Set(signed.map(({ data }) => data['userId'])).size).toBe(signed.length)
  expect(signed).toHaveLength(finals[0]!.type === 'RequestApproved' ? 2 : Math.min(signed.length, 1))
  return finals[0]!.type
}

test(`${ROUNDS} races of signatures, a decline, a withdrawal and the expiry end once each, never with too few signatures`, async () => {
  const ends = new Map<string, number>()
  let on = await stage()
  for (let n = 0; n < ROUNDS; n += 1) {
    // A test's sessions last ten minutes, so a long run continues with other people.
    if ((n + 1) % 100 === 0) on = await stage()
    const end = await round(on, n)
    ends.set(end, (ends.get(end) ?? 0) + 1)
  }
  expect(ends.get('RequestApproved')).toBeGreaterThan(0)
  expect(ends.size).toBeGreaterThan(1)
})
