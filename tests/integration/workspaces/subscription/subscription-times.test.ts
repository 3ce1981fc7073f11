import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { addDays, dateIn } from '#contract/workspaces/subscription/subscription.ts'
import { dueSubscriptions } from '#modules/workspaces/deadlines.ts'
import { dueSubscriptionEvents } from '#modules/workspaces/subscription/subscription.decider.ts'
import { subscriptionMails } from '#modules/workspaces/subscription/subscription.mail-kinds.ts'
import { recordDeadlines } from '../../../../services/worker/deadlines.ts'
import { openBeside } from '#support/product/beside.ts'
import { eventually } from '#support/eventually.ts'
import { inbox, openStage } from '#support/product/mail-stage.ts'
import type { Product } from '#support/product/product.ts'
import { untilReached } from '#support/product/until-reached.ts'
import { colleague, workspaceOf } from '#support/product/workspaces.ts'

const stage = openStage()
afterEach(async () => {
  vi.restoreAllMocks()
  await stage.close()
})

const DAY = 24 * 3_600_000
const ZONE = 'Europe/Berlin'
const TOLD = ['TrialEnded', 'SubscriptionStarted', 'SubscriptionEnded', 'PaymentReminderIssued']

/** A second worker, with a clock that is ahead by this much. */
const beside = async (product: Product, aheadMs = 0) => {
  const platform = await openBeside(product, aheadMs)
  stage.defer(() => platform.close())
  return platform
}
const caughtUp = async (product: Product) => untilReached(product.platform.positions, (await product.head())!)
const recordedOf = async (product: Product, id: string) =>
  (await product.facts(`workspace-${id}`)).flatMap(({ type, data }) =>
    TOLD.includes(type) ? [`${type} ${String(data['endsOn'])}`] : [],
  )
const noonOf = (day: string) => Date.parse(`${day}T11:00:00.000Z`)
const moveTo = ({ clock }: Product, day: string) => clock.advance(noonOf(day) - clock.now().getTime())

test('reminder, start and end are recorded once by several workers, mailed to admins and the billing address, and again when corrected', async () => {
  const product = await stage.product()
  const operator = await product.person({ role: 'super admin' })
  const own = await workspaceOf(product)
  const second = await colleague(product, own, { role: 'admin' })
  await colleague(product, own, { approver: true })
  const { id } = own
  await product.call('PATCH', `/workspaces/update-settings/${id}`, {
    token: own.admin.token,
    body: { billingUser: 'bills@example.com' },
  })
  const workers = [await beside(product), await beside(product)]
  for (const platform of workers)
    await stage.worker({ ...product, platform }, { mailKinds: subscriptionMails })
  const shown = async () =>
    (await product.call('GET', `/workspaces/${id}`, { token: await product.logIn(own.admin.userId) })).body
  const onPeriod = async (step: string, body: object) => {
    const token = await product.logIn(operator.userId, 'super admin')
    const answer = await product.call('PATCH', `/workspaces/${step}/${id}`, { token, body })
    expect(answer.status).toBe(200)
  }
  /** Runs both workers several times concurrently, and again once the read models have caught up. */
  const pass = async () => {
    await caughtUp(product)
    await Promise.all([...workers, ...workers].map((worker) => recordDeadlines(worker)))
    await caughtUp(product)
    expect(await recordDeadlines(workers[0]!)).toEqual({ found: 0, failed: 0 })
  }
  const everybody = [own.admin.email, second.email, 'bills@example.com'].toSorted()
  const arrived = (subject: string) =>
    eventually(async () => {
      const mails = (await inbox(product)).filter((mail) => mail.subject.startsWith(subject))
      expect(mails.map(({ to }) => to).toSorted()).toEqual(everybody)
      return mails
    })

  const trialEnd: string = (await shown()).endDate
  moveTo(product, addDays(trialEnd, -8))
  await pass()
  expect(await recordedOf(product, id)).toEqual([])
  product.clock.advance(DAY)
  expect((await shown()).paymentReminderSent).toBe(false)
  await pass()
  expect(await recordedOf(product, id)).toEqual([`PaymentReminderIssued ${trialEnd}`])
  expect((await shown()).paymentReminderSent).toBe(true)
  for (const { to, text } of await arrived('The trial of “Praxis” ends on ')) {
    expect(text).toContain(', until midnight (Europe/Berlin)')
    expect(text.includes(`http://localhost/workspace/${id}?tab=settings`)).toBe(to !== 'bills@example.com')
  }

  const first = addDays(trialEnd, -7)
  const end = addDays(first, 300)
  await onPeriod('add-activity', { startDate: first, endDate: end, workspaceId: id })
  expect((await shown()).paymentReminderSent).toBe(false)
  await pass()
  expect((await recordedOf(product, id)).slice(1)).toEqual([`SubscriptionStarted ${end}`])
  await arrived('The subscription of “Praxis” has started')

  const sooner = addDays(first, 30)
  const facts = await product.facts(`workspace-${id}`)
  const { periodId } = facts.find(({ type }) => type === 'ActivityPeriodAdded')!.data
  await onPeriod('end-activity', { periodId, endDate: sooner, reason: 'Cancelled' })
  moveTo(product, addDays(sooner, -3))
  await pass()
  await arrived('The subscription of “Praxis” ends on ')
  product.clock.advance(4 * DAY)
  await pass()
  expect((await recordedOf(product, id)).slice(2)).toEqual([
    `PaymentReminderIssued ${sooner}`,
    `SubscriptionEnded ${sooner}`,
  ])
  await arrived('The subscription of “Praxis” has ended')

  const later = addDays(sooner, 3)
  await onPeriod('end-activity', { periodId, endDate: later, reason: 'By mistake' })
  await pass()
  expect((await recordedOf(product, id)).slice(4)).toEqual([
    `SubscriptionStarted ${later}`,
    `PaymentReminderIssued ${later}`,
  ])
  const token = await product.logIn(own.admin.userId)
  const { body } = await product.call('GET', `/workspaces/history/${id}?mails=folded&limit=2`, { token })
  expect(body.entries).toMatchObject([
    { action: 'workspace.payment-reminder-issued', actor: { role: 'system' } },
    { action: 'workspace.subscription-started', target: { kind: 'workspace', id } },
  ])
})

