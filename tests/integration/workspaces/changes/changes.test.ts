import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeHash } from '#contract/workspaces/change-hash.ts'
import type { Change } from '#contract/workspaces/changes.ts'
import { canonicalText, hashOfText } from '#contract/requests/signing.ts'
import { changesOf } from '#support/workspaces/changes.ts'
import { openProduct, type Product } from '#support/product/product.ts'
import { expectRefused } from '#support/product/requests.ts'
import { colleague } from '#support/product/workspaces.ts'

const DAY = 86_400_000

let product: Product
let api: ReturnType<typeof changesOf>
beforeAll(async () => {
  product = await openProduct()
  api = changesOf(product)
})
afterAll(() => product?.close())

const details = async (who: { token: string }, id: string): Promise<Change> =>
  (await product.call('GET', `/changes/details/${id}`, who)).body
const typesIn = async (workspaceId: string) =>
  (await product.facts(`workspace-${workspaceId}`)).map(({ type }) => type)

describe('the protection of people', () => {
  test('needs two admins with a device, a fresh login, and a second admin', async () => {
    const { anna, cleo, id } = await api.team()
    const answer = await api.protect(anna, id)
    expect(answer).toMatchObject({
      status: 202,
      body: {
        change: {
          workspaceId: id,
          action: 'workspace.settings-changed',
          target: { kind: 'workspace', id, label: 'Praxis' },
          changes: [{ field: 'peopleProtected', before: false, after: true }],
          requestedBy: { email: anna.email },
          state: 'pending',
          decidedBy: null,
          decidedAt: null,
          overtakenBy: null,
        },
      },
    })
    const { body } = await api.call(anna, 'GET', `/workspaces/${id}`)
    expect(body.peopleProtected).toBe(false)
    const done = await api.approve(cleo, cleo.phone, api.waiting(answer))
    expect(done).toMatchObject({
      status: 200,
      body: { state: 'done', decidedBy: { participantId: cleo.participantId, email: cleo.email } },
    })
    expect((await api.call(anna, 'GET', `/workspaces/${id}`)).body.peopleProtected).toBe(true)
    // As it is already, so there is nothing to decide.
    expect(await api.protect(anna, id)).toMatchObject({ status: 200, body: { peopleProtected: true } })
    const off = api.waiting(await api.protect(cleo, id, false))
    expect(await api.approve(anna, anna.phone, off)).toMatchObject({ status: 200, body: { state: 'done' } })
    expect((await api.call(anna, 'GET', `/workspaces/${id}`)).body.peopleProtected).toBe(false)
  })

  test('is refused without two admins who each have a usable device', async () => {
    const { anna, cleo, id } = await api.team()
    await product.call('DELETE', `/users/remove-device/${cleo.phone.deviceId}`, cleo)
    expectRefused(await api.protect(anna, id), 409, 'workspace.too-few-admins')
  })

  test('leaves other settings of the same call to the admin alone', async () => {
    const { anna, id } = await api.team()
    const answer = await api.call(anna, 'PATCH', `/workspaces/update-settings/${id}`, {
      name: 'Kanzlei',
      peopleProtected: true,
    })
    expect(answer).toMatchObject({ status: 202, body: { change: { target: { label: 'Kanzlei' } } } })
  })

  test('ends the open invitations of approvers, which nobody else has seen', async () => {
    const team = await api.team()
    const { anna, cleo, id } = team
    for (const approver of [true, false])
      await api.invite(anna, id, { email: `${randomUUID()}@a.example`, approver })
    const changeId = api.waiting(await api.protect(anna, id))
    await api.approve(cleo, cleo.phone, changeId)
    const open = await api.participants(anna, id)
    const invites = open.filter(({ userId }: { userId: string | null }) => userId === null)
    expect(invites).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ approver: true, invite: 'revoked' }),
        expect.objectContaining({ approver: false, invite: 'pending' }),
      ]),
    )
  })
})

