import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { expireRequest } from '#modules/requests/close-request.ts'
import { requestDecider } from '#modules/requests/request.decider.ts'
import { requestStream } from '#modules/requests/request.events.ts'
import { bySystem } from '#platform/commands/execute-command.ts'
import { Unavailable } from '#platform/event-store/event-store.ts'
import type { Platform } from '#platform/platform.ts'
import { participantIn } from '#projections/workspaces/queries.ts'
import { recordDeadlines } from '../../../services/worker/deadlines.ts'
import { openBeside } from '#support/product/beside.ts'
import { expectRefused, openRequests, type RequestApi } from '#support/product/requests.ts'
import { untilReached } from '#support/product/until-reached.ts'
import { newestInvitation } from '#support/product/workspaces.ts'
import { rounds } from '#support/rounds.ts'

const ROUNDS = rounds({ short: 20, long: 1_000 })
const MINUTE = 60_000
const DAY = 24 * 3_600_000

let api: RequestApi
const closing: (() => Promise<void>)[] = []
beforeAll(async () => {
  api = await openRequests()
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const close of closing.splice(0)) await close()
})
afterAll(() => api?.product.close())

const beside = async (...ahead: readonly number[]): Promise<Platform> => {
  const platform = await openBeside(api.product, ...ahead)
  closing.push(() => platform.close())
  return platform
}
type Ids = { readonly requestId: string; readonly workspaceId: string }
const on = ({ requestId, workspaceId }: Ids) => ({
  decider: requestDecider,
  stream: requestStream(requestId),
  workspaceId,
})
const caughtUp = async () => untilReached(api.product.platform.positions, (await api.product.head())!)
const invite = async ({ id, admin }: { id: string; admin: { token: string } }) => {
  const body = {
    email: `${randomUUID()}@example.com`,
    role: 'regular user',
    approver: true,
    requester: false,
  }
  const made = await api.post(`/workspaces/invite-participant/${id}`, admin, body)
  expect(made.status).toBe(201)
  return made.body.id as string
}
const expiries = async (workspaceId: string) =>
  (await api.product.facts(`workspace-${workspaceId}`)).filter(({ type }) => type === 'InvitationExpired')

test('a fast clock, of the worker or of the database, expires nothing', async () => {
  const team = await api.team()
  const id = await api.newRequest(team, { expiresIn: 60 })
  const participantId = await invite(team)
  for (const wrong of [await beside(8 * DAY, 0), await beside(0, 8 * DAY)])
    expect(await recordDeadlines(wrong)).toEqual({ found: 0, failed: 0 })
  expect(await api.types(id)).toEqual(['RequestCreated'])

  // An API with a fast clock rejects the answer, but expires nothing.
  const { clock, platform } = api.product
  const right = new Date(clock.now())
  vi.spyOn(platform, 'agreedTime').mockResolvedValue(right)
  vi.spyOn(clock, 'now').mockImplementation(() => new Date(right.getTime() + 2 * MINUTE))
  expectRefused(await api.decline(id, team.ben), 409, 'request.closed')
  vi.restoreAllMocks()
  expect(await api.types(id)).toEqual(['RequestCreated'])
  expect((await api.decline(id, team.ben)).status).toBe(200)

  await recordDeadlines(await beside(8 * DAY))
  expect(await expiries(team.id)).toMatchObject([{ data: { participantId, generation: 1 } }])
})

test('an expired invitation is shown by its date, recorded once by several workers, and can be sent again', async () => {
  const team = await api.team()
  const participantId = await invite(team)
  const invitationId = await newestInvitation(api.product, team.id)
  const { db, clock } = api.product.platform
  const shown = async (now = clock.now()) =>
    (await participantIn(db, team.id, { id: participantId }, now))?.invite
  const inAWeek = new Date(clock.now().getTime() + 8 * DAY)
  expect([await shown(), await shown(inAWeek)]).toEqual(['pending', 'expired'])

  const workers = [await beside(8 * DAY), await beside(8 * DAY)]
  await Promise.all([...workers, ...workers].map((worker) => recordDeadlines(worker)))
  const [fact, ...others] = await expiries(team.id)
  expect(fact).toMatchObject({
    data: { participantId, invitationId, generation: 1 },
    metadata: { actor: { kind: 'system', role: 'system' } },
  })
  expect(others).toEqual([])
  await caughtUp()
  expect(await recordDeadlines(workers[0]!)).toEqual({ found: 0, failed: 0 })
  // An expiry that was recorded too early did not close the invitation.
  expect(await shown()).toBe('pending')
  const [entry] = (await api.get(`/workspaces/history/${team.id}`, team.admin)).body.entries
  expect(entry).toMatchObject({
    action: 'participant.invitation-expired',
    actor: { role: 'system' },
    changes: [{ field: 'invite', before: 'pending', after: 'expired' }],
  })

  const resent = await api.post(`/workspaces/resend-invite/${team.id}`, team.admin, { participantId })
  expect(resent.body).toMatchObject({ id: participantId, invite: 'pending' })
  await caughtUp()
  await recordDeadlines(await beside(9 * DAY))
  expect((await expiries(team.id)).map(({ data }) => data['generation'])).toEqual([1, 2])
})

