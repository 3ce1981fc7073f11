import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { requestReactor } from '#modules/requests/requests.reactor.ts'
import { openOf } from '#projections/requests/pending-queries.ts'
import { buildWorker } from '../../../services/worker/worker.ts'
import { inbox } from '#support/product/mail-stage.ts'
import type { Person } from '#support/product/product.ts'
import { expectRefused, openRequests, type RequestApi, type Team } from '#support/product/requests.ts'

let api: RequestApi
beforeAll(async () => {
  api = await openRequests()
})
afterAll(() => api?.product.close())

const gone = { status: 'declined', closedReason: 'requester-unavailable' }
const leave = async ({ id, anna }: Team) => {
  const { token } = anna
  const left = await api.product.call('DELETE', `/users/remove-from-workspace/${id}`, { token })
  expect(left.status).toBe(200)
}
const approve = (id: string, team: Team, proof: object) =>
  api.post(`/requests/approve/${id}`, team.ben, proof)
const withWorker = async (run: () => Promise<void>) => {
  const worker = buildWorker(api.product.platform)
  await worker.start()
  try {
    await run()
  } finally {
    await worker.stop()
  }
}
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 50 })

test('the departure of a requester closes their requests, and both sides get a mail', async () => {
  const team = await api.team()
  const toBen = await api.newRequest(team, { title: 'Asked of Ben' })
  const forAny = (await api.ask(team.anna, team.id, { title: 'Asked of all' })).body.id
  await leave(team)
  await withWorker(async () => {
    for (const id of [toBen, forAny])
      await eventually(async () =>
        expect((await api.get(`/requests/details/${id}`, team.ben)).body).toMatchObject(gone),
      )
    expect((await api.facts(toBen)).at(-1)).toMatchObject({
      type: 'RequestClosed',
      data: { reason: 'requester-unavailable' },
      metadata: { actor: { kind: 'system' } },
    })
    const mailsAbout = async (title: string) =>
      (await inbox(api.product))
        .filter(({ text }) => text.includes(title) && text.includes('This request was closed'))
        .map(({ to, text }) => ({ to, isLinked: text.includes('/m/requests/') }))
    await eventually(async () =>
      expect(await mailsAbout('Asked of Ben')).toEqual(
        expect.arrayContaining([
          { to: team.anna.email, isLinked: false },
          { to: team.ben.email, isLinked: true },
        ]),
      ),
    )
    expect(await mailsAbout('Asked of Ben')).toHaveLength(2)
    await eventually(async () => expect(await mailsAbout('Asked of all')).toHaveLength(3))
  })
  const { token } = team.admin
  const history = await api.product.call('GET', `/workspaces/history/${team.id}?action=request.closed`, {
    token,
  })
  expect(history.body.entries[0]).toMatchObject({
    outcome: 'closed',
    changes: expect.arrayContaining([
      { field: 'closedReason', before: null, after: 'requester-unavailable' },
    ]),
  })
})

test('an approval before the reactor runs is rejected, and closes the request', async () => {
  const team = await api.team()
  const phone = await api.enrol(team.ben)
  const id = await api.newRequest(team)
  const proof = await phone.prove(id)
  await leave(team)
  const headers = { 'idempotency-key': crypto.randomUUID() }
  for (let again = 0; again < 2; again += 1)
    expectRefused(
      await api.post(`/requests/approve/${id}`, team.ben, proof, headers),
      409,
      'request.closed',
      gone,
    )
  expect(await api.types(id)).toEqual(['RequestCreated', 'RequestClosed'])
  expect((await api.get(`/requests/details/${id}`, team.ben)).body).toMatchObject(gone)
})

test('no challenge is issued any more', async () => {
  const team = await api.team()
  const id = await api.newRequest(team)
  await leave(team)
  for (let again = 0; again < 2; again += 1)
    expectRefused(await api.post(`/requests/challenge/${id}`, team.ben), 409, 'request.closed', gone)
  expect(await api.types(id)).toEqual(['RequestCreated', 'RequestClosed'])
})

test('declining is still possible', async () => {
  const team = await api.team()
  const id = await api.newRequest(team)
  await leave(team)
  expect((await api.decline(id, team.ben)).body).toMatchObject({ status: 'declined', closedReason: null })
})

test('a request that was created concurrently with the departure is closed too', async () => {
  const team = await api.team()
  const forAny = (await api.ask(team.anna, team.id)).body.id
  await leave(team)
  const [created] = await api.facts(forAny)
  const { on } = requestReactor(api.product.platform)
  for (let telling = 0; telling < 2; telling += 1) await on['RequestCreated']!(created!)
  expect(await api.types(forAny)).toEqual(['RequestCreated', 'RequestClosed'])
})

