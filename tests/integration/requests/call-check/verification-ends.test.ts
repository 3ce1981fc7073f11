import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestMails } from '#modules/requests/notices/requests.mail-kinds.ts'
import { mailboxMessages } from '#platform/mail/mailbox.ts'
import { buildEffects } from '../../../../services/worker/effects.ts'
import { eventually } from '#support/eventually.ts'
import { listenLive, type LiveClient } from '#support/servers/live-client.ts'
import type { Person } from '#support/product/product.ts'
import {
  expectRefused,
  openRequests,
  type Phone,
  type RequestApi,
  type Team,
} from '#support/product/requests.ts'

let api: RequestApi
let base: string
let mails: ReturnType<typeof buildEffects>
const clients: LiveClient[] = []
beforeAll(async () => {
  api = await openRequests()
  base = await api.product.app.listen({ port: 0, host: '127.0.0.1' })
  mails = buildEffects(api.product.platform, {
    mailKinds: requestMails,
    reactors: [],
    chores: [],
    tickMs: 50,
  })
  await mails.start()
})
afterAll(async () => {
  clients.forEach((client) => client.close())
  await mails?.stop()
  await api?.product.close()
})

type Stage = Team & { readonly annas: Phone; readonly bens: Phone }
const stage = async (): Promise<Stage> => {
  const team = await api.team()
  return { ...team, annas: await api.enrol(team.anna), bens: await api.enrol(team.ben) }
}
const newVerification = async ({ anna, ben, id, annas }: Stage) => {
  const { body, status } = await api.newVerification(anna, annas, id, { approverId: ben.participantId })
  expect(status).toBe(201)
  return body as { id: string; number: string }
}
const report = (requestId: string, who: { token: string }) => api.post(`/requests/report/${requestId}`, who)
const approve = async ({ ben, bens }: Stage, requestId: string, number: string) =>
  api.post(`/requests/approve/${requestId}`, ben, { ...(await bens.prove(requestId)), number })
const wrongOf = (number: string) => (number === '10' ? '11' : '10')

/** All mails to these people, once there are `count`. */
const mailsTo = (people: readonly Person[], count: number) =>
  eventually(async () => {
    const all = await mailboxMessages(api.product.platform.db)
    const found = all.filter(({ to }) => people.some(({ email }) => to === email))
    expect(found).toHaveLength(count)
    return found
  })
const entriesOf = async ({ id, admin }: Stage, requestId: string) => {
  const { body } = await api.get(`/workspaces/history/${id}?mails=folded`, admin)
  return body.entries.filter(({ target }: any) => target.id === requestId).toReversed()
}

const REPORTED = { status: 'declined', closedReason: 'reported' }

describe('“this was not me”', () => {
  test('closes a pending request for either side, and alerts every admin by mail', async () => {
    const on = await stage()
    const { anna, ben, admin } = on
    const { id, number } = await newVerification(on)
    await mailsTo([ben], 1)
    expect((await report(id, ben)).body).toMatchObject({ ...REPORTED, decidedBy: null })
    const late = { proof: (await on.bens.proofFor('A'.repeat(43))).proof, number }
    expectRefused(await api.post(`/requests/approve/${id}`, ben, late), 409, 'request.closed', REPORTED)
    const found = await mailsTo([anna, ben, admin], 4)
    const toAdmin = found.filter(({ to }) => to === admin.email)
    expect(toAdmin.map(({ subject }) => subject)).toEqual([
      `Reported by ${ben.email}: Call about the invoice`,
    ])
    const [alert] = toAdmin
    expect(alert!.text).toContain(`${ben.email} reported this request as suspicious.`)
    const entries = await entriesOf(on, id)
    const entry = entries.find(({ action }: any) => action === 'request.reported')
    expect(alert!.text).toContain(`Entry ${entry.sequence} of the audit log, hash ${entry.hash}`)
    for (const { text, html } of found) {
      const links = new Set(`${text}${html}`.match(/https?:\/\/[^\s"<]+/g))
      expect([...links]).toEqual([`http://localhost/m/requests/${id}`])
    }
  })

  test('is recorded after the decision too, once per person, without changing it', async () => {
    const on = await stage()
    const { anna, ben, admin, id: workspaceId } = on
    const { id, number } = await newVerification(on)
    const approved = await approve(on, id, number)
    expectRefused(await report(id, admin), 403, 'access.denied')
    for (const who of [anna, anna, ben, anna]) {
      const { status, body } = await report(id, who)
      expect(status).toBe(200)
      expect(body).toEqual({ ...approved.body, reportedAt: expect.any(String) })
    }
    expect(await api.types(id)).toEqual([
      'RequestCreated',
      'RequestApproved',
      'RequestReported',
      'RequestReported',
    ])
    const stranger = await api.team()
    expectRefused(await report(id, stranger.anna), 404, 'request.not-found')
    expect(workspaceId).toBeTruthy()
  })

  test('can be reported by an approver who was deactivated since', async () => {
    const on = await stage()
    const { body } = await api.ask(on.anna, on.id)
    const change = { participantId: on.ben.participantId, value: false }
    const token = on.admin.token
    await api.product.call('PATCH', '/participants/change-activity', { token, body: change })
    expect((await report(body.id, on.ben)).body).toMatchObject(REPORTED)
  })
})

describe('a second wrong number', () => {
  test('alerts every admin and closes the request for both sides', async () => {
    const on = await stage()
    const { anna, ben, admin } = on
    const { id, number } = await newVerification(on)
    await mailsTo([ben], 1)
    const wrong = wrongOf(number)
    await approve(on, id, wrong)
    await approve(on, id, wrong)
    const found = await mailsTo([anna, ben, admin], 4)
    const toAdmin = found.filter(({ to }) => to === admin.email)
    expect(toAdmin.map(({ subject }) => subject)).toEqual([
      `Wrong number from ${ben.email}: Call about the invoice`,
    ])
    expect(toAdmin[0]!.text).toContain(`this time by ${ben.email}`)
    const [created, first, second, closed] = await entriesOf(on, id)
    expect(created).toMatchObject({ action: 'request.created', assurance: 'pin' })
    expect(first).toMatchObject({ action: 'request.number-refused', outcome: 'refused' })
    expect(second.changes).toEqual([{ field: 'triesLeft', before: 1, after: 0 }])
    expect(closed).toMatchObject({ action: 'request.closed', outcome: 'closed' })
  })
})

test('the audit log shows the assurance of both sides', async () => {
  const on = await stage()
  const { id, number } = await newVerification(on)
  await approve(on, id, number)
  expect((await entriesOf(on, id)).map(({ action, assurance }: any) => [action, assurance])).toEqual([
    ['request.created', 'pin'],
    ['request.approved', 'pin'],
  ])
})

test('the requester’s page is notified when the request is delivered and opened', async () => {
  const on = await stage()
  const listen = async ({ token }: Person) => {
    const client = await listenLive(base, '/users/live', token)
    clients.push(client)
    await eventually(() => expect(client.events.length).toBeGreaterThanOrEqual(client.atFirst))
    return client
  }
  await listen(on.ben)
  const annas = await listen(on.anna)
  const { id } = await newVerification(on)
  const seen = async () => (await api.get(`/requests/details/${id}`, on.anna)).body.seen
  await eventually(async () => expect((await seen()).deliveredAt).not.toBeNull())
  const before = annas.events.length
  await api.get(`/requests/details/${id}`, on.ben)
  await eventually(() =>
    expect(annas.events.slice(before).map(({ readModel }) => readModel)).toContain('requests'),
  )
  expect((await seen()).openedAt).not.toBeNull()
})
