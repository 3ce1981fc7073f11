import { afterEach, expect, test } from 'vitest'
import { requestMails } from '#modules/requests/notices/requests.mail-kinds.ts'
import { requestPushes } from '#modules/requests/notices/requests.push-kinds.ts'
import { randomToken } from '#platform/primitives/ids.ts'
import type { Person } from '#support/product/product.ts'
import { inbox, openStage, settled } from '#support/product/mail-stage.ts'
import { requestsOf } from '#support/product/requests.ts'
import { openPushService } from '#support/servers/push-receiver.ts'
import { signingRules } from '#support/workspaces/signing-rules.ts'

const stage = openStage()
afterEach(() => stage.close())

test('who asked is told of each signature before the last one, once, by mail and push', async () => {
  const service = await openPushService()
  stage.defer(() => service.close())
  const product = await stage.product({ VAPID_PRIVATE_KEY: randomToken() }, undefined, {
    origin: service.origin,
  })
  const api = requestsOf(product)
  const rules = signingRules(api)
  const team = await rules.team()
  const { anna, ben, carl, treasury } = team
  await rules.writeRules(team, [{ when: {}, who: { groups: [treasury] }, count: 2, hours: 24 }])
  const browser = service.browser()
  const { endpoint, keys } = browser
  await api.post('/users/push-subscription', anna, { endpoint, keys })
  const { id } = (await rules.pay(team)).body
  const sign = async (who: Person) => {
    const phone = await api.enrol(who)
    const { body } = await api.post(`/requests/challenge/${id}`, who, {})
    return api.post(`/requests/approve/${id}`, who, await phone.proofFor(body.challenge))
  }
  const work = { mailKinds: requestMails, pushKinds: requestPushes }
  await Promise.all([stage.worker(product, work), stage.worker(product, work)])
  expect(await sign(ben)).toMatchObject({ status: 200, body: { status: 'pending' } })
  // With the two questions.
  await settled(product, 4)
  const told = async () => (await inbox(product)).filter(({ to }) => to === anna.email)
  expect(await told()).toMatchObject([{ subject: expect.stringMatching(/^1 of 2 approvals, the last by /) }])
  const [mail] = await told()
  expect(mail!.text).toContain(ben.email)
  expect(mail!.text).toContain('It waits for one more approval.')
  const pushed = service.received.map((message) => browser.read(message))
  expect(pushed).toEqual([{ kind: 'signed', requestId: id, language: 'en', waiting: 0, given: 1, of: 2 }])

  expect(await sign(carl)).toMatchObject({ status: 200, body: { status: 'approved' } })
  await settled(product, 7)
  expect((await told()).filter(({ subject }) => subject.startsWith('1 of 2'))).toHaveLength(1)
  expect(service.received).toHaveLength(1)
})

test('a signature whose request has ended meanwhile is told of by the end alone', async () => {
  const product = await stage.product()
  const api = requestsOf(product)
  const rules = signingRules(api)
  const team = await rules.team()
  const { anna, ben, treasury } = team
  await rules.writeRules(team, [{ when: {}, who: { groups: [treasury] }, count: 2, hours: 24 }])
  const { id } = (await rules.pay(team)).body
  const phone = await api.enrol(ben)
  const { body } = await api.post(`/requests/challenge/${id}`, ben, {})
  await api.post(`/requests/approve/${id}`, ben, await phone.proofFor(body.challenge))
  await api.post(`/requests/withdraw/${id}`, anna, {})
  await stage.worker(product, { mailKinds: requestMails })
  await settled(product, 6)
  const subjects = (await inbox(product)).filter(({ to }) => to === anna.email).map(({ subject }) => subject)
  expect(subjects).toHaveLength(1)
  expect(subjects[0]).not.toMatch(/1 of 2/)
})
