import { afterAll, beforeAll, expect, test } from 'vitest'
import { liftMails } from '#modules/workspaces/protection/lifts.mail-kinds.ts'
import { workspaceDecider } from '#modules/workspaces/workspace.decider.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import type { Platform } from '#platform/platform.ts'
import { contextOf } from '#support/event-store/counter.ts'
import { eventually } from '#support/eventually.ts'
import { openApiBeside, openBeside } from '#support/product/beside.ts'
import { inbox, openStage } from '#support/product/mail-stage.ts'
import type { Person, Product } from '#support/product/product.ts'
import { expectRefused } from '#support/product/requests.ts'
import { untilReached } from '#support/product/until-reached.ts'
import { colleague } from '#support/product/workspaces.ts'
import { raceOf, type Side } from '#support/races.ts'
import { rounds } from '#support/rounds.ts'
import { changesOf } from '#support/workspaces/changes.ts'
import { recordDeadlines } from '../../../../services/worker/deadlines.ts'

const DAY = 86_400_000
const ROUNDS = rounds({ short: 8, long: 1_000 })
const stage = openStage()

let product: Product
let api: ReturnType<typeof changesOf>
let operator: Person
/** Workers whose clocks are just before and after the end of the waiting time. */
let early: Platform
let late: Platform
beforeAll(async () => {
  product = await stage.product()
  api = changesOf(product)
  const person = await product.person({ role: 'super admin' })
  operator = { ...person, token: await product.logIn(person.userId, 'super admin') }
  early = await openBeside(product, 6.9 * DAY)
  late = await openBeside(product, 7.1 * DAY)
  stage.defer(() => early.close())
  stage.defer(() => late.close())
})
afterAll(() => stage.close())

const lift = (id: string, reason = 'Cleo has died') =>
  api.call(operator, 'POST', `/workspaces/lift-protection/${id}`, { reason })
const withdraw = (id: string) => api.call(operator, 'POST', `/workspaces/withdraw-lift/${id}`)
const stop = (who: Person, id: string) => api.call(who, 'POST', `/workspaces/stop-lift/${id}`)
const shown = async (who: Person, id: string) => (await api.call(who, 'GET', `/workspaces/${id}`)).body
/** A workspace that protects its people: the admins Anna and Cleo, the approver Dora, and Ben, who makes requests. */
const openTeam = async () => {
  const team = await api.team()
  const dora = await colleague(product, team, { approver: true })
  await api.approve(team.cleo, team.cleo.phone, api.waiting(await api.protect(team.anna, team.id)))
  return { ...team, dora }
}
const pass = async (worker: Platform) => {
  await untilReached(product.platform.positions, (await product.head())!)
  return recordDeadlines(worker)
}

test('the operator lifts the protection after a waiting time of which all who decide are told, and the log says who and why', async () => {
  await stage.worker(product, { mailKinds: liftMails })
  const { anna, cleo, ben, dora, id } = await openTeam()
  const { body } = await lift(id)
  expect(body).toMatchObject({ peopleProtected: true, protectionLift: { reason: 'Cleo has died' } })
  // Nobody waits shorter, or for another reason, because somebody pressed twice.
  product.clock.advance(1_000)
  expect((await lift(id, 'Another one')).body.protectionLift).toEqual(body.protectionLift)
  expect(await shown(anna, id)).toMatchObject({ protectionLift: body.protectionLift })
  const readBy = async (who: Person) =>
    (await api.call(who, 'GET', '/users/related-workspaces')).body.userWorkspaces[0].protectionLift
  for (const who of [anna, dora]) expect(await readBy(who)).toEqual(body.protectionLift)
  // The reason may be about a person, and Ben can do nothing about it.
  expect(await readBy(ben)).toEqual({ ...body.protectionLift, reason: null })
  const mailTo = (email: string, subject: string) =>
    eventually(async () => {
      const found = (await inbox(product)).find(
        (mail) => mail.to === email && mail.subject.startsWith(subject),
      )
      expect(found).toBeDefined()
      return found!.text
    })
  for (const { email } of [anna, cleo, dora]) {
    const text = await mailTo(email, 'The protection of people is to be lifted')
    expect(text).toContain('Reason: “Cleo has died”')
    expect(text).toContain(email === dora.email ? 'http://localhost/m/' : `http://localhost/workspace/${id}`)
    expect(text).not.toContain(operator.email)
  }
  expect(await pass(early)).toEqual({ found: 0, failed: 0 })
  expect(await shown(anna, id)).toMatchObject({ peopleProtected: true })
  expect(await pass(late)).toEqual({ found: 1, failed: 0 })
  expect(await pass(late)).toEqual({ found: 0, failed: 0 })
  expect(await shown(anna, id)).toMatchObject({ peopleProtected: false, protectionLift: null })
  await mailTo(dora.email, 'The protection of people is lifted')
  expect((await inbox(product)).filter(({ to }) => to === ben.email)).toEqual([])
  await eventually(async () => {
    const { entries } = (await api.call(anna, 'GET', `/workspaces/history/${id}?action=workspace`)).body
    const said = (action: string) => entries.find((entry: { action: string }) => entry.action === action)
    for (const action of ['workspace.protection-lift-started', 'workspace.protection-lifted']) {
      expect(said(action)).toMatchObject({ actor: { userId: operator.userId, role: 'super admin' } })
      expect(said(action).changes).toContainEqual(
        expect.objectContaining({ field: 'reason', after: 'Cleo has died' }),
      )
    }
  })
  expectRefused(await stop(anna, id), 409, 'workspace.not-protected')
  expectRefused(await lift(id), 409, 'workspace.not-protected')
})

