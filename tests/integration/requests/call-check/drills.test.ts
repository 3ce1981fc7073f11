import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { INBOX_ORDERS } from '#contract/requests/inbox.ts'
import { shortId } from '#contract/requests/short-id.ts'
import type { Fact } from '#platform/facts/facts.ts'
import { randomToken } from '#platform/primitives/ids.ts'
import { drillStream } from '#modules/requests/drills/drill.events.ts'
import { drillMails } from '#modules/requests/drills/drills.mail-kinds.ts'
import { drillPushes } from '#modules/requests/drills/drills.push-kinds.ts'
import { expiringDrills } from '#modules/requests/drills/end-drill.ts'
import { requestReactor } from '#modules/requests/requests.reactor.ts'
import { inbox, openStage, settled } from '#support/product/mail-stage.ts'
import {
  expectRefused,
  openRequests,
  requestsOf,
  withOwnProduct,
  type RequestApi,
} from '#support/product/requests.ts'
import { untilReached } from '#support/product/until-reached.ts'
import { colleague, type Colleague } from '#support/product/workspaces.ts'
import { openPushService } from '#support/servers/push-receiver.ts'

let api: RequestApi
beforeAll(async () => {
  api = await openRequests()
})
afterAll(() => api?.product.close())

const drill = { asks: { kind: 'payment' }, title: 'Pay 48,200 € to Müller GmbH today' }

/** A workspace with so many approvers, and what its admin does with drills. */
const trained = async (count: number, { product, ...on }: RequestApi = api) => {
  const workspace = await on.workspace()
  const { id, admin } = workspace
  const approvers: Colleague[] = []
  for (let i = 0; i < count; i++) approvers.push(await on.colleague(workspace, { approver: true }))
  const send = (people = approvers, more: object = {}) =>
    on.post(`/drills/send/${id}`, admin, {
      ...drill,
      participantIds: people.map(({ participantId }) => participantId),
      ...more,
    })
  /** The question that waits for this person. */
  const asked = async (who: Colleague) => (await on.get('/requests/inbox', who)).body[0]
  const answer = async (who: Colleague, how: 'challenge' | 'deny' | 'report') =>
    on.post(
      `/requests/${how}/${(await asked(who)).id}`,
      who,
      how === 'report' ? undefined : { call: 'i-called' },
    )
  const facts = () => product.facts(drillStream(id))
  const react = async (fact: Fact) => {
    await requestReactor(product.platform).on[fact.type]!(fact)
    await untilReached(product.platform.positions, (await product.head())!)
  }
  const list = async () => (await on.get(`/drills/list/${id}`, admin)).body
  return { ...workspace, approvers, send, asked, answer, facts, react, list }
}

