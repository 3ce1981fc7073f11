import { afterEach, expect, test } from 'vitest'
import { requestMails } from '#modules/requests/notices/requests.mail-kinds.ts'
import { requestPushes } from '#modules/requests/notices/requests.push-kinds.ts'
import { randomToken } from '#platform/primitives/ids.ts'
import { recordDeadlines } from '../../../services/worker/deadlines.ts'
import { rebuild } from '#support/read-models/builds.ts'
import { openPushService } from '#support/servers/push-receiver.ts'
import { inbox, openStage, settled } from '#support/product/mail-stage.ts'
import { requestsOf } from '#support/product/requests.ts'

const MINUTE = 60_000

const stage = openStage()
afterEach(() => stage.close())

test('an approval that expired while the worker slept tells both sides once what to do, by mail and push, and a rebuild tells nobody', async () => {
  const service = await openPushService()
  stage.defer(() => service.close())
  const product = await stage.product({ VAPID_PRIVATE_KEY: randomToken() }, undefined, {
    origin: service.origin,
  })
  const api = requestsOf(product)
  const team = await api.team()
  const { anna, ben } = team
  const browsers = { anna: service.browser(), ben: service.browser() }
  for (const name of ['anna', 'ben'] as const) {
    const { endpoint, keys } = browsers[name]
    await api.post('/users/push-subscription', team[name], { endpoint, keys })
  }
  const id = await api.newRequest(team, { expiresIn: 60 })

  product.clock.advance(20 * MINUTE)
  const work = { mailKinds: requestMails, pushKinds: requestPushes, chores: [recordDeadlines] }
  await Promise.all([stage.worker(product, work), stage.worker(product, work)])
  // With the two about its creation, which are dropped.
  await settled(product, 6)

  const mails = Object.fromEntries((await inbox(product)).map(({ to, text }) => [to, text]))
  expect(Object.keys(mails).toSorted()).toEqual([anna.email, ben.email].toSorted())
  expect(mails[anna.email]).toContain('Ask again, or call the people you asked.')
  expect(mails[ben.email]).toContain('Nothing was approved.')
  const told = (browser: (typeof browsers)['anna']) =>
    service.received
      .filter(({ path }) => browser.endpoint.endsWith(path))
      .map((message) => browser.read(message))
  const expired = { kind: 'expired', requestId: id, language: 'en', waiting: 0 }
  expect(told(browsers.anna)).toEqual([{ ...expired, isOwn: true }])
  expect(told(browsers.ben)).toEqual([expired])

  await rebuild(product.platform.db)
  await recordDeadlines(product.platform)
  await api.newRequest({ ...team, anna: await api.newSession(anna) })
  await settled(product, 8)
  expect(service.received).toHaveLength(3)
})