test('an approver stops it with one call, the operator withdraws it, and neither lifts anything', async () => {
  const { anna, ben, dora, id } = await openTeam()
  await lift(id)
  expectRefused(await stop(ben, id), 403, 'access.denied')
  expect((await stop(dora, id)).status).toBe(200)
  expect((await stop(anna, id)).status).toBe(200)
  await lift(id)
  expect((await withdraw(id)).body).toMatchObject({ peopleProtected: true, protectionLift: null })
  await pass(late)
  expect(await shown(anna, id)).toMatchObject({ peopleProtected: true })
  const facts = (await product.facts(`workspace-${id}`)).map(({ type }) => type)
  expect(facts.filter((type) => type.startsWith('ProtectionLift'))).toEqual([
    'ProtectionLiftStarted',
    'ProtectionLiftStopped',
    'ProtectionLiftStarted',
    'ProtectionLiftWithdrawn',
  ])
})

test(
  `${ROUNDS} races of stopping, withdrawing and the end of the waiting time in two processes leave one outcome`,
  { timeout: 60_000 + ROUNDS * 1_000 },
  async () => {
    const beside = await openApiBeside(product)
    stage.defer(() => beside.close())
    const { id, ...team } = await api.protectedTeam()
    const race = raceOf(product, beside)
    const outcomes = new Set<string>()
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      const anna = await api.newSession(team.anna)
      operator = { ...operator, token: await product.logIn(operator.userId, 'super admin') }
      expect((await lift(id)).status).toBe(200)
      await untilReached(product.platform.positions, (await product.head())!)
      const ended: Side = async () => {
        expect(await recordDeadlines(late)).toMatchObject({ failed: 0 })
        return { status: 200 } as Awaited<ReturnType<Side>>
      }
      const hindered: Side = (on) =>
        turn % 4 < 3
          ? on.call('POST', `/workspaces/stop-lift/${id}`, { token: anna.token })
          : on.call('POST', `/workspaces/withdraw-lift/${id}`, { token: operator.token })
      const statuses = await race(turn, hindered, ended)
      const facts = (await product.facts(`workspace-${id}`)).filter(({ type }) =>
        type.startsWith('ProtectionLift'),
      )
      const [started, end] = facts.slice(-2)
      expect(started!.type).toBe('ProtectionLiftStarted')
      expect(facts).toHaveLength(2 * (turn + 1))
      const isLifted = end!.type === 'ProtectionLifted'
      expect(statuses).toBe(isLifted ? '409 200' : '200 200')
      outcomes.add(end!.type)
      if (isLifted)
        await product.platform.commands.execute({
          decider: workspaceDecider,
          stream: workspaceStream(id),
          workspaceId: id,
          context: contextOf(),
          command: { type: 'ChangeSettings', peopleProtected: true, by: 'operator' },
        })
    }
    if (ROUNDS >= 1_000) expect(outcomes.size).toBe(3)
  },
)
