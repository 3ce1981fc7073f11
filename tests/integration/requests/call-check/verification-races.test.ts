import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Fact } from '#platform/facts/facts.ts'
import { expireRequest } from '#modules/requests/close-request.ts'
import { openApiBeside } from '#support/product/beside.ts'
import { openRequests, type Phone, type RequestApi, type Team } from '#support/product/requests.ts'
import { rounds } from '#support/rounds.ts'

const ROUNDS = rounds({ short: 8, long: 1_000 })
const LANES = 3

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

type Who = { readonly token: string }
const post = (path: string, { token }: Who, body: unknown, isThere: boolean) =>
  (isThere ? other : api.product).call('POST', path, { token, body })

type Stage = Team & { readonly annas: Phone; readonly bens: Phone }
const stage = async (): Promise<Stage> => {
  const team = await api.team()
  return { ...team, annas: await api.enrol(team.anna), bens: await api.enrol(team.ben) }
}
/** A test's sessions last ten minutes, so a long run continues with other people. */
const lasting = (on: Stage, n: number): Stage | Promise<Stage> => ((n + 1) % 100 < LANES ? stage() : on)
const newVerification = async ({ anna, ben, id, annas }: Stage) => {
  const { body, status } = await api.newVerification(anna, annas, id, { approverId: ben.participantId })
  expect(status).toBe(201)
  return body as { id: string; number: string; expiresAt: string }
}

/** The final event of each of the six commands. A denied claim and a report close the check, as its expiry does. */
const FINAL = [
  'RequestApproved',
  'RequestDeclined',
  'claim-denied',
  'reported',
  'RequestWithdrawn',
  'expired',
]
const finalsOf = (facts: readonly Fact[]): readonly string[] =>
  facts.flatMap(({ type, data }) =>
    type === 'RequestClosed' ? [String(data['reason'])] : FINAL.includes(type) ? [type] : [],
  )

/** Returns the final event, of a closed check its reason. `isWon`: the others start only after the first one's reply. */
const round = async (on: Stage, n: number, isWon: boolean): Promise<string> => {
  const { id, number, expiresAt } = await newVerification(on)
  const proof = await on.bens.prove(id)
  const isThere = (i: number) => (n + i) % 2 === 0
  const ways = [
    () => post(`/requests/approve/${id}`, on.ben, { ...proof, number }, isThere(0)),
    () => post(`/requests/decline/${id}`, on.ben, {}, isThere(1)),
    () => post(`/requests/deny/${id}`, on.ben, { call: 'was-called' }, isThere(1)),
    () => post(`/requests/report/${id}`, on.ben, {}, isThere(0)),
    () => post(`/requests/withdraw/${id}`, on.anna, {}, isThere(0)),
    () =>
      expireRequest(
        isThere(1) ? other.platform : api.product.platform,
        { id, workspaceId: on.id },
        new Date(expiresAt),
      ),
  ]
  // Each command is sent first in turn.
  const turned = ways.map((_, i) => ways[(i + n) % ways.length]!)
  // Checking a signature takes longest, so the first one gets a head start of a varying number of reads.
  const isBehind = async (reads: number) => {
    for (let i = 0; i < reads; i += 1) await api.get(`/requests/details/${id}`, on.anna)
  }
  const first = turned[0]!()
  const others = turned.slice(1).map(async (way) => {
    await (isWon ? first : isBehind(n % 9))
    return way()
  })
  const answers = await Promise.all([first, ...others])
  const statuses = answers.map((answer, i) => ({ way: ways.indexOf(turned[i]!), status: answer?.status }))
  const finals = finalsOf(await api.facts(id))
  expect(finals).toHaveLength(1)
  const won = FINAL.indexOf(finals[0]!)
  // A report is taken also after the end. An expiry has no answer.
  for (const { way, status } of statuses)
    if (way !== 5) expect(status).toBe(way === won || way === 3 ? 200 : 409)
  return finals[0]!
}

test(
  `${ROUNDS} races of all three answers, a refusal, a withdrawal and an expiry have one outcome each`,
  async () => {
    const winners: string[] = []
    const lane = async (first: number) => {
      let on = await stage()
      for (let n = first; n < ROUNDS; n += LANES) {
        on = await lasting(on, n)
        winners.push(await round(on, n, false))
      }
    }
    await Promise.all(Array.from({ length: LANES }, (_, i) => lane(i)))
    expect(winners).toHaveLength(ROUNDS)
    if (ROUNDS < 1_000) return
    const times = FINAL.map((type) => [type, winners.filter((winner) => winner === type).length] as const)
    process.stdout.write(`${JSON.stringify(times)}\n`)
    for (const [, count] of times) expect(count).toBeGreaterThan(0)
  },
  60_000 + ROUNDS * 1_000,
)

test('the first of six concurrent endings is final, and the others are rejected', async () => {
  const on = await stage()
  const winners: string[] = []
  for (let n = 0; n < FINAL.length; n += 1) winners.push(await round(on, n, true))
  expect(winners).toEqual(FINAL)
})

test(
  `${ROUNDS} races of two wrong numbers count two tries, in one process and in two`,
  async () => {
    const lane = async (first: number) => {
      let on = await stage()
      for (let n = first; n < ROUNDS; n += LANES) {
        on = await lasting(on, n)
        const elsewhere = n % 2 === 1
        // Each round is a day of its own: the third wrong number of a day would lock the two.
        await api.product.platform.db('pair_tries').delete()
        const { id, number } = await newVerification(on)
        const wrong = ['10', '11', '12'].filter((one) => one !== number).slice(0, 2)
        const proofs = [await on.bens.prove(id), await on.bens.prove(id)]
        const answers = await Promise.all(
          proofs.map((proof, i) =>
            post(`/requests/approve/${id}`, on.ben, { ...proof, number: wrong[i] }, elsewhere && i === 1),
          ),
        )
        const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
        expect([
          [403, 409],
          [409, 409],
        ]).toContainEqual(statuses)
        expect(await api.types(id)).toEqual([
          'RequestCreated',
          'NumberRefused',
          'NumberRefused',
          'RequestClosed',
        ])
        expect((await api.facts(id)).at(-1)!.data).toMatchObject({ reason: 'code-mismatch' })
      }
    }
    await Promise.all(Array.from({ length: LANES }, (_, i) => lane(i)))
  },
  60_000 + ROUNDS * 1_000,
)
