import { afterAll, beforeAll, expect, test } from 'vitest'
import { expireRequest } from '#modules/requests/close-request.ts'
import { openApiBeside } from '#support/product/beside.ts'
import { glassOf, REASON, type GlassTeam } from '#support/workspaces/glass.ts'
import { expectRefused, openRequests, type Phone, type RequestApi } from '#support/product/requests.ts'
import { rounds } from '#support/rounds.ts'

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

type Stage = GlassTeam & { readonly bens: Phone }
const stage = async (): Promise<Stage> => {
  const team = await glassOf(api).team()
  return { ...team, bens: await api.enrol(team.ben) }
}

const FINAL = ['GlassBroken', 'RequestApproved', 'RequestDeclined', 'RequestWithdrawn', 'RequestClosed']

/** Starts all at once, in two processes, each one first in turn. Returns how the request ended. */
const round = async (on: Stage, n: number): Promise<string> => {
  const id = await api.newRequest(on)
  const { expiresAt } = (await api.get(`/requests/details/${id}`, on.anna)).body
  const process = (at: number) => ((n + at) % 2 === 0 ? api.product : other)
  const send = (path: string, { token }: { readonly token: string }, body: unknown, at: number) =>
    process(at).call('POST', `/requests/${path}/${id}`, { token, body })
  const prepared = await api.post(`/requests/glass-challenge/${id}`, on.admin, { reason: REASON })
  const broken = { reason: REASON, ...(await on.phone.proofFor(prepared.body.challenge)) }
  const approved = await on.bens.prove(id)
  const ends = [
    () => send('approve', on.ben, approved, 1),
    () => send('decline', on.ben, {}, 1),
    () => send('withdraw', on.anna, {}, 0),
    () => expireRequest(process(1).platform, { id, workspaceId: on.id }, new Date(expiresAt)),
  ]
  const ways = [() => send('break-glass', on.admin, broken, 0), ends[n % ends.length]!]
  await Promise.all((n % 8 < 4 ? ways : ways.toReversed()).map((way) => way()))
  const types = await api.types(id)
  const finals = types.filter((type) => FINAL.includes(type))
  expect(finals).toHaveLength(1)
  expect(types.at(-1)).toBe(finals[0])
  if (finals[0] === 'GlassBroken') await confirmAtOnce(on, id)
  return finals[0]!
}

/** Two people confirm it at once: one of them does. */
const confirmAtOnce = async (on: Stage, id: string): Promise<void> => {
  const people = [
    { who: on.carla, phone: on.carlas, process: api.product },
    { who: on.ben, phone: on.bens, process: other },
  ]
  const proofs = await Promise.all(
    people.map(async ({ who, phone }) => {
      const { body } = await api.post(`/requests/confirm-glass-challenge/${id}`, who)
      return phone.proofFor(body.challenge)
    }),
  )
  const answers = await Promise.all(
    people.map(({ who, process }, at) =>
      process.call('POST', `/requests/confirm-glass/${id}`, { token: who.token, body: proofs[at] }),
    ),
  )
  const [done, refused] = answers.toSorted((one, two) => one.status - two.status)
  expect(done!.status).toBe(200)
  expectRefused(refused!, 409, 'glass.confirmed')
  expect((await api.types(id)).filter((type) => type === 'GlassConfirmed')).toHaveLength(1)
}

test(`${ROUNDS} races of an admin who breaks the glass with a decision, a withdrawal and the expiry have one end each, and one confirmation`, async () => {
  const ends = new Map<string, number>()
  let on = await stage()
  for (let n = 0; n < ROUNDS; n += 1) {
    // Breaking the glass needs a login of the last five minutes, so a long run continues with other people.
    if ((n + 1) % 50 === 0) on = await stage()
    const end = await round(on, n)
    ends.set(end, (ends.get(end) ?? 0) + 1)
  }
  expect(ends.get('GlassBroken')).toBeGreaterThan(0)
  expect(ends.size).toBeGreaterThan(1)
})
