import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { digestDecider } from '#modules/mails/digests/digest.decider.ts'
import { digestStream } from '#modules/mails/digests/digest.events.ts'
import { dueDigests } from '#modules/mails/digests/due-digests.ts'
import { digestMail } from '#modules/requests/digests/digests.mail-kinds.ts'
import { requestMails } from '#modules/requests/notices/requests.mail-kinds.ts'
import { bySystem } from '#platform/commands/execute-command.ts'
import { actOnDue } from '#platform/effects/due.ts'
import { unsubscribeToken } from '#platform/mail/unsubscribe-token.ts'
import { recordDeadlines } from '../../../services/worker/deadlines.ts'
import { eventually } from '#support/eventually.ts'
import { openBeside } from '#support/product/beside.ts'
import { effects, openStage, outcomesOf, settled } from '#support/product/mail-stage.ts'
import type { Person, Product } from '#support/product/product.ts'
import { requestsOf } from '#support/product/requests.ts'
import { untilReached } from '#support/product/until-reached.ts'
import { silentLog } from '#support/processes/silent-log.ts'
import { rounds } from '#support/rounds.ts'
import type { ReceivedMail } from '#support/servers/smtp-sink.ts'

const ROUNDS = rounds({ short: 20, long: 1_000 })
const HOUR = 3_600_000

const stage = openStage()
afterEach(() => stage.close())

/** Not at the end of an hour, when a digest would be due by chance. */
const openProduct = async (...settings: Parameters<typeof stage.product>): Promise<Product> => {
  const product = await stage.product(...settings)
  product.clock.advance(HOUR + 60_000 - (Date.now() % HOUR))
  return product
}

const choose = async (product: Product, { token }: Person, body: object) =>
  expect((await product.call('PATCH', '/users/update-settings', { token, body })).status).toBe(200)

const headerOf = ({ raw }: ReceivedMail, name: string): string =>
  new RegExp(`^${name}:(.*(?:\r\n .*)*)`, 'im').exec(raw)?.[1]?.replaceAll('\r\n', '').trim() ?? ''

