import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApiBeside } from '#support/product/beside.ts'
import type { Person } from '#support/product/product.ts'
import { raceOf, type Side } from '#support/races.ts'
import { openRequests, type RequestApi } from '#support/product/requests.ts'
import { rounds } from '#support/rounds.ts'

const ROUNDS = rounds({ short: 6, long: 1_000 })

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

const post =
  (path: string, { token }: Pick<Person, 'token'>, body?: object): Side =>
  (on) =>
    on.call('POST', path, { token, ...(body && { body }) })

test(
  `${ROUNDS} races of vouching for a waiting device, vouching again and stopping it leave one outcome`,
  { timeout: 60_000 + ROUNDS * 1_000 },
  async () => {
    const team = await api.team()
    const bens = await api.enrol(team.ben)
    const race = raceOf(api.product, beside)
    const outcomes = new Set<string>()
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      const cleo = await api.colleague(team)
      await api.enrol(cleo)
      const { deviceId } = await api.enrol(cleo)
      const ben = await api.newSession(team.ben)
      const vouching = async (): Promise<Side> => {
        const { body } = await api.post(`/devices/challenge/${deviceId}`, ben)
        return post(`/devices/vouch/${deviceId}`, ben, await bens.proofFor(body.challenge))
      }
      const stopping = async () => post(`/devices/stop/${deviceId}`, cleo)
      await race(turn, await vouching(), await (turn % 3 === 2 ? vouching() : stopping()))
      const facts = await api.product.facts(`user-${cleo.userId}`)
      const of = facts.filter(({ data }) => data['deviceId'] === deviceId).map(({ type }) => type)
      expect(of).toHaveLength(2)
      const [listed] = (await api.get('/users/devices', cleo)).body.filter(
        ({ id }: { id: string }) => id === deviceId,
      )
      expect(listed?.state).toBe(of[1] === 'DeviceVouched' ? 'usable' : undefined)
      outcomes.add(of[1]!)
    }
    if (ROUNDS >= 1_000) expect([...outcomes].toSorted()).toEqual(['DeviceStopped', 'DeviceVouched'])
  },
)