/** Appends a request that expires in a minute. */
const question = async (): Promise<Ids> => {
  const ids = { requestId: randomUUID(), workspaceId: randomUUID() }
  const approver = { participantId: randomUUID(), userId: randomUUID() }
  const { commands, clock } = api.product.platform
  await commands.execute({
    ...on(ids),
    context: bySystem(randomUUID(), clock.now()),
    command: {
      type: 'CreateRequest',
      ...ids,
      requestType: 'approval',
      title: 'Pay the invoice',
      details: null,
      salt: '',
      requester: { participantId: randomUUID(), userId: randomUUID(), email: null },
      approver: null,
      eligible: [approver],
      evidence: null,
      described: null,
      files: [],
      filled: null,
      replaces: null,
      parked: null,
      rule: null,
      expiresAt: new Date(clock.now().getTime() + MINUTE),
      workspaceRevision: 1,
    },
  })
  return ids
}
const typesOf = ({ requestId }: Ids) => api.types(requestId)

test('the next worker finishes after a crash, and each expiry is recorded once', async () => {
  const due = await Promise.all(Array.from({ length: 30 }, question))
  await caughtUp()
  const dying = await beside(2 * MINUTE)
  const { append } = dying.eventStore
  let appends = 0
  vi.spyOn(dying.eventStore, 'append').mockImplementation(async (...given) => {
    const now = ++appends
    // Some appends succeed, but their result is lost.
    if (now <= 15) await append(...given)
    if (now > 5) throw new Unavailable('killed')
    return append(...given)
  })
  await expect(recordDeadlines(dying)).rejects.toThrow('killed')
  const [next, another] = [await beside(2 * MINUTE), await beside(2 * MINUTE)]
  const passed = await Promise.all([recordDeadlines(next), recordDeadlines(another)])
  expect(passed.map(({ failed }) => failed)).toEqual([0, 0])
  for (const ids of due) expect(await typesOf(ids)).toEqual(['RequestCreated', 'RequestClosed'])
})

test(`${ROUNDS} races of an approval and the expiry have one outcome each, and every reply matches it`, async () => {
  const { clock } = api.product.platform
  const late = await beside(2 * MINUTE)
  const other = await beside()
  const evidence = { canonical: '', challenge: '', deviceId: randomUUID(), publicKey: '', signature: '' }
  const now = await late.agreedTime()
  const race = async (_: unknown, i: number) => {
    const ids = await question()
    // A process that has read the request before usually wins.
    const isLateFirst = i % 2 === 0
    if (isLateFirst) await late.commands.load(requestDecider, requestStream(ids.requestId))
    const approve = () =>
      (isLateFirst ? other : api.product.platform).commands.execute({
        ...on(ids),
        context: bySystem(randomUUID(), clock.now()),
        command: {
          type: 'Approve',
          participantId: randomUUID(),
          userId: randomUUID(),
          email: null,
          workspaceRevision: 1,
          at: clock.now(),
          people: [],
          standIns: [],
          absentEmail: null,
          evidence,
          requesterIsAvailable: true,
          hasNumber: false,
          confirmed: null,
        },
      })
    const end = () => expireRequest(late, { id: ids.requestId, workspaceId: ids.workspaceId }, now)
    const begun = isLateFirst ? [end(), approve()] : [approve(), end()]
    const answers = await Promise.allSettled(begun)
    const answer = answers[isLateFirst ? 1 : 0]!
    const [, last, ...more] = await typesOf(ids)
    expect(more).toEqual([])
    expect(last).toBe(answer.status === 'fulfilled' ? 'RequestApproved' : 'RequestClosed')
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'request.closed' })
    return last
  }
  const ends: unknown[] = []
  for (let raced = 0; raced < ROUNDS; raced += 10)
    ends.push(...(await Promise.all(Array.from({ length: 10 }, race))))
  expect(new Set(ends).size).toBe(2)
})