/** The next last Sunday in March that a trial can end on. That day has 23 hours. */
const summerTime = (now: Date): string => {
  const [year] = dateIn(ZONE, now).split('-')
  const last = `${Number(year) + 1}-03-31`
  return addDays(last, -new Date(`${last}T00:00:00Z`).getUTCDay())
}

test('a trial that ends on the day when summer time begins ends at midnight; an outdated mail is dropped', async () => {
  const product = await stage.product()
  const last = summerTime(product.clock.now())
  moveTo(product, addDays(last, -30))
  const admin = await product.person({ language: 'de' })
  const { id } = await workspaceOf(product, admin)
  const { body } = await product.call('GET', `/workspaces/${id}`, { token: admin.token })
  expect(body.endDate).toBe(last)
  await product.call('PATCH', `/workspaces/update-settings/${id}`, {
    token: admin.token,
    body: { billingUser: admin.email },
  })
  const { platform } = product
  const passAt = async (time: string) => {
    vi.spyOn(platform, 'agreedTime').mockResolvedValue(new Date(time))
    await caughtUp(product)
    await recordDeadlines(platform)
  }
  await passAt(`${last}T21:59:59.999Z`)
  expect(await recordedOf(product, id)).toEqual([`PaymentReminderIssued ${last}`])
  await passAt(`${last}T22:00:00.000Z`)
  expect((await recordedOf(product, id)).slice(1)).toEqual([`TrialEnded ${last}`])
  moveTo(product, addDays(last, 1))
  await stage.worker(product, { mailKinds: subscriptionMails })
  // The reminder was dropped, because the trial had ended before it could be sent.
  const mails = await eventually(async () => {
    const { rows } = await platform.db.raw('SELECT status FROM effects ORDER BY status')
    expect(rows).toEqual([{ status: 'dropped' }, { status: 'sent' }])
    return inbox(product)
  })
  expect(mails).toMatchObject([{ to: admin.email, subject: 'Die Testphase von „Praxis“ ist beendet' }])
  expect(mails[0]!.text).toContain(`. März ${last.slice(0, 4)}, bis 24 Uhr (Europe/Berlin)`)
})

