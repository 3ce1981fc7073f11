import { afterAll, beforeAll, expect, test } from 'vitest'
import { workspaceFold, isActiveAdmin, joined } from '#modules/workspaces/workspace.state.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { openApiBeside } from '#support/product/beside.ts'
import type { Person } from '#support/product/product.ts'
import { raceOf, type Side } from '#support/races.ts'
import { openRequests, PIN, type Phone, type RequestApi, type Team } from '#support/product/requests.ts'
import { colleague, newestInvitation, workspaceOf, type OwnWorkspace } from '#support/product/workspaces.ts'
import { rounds } from '#support/rounds.ts'

const ROUNDS = rounds({ short: 6, long: 1_000 })
const timeout = 60_000 + ROUNDS * 1_000

let api: RequestApi
/** A second process of the same product. Within one process, commands on a stream run one by one. */
let beside: Awaited<ReturnType<typeof openApiBeside>>
beforeAll(async () => {
  api = await openRequests()
  beside = await openApiBeside(api.product)
})
afterAll(async () => {
  await beside?.close()
  await api?.product.close()
})

const race: ReturnType<typeof raceOf> = (...asked) => raceOf(api.product, beside)(...asked)
/** The outcomes of several kinds of races. In a long run, each kind must have more than one outcome. */
const times = async (kinds: number, round: (kind: number, turn: number) => Promise<string>) => {
  const outcomes = Array.from({ length: kinds }, () => new Set<string>())
  for (let n = 0; n < ROUNDS; n += 1) {
    const kind = n % kinds
    outcomes[kind]!.add(await round(kind, Math.floor(n / kinds)))
  }
  if (ROUNDS >= 1_000) for (const seen of outcomes) expect(seen.size).toBeGreaterThan(1)
  return new Set(outcomes.flatMap((of) => [...of]))
}

const call =
  (
    method: 'POST' | 'PATCH' | 'DELETE',
    path: string,
    { token }: Pick<Person, 'token'>,
    body?: object,
  ): Side =>
  (on) =>
    on.call(method, path, { token, body })

type Admin = Person & { readonly participantId: string }
type Way = (id: string, who: Admin, other: Admin) => Side
const leave: Way = (id, who) => call('DELETE', `/users/remove-from-workspace/${id}`, who)
const change = (who: Person, what: string, { participantId }: Pick<Admin, 'participantId'>) =>
  call('PATCH', `/participants/change-${what}`, who, { participantId })
const stopOneself: Way = (_id, who) => change(who, 'activity', who)
const stop: Way = (_id, who, other) => change(who, 'activity', other)
const remove: Way = (id, who, { participantId }) =>
  call('DELETE', `/workspaces/remove-from-workspace/${id}`, who, { participantId })
const WAYS = [
  [stop, stop],
  [remove, remove],
  [leave, leave],
  [stopOneself, leave],
  [remove, stopOneself],
  [stop, leave],
] as const

type Listed = { readonly participant: { readonly id: string; readonly userId: string | null } }
const listed = async ({ id, admin }: OwnWorkspace, invite = 'accepted'): Promise<readonly Listed[]> =>
  (await api.get(`/workspaces/participants/${id}?invite=${invite}`, admin)).body
const participantOf = async (own: OwnWorkspace): Promise<string> =>
  (await listed(own)).find(({ participant }) => participant.userId === own.admin.userId)!.participant.id

test(`${ROUNDS} races of the last two admins to leave keep one of them`, { timeout }, async () => {
  const outcomes = await times(WAYS.length, async (kind, turn) => {
    const own = await workspaceOf(api.product)
    await colleague(api.product, own)
    const second = await colleague(api.product, own, { role: 'admin' })
    const first = { ...own.admin, participantId: await participantOf(own) }
    const [one, two] = WAYS[kind]!
    const outcome = await race(turn, one(own.id, first, second), two(own.id, second, first))
    const { state } = await api.product.platform.commands.load(workspaceFold, workspaceStream(own.id))
    expect(joined(state).filter(isActiveAdmin)).toHaveLength(1)
    return outcome
  })
  // A deactivated or removed participant may have left before, or still leave.
  for (const outcome of outcomes) expect(outcome).toMatch(/^(200 (200|403|404|409)|4(03|04|09) 200)$/)
})

const RIGHTS = ['approver', 'activity'] as const

test(
  `${ROUNDS} races of an approval and the revocation of its right have one outcome each`,
  { timeout },
  async () => {
    let team: Team
    let phone: Phone
    let requests = 0
    const outcomes = await times(RIGHTS.length, async (kind, turn) => {
      // Stay within the rate of a requester.
      if (requests++ % 5 === 0) {
        const own = await api.workspace()
        const both = { approver: true, requester: true }
        team = { ...own, anna: await api.colleague(own), ben: await api.colleague(own, both) }
        phone = await api.enrol(team.ben)
      }
      const { ben, admin } = team
      const requestId = await api.newRequest(team)
      const proof = await phone.prove(requestId, { pin: PIN })
      const turnRight = change(admin, RIGHTS[kind]!, ben)
      const approve = call('POST', `/requests/approve/${requestId}`, ben, proof)
      const outcome = await race(turn, approve, turnRight)
      const isApproved = outcome.startsWith('200')
      const decided = (await api.types(requestId)).filter((type) => type === 'RequestApproved')
      expect(decided).toHaveLength(isApproved ? 1 : 0)
      await turnRight(api.product)
      if (!isApproved) await api.post(`/requests/withdraw/${requestId}`, team.anna)
      return outcome
    })
    for (const outcome of outcomes) expect(outcome).toMatch(/^(200|403|409) 200$/)
  },
)

test(
  `${ROUNDS} races of accepting and revoking an invitation have one outcome each`,
  { timeout },
  async () => {
    let own: OwnWorkspace
    const outcomes = await times(1, async (_kind, turn) => {
      if (turn % 20 === 0) own = await workspaceOf(api.product)
      const { id, admin } = own
      const person = await api.product.person({ role: 'regular user' })
      const given = { role: 'regular user', approver: true, requester: true }
      const invited = await api.post(`/workspaces/invite-participant/${id}`, admin, {
        email: person.email,
        ...given,
      })
      const invitationId = await newestInvitation(api.product, id)
      const outcome = await race(
        turn,
        call('POST', `/participants/accept-invite/${invitationId}`, person),
        call('DELETE', `/workspaces/revoke-invite/${id}`, admin, { participantId: invited.body.id }),
      )
      const ended = await listed({ id, admin }, outcome.startsWith('200') ? 'accepted' : 'revoked')
      expect(ended.some(({ participant }) => participant.id === invited.body.id)).toBe(true)
      return outcome
    })
    for (const outcome of outcomes) expect(outcome).toMatch(/^(200 409|404 200)$/)
  },
)