test('a concurrent approval and departure have one outcome', { timeout: 60_000 }, async () => {
  const ends: string[] = []
  for (let round = 0; round < 8; round += 1) {
    const team = await api.team()
    const phone = await api.enrol(team.ben)
    const id = await api.newRequest(team)
    const proof = await phone.prove(id)
    const [answer] = await Promise.all([approve(id, team, proof), leave(team)])
    const { on } = requestReactor(api.product.platform)
    const left = (await api.product.facts(`workspace-${team.id}`)).at(-1)!
    await on['ParticipantLeft']!(left)
    const [, ...end] = await api.types(id)
    expect(end).toEqual([answer.status === 200 ? 'RequestApproved' : 'RequestClosed'])
    if (answer.status !== 200) expectRefused(answer, 409, 'request.closed', gone)
    ends.push(...end)
  }
  expect(ends).toHaveLength(8)
})

describe('an admin who removes a right', () => {
  const counted = async (team: Team, participantId: string) =>
    (await api.get(`/workspaces/participant-requests/${team.id}?participantId=${participantId}`, team.admin))
      .body
  /** Cleo has asked twice and is asked once by name. Other requests are decided, of others, or for any approver. */
  const prepare = async () => {
    const team = await api.team()
    const cleo = await api.colleague(team, { approver: true, requester: true })
    const ask = async (who: Person, body?: { approverId: string }): Promise<string> =>
      (await api.ask(who, team.id, body)).body.id
    const { participantId: approverId } = cleo
    await api.decline(await ask(team.anna, { approverId }), cleo)
    await ask(team.anna)
    await api.newRequest(team)
    const addressed = await ask(team.anna, { approverId })
    const made = [await ask(cleo, { approverId: team.ben.participantId }), await ask(cleo)]
    return { team, cleo, addressed, made }
  }

  test('is told first how many open requests of each side it closes, and exactly those are closed', async () => {
    const { team, cleo, addressed, made } = await prepare()
    const { participantId } = cleo
    const remove = async (flag: 'activity' | 'approver') => {
      const { token } = team.admin
      const body = { participantId, value: false }
      const { status } = await api.product.call('PATCH', `/participants/change-${flag}`, { token, body })
      expect(status).toBe(200)
      const fact = (await api.product.facts(`workspace-${team.id}`)).at(-1)!
      await requestReactor(api.product.platform).on[fact.type]!(fact)
    }
    const openOnes = async (): Promise<string[]> =>
      (await api.get(`/requests/list/${team.id}?status=pending`, team.admin)).body.map(
        ({ id }: { id: string }) => id,
      )
    const before = await openOnes()
    expect(await counted(team, participantId)).toEqual({ requester: 2, approver: 1 })
    await remove('approver')
    await eventually(async () => expect(await openOnes()).toEqual(before.filter((id) => id !== addressed)))
    expect(await counted(team, participantId)).toEqual({ requester: 2, approver: 0 })
    await remove('activity')
    const rest = before.filter((id) => ![addressed, ...made].includes(id))
    await eventually(async () => expect(await openOnes()).toEqual(rest))
    expect(await counted(team, participantId)).toEqual({ requester: 0, approver: 0 })
  })

  test('is not told of overdue requests', async () => {
    const { team, cleo } = await prepare()
    const { db, clock } = api.product.platform
    const after = (days: number) =>
      openOf(
        db,
        { workspaceId: team.id, participantId: cleo.participantId },
        new Date(clock.now().getTime() + days * 86_400_000),
      )
    expect(await after(6)).toEqual({ requester: 2, approver: 1 })
    expect(await after(8)).toEqual({ requester: 0, approver: 0 })
  })

  test('is told nothing of other workspaces', async () => {
    const [{ team, cleo }, own] = [await prepare(), await api.team()]
    for (const participantId of [cleo.participantId, randomUUID()])
      expect(await counted(own, participantId)).toMatchObject({ code: 'participant.not-found' })
    const elsewhere = { workspaceId: own.id, participantId: cleo.participantId }
    expect(await openOf(api.product.platform.db, elsewhere, api.product.platform.clock.now())).toEqual({
      requester: 0,
      approver: 0,
    })
    expect(await counted(team, team.admin.userId)).toMatchObject({ code: 'participant.not-found' })
  })
})