test('mails about approvals come together, once for each hour and at the pace, until a link ends them; those about security at once', async () => {
  const smtp = await stage.smtp()
  const product = await openProduct({ SMTP_URL: smtp.url, MASS_MAILS_A_MINUTE: 6 })
  const api = requestsOf(product)
  const team = await api.team()
  const { anna, ben } = team
  await choose(product, anna, { language: 'de', requestMails: 'hourly', timeZone: 'Asia/Tokyo' })
  await choose(product, ben, { language: 'en', requestMails: 'hourly' })
  const [declined, , withdrawn] = [
    await api.newRequest(team, { title: 'Declined one' }),
    await api.newRequest(team, { title: 'Open one' }),
    await api.newRequest(team, { title: 'Withdrawn one' }),
  ]
  await api.decline(declined, ben)
  const worker = { mailKinds: [...requestMails, digestMail], chores: [recordDeadlines] }
  await stage.worker(product, worker)
  // Two of the three asked Ben, the declined one tells both.
  const rows = await settled(product, 5)
  await api.post(`/requests/withdraw/${withdrawn}`, anna)
  await settled(product, 7)
  expect(smtp.received).toEqual([])
  const outcomes = await Promise.all(rows.map((row) => outcomesOf(product, row)))
  expect(outcomes.flat().map(({ reason }) => reason)).toContain('the digest tells of it')

  product.clock.advance(HOUR)
  await eventually(async () => expect(await effects(product)).toHaveLength(9))
  product.clock.advance(10_000)
  const [first, second] = (await settled(product, 9)).slice(-2)
  expect(second!.next_at.getTime() - first!.next_at.getTime()).toBe(10_000)
  const digests = smtp.received.toSorted((a, b) => a.recipients[0]!.localeCompare(b.recipients[0]!))
  expect(new Set(digests.flatMap(({ recipients }) => recipients))).toEqual(new Set([anna.email, ben.email]))
  const to = (person: Person) => digests.find(({ recipients }) => recipients.includes(person.email))!
  expect(headerOf(to(ben), 'Subject')).toBe('1 request waits for your approval, 1 decision in your name')
  expect(headerOf(to(anna), 'Subject')).toBe('1 Ihrer Anfragen ist beendet, 1 Entscheidung in Ihrem Namen')
  const [german, english] = [to(anna).raw, to(ben).raw].map((raw) => raw.replaceAll(/=\r\n/g, ''))
  expect(english).toContain('Open one')
  expect(english).not.toContain('Withdrawn one')
  expect(german).toContain('(Asia/Tokyo)')
  expect(german).not.toContain('Open one')

  const link = `/users/unsubscribe/${unsubscribeToken(product.platform.config, ben.userId)}`
  expect(headerOf(to(ben), 'List-Unsubscribe')).toBe(`<http://localhost${link}>`)
  expect(headerOf(to(ben), 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  const post = (url: string) =>
    product.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
  expect((await post(`${link.slice(0, -1)}_`)).statusCode).toBe(404)
  expect((await post(link)).statusCode).toBe(200)
  const again = { ...ben, token: await product.logIn(ben.userId, 'regular user') }
  expect((await api.get('/users/current', again)).body).toMatchObject({ requestMails: 'never' })
  const asking = { ...anna, token: await product.logIn(anna.userId, 'regular user') }
  await api.newRequest({ ...team, anna: asking })
  await settled(product, 10)
  expect(smtp.received).toHaveLength(2)
  const phone = await api.enrol(asking)
  await api.newVerification(asking, phone, team.id, { approverId: ben.participantId })
  await settled(product, 11)
  expect(smtp.received[2]!.recipients).toEqual([ben.email])
})

test('what waits is sent once when the person wants mails at once again, and never to somebody who wants none', async () => {
  const product = await openProduct()
  const api = requestsOf(product)
  const team = await api.team()
  const second = await api.colleague(team, { approver: true })
  for (const person of [team.ben, second]) await choose(product, person, { requestMails: 'daily' })
  await api.ask(team.anna, team.id)
  const asked = [...requestMails.filter(({ on }) => on === 'RequestCreated'), digestMail]
  await stage.worker(product, { mailKinds: asked, chores: [recordDeadlines] })
  const rows = await settled(product, 3)
  expect(rows.map(({ status }) => status).toSorted()).toEqual(['dropped', 'dropped', 'sent'])
  await choose(product, team.ben, { requestMails: 'at-once' })
  await choose(product, second, { requestMails: 'never' })
  const later = (await settled(product, 5)).slice(3)
  expect(later.map(({ status }) => status).toSorted()).toEqual(['dropped', 'sent'])
})

test(`two processes send one digest for each time that something waits (${ROUNDS} races)`, async () => {
  const product = await stage.product()
  const beside = await openBeside(product)
  stage.defer(() => beside.close())
  const { userId } = await product.person()
  const at = new Date('2026-03-02T09:00:00.000Z')
  const stream = digestStream(userId, at)
  const sides = [product.platform, beside]
  const defer = ({ commands }: (typeof sides)[number], aboutRequestId: string) =>
    commands.execute({
      decider: digestDecider,
      stream,
      workspaceId: null,
      context: bySystem(randomUUID(), at),
      command: { type: 'Defer', userId, aboutRequestId, purpose: 'request.created', dueAt: at.toISOString() },
    })
  const send = (platform: (typeof sides)[number]) =>
    actOnDue(dueDigests(platform), { now: at, log: silentLog })
  for (let round = 0; round < ROUNDS; round += 1) {
    const deferred = sides[round % 2]!
    const { position } = await defer(deferred, randomUUID())
    await untilReached(product.platform.positions, position!)
    await Promise.all([...sides.map(send), round % 3 === 0 && defer(sides[(round + 1) % 2]!, randomUUID())])
  }
  await untilReached(product.platform.positions, (await product.head())!)
  await send(beside)
  const told: string[] = []
  let waiting: string[] = []
  const { codec, eventStore } = product.platform
  const stored = await eventStore.readStream(stream, { from: 0, max: 4 * ROUNDS })
  for (const { type, data } of await codec.decode(stored)) {
    if (type === 'MailDeferred') waiting.push(String(data['aboutRequestId']))
    else {
      expect(waiting).not.toEqual([])
      told.push(...waiting)
      waiting = []
    }
  }
  expect(waiting).toEqual([])
  expect(new Set(told).size).toBe(told.length)
  expect(told).toHaveLength(ROUNDS + Math.ceil(ROUNDS / 3))
}, 120_000)
