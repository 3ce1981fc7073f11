import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { requestDecider } from '#modules/requests/request.decider.ts'
import { requestStream } from '#modules/requests/request.events.ts'
import { requestMails } from '#modules/requests/notices/requests.mail-kinds.ts'
import { requestPushes } from '#modules/requests/notices/requests.push-kinds.ts'
import { dueReminders } from '#modules/requests/reminders/due-reminders.ts'
import { bySystem } from '#platform/commands/execute-command.ts'
import { actOnDue } from '#platform/effects/due.ts'
import { randomToken } from '#platform/primitives/ids.ts'
import { recordDeadlines } from '../../../services/worker/deadlines.ts'
import { silentLog } from '#support/processes/silent-log.ts'
import { rebuild } from '#support/read-models/builds.ts'
import { openPushService } from '#support/servers/push-receiver.ts'
import { inbox, openStage, settled } from '#support/product/mail-stage.ts'
import { openRequests, requestsOf, type RequestApi, type Team } from '#support/product/requests.ts'
import { untilReached } from '#support/product/until-reached.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let api: RequestApi
const stage = openStage()
beforeAll(async () => {
  api = await openRequests({ TRIAL_DAYS: 800 })
})
afterEach(() => stage.close())
afterAll(() => api?.product.close())

const caughtUp = async ({ product }: RequestApi) =>
  untilReached(product.platform.positions, (await product.head())!)

/** An approval from Anna to Ben that was made then. */
const asked = async (team: Team, at: Date, hours: number, of = api) => {
  const requestId = randomUUID()
  const { admin: _, anna, ben } = team
  await of.product.platform.commands.execute({
    decider: requestDecider,
    stream: requestStream(requestId),
    workspaceId: team.id,
    context: bySystem(randomUUID(), at),
    command: {
      type: 'CreateRequest',
      requestId,
      workspaceId: team.id,
      requestType: 'approval',
      title: 'Pay the invoice',
      details: null,
      salt: '',
      requester: { participantId: anna.participantId, userId: anna.userId, email: anna.email },
      approver: { participantId: ben.participantId, email: ben.email },
      eligible: [ben],
      evidence: null,
      described: null,
      files: [],
      filled: null,
      replaces: null,
      parked: null,
      rule: null,
      expiresAt: new Date(at.getTime() + hours * HOUR),
      workspaceRevision: 1,
    },
  })
  return requestId
}
const remindAt = async (now: Date, of = api) =>
  expect(await actOnDue(dueReminders(of.product.platform), { now, log: silentLog })).toMatchObject({
    failed: 0,
  })
const reminders = async (id: string, of = api) =>
  (await of.facts(id))
    .filter(({ type }) => type === 'ReminderIssued')
    .map(({ data }) => [data['reminder'], data['remindedAt']])

const berlin = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Berlin',
  weekday: 'short',
  hour: '2-digit',
})
const isWork = (at: number) => {
  const parts = Object.fromEntries(berlin.formatToParts(at).map(({ type, value }) => [type, value]))
  return !parts['weekday']!.startsWith('S') && Number(parts['hour']) >= 8 && Number(parts['hour']) < 18
}

test('over a year with both changes of the clocks and a leap day, each reminder comes in the first working hour after its time, once, and never after the end', async () => {
  const team = await api.team()
  const [from, until, step] = [Date.UTC(2027, 6, 1), Date.UTC(2028, 6, 1), 3 * HOUR]
  const lives = [3, 24, 31, 33, 48, 100, 168, 500, 1440]
  const requests: { id: string; at: number; end: number }[] = []
  for (let n = 0; n < 45; n += 1) {
    const at = from + n * 193 * HOUR
    const life = lives[n % lives.length]!
    requests.push({ id: await asked(team, new Date(at), life), at, end: at + life * HOUR })
  }
  await caughtUp(api)
  for (let now = from; now < until; now += step) await remindAt(new Date(now))

  const ticks = Array.from({ length: (until - from) / step }, (_, tick) => from + tick * step)
  const first = (time: number, end: number) => ticks.find((at) => at >= time && at < end && isWork(at))
  for (const { id, at, end } of requests) {
    const quarter = at + (end - at) / 4
    const expected = [
      ['quarter', first(quarter, end)],
      ['day-before', end - DAY > quarter ? first(end - DAY, end) : undefined],
    ].filter(([, time]) => time !== undefined) as [string, number][]
    // Of two in the same hour only the later one.
    const shown = expected.filter(([, time], place) => expected[place + 1]?.[1] !== time)
    expect([id, await reminders(id)]).toEqual([
      id,
      shown.map(([reminder, time]) => [reminder, new Date(time).toISOString()]),
    ])
  }
})

