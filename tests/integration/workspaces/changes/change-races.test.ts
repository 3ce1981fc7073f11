import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApiBeside } from '#support/product/beside.ts'
import { openProduct, type Person, type Product } from '#support/product/product.ts'
import { raceOf, type Side } from '#support/races.ts'
import { rounds } from '#support/rounds.ts'
import { changesOf } from '#support/workspaces/changes.ts'

const ROUNDS = rounds({ short: 6, long: 1_000 })

let product: Product
let beside: Awaited<ReturnType<typeof openApiBeside>>
beforeAll(async () => {
  product = await openProduct()
  beside = await openApiBeside(product)
})
afterAll(async () => {
  await beside?.close()
  await product?.close()
})

const post =
  (path: string, { token }: Pick<Person, 'token'>, body?: object): Side =>
  (on) =>
    on.call('POST', path, { token, ...(body && { body }) })

test(
  `${ROUNDS} races of approving a change, approving it again, refusing and withdrawing it end it once, and do at most once what it says`,
  { timeout: 60_000 + ROUNDS * 1_000 },
  async () => {
    const api = changesOf(product)
    const { id, ben, ...team } = await api.protectedTeam()
    const race = raceOf(product, beside)
    const outcomes = new Set<string>()
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      const [anna, cleo] = [await api.newSession(team.anna), await api.newSession(team.cleo)]
      const set = (value: boolean) =>
        api.call(anna, 'PATCH', '/participants/change-approver', { participantId: ben.participantId, value })
      const changeId = api.waiting(await set(true))
      const approval = async (): Promise<Side> => {
        const { body } = await api.call(cleo, 'POST', `/changes/challenge/${changeId}`)
        return post(`/changes/approve/${changeId}`, cleo, await cleo.phone.proofFor(body.challenge))
      }
      const others = [
        approval,
        async () => post(`/changes/refuse/${changeId}`, cleo),
        async () => post(`/changes/withdraw/${changeId}`, anna),
      ]
      await race(turn, await approval(), await others[turn % 3]!())
      const facts = await product.facts(`workspace-${id}`)
      const of = facts.filter(({ data }) => data['changeId'] === changeId).map(({ type }) => type)
      expect(of).toHaveLength(2)
      const isDone = of[1] === 'ChangeApproved'
      const granted = facts.slice(facts.findIndex(({ data }) => data['changeId'] === changeId))
      expect(granted.filter(({ type }) => type === 'ParticipantRightsChanged')).toHaveLength(isDone ? 1 : 0)
      outcomes.add(of[1]!)
      if (isDone) expect((await set(false)).status).toBe(200)
    }
    const all = ['ChangeApproved', 'ChangeRefused', 'ChangeWithdrawn']
    if (ROUNDS >= 1_000) expect([...outcomes].toSorted()).toEqual(all)
  },
)