describe('a drill', () => {
  test('looks like a call check of the admin, and only to those who are asked', async () => {
    const { admin, approvers, send, asked } = await trained(2)
    const [cleo, dora] = approvers as [Colleague, Colleague]
    const { status, body } = await send([cleo])
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        asked: 1,
        title: drill.title,
        byPerson: false,
        counts: null,
        withheld: 'running',
        people: null,
      },
    })
    const question = await asked(cleo)
    expect(question).toMatchObject({
      type: 'verification',
      status: 'pending',
      asks: drill.asks,
      title: drill.title,
      call: null,
      requester: { email: admin.email },
      approver: { participantId: cleo.participantId, email: cleo.email },
    })
    expect(question).not.toHaveProperty('drill')
    expect((await api.get(`/requests/details/${question.id}`, cleo)).body).toEqual(question)
    expect((await api.get('/requests/inbox', dora)).body).toEqual([])
    for (const other of [dora, admin]) {
      expectRefused(await api.get(`/requests/details/${question.id}`, other), 404, 'request.not-found')
      for (const how of ['challenge', 'approve', 'report', 'deny'])
        expectRefused(
          await api.post(`/requests/${how}/${question.id}`, other, {
            call: 'video',
            proof: {
              challenge: 'A'.repeat(43),
              deviceId: question.id,
              pin: '482915',
              signature: 'A'.repeat(86),
            },
          }),
          404,
          'request.not-found',
        )
    }
  })

  test('ends with the first “yes”, before there is anything to sign', async () => {
    const { approvers, send, asked, answer } = await trained(1)
    const [cleo] = approvers as [Colleague]
    await api.enrol(cleo)
    await send()
    const { id } = await asked(cleo)
    const challenges = async () => Number((await api.product.platform.db('challenges').count())[0]!['count'])
    const before = await challenges()
    const yes = await answer(cleo, 'challenge')
    expectRefused(yes, 409, 'request.drill')
    expect(yes.body.challenge).toBeUndefined()
    expect(await challenges()).toBe(before)
    expect(await asked(cleo)).toBeUndefined()
    expect((await api.get(`/requests/details/${id}`, cleo)).body).toMatchObject({
      status: 'declined',
      closedReason: null,
      drill: { answer: 'yes' },
    })
    // A later report changes nothing.
    expect((await api.post(`/requests/report/${id}`, cleo)).body).toMatchObject({ drill: { answer: 'yes' } })
  })

  test('alarms nobody, and locks, mutes and counts nothing', async () => {
    const { id, admin, approvers, send, answer } = await trained(2)
    const [cleo, dora] = approvers as [Colleague, Colleague]
    await send()
    expect((await answer(cleo, 'report')).body).toMatchObject({ drill: { answer: 'not-talking' } })
    expect((await answer(dora, 'deny')).body).toMatchObject({ drill: { answer: 'not-asked' } })
    expect((await api.get('/requests/alerts', admin)).body).toEqual([])
    expect((await api.get(`/requests/locked-pairs/${id}`, admin)).body).toEqual([])
    expect((await api.get(`/requests/list/${id}`, admin)).body).toEqual([])
    const phone = await api.enrol(admin)
    const check = { approverId: cleo.participantId, asks: drill.asks, call: 'i-called' }
    expect(await api.newVerification(admin, phone, id, check)).toMatchObject({ status: 201 })
  })

  test('gives way to a real call check', async () => {
    const { id, admin, approvers, send, asked, react, facts } = await trained(2)
    const [cleo, dora] = approvers as [Colleague, Colleague]
    const requester = await api.colleague({ id, admin })
    const phone = await api.enrol(requester)
    const { body: sent } = await send([cleo])
    const question = await asked(cleo)
    const check = { approverId: cleo.participantId, asks: drill.asks, call: 'i-called' }
    const { body: real } = await api.newVerification(requester, phone, id, check)
    expect((await api.get('/requests/inbox', cleo)).body).toMatchObject([{ id: real.id }])
    await react((await api.facts(real.id))[0]!)
    expect((await api.get(`/requests/details/${question.id}`, cleo)).body).toMatchObject({
      status: 'declined',
      closedReason: 'expired',
      drill: { answer: null },
    })
    await react((await facts()).at(-1)!)
    expect((await facts()).map(({ type }) => type)).toEqual([
      'DrillSent',
      'DrillAsked',
      'DrillOvertaken',
      'DrillEnded',
    ])
    // A person who checks a call is left out of the next drill.
    expectRefused(await send([cleo]), 409, 'drill.nobody')
    expect((await send([cleo, dora])).body).toMatchObject({ asked: 1 })
    expect(sent.asked).toBe(1)
  })

  test('takes a place of the first page of the inbox, from which the others are found', async () => {
    const { id, admin, approvers, send, asked } = await trained(1)
    const [cleo] = approvers as [Colleague]
    const approvals: string[] = []
    for (let n = 0; n < 2; n++) {
      const body = { type: 'approval', title: `Pay ${n}`, approverId: cleo.participantId }
      approvals.unshift((await api.post(`/requests/create/${id}`, admin, body)).body.id)
    }
    await send()
    const drilled = await asked(cleo)
    const pagesOf = async (query: string): Promise<string[][]> => {
      const pages: string[][] = []
      for (let cursor = ''; pages.length < 4;) {
        const page = await api.get(`/requests/inbox?${query}${cursor}`, cleo)
        pages.push(page.body.map((one: { id: string }) => one.id))
        const next = page.headers['x-next-cursor']
        if (next === undefined) break
        cursor = `&cursor=${next as string}`
      }
      return pages
    }
    for (const limit of [1, 2, 3]) {
      const pages = await pagesOf(`limit=${limit}`)
      expect(pages.filter((page) => page.length > limit)).toEqual([])
      expect(pages.flat()).toEqual([drilled.id, ...approvals])
    }
    for (const sort of INBOX_ORDERS) {
      const [[first, ...none] = [], ...others] = await pagesOf(`limit=1&sort=${sort}`)
      expect([first, none]).toEqual([drilled.id, []])
      expect(others.flat().toSorted()).toEqual(approvals.toSorted())
    }
  })

  test('is searched for and counted as a call check', async () => {
    const { id, admin, approvers, send, asked } = await trained(1)
    const [cleo] = approvers as [Colleague]
    await send()
    const drilled = await asked(cleo)
    const isFoundBy = async (query: object): Promise<boolean> => {
      const { body } = await api.get(`/requests/inbox?${new URLSearchParams({ ...query }).toString()}`, cleo)
      return body.length === 1
    }
    const found = [{ q: admin.email }, { q: shortId(drilled.id) }, { state: 'checks' }, { workspaceId: id }]
    const missed = [
      { q: cleo.email },
      { state: 'reminded' },
      { state: 'overdue' },
      { workspaceId: randomUUID() },
    ]
    expect(await Promise.all([...found, ...missed].map(isFoundBy))).toEqual([
      ...found.map(() => true),
      ...missed.map(() => false),
    ])
    const counts = { waiting: 1, checks: 1, due: 1, reminded: 0, overdue: 0 }
    const workspaces = [{ ...counts, workspaceId: id, workspaceName: drilled.workspaceName }]
    expect((await api.get('/requests/inbox-counts', cleo)).body).toEqual({ ...counts, workspaces })
    expect((await api.get(`/requests/inbox-counts?q=${cleo.email}`, cleo)).body.waiting).toBe(0)
  })

  test('is one at a time, also for somebody in two workspaces', async () => {
    const [one, other] = [await trained(1), await trained(1)]
    const [cleo] = one.approvers as [Colleague]
    await one.send()
    expectRefused(await one.send(), 409, 'drill.open')
    const cleoThere = await colleague(api.product, other, { approver: true }, cleo)
    expectRefused(await other.send([cleoThere]), 409, 'drill.nobody')
  })

  test('goes to active approvers alone, and never to the sender', async () => {
    const { id, admin, approvers, send } = await trained(1)
    const requester = await api.colleague({ id, admin })
    const { body } = await api.get(`/workspaces/participants/${id}`, admin)
    const own = body.find(
      ({ participant }: { participant: { email: string } }) => participant.email === admin.email,
    )
    for (const who of [requester, { ...admin, participantId: own.participant.id }])
      expectRefused(await send([...approvers, who]), 409, 'approver.unavailable')
  })

  test('shows counts once it is over, of five or more, and nobody’s answer', async () => {
    const { id, admin, approvers, send, answer, react, facts, list } = await trained(6)
    await send()
    const answers = ['report', 'report', 'deny', 'challenge', 'report'] as const
    for (const [i, how] of answers.entries()) await answer(approvers[i]!, how)
    expect(await list()).toMatchObject([{ asked: 6, withheld: 'running', counts: null, people: null }])
    await answer(approvers[5]!, 'challenge')
    await react((await facts()).at(-1)!)
    const shown = await list()
    expect(shown).toMatchObject([
      { counts: { right: 4, yes: 2, unanswered: 0 }, withheld: null, people: null, byPerson: false },
    ])
    const { body: log } = await api.get(`/workspaces/history/${id}?action=drill`, admin)
    const actions = log.entries.map(({ action }: { action: string }) => action)
    expect(actions).toEqual(['drill.ended', ...Array.from({ length: 6 }, () => 'drill.asked'), 'drill.sent'])
    expect(log.entries[0]).toMatchObject({ actor: { userId: null, role: 'system' }, changes: [] })
    const told = JSON.stringify([shown, log])
    for (const word of ['not-talking', 'not-asked']) expect(told).not.toContain(word)
  })

  test('shows the answers of persons where the workspace says so when it is sent', async () => {
    const { id, admin, approvers, send, answer, react, facts, list } = await trained(2)
    const set = (drillResultsByPerson: boolean) =>
      api.product.call('PATCH', `/workspaces/update-settings/${id}`, {
        token: admin.token,
        body: { drillResultsByPerson },
      })
    expect((await set(true)).body).toMatchObject({ drillResultsByPerson: true })
    await send()
    await set(false)
    await answer(approvers[0]!, 'challenge')
    await answer(approvers[1]!, 'report')
    await react((await facts()).at(-1)!)
    const [{ counts, people }] = await list()
    expect(counts).toEqual({ right: 1, yes: 1, unanswered: 0 })
    expect(people).toHaveLength(2)
    expect(people).toEqual(
      expect.arrayContaining([
        { participantId: approvers[0]!.participantId, email: approvers[0]!.email, name: null, answer: 'yes' },
      ]),
    )
    const { body: log } = await api.get(`/workspaces/history/${id}?action=workspace`, admin)
    expect(log.entries[0]).toMatchObject({
      action: 'workspace.drill-results-changed',
      changes: [{ field: 'drillResultsByPerson', before: true, after: false }],
    })
  })
})

