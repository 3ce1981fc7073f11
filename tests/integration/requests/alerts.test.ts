import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { requestMails } from '#modules/requests/notices/requests.mail-kinds.ts'
import { requestPushes } from '#modules/requests/notices/requests.push-kinds.ts'
import { keepDismissed } from '#modules/requests/notices/dismissed-alert.store.ts'
import { endAccess } from '#modules/accounts/deletion/access.store.ts'
import { requestReactor } from '#modules/requests/requests.reactor.ts'
import { muteStream } from '#modules/requests/limits/mute.events.ts'
import { pairStream } from '#modules/requests/pairs/pair.events.ts'
import { pairOf } from '#modules/requests/pairs/pairs.ts'
import { alertsFor } from '#projections/requests/alert-queries.ts'
import { randomToken } from '#platform/primitives/ids.ts'
import { rebuild } from '#support/read-models/builds.ts'
import { eventually } from '#support/eventually.ts'
import { inbox, openStage } from '#support/product/mail-stage.ts'
import type { Person } from '#support/product/product.ts'
import { openPushService } from '#support/servers/push-receiver.ts'
import { requestsOf } from '#support/product/requests.ts'
import { colleague } from '#support/product/workspaces.ts'

/** Alerts for all admins of a workspace. */

const stage = openStage()
afterEach(() => stage.close())

const open = async (RATE_FACTOR = 1_000) => {
  const service = await openPushService()
  stage.defer(() => service.close())
  const settings = { VAPID_PRIVATE_KEY: randomToken(), RATE_FACTOR }
  const product = await stage.product(settings, undefined, { origin: service.origin })
  const api = requestsOf(product)
  const team = await api.team()
  const clara = await colleague(product, team, { role: 'admin', requester: true })
  const former = await colleague(product, team, { role: 'admin', requester: true })
  const change = { participantId: former.participantId, value: false }
  const { token } = team.admin
  await product.call('PATCH', '/participants/change-activity', { token, body: change })
  const browsers = new Map<string, ReturnType<typeof service.browser>>()
  for (const who of [team.admin, clara, former, team.anna]) {
    const browser = service.browser()
    const { endpoint, keys } = browser
    await api.post('/users/push-subscription', who, { endpoint, keys })
    browsers.set(who.email, browser)
  }
  await stage.worker(product, { mailKinds: requestMails, pushKinds: requestPushes })
  const alerts = async (who: Person) => (await api.get('/requests/alerts', who)).body
  /** Pushed alerts, once there are `count`. */
  const pushed = (count: number) =>
    eventually(() => {
      const found = service.received
        .map((message) => {
          const [email, browser] = [...browsers].find(([, { endpoint }]) => endpoint.endsWith(message.path))!
          return { email, headers: message.headers, said: browser.read(message) }
        })
        .filter(({ said }) => said.kind === 'alert')
      expect(found).toHaveLength(count)
      return found
    })
  /** Mailed alerts, once there are `count`. */
  const mailed = (count: number) =>
    eventually(async () => {
      const found = (await inbox(product)).filter(({ text }) => text.includes('as an admin of the workspace'))
      expect(found).toHaveLength(count)
      return found
    })
  return { ...team, api, product, clara, former, service, alerts, pushed, mailed }
}
type Stage = Awaited<ReturnType<typeof open>>

const emails = (...people: readonly Person[]) => people.map(({ email }) => email).toSorted()

const expectAlertedOnce = async (on: Stage, kind: string, requestId: string, subject: RegExp) => {
  const { admin, clara, former, anna, ben, alerts, mailed, pushed, product } = on
  const mails = await mailed(2)
  for (const mail of mails) expect(mail.subject).toMatch(subject)
  expect(mails.map(({ to }) => to).toSorted()).toEqual(emails(admin, clara))
  const pushes = await pushed(2)
  expect(pushes.map(({ email }) => email).toSorted()).toEqual(emails(admin, clara))
  for (const { said, headers } of pushes) {
    expect(said).toEqual({ kind: 'alert', requestId, language: 'en' })
    expect(headers).toMatchObject({
      urgency: 'high',
      topic: expect.stringMatching(/^alert-[A-Za-z0-9_-]{22}$/),
    })
    expect(Number(headers['ttl'])).toBeGreaterThan(86_000)
    expect(Number(headers['ttl'])).toBeLessThanOrEqual(86_400)
  }
  const shown = { kind, requestId, workspaceId: on.id, workspaceName: 'Praxis', at: expect.any(String) }
  for (const who of [admin, clara]) expect(await alerts(who)).toMatchObject([shown])
  for (const who of [former, anna, ben]) expect(await alerts(who)).toEqual([])
  expect(await alerts(await product.person())).toEqual([])
  return mails
}

