import { afterEach, expect, test } from 'vitest'
import { mailDecider } from '#modules/mails/mail.decider.ts'
import { mailsStream, type MailEvent } from '#modules/mails/mail.events.ts'
import type { MailKind } from '#modules/mails/mail-kind.ts'
import type { InvitedRow } from '#contract/workspaces/invitations.ts'
import { workspaceMails } from '#modules/workspaces/workspaces.mail-kinds.ts'
import { reminderMails } from '#modules/workspaces/readiness/reminders.mail-kinds.ts'
import { colleague, workspaceOf } from '#support/product/workspaces.ts'
import { effects, openStage, outcomesOf, settled, signUp } from '#support/product/mail-stage.ts'
import type { Product } from '#support/product/product.ts'
import { eventually } from '#support/eventually.ts'

/** The outcomes of all mails of one event, in their own stream. */

const stage = openStage()
afterEach(() => stage.close())

const people = Array.from({ length: 100 }, (_, i) => `person-${i}`)

/** One sign-up that mails all of them. Every tenth mail is obsolete. */
const announced: MailKind = {
  purpose: 'test.announced',
  on: 'UserSignedUp',
  readModels: [],
  recipients: () => people,
  prepare: async (_fact, recipient) =>
    recipient.endsWith('0')
      ? { drop: 'not wanted' }
      : { to: `${recipient}@example.com`, mail: { subject: 'News', text: 'News', html: 'News' } },
}

const recordedIn = async (product: Product) => {
  const [{ event_id: causeId } = { event_id: '' }] = await effects(product)
  const facts = await product.facts(mailsStream(causeId))
  return { causeId, facts: facts.map(({ data }) => data as unknown as MailEvent['data']) }
}

test('stores 100 mail outcomes of one event in a few events, the last of which is final', async () => {
  const smtp = await stage.smtp()
  const product = await stage.product({ SMTP_URL: smtp.url })
  await stage.worker(product, { mailKinds: [announced] })
  await signUp(product, 'ada@example.com')
  const rows = await settled(product, people.length)

  const { facts } = await recordedIn(product)
  expect(facts.length).toBeLessThanOrEqual(10)
  expect(facts.map(({ isFinal }) => isFinal)).toEqual(facts.map((_, i) => i === facts.length - 1))
  expect(facts.at(-1)).toMatchObject({ sent: 90, dropped: 10, failed: 0 })
  const outcomes = facts.flatMap((fact) => fact.outcomes)
  expect(outcomes.map(({ recipient }) => recipient).toSorted()).toEqual(people.toSorted())
  for (const { recipient, outcome } of outcomes)
    expect(outcome).toBe(recipient.endsWith('0') ? 'dropped' : 'sent')
  expect(rows.filter(({ status }) => status === 'sent')).toHaveLength(90)
  expect(smtp.received).toHaveLength(90)

  // With a ledger from before the sending, the recorded outcomes win and stay unchanged.
  await product.platform.db('effects').update({ status: 'pending', fence: 0, sent_at: null })
  const again = await settled(product, people.length)
  expect(again.filter(({ status }) => status === 'sent')).toHaveLength(90)
  expect((await recordedIn(product)).facts).toEqual(facts)
  expect(smtp.received).toHaveLength(90)
})

test('two workers share the mails of one event, and record one final event', async () => {
  const smtp = await stage.smtp()
  const product = await stage.product({ SMTP_URL: smtp.url })
  const given = { mailKinds: [announced] }
  await Promise.all([stage.worker(product, given), stage.worker(product, given)])
  await signUp(product, 'ada@example.com')
  await settled(product, people.length)

  const { causeId, facts } = await recordedIn(product)
  expect(facts.filter(({ isFinal }) => isFinal)).toHaveLength(1)
  const { state } = await product.platform.commands.load(mailDecider, mailsStream(causeId))
  expect([state.outcomes.size, state.sent, state.dropped]).toEqual([100, 90, 10])
  expect(smtp.received).toHaveLength(90)
})

test('a stopping worker first records the outcomes that it has gathered', async () => {
  const product = await stage.product()
  const halting: MailKind = {
    ...announced,
    recipients: () => ['person-1', 'unready'],
    async prepare(fact, recipient, services) {
      if (recipient === 'unready') throw new Error('not yet')
      return announced.prepare(fact, recipient, services)
    },
  }
  const worker = await stage.worker(product, { mailKinds: [halting] })
  await signUp(product, 'ada@example.com')
  await eventually(async () =>
    expect(await product.platform.db('effects').whereNotNull('sent_at')).toHaveLength(1),
  )
  await worker.stop()
  expect((await effects(product)).map(({ status }) => status).toSorted()).toEqual(['pending', 'sent'])
  expect((await recordedIn(product)).facts).toMatchObject([{ sent: 1, isFinal: false }])
})