test('a day has three drills in a workspace and one for each person, and an unanswered one expires', () =>
  withOwnProduct({ RATE_FACTOR: 1 }, async (own) => {
    const { approvers, send, asked, list, answer } = await trained(4, own)
    const later = () => own.product.clock.advance(6 * 60_000)
    const [first, ...others] = approvers as [Colleague, ...Colleague[]]
    await send([first])
    const { id } = await asked(first)
    later()
    expect(await asked(first)).toBeUndefined()
    expect((await own.get(`/requests/details/${id}`, first)).body).toMatchObject({
      status: 'declined',
      closedReason: 'expired',
      drill: { answer: null },
    })
    expectRefused(await own.post(`/requests/challenge/${id}`, first, { call: 'video' }), 409, 'request.drill')
    expect(await list()).toMatchObject([{ withheld: 'few' }])
    expectRefused(await send([first]), 409, 'drill.nobody')
    for (const one of others.slice(0, 2)) {
      expect(await send([one])).toMatchObject({ status: 201 })
      await answer(one, 'report')
      later()
    }
    expectRefused(await send([others[2]!]), 429, 'drill.too-many')
  }))

test('mails and pushes ask as for a call check, go from every device once it is over, and only then say that it was a drill', async () => {
  const stage = openStage()
  try {
    const service = await openPushService()
    stage.defer(() => service.close())
    const settings = { VAPID_PRIVATE_KEY: randomToken() }
    const product = await stage.product(settings, undefined, { origin: service.origin })
    const own = requestsOf(product)
    const { id, admin, approvers, send, asked, answer, list } = await trained(3, own)
    const [cleo, dora, eve] = approvers as [Colleague, Colleague, Colleague]
    await stage.worker(product, {
      mailKinds: drillMails,
      pushKinds: drillPushes,
      reactors: [requestReactor(product.platform)],
    })
    const browserOf = async (who: Colleague) => {
      const browser = service.browser()
      const { endpoint, keys } = browser
      await own.post('/users/push-subscription', who, { endpoint, keys })
      return () =>
        service.received
          .filter(({ path }) => endpoint.endsWith(path))
          .map((one) => ({ ...browser.read(one), topic: one.headers['topic'] }))
    }
    const browsers = await Promise.all(approvers.map(browserOf))
    const mailsOf = async (count: number) => {
      await settled(product, count)
      return (await inbox(product)).filter(({ to }) => to === cleo.email)
    }
    await send()
    const [question] = await mailsOf(6)
    expect(question!.subject).toMatch(`wants to check a call with you: ${drill.title}`)
    expect(question!.text).toMatch(/Entry \d+ of the audit log/)
    expect(question!.text).not.toMatch(/drill/i)
    const about = await Promise.all(
      approvers.map(async (who) => {
        const { id: requestId } = await asked(who)
        const topic = requestId.replaceAll('-', '')
        return { kind: 'request', requestId, language: 'en', waiting: 1, about: 'check', topic }
      }),
    )
    expect(browsers.map((read) => read())).toEqual(about.map((one) => [one]))

    await answer(cleo, 'challenge')
    await settled(product, 7)
    const phone = await own.enrol(admin)
    const check = { approverId: dora.participantId, asks: drill.asks, call: 'i-called' }
    expect(await own.newVerification(admin, phone, id, check)).toMatchObject({ status: 201 })
    await settled(product, 8)
    product.clock.advance(6 * 60_000)
    const [{ id: drillId, expiresAt }] = await list()
    await expiringDrills(product.platform).act(
      { id: drillId, workspaceId: id, expiresAt: new Date(expiresAt) },
      product.clock.now(),
    )
    const [told] = await mailsOf(12)
    // What waits for Dora now is the real check, until it expires.
    const left = [0, 1, 0]
    expect(browsers.map((read) => read().slice(1))).toEqual(
      about.map((one, n) => [{ ...one, isOver: true, waiting: left[n] }]),
    )
    expect(told!.subject).toMatch(/^The call check from .+ was a drill$/)
    expect(told!.text).toContain('and not who')
    expect(told!.text).not.toMatch(/said yes/i)
    expect((await inbox(product)).filter(({ to }) => to === eve.email)).toHaveLength(2)
    const body = { drillResultsByPerson: true }
    await product.call('PATCH', `/workspaces/update-settings/${id}`, { token: admin.token, body })
    // The admin decides requests too.
    const [changed] = await mailsOf(16)
    expect(changed!.subject).toBe('Drills: admins will see your answer – Praxis')
  } finally {
    await stage.close()
  }
})
