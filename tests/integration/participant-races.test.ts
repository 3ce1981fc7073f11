import { afterAll, beforeAll, expect, test } from 'vitest'
import { workspaceFold, isActiveAdmin, joined } from '#modules/workspaces/workspace.state.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import type { Answered, Person } from '../support/product.ts'
import { openRequests, PIN, type Phone, type RequestApi, type Team } from '../support/requests.ts'
import { colleague, newestInvitation, workspaceOf, type OwnWorkspace } from '../support/workspaces.ts'

/** A longer run is ROUNDS=1000 npx vitest run tests/integration/participant-races.test.ts */
const ROUNDS = Number(process.env['ROUNDS'] ?? 12)
const timeout = 30_000 + ROUNDS * 500

let api: RequestApi
beforeAll(async () => {
  api = await openRequests()
})
afterAll(() => api?.product.close())

const times = async (round: (n: number) => Promise<string>): Promise<Set<string>> => {
  const outcomes = new Set<string>()
  for (let n = 0; n < ROUNDS; n += 1) outcomes.add(await round(n))
  return outcomes
}
const statuses = (answers: readonly Answered[]) => answers.map(({ status }) => status).join(' ')
const call = (method: 'PATCH' | 'DELETE', path: string, { token }: Person, participantId?: string) =>
  api.product.call(method, path, { token, ...(participantId && { body: { participantId } }) })

type Admin = Person & { readonly participantId: string }
type Way = (id: string, who: Admin, other: Admin) => Promise<Answered>
const leave: Way = (id, who) => call('DELETE', `/users/remove-from-workspace/${id}`, who)
const stopOneself: Way = (_id, who) => call('PATCH', '/participants/change-activity', who, who.participantId)
const stop: Way = (_id, who, other) =>
  call('PATCH', '/participants/change-activity', who, other.participantId)
const remove: Way = (id, who, other) =>
  call('DELETE', `/workspaces/remove-from-workspace/${id}`, who, other.participantId)
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

test(
  `the last two admins of a workspace with others, ${ROUNDS} times at once: one of them stays`,
  { timeout },
  async () => {
    const outcomes = await times(async (n) => {
      const own = await workspaceOf(api.product)
      await colleague(api.product, own)
      const second = await colleague(api.product, own, { role: 'admin' })
      const first = { ...own.admin, participantId: await participantOf(own) }
      const [one, other] = WAYS[n % WAYS.length]!
      const answers = await Promise.all([one(own.id, first, second), other(own.id, second, first)])
      const { state } = await api.product.platform.commands.load(workspaceFold, workspaceStream(own.id))
      expect(joined(state).filter(isActiveAdmin)).toHaveLength(1)
      return statuses(answers)
    })
    // Whoever was stopped or removed may have gone before, or go still.
    for (const outcome of outcomes) expect(outcome).toMatch(/^(200 (200|403|404|409)|4(03|04|09) 200)$/)
  },
)

test(
  `a right taken while its owner decides, ${ROUNDS} times at once: approved or refused, and once`,
  { timeout },
  async () => {
    let team: Team
    let phone: Phone
    const outcomes = await times(async (n) => {
      // Nobody asks more often than their rate allows.
      if (n % 5 === 0) {
        const own = await api.workspace()
        const both = { approver: true, requester: true }
        team = { ...own, anna: await api.colleague(own), ben: await api.colleague(own, both) }
        phone = await api.enrol(team.ben)
      }
      const { ben, admin } = team
      const requestId = await api.asked(team)
      const proof = await phone.prove(requestId, { pin: PIN })
      const take = n % 2 === 0 ? 'approver' : 'activity'
      const answers = await Promise.all([
        api.post(`/requests/approve/${requestId}`, ben, proof),
        call('PATCH', `/participants/change-${take}`, admin, ben.participantId),
      ])
      expect(answers[1].status).toBe(200)
      const decided = (await api.types(requestId)).filter((type) => type === 'RequestApproved')
      expect(decided).toHaveLength(answers[0].status === 200 ? 1 : 0)
      await call('PATCH', `/participants/change-${take}`, admin, ben.participantId)
      if (answers[0].status !== 200) await api.post(`/requests/withdraw/${requestId}`, team.anna)
      return statuses(answers)
    })
    for (const outcome of outcomes) expect(outcome).toMatch(/^(200|403|409) 200$/)
  },
)

test(`an invitation accepted and revoked, ${ROUNDS} times at once: one of the two`, { timeout }, async () => {
  let own: OwnWorkspace
  const outcomes = await times(async (n) => {
    if (n % 20 === 0) own = await workspaceOf(api.product)
    const { id, admin } = own
    const person = await api.product.person({ role: 'regular user' })
    const given = { role: 'regular user', approver: true, requester: true }
    const invited = await api.post(`/workspaces/invite-participant/${id}`, admin, {
      email: person.email,
      ...given,
    })
    const answers = await Promise.all([
      api.post(`/participants/accept-invite/${await newestInvitation(api.product, id)}`, person),
      call('DELETE', `/workspaces/revoke-invite/${id}`, admin, invited.body.id),
    ])
    const ended = await listed({ id, admin }, answers[0].status === 200 ? 'accepted' : 'revoked')
    expect(ended.some(({ participant }) => participant.id === invited.body.id)).toBe(true)
    return statuses(answers)
  })
  for (const outcome of outcomes) expect(outcome).toMatch(/^(200 409|404 200)$/)
})