describe('a change', () => {
  test('of each kind answers 202 with what it would do, and does it once a second admin has signed', async () => {
    const team = await api.protectedTeam()
    const { anna, cleo, ben, id } = team
    const email = `${randomUUID().slice(0, 8)}@example.com`
    const dora = await colleague(product, team)
    const promote = { participantId: ben.participantId }
    const value = (participantId: string, to: boolean) => ({ participantId, value: to })
    const steps: [answer: () => ReturnType<typeof api.call>, action: string, label: string][] = [
      [() => api.invite(anna, id, { email, approver: true }), 'participant.invited', email],
      [
        () => api.call(anna, 'PATCH', '/participants/change-approver', value(dora.participantId, true)),
        'participant.rights-changed',
        dora.email,
      ],
      [
        () => api.call(anna, 'PATCH', `/workspaces/convert-to-admin/${id}`, promote),
        'participant.promoted',
        ben.email,
      ],
      [
        () => api.call(anna, 'PATCH', '/participants/change-activity', value(ben.participantId, false)),
        'participant.deactivated',
        ben.email,
      ],
      [
        () => api.call(anna, 'PATCH', '/participants/change-activity', { participantId: ben.participantId }),
        'participant.activated',
        ben.email,
      ],
      [
        () => api.call(anna, 'DELETE', `/workspaces/remove-from-workspace/${id}`, promote),
        'participant.removed',
        ben.email,
      ],
      [() => api.call(anna, 'DELETE', `/workspaces/delete/${id}`), 'workspace.deleted', 'Praxis'],
    ]
    for (const [send, action, label] of steps) {
      const before = await product.head()
      const answer = await send()
      expect(answer).toMatchObject({ status: 202, body: { change: { action, target: { label } } } })
      expect(await product.head()).not.toBe(before)
      const changeId = api.waiting(answer)
      // Asked again by somebody else it is the same one.
      expect((await send()).body.change.id).toBe(changeId)
      const done = await api.approve(cleo, cleo.phone, changeId)
      expect(done).toMatchObject({ status: 200, body: { id: changeId, state: 'done' } })
    }
    expect(await typesIn(id)).toEqual(
      expect.arrayContaining([
        'ParticipantInvited',
        'ParticipantRightsChanged',
        'ParticipantPromoted',
        'ParticipantActivityChanged',
        'ParticipantRemoved',
        'WorkspaceDeleted',
      ]),
    )
  })

  test('is signed as canonical content whose hash covers all that it shows', async () => {
    const { anna, cleo, id } = await api.protectedTeam()
    const email = `${randomUUID().slice(0, 8)}@example.com`
    const change: Change = (await api.invite(anna, id, { email, approver: true })).body.change
    const { body } = await api.call(cleo, 'POST', `/changes/challenge/${change.id}`)
    expect(body.content).toEqual({
      v: 1,
      kind: 'change',
      changeId: change.id,
      workspaceId: id,
      changeHash: await changeHash(change, body.textSalt),
      requestedBy: change.requestedBy.participantId,
      approverId: cleo.participantId,
      nonce: expect.any(String),
      expiresAt: change.expiresAt,
    })
    expect(body.canonical).toBe(canonicalText(body.content))
    expect(body.challenge).toBe(await hashOfText(body.canonical))
    expect(body.canonical).not.toContain(email)
    await api.call(cleo, 'POST', `/changes/approve/${change.id}`, await cleo.phone.proofFor(body.challenge))
    const fact = (await product.facts(`workspace-${id}`)).find(
      ({ type, data }) => type === 'ChangeApproved' && data['changeId'] === change.id,
    )
    expect(fact!.data).toMatchObject({
      evidence: { canonical: body.canonical, challenge: body.challenge, deviceId: cleo.phone.deviceId },
      assurance: 'pin',
    })
  })

  test('is not one’s own to decide; strangers do not learn of it', async () => {
    const { anna, ben, id } = await api.protectedTeam()
    const other = await api.team()
    const changeId = api.waiting(
      await api.call(anna, 'PATCH', `/workspaces/convert-to-admin/${id}`, {
        participantId: ben.participantId,
      }),
    )
    expectRefused(await api.approve(anna, anna.phone, changeId), 403, 'access.denied')
    expectRefused(await api.refuse(anna, changeId), 403, 'access.denied')
    expectRefused(await api.refuse(ben, changeId), 403, 'access.denied')
    expectRefused(await api.refuse(other.anna, changeId), 404, 'change.not-found')
    expectRefused(await api.call(other.anna, 'GET', `/changes/details/${changeId}`), 404, 'change.not-found')
    expectRefused(await api.call(ben, 'GET', `/changes/details/${changeId}`), 403, 'access.denied')
    expectRefused(await api.call(ben, 'GET', `/changes/list/${id}`), 403, 'access.denied')
  })

  test('ends as refused or withdrawn, and then nothing decides it', async () => {
    const { anna, cleo, ben, id } = await api.protectedTeam()
    const ask = () =>
      api.call(anna, 'PATCH', `/workspaces/convert-to-admin/${id}`, { participantId: ben.participantId })
    const first = api.waiting(await ask())
    expect(await api.refuse(cleo, first)).toMatchObject({
      status: 200,
      body: { state: 'refused', decidedBy: { email: cleo.email }, decidedAt: expect.any(String) },
    })
    expectRefused(await api.approve(cleo, cleo.phone, first), 409, 'change.closed', { state: 'refused' })
    const second = api.waiting(await ask())
    expectRefused(await api.withdraw(cleo, second), 403, 'access.denied')
    expect(await api.withdraw(anna, second)).toMatchObject({
      status: 200,
      body: { state: 'withdrawn', decidedBy: null },
    })
    expectRefused(await api.refuse(cleo, second), 409, 'change.closed', { state: 'withdrawn' })
    const list = await api.call(cleo, 'GET', `/changes/list/${id}?limit=1`)
    expect(list.body).toMatchObject([{ id: second, state: 'withdrawn', target: { label: ben.email } }])
    const next = await api.call(
      cleo,
      'GET',
      `/changes/list/${id}?limit=1&cursor=${String(list.headers['x-next-cursor'])}`,
    )
    expect(next.body).toMatchObject([{ id: first }])
    const refused = await api.call(cleo, 'GET', `/changes/list/${id}?state=refused`)
    expect(refused.body.map(({ id: one }: Change) => one)).toEqual([first])
  })

  test('is overtaken when its person has left, in the moment of leaving', async () => {
    const { anna, ben, id } = await api.protectedTeam()
    const changeId = api.waiting(
      await api.call(anna, 'PATCH', `/workspaces/convert-to-admin/${id}`, {
        participantId: ben.participantId,
      }),
    )
    await api.call(ben, 'DELETE', `/users/remove-from-workspace/${id}`)
    expect(await details(anna, changeId)).toMatchObject({ state: 'overtaken', overtakenBy: 'target-gone' })
  })

  test('repeats its answer for a repeated command', async () => {
    const { anna, cleo, ben, id } = await api.protectedTeam()
    const key = randomUUID()
    const ask = () =>
      product.call('PATCH', `/workspaces/convert-to-admin/${id}`, {
        token: anna.token,
        body: { participantId: ben.participantId },
        headers: { 'idempotency-key': key },
      })
    const first = await ask()
    await api.refuse(cleo, api.waiting(first))
    expect(await ask()).toMatchObject({ status: 202, body: { change: { id: first.body.change.id } } })
  })

  test('is done once, also if its approval is sent again; nobody else’s approval counts any more', async () => {
    const { anna, cleo, ben, id } = await api.protectedTeam()
    const changeId = api.waiting(
      await api.call(anna, 'PATCH', `/workspaces/convert-to-admin/${id}`, {
        participantId: ben.participantId,
      }),
    )
    for (const turn of [1, 2])
      expect([turn, await api.approve(cleo, cleo.phone, changeId)]).toMatchObject([
        turn,
        { status: 200, body: { state: 'done', decidedBy: { email: cleo.email } } },
      ])
    const third = { ...ben, token: await product.logIn(ben.userId, 'regular user') }
    const proof = await cleo.phone.proofFor('A'.repeat(43))
    const late = await api.call(third, 'POST', `/changes/approve/${changeId}`, proof)
    expectRefused(late, 409, 'change.closed', { state: 'done' })
    const facts = (await product.facts(`workspace-${id}`)).filter(({ data }) => data['changeId'] === changeId)
    expect(facts.map(({ type }) => type)).toEqual(['ChangeAsked', 'ChangeApproved'])
  })

  test('counts wrong PINs like an approval', async () => {
    const { anna, cleo, ben, id } = await api.protectedTeam()
    const changeId = api.waiting(
      await api.call(anna, 'PATCH', `/workspaces/convert-to-admin/${id}`, {
        participantId: ben.participantId,
      }),
    )
    const wrong = await api.approve(cleo, cleo.phone, changeId, { pin: '000000' })
    expectRefused(wrong, 403, 'proof.invalid', { field: 'pin', triesLeft: 4 })
    expect((await product.facts(`workspace-${id}`)).at(-1)).toMatchObject({
      type: 'ChangeApprovalRefused',
      data: { changeId, reason: 'wrong-pin', triesLeft: 4 },
    })
  })
})

