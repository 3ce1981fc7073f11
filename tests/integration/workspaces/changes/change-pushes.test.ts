import { afterEach, beforeEach, expect, test } from 'vitest'
import { changePushes } from '#modules/workspaces/changes/changes.push-kinds.ts'
import { liftPushes } from '#modules/workspaces/protection/lifts.push-kinds.ts'
import { randomToken } from '#platform/primitives/ids.ts'
import { eventually } from '#support/eventually.ts'
import { openStage } from '#support/product/mail-stage.ts'
import type { Person, Product } from '#support/product/product.ts'
import { colleague } from '#support/product/workspaces.ts'
import { openPushService } from '#support/servers/push-receiver.ts'
import { changesOf } from '#support/workspaces/changes.ts'
import { recordDeadlines } from '../../../../services/worker/deadlines.ts'

const stage = openStage()
afterEach(() => stage.close())

let product: Product
let api: ReturnType<typeof changesOf>
/** The messages that a new browser of the person gets from now on. */
let browserOf: (who: Person) => Promise<() => unknown[]>
beforeEach(async () => {
  const service = await openPushService()
  stage.defer(() => service.close())
  product = await stage.product({ VAPID_PRIVATE_KEY: randomToken() }, undefined, { origin: service.origin })
  api = changesOf(product)
  await stage.worker(product, { mailKinds: [], pushKinds: [...changePushes, ...liftPushes] })
  browserOf = async (who) => {
    const browser = service.browser()
    const { endpoint, keys } = browser
    await api.call(who, 'POST', '/users/push-subscription', { endpoint, keys })
    return () =>
      service.received.filter(({ path }) => browser.endpoint.endsWith(path)).map((one) => browser.read(one))
  }
})

/**
 * What a phone shows in turn: a message takes the place of the one before. The change that protected the team may still end on it,
 * and of several that end together each may be the last.
 */
const shownBy = (read: () => unknown[]) => () => {
  const all = read().map((message) => JSON.stringify(message))
  const turns = all.filter((message, at) => message !== all[at - 1])
  return turns.map((message) => JSON.parse(message)).filter((message, at) => at > 0 || !message.isOver)
}

test('a change that waits is pushed to the admins who may decide it, and goes from their phones once none waits', async () => {
  const { anna, cleo, ben, id } = await api.protectedTeam()
  const others = await Promise.all([anna, ben].map(browserOf))
  const gets = shownBy(await browserOf(cleo))
  const about = { kind: 'change', workspaceId: id, language: 'en' }
  const promote = async () =>
    api.waiting(
      await api.call(anna, 'PATCH', `/workspaces/convert-to-admin/${id}`, {
        participantId: ben.participantId,
      }),
    )
  const changeId = await promote()
  await eventually(() => expect(gets()).toEqual([{ ...about, changeId }]))
  await api.withdraw(anna, changeId)
  await eventually(() => expect(gets().slice(1)).toEqual([{ ...about, isOver: true }]))

  const second = await promote()
  await eventually(() => expect(gets().slice(2)).toEqual([{ ...about, changeId: second }]))
  // Two wait: the inbox shows both.
  const participants = ['x', 'y'].map((name) => ({
    email: `${name}-${id.slice(0, 8)}@example.com`,
    role: 'regular user',
    approver: true,
    requester: false,
  }))
  const asked = await api.call(anna, 'POST', `/workspaces/invite-participants/${id}`, { participants })
  expect(asked.status).toBeLessThan(300)
  await eventually(() => expect(gets().slice(3)).toEqual([about]))
  const pending = (await api.call(cleo, 'GET', `/changes/list/${id}?state=pending`)).body
  expect(pending).toHaveLength(3)
  for (const change of pending.slice(1)) await api.refuse(cleo, change.id)
  await api.approve(cleo, cleo.phone, pending[0].id)
  await eventually(() => expect(gets().slice(4)).toEqual([{ ...about, isOver: true }]))
  expect(others.map((read) => read())).toEqual([[], []])
})

test('a lifting of the protection is pushed to everybody who can stop it and to nobody else, and goes from their phones once it has ended', async () => {
  const team = await api.protectedTeam()
  const { anna, cleo, ben, id } = team
  const person = await product.person({ role: 'super admin' })
  const operator = { ...person, token: await product.logIn(person.userId, 'super admin') }
  const dora = await colleague(product, team)
  // The change that protected the team may still end on their phones.
  const told = (await Promise.all([anna, cleo].map(browserOf))).map(
    (read) => () => read().filter((one) => (one as { kind: string }).kind === 'lift'),
  )
  const others = await Promise.all([ben, dora].map(browserOf))
  const lift = () =>
    api.call(operator, 'POST', `/workspaces/lift-protection/${id}`, { reason: 'Cleo has died' })
  const late = new Date(product.clock.now().getTime() + 8 * 86_400_000)
  const ends = [
    () => api.call(operator, 'POST', `/workspaces/withdraw-lift/${id}`),
    () => api.call(anna, 'POST', `/workspaces/stop-lift/${id}`),
    () => recordDeadlines({ ...product.platform, agreedTime: async () => late }),
  ]
  for (const [turn, end] of ends.entries()) {
    await lift()
    const about = { kind: 'lift', liftId: expect.any(String), language: 'en' }
    for (const read of told) await eventually(() => expect(read().slice(2 * turn)).toEqual([about]))
    await end()
    for (const read of told)
      await eventually(() => expect(read().slice(2 * turn)).toEqual([about, { ...about, isOver: true }]))
  }
  expect(others.map((read) => read())).toEqual([[], []])
})