test('a worker that slept reminds late but once, by mail and push in the language of who is asked, and not of what was decided meanwhile', async () => {
  const service = await openPushService()
  stage.defer(() => service.close())
  const product = await stage.product({ VAPID_PRIVATE_KEY: randomToken() }, undefined, {
    origin: service.origin,
  })
  const own = requestsOf(product)
  const team = await own.team()
  const always = { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', until: '24:00', holidays: null }
  const token = team.admin.token
  await product.call('PATCH', `/workspaces/update-settings/${team.id}`, {
    token,
    body: { workingHours: always },
  })
  await product.call('PATCH', '/users/update-settings', { token: team.ben.token, body: { language: 'de' } })
  const { endpoint, keys } = service.browser()
  await own.post('/users/push-subscription', team.ben, { endpoint, keys })
  const now = product.clock.now().getTime()
  const waits = await asked(team, new Date(now - 3 * DAY), 80, own)
  const decided = await asked(team, new Date(now - 3 * DAY), 80, own)
  await own.decline(decided, team.ben)
  await caughtUp(own)

  const kinds = { mailKinds: requestMails, pushKinds: requestPushes }
  const on = ({ on: type }: { on: string }) => type === 'ReminderIssued'
  const work = {
    mailKinds: kinds.mailKinds.filter(on),
    pushKinds: kinds.pushKinds.filter(on),
    chores: [recordDeadlines],
  }
  await Promise.all([stage.worker(product, work), stage.worker(product, work)])
  await settled(product, 2)
  expect(await reminders(waits, own)).toEqual([['day-before', expect.any(String)]])
  expect(await reminders(decided, own)).toEqual([])
  const [mail, ...others] = await inbox(product)
  expect(others).toEqual([])
  expect([mail!.to, mail!.subject]).toEqual([
    team.ben.email,
    `Wartet noch auf Sie, von ${team.anna.email}: Pay the invoice`,
  ])
  expect(mail!.text).toContain(`Diese Anfrage von ${team.anna.email} wartet noch auf Ihre Entscheidung.`)
  expect(service.received).toHaveLength(1)

  await rebuild(product.platform.db)
  await recordDeadlines(product.platform)
  await recordDeadlines(product.platform)
  await caughtUp(own)
  expect(await reminders(waits, own)).toHaveLength(1)
})

test('a kind says which reminders are sent, and what is left out of a change stays', async () => {
  const team = await api.team()
  const [text] = (await api.get(`/kinds/list/${team.id}`, team.anna)).body
  const write = (body: object) =>
    api.post(`/kinds/write/${team.id}`, team.admin, {
      id: text.id,
      name: text.name,
      fields: [],
      rules: [],
      ...body,
    })
  const at = new Date('2028-03-01T09:00:00Z')
  const remindedOf = async () => {
    const id = await asked(team, at, 72)
    await caughtUp(api)
    for (const hours of [24, 53]) await remindAt(new Date(at.getTime() + hours * HOUR))
    return (await reminders(id)).map(([reminder]) => reminder)
  }
  expect(await remindedOf()).toEqual(['quarter', 'day-before'])
  const last = { quarter: false, dayBefore: true }
  expect((await write({ reminders: last })).body).toMatchObject({ reminders: last, version: 2 })
  expect(await remindedOf()).toEqual(['day-before'])
  const none = { quarter: false, dayBefore: false }
  expect((await write({ reminders: none })).body).toMatchObject({ reminders: none, version: 3 })
  expect(await remindedOf()).toEqual([])
  expect((await write({})).body).toMatchObject({ reminders: none, version: 3 })
  expect((await api.get(`/kinds/list/${team.id}`, team.anna)).body[0].reminders).toEqual(none)
  expect((await write({ reminders: { quarter: 'yes' } })).status).toBe(400)
})