test('rows of a bulk invitation that open a door wait, the others are invited', async () => {
  const { anna, cleo, id } = await api.protectedTeam()
  const key = randomUUID()
  const row = (name: string, approver: boolean) => ({
    email: `${name}-${id.slice(0, 6)}@example.com`,
    role: 'regular user',
    approver,
    requester: !approver,
  })
  const participants = [row('plain', false), row('first', true), row('second', true)]
  const send = () =>
    product.call('POST', `/workspaces/invite-participants/${id}`, {
      token: anna.token,
      body: { participants },
      headers: { 'idempotency-key': key },
    })
  const answer = await send()
  expect(answer).toMatchObject({
    status: 202,
    body: {
      results: [
        { row: 1, outcome: 'invited', participant: { invite: 'pending' } },
        { row: 2, outcome: 'waiting', reason: null, participant: null, changeId: expect.any(String) },
        { row: 3, outcome: 'waiting' },
      ],
    },
  })
  const [, first, second] = answer.body.results
  expect(answer.body.change).toMatchObject({ id: first.changeId, state: 'pending' })
  expect(second.changeId).not.toBe(first.changeId)
  expect((await send()).body).toEqual(answer.body)
  expect(await api.approve(cleo, cleo.phone, second.changeId)).toMatchObject({ body: { state: 'done' } })
  const people = await api.participants(anna, id)
  expect(people.map(({ email }: { email: string }) => email)).toContain(participants[2]!.email)
  expect(people.map(({ email }: { email: string }) => email)).not.toContain(participants[1]!.email)
})