describe('every admin is alerted by mail, by push and on screen', () => {
  test('of a report, once per person, for a day', async () => {
    const on = await open()
    const { api, anna, ben, admin, alerts, product } = on
    const requestId = await api.newRequest(on, { title: 'Pay the invoice' })
    await api.post(`/requests/report/${requestId}`, ben)
    await api.post(`/requests/report/${requestId}`, ben)
    await expectAlertedOnce(on, 'reported', requestId, /^Reported by \S+: /)
    expect(await alerts(admin)).toMatchObject([{ title: 'Pay the invoice' }])
    await api.post(`/requests/report/${requestId}`, anna)
    const both = await alerts(admin)
    expect(both).toHaveLength(2)
    expect(both[0].at > both[1].at).toBe(true)
    const { db, clock } = product.platform
    const shownAfter = (ms: number) => alertsFor(db, admin.userId, new Date(clock.now().getTime() + ms))
    expect(await shownAfter(86_300_000)).toHaveLength(2)
    expect(await shownAfter(86_400_000)).toEqual([])
  })

  test('by one mail each: an admin who is one of the two reads both in it', async () => {
    const on = await open()
    const { api, ben, admin, clara, product, mailed } = on
    const asked = await api.newRequest({ ...on, anna: clara }, { title: 'Pay the invoice' })
    await api.post(`/requests/report/${asked}`, ben)
    expect((await mailed(1)).map(({ to }) => to)).toEqual([admin.email])
    const toClara = await eventually(async () => {
      const found = (await inbox(product)).filter(({ to }) => to === clara.email)
      expect(found).toHaveLength(1)
      return found[0]!
    })
    expect(toClara.subject).toBe('Reported as suspicious: Pay the invoice')
    expect(toClara.text).toContain(
      `${ben.email} reported this request as suspicious. Contact the people involved`,
    )
    // A report of what has ended is told by the alert alone.
    const decided = await api.newRequest({ ...on, anna: clara }, { title: 'Pay the rent' })
    await api.decline(decided, ben)
    await api.post(`/requests/report/${decided}`, ben)
    expect((await mailed(3)).map(({ to }) => to).toSorted()).toEqual(emails(admin, admin, clara))
  })

  test('until an admin dismisses it, once or twice, and for nobody else', async () => {
    const on = await open()
    const { api, ben, admin, anna, clara, alerts, product } = on
    const requestId = await api.newRequest(on, { title: 'Pay the invoice' })
    await api.post(`/requests/report/${requestId}`, ben)
    const [{ id }] = await alerts(admin)
    const rows = () => product.platform.db('dismissed_alerts').select('user_id', 'alert_id')
    const dismiss = (who: Person) => api.post('/requests/dismiss-alerts', who, { ids: [id, randomUUID()] })
    await dismiss(anna)
    expect(await rows()).toEqual([])
    for (const who of [admin, admin]) {
      expect(await dismiss(who)).toMatchObject({ status: 200, body: {} })
      expect(await alerts(who)).toEqual([])
    }
    expect(await rows()).toEqual([{ user_id: admin.userId, alert_id: id }])
    expect(await alerts(clara)).toMatchObject([{ id }])
    // A dismissal ends with its alert, and with the person.
    await keepDismissed(product.platform.db, admin.userId, [], new Date(Date.now() + 86_500_000))
    expect(await rows()).toEqual([])
    await dismiss(clara)
    await endAccess(product.platform.db, clara.userId)
    expect(await rows()).toEqual([])
  })

  test('of the second wrong number, not of the first', async () => {
    const on = await open()
    const { api, anna, ben, id, clara, alerts, product } = on
    const [annas, bens] = [await api.enrol(anna), await api.enrol(ben)]
    const made = (await api.newVerification(anna, annas, id, { approverId: ben.participantId })).body
    const number = made.number === '10' ? '11' : '10'
    const answer = async () =>
      api.post(`/requests/approve/${made.id}`, ben, { ...(await bens.prove(made.id)), number })
    await answer()
    expect(await alerts(clara)).toEqual([])
    await answer()
    await expectAlertedOnce(on, 'code-mismatch', made.id, /^Wrong number from \S+: /)
    const before = await alerts(clara)
    await rebuild(product.platform.db)
    expect(await alerts(clara)).toEqual(before)
  })

  test('of the third wrong number of two people, instead of the second; then of the unlocking, the two as well', async () => {
    const on = await open()
    const { api, admin, anna, ben, id, clara, product, mailed } = on
    const [annas, bens] = [await api.enrol(anna), await api.enrol(ben)]
    const check = async () =>
      (await api.newVerification(anna, annas, id, { approverId: ben.participantId })).body
    const guess = async (made: { id: string; number: string }) => {
      const number = made.number === '10' ? '11' : '10'
      return api.post(`/requests/approve/${made.id}`, ben, { ...(await bens.prove(made.id)), number })
    }
    for (let i = 0; i < 2; i += 1) {
      const made = await check()
      await guess(made)
      await api.post(`/requests/withdraw/${made.id}`, anna)
    }
    const last = await check()
    await guess(last)
    const [alert] = await expectAlertedOnce(
      on,
      'pair-locked',
      last.id,
      /^Call checks locked after three wrong numbers: /,
    )
    expect(alert!.text).toContain(`the last one by ${ben.email}`)
    const [lock] = await product.facts(pairStream(pairOf(id, [ben.userId, anna.userId])))
    const refused = (await api.facts(last.id)).find(({ type }) => type === 'NumberRefused')!
    // As after a crash between the two events: the reactor locks the two, and only once.
    await requestReactor(product.platform).on['NumberRefused']!(refused)
    expect(await product.facts(pairStream(pairOf(id, [anna.userId, ben.userId])))).toEqual([lock])

    const two = { requesterId: anna.participantId, approverId: ben.participantId }
    await api.post(`/requests/unlock/${id}`, admin, two)
    const told = await eventually(async () => {
      const found = (await inbox(product)).filter(({ subject }) => subject.startsWith('Call checks between '))
      expect(found).toHaveLength(3)
      return found
    })
    expect(told.map(({ to }) => to).toSorted()).toEqual(emails(clara, anna, ben))
    for (const { text } of told)
      expect(text).toContain(`${admin.email} unlocked the call checks between ${anna.email} and ${ben.email}`)
    await requestReactor(product.platform).on['NumberRefused']!(refused)
    expect(await product.facts(pairStream(pairOf(id, [anna.userId, ben.userId])))).toHaveLength(2)
    await mailed(2)
  })

  test('of checks with one person from many sides, once; that person is told what to do', async () => {
    const on = await open()
    const { api, anna, ben, id, product, alerts, admin } = on
    const react = requestReactor(product.platform).on['RequestCreated']!
    const others = [
      await api.colleague(on, { requester: true }),
      await api.colleague(on, { requester: true }),
    ]
    let last = ''
    for (const who of [anna, ...others]) {
      const phone = await api.enrol(who)
      last = (await api.newVerification(who, phone, id, { approverId: ben.participantId })).body.id
      const [created] = await api.facts(last)
      await react(created!)
      await react(created!)
    }
    const asking = [anna, ...others].map(({ email }) => email)
    const [mail] = await expectAlertedOnce(on, 'many-sides', last, /^Many check a call with \S+: /)
    expect(mail!.text).toContain(`several people checked a call with ${ben.email}.`)
    expect(mail!.text).toContain(`From: ${asking.join(', ')}\nTo: ${ben.email}`)
    const [{ manySides }] = await alerts(admin)
    expect(manySides.by.map(({ email }: Person) => email)).toEqual(asking)
    const told = await eventually(async () => {
      const found = (await inbox(product)).filter(({ subject }) => subject.startsWith('Several people check'))
      expect(found).toHaveLength(1)
      return found[0]!
    })
    expect(told).toMatchObject({ to: ben.email, text: expect.stringContaining(`From: ${asking.join(', ')}`) })
    expect(told.text).toContain('Verify only the call that you are on yourself')
  })

  test('of a muted requester, once per mute', async () => {
    const on = await open(1)
    const { api, anna, ben, id, product, alerts, clara } = on
    const { on: reactions } = requestReactor(product.platform)
    const others = [await api.colleague(on, { approver: true }), await api.colleague(on, { approver: true })]
    const phone = await api.enrol(anna)
    const check = async (body?: { readonly approverId: string }): Promise<string> =>
      (await api.newVerification(anna, phone, id, body)).body.id
    const created: [string, Person][] = []
    for (const who of [ben, ...others]) created.push([await check({ approverId: who.participantId }), who])
    created.push([await check(), ben])
    const decline = async ([requestId, who]: [string, Person]) => {
      await api.decline(requestId, who)
      const fact = (await api.facts(requestId)).at(-1)!
      await reactions[fact.type]!(fact)
      // Deliver the event again, as after a crash.
      await reactions[fact.type]!(fact)
      // All four together stay below the lease of an effect: a push that is under way is not claimed again.
      product.clock.advance(5_000)
      return fact
    }
    const mutes = () => product.facts(muteStream(anna.participantId))
    await decline(created[0]!)
    await decline(created[1]!)
    expect(await mutes()).toEqual([])
    const third = await decline(created[2]!)
    await decline(created[3]!)
    expect(await mutes()).toMatchObject([
      {
        data: {
          requestId: created[2]![0],
          until: new Date(Date.parse(third.metadata.at) + 900_000).toISOString(),
        },
      },
    ])
    const [mail] = await expectAlertedOnce(on, 'muted', created[2]![0], /^Too many call checks from \S+: /)
    expect(mail!.text).toContain(`${anna.email} cannot start call checks for 15 minutes`)
    const { body } = await api.get(`/workspaces/history/${id}?action=participant.muted`, on.admin)
    const [entry, ...more] = body.entries
    expect(more).toEqual([])
    expect(entry).toMatchObject({
      target: { kind: 'participant', id: anna.participantId, label: anna.email },
      actor: { role: 'system' },
    })
    expect(mail!.text).toContain(`Entry ${entry.sequence} of the audit log, hash ${entry.hash}`)
    expect(await alerts(clara)).toHaveLength(1)
  })
})
