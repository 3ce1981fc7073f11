import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRequests, type RequestApi } from '#support/product/requests.ts'
import { signingRules } from '#support/workspaces/signing-rules.ts'

let api: RequestApi
beforeAll(async () => {
  api = await openRequests({ RATE_FACTOR: 10_000 })
})
afterAll(() => api?.product.close())

test('a rule for people names also those who have signed, and counts whoever can no longer sign', async () => {
  const rules = signingRules(api)
  const team = await rules.team()
  const { ben, carl, dora, admin } = team
  const participants = [ben, carl, dora].map(({ participantId }) => participantId)
  await rules.writeRules(team, [{ who: { participants }, count: 2 }])
  const { id } = (await rules.pay(team)).body
  const phone = await api.enrol(ben)
  const { challenge } = (await api.post(`/requests/challenge/${id}`, ben, {})).body
  const { body } = await api.post(`/requests/approve/${id}`, ben, await phone.proofFor(challenge))
  const names = body.needs.rule.replace('Two of: ', '').split(', ')
  expect(names.toSorted()).toEqual([ben, carl, dora].map(({ email }) => email).toSorted())

  const off = { participantId: dora.participantId, value: false }
  await api.product.call('PATCH', '/participants/change-activity', { token: admin.token, body: off })
  const { body: later } = await api.get(`/requests/details/${id}`, team.anna)
  expect(later.needs.rule).toBe(`Two of: ${ben.email}, ${carl.email}, one further person`)
})