test('a change that nobody decides in seven days is expired', async () => {
  const { anna, cleo, ben, id } = await api.protectedTeam()
  const changeId = api.waiting(
    await api.call(anna, 'PATCH', `/workspaces/convert-to-admin/${id}`, { participantId: ben.participantId }),
  )
  product.clock.advance(7 * DAY)
  const [one, two] = [await api.newSession(anna), await api.newSession(cleo)]
  expect(await details(one, changeId)).toMatchObject({ state: 'expired', decidedBy: null })
  expect((await api.call(two, 'GET', `/changes/list/${id}?state=pending`)).body).toEqual([])
  expectRefused(await api.approve(two, cleo.phone, changeId), 409, 'change.closed', { state: 'expired' })
})

test('an invitation in a workspace whose time is over is refused before a signature is used up or a PIN counts', async () => {
  const { anna, cleo, id } = await api.protectedTeam()
  product.clock.advance(28 * DAY)
  const one = await api.newSession(anna)
  const invited = { email: `${randomUUID()}@a.example`, approver: true }
  const changeId = api.waiting(await api.invite(one, id, invited))
  product.clock.advance(3 * DAY)
  const two = await api.newSession(cleo)
  const late = await api.approve(two, cleo.phone, changeId, { pin: '000000' })
  expectRefused(late, 402, 'workspace.inactive')
  expect((await typesIn(id)).at(-1)).toBe('ChangeAsked')
})