test('records a sent mail even if the ledger is unavailable by then', async () => {
  const smtp = await stage.smtp({
    async beforeReply() {
      await product.asOwner((trx) => trx.raw('ALTER TABLE effects RENAME TO effects_away'))
    },
  })
  const product = await stage.product({ SMTP_URL: smtp.url })
  const { eventStore } = product.platform
  await signUp(product, 'ada@example.com')
  const worker = await stage.worker(product)
  const recorded = await eventually(async () => {
    const { events } = await eventStore.readAll({ after: null })
    const found = events.filter(({ type }) => type === 'MailOutcomesRecorded')
    expect(found).toHaveLength(1)
    return found[0]!
  })
  expect(recorded.data).toMatchObject({ sent: 1, isFinal: true })

  // Only now has it tried to update the ledger.
  await worker.stop()
  await product.asOwner((trx) => trx.raw('ALTER TABLE effects_away RENAME TO effects'))
  expect((await effects(product)).map(({ status }) => status)).toEqual(['sending'])
  product.clock.advance(60_000)
  await stage.worker(product)
  await settled(product, 1)
  expect(smtp.received).toHaveLength(1)
})

test('an address without a mailbox fails at once and costs several invitations of the hour; other refusals are tried again', async () => {
  const smtp = await stage.smtp({
    refuses(address) {
      if (address.startsWith('gone')) return '5.1.1 no such user'
      return address.startsWith('blocked') ? '5.7.1 not now' : undefined
    },
  })
  const product = await stage.product({ SMTP_URL: smtp.url, RATE_FACTOR: 1 })
  const { id, admin } = await workspaceOf(product)
  await stage.worker(product, { mailKinds: workspaceMails })
  const invite = async (...names: readonly string[]) => {
    const participants = names.map((name) => ({
      email: `${name}@b.org`,
      role: 'regular user',
      approver: true,
      requester: false,
    }))
    const path = `/workspaces/invite-participants/${id}`
    const { body } = await product.call('POST', path, {
      token: await product.logIn(admin.userId),
      body: { participants },
    })
    return body.results.map(({ outcome, reason }: InvitedRow) => reason ?? outcome)
  }
  const gone = Array.from({ length: 9 }, (_, i) => `gone${i}`)
  expect(await invite(...gone, 'blocked')).toEqual(Array<string>(10).fill('invited'))
  await eventually(async () => {
    const rows = (await effects(product)).map(({ status, attempts }) => `${status} ${attempts}`)
    expect(rows.toSorted()).toEqual([...Array<string>(9).fill('failed 1'), 'pending 1'].toSorted())
  })
  const failed = (await effects(product)).find(({ status }) => status === 'failed')!
  expect((await outcomesOf(product, failed))[0]).toMatchObject({
    outcome: 'failed',
    reason: 'the mail server knows no such mailbox',
  })
  // 10 invitations and 9 × 5 of 50 an hour.
  expect(await invite('ada')).toEqual(['rate.exceeded'])
  product.clock.advance(3_600_000)
  expect(await invite('ada')).toEqual(['invited'])
})

test('whom the newest mail did not reach is marked in the list of participants, until one arrives', async () => {
  const gone = new Set<string>()
  const smtp = await stage.smtp({
    refuses: (address) => (gone.has(address) ? '5.1.1 no such user' : undefined),
  })
  const product = await stage.product({ SMTP_URL: smtp.url })
  const { id, admin } = await workspaceOf(product)
  const ben = await colleague(product, { id, admin })
  await stage.worker(product, { mailKinds: [...workspaceMails, ...reminderMails] })
  const call = async (method: 'GET' | 'POST', path: string, body?: object) =>
    (await product.call(method, `/workspaces/${path}`, { token: await product.logIn(admin.userId), body }))
      .body
  const unreached = async () => {
    const listed = await call('GET', `participants/${id}?lacks=mailbox&sort=email`)
    const { unreached: count } = await call('GET', `readiness/${id}`)
    expect(count).toBe(listed.length)
    return listed.map(({ participant }: { participant: object }) => participant)
  }
  gone.add(ben.email).add('ada@b.org')
  const ada = { email: 'ada@b.org', role: 'regular user', approver: true, requester: false }
  const { id: participantId } = await call('POST', `invite-participant/${id}`, ada)
  await call('POST', `remind/${id}`, { lacks: 'device' })
  const both = ['ada@b.org', ben.email].toSorted()
  await eventually(async () =>
    expect(await unreached()).toMatchObject(both.map((email) => ({ email, undelivered: 'no-mailbox' }))),
  )
  gone.clear()
  await call('POST', `resend-invite/${id}`, { participantId })
  // What came of the new invitation is not known yet.
  expect(await unreached()).toMatchObject([{ email: ben.email }])
  product.clock.advance(86_400_000)
  await call('POST', `remind/${id}`, { lacks: 'device' })
  await eventually(async () => expect(await unreached()).toEqual([]))
})