test('an end that two fast clocks recorded a day early ends nothing, and is not recorded again', async () => {
  const product = await stage.product()
  const own = await workspaceOf(product)
  const { id } = own
  const shown = async () =>
    (await product.call('GET', `/workspaces/${id}`, { token: await product.logIn(own.admin.userId) })).body
  const end: string = (await shown()).endDate
  moveTo(product, end)
  await caughtUp(product)
  await recordDeadlines(await beside(product, DAY))
  expect(await recordedOf(product, id)).toEqual([`TrialEnded ${end}`])
  await caughtUp(product)
  expect(await shown()).toMatchObject({ subscription: 'trial', isActive: true, endDate: end })
  const right = await beside(product)
  expect(await recordDeadlines(right)).toMatchObject({ failed: 0 })
  product.clock.advance(DAY)
  expect(await shown()).toMatchObject({ subscription: 'inactive', isActive: false, endDate: end })
  expect(await recordDeadlines(right)).toEqual({ found: 0, failed: 0 })
  expect(
    (await recordedOf(product, id)).filter((recorded) => recorded.startsWith('TrialEnded')),
  ).toHaveLength(1)
})

test('the query finds every workspace with due events, for any dates', async () => {
  const { platform } = await stage.product()
  const { db } = platform
  // The same random numbers in every run.
  let seed = 7
  const upTo = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % (most + 1)
  const around = (days: number) => addDays('2026-06-15', upTo(2 * days) - days)
  const maybe = (day: () => string) => (upTo(2) === 0 ? day() : null)
  const ids = Array.from({ length: 600 }, () => randomUUID()).toSorted()
  const all = ids.map((id) => {
    const periods = Array.from({ length: upTo(3) }, () => {
      const startsOn = around(20)
      return { periodId: randomUUID(), startsOn, endsOn: addDays(startsOn, upTo(25)), seats: null }
    })
    const days = [...periods.flatMap(({ startsOn, endsOn }) => [startsOn, endsOn]), around(20)]
    const known = () => days[upTo(days.length - 1)]!
    const [recordedStart, recordedEnd] = upTo(1) === 0 ? [maybe(known), null] : [null, maybe(known)]
    const timezone = ['Pacific/Kiritimati', ZONE, 'Pacific/Pago_Pago'][upTo(2)]!
    const dates = { timezone, trialStartsOn: '2026-05-01', trialEndsOn: maybe(known) ?? around(20), periods }
    return { id, ...dates, recordedStart, recordedEnd, remindedEnd: maybe(known) }
  })
  const created_at = new Date(0)
  await db('workspaces').insert(
    all.map(({ id, timezone, ...dates }) => ({
      id,
      timezone,
      needs_onboarding: false,
      people_protected: false,
      break_glass: false,
      drill_results_by_person: false,
      billing_confirmed: false,
      trial_starts_on: dates.trialStartsOn,
      trial_ends_on: dates.trialEndsOn,
      told_start_of: dates.recordedStart,
      told_end_of: dates.recordedEnd,
      reminded_of: dates.remindedEnd,
      created_at,
    })),
  )
  const given = all.flatMap(({ id: workspace_id, periods }) =>
    periods.map(({ periodId: id, startsOn: starts_on, endsOn: ends_on }) => {
      return { id, workspace_id, kind: 'period', starts_on, ends_on, created_at }
    }),
  )
  await db('periods').insert(given)
  const { next } = dueSubscriptions(platform)
  for (const time of ['2026-06-08T23:30:00.000Z', '2026-06-15T00:30:00.000Z', '2026-06-15T11:00:00.000Z']) {
    const now = new Date(time)
    const due = all.filter((one) => dueSubscriptionEvents(one.id, one, now).length > 0).map(({ id }) => id)
    expect(due.length).toBeGreaterThan(100)
    expect(due.length).toBeLessThan(500)
    expect(await next(now, { after: null, limit: 1_000 })).toEqual(due)
    // The next page.
    expect(await next(now, { after: due[9]!, limit: 20 })).toEqual(due.slice(10, 30))
  }
})
