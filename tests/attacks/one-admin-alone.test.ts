import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openProduct, type Person, type Product } from '#support/product/product.ts'
import { enrol, expectRefused } from '#support/product/requests.ts'
import { colleague, newestInvitation } from '#support/product/workspaces.ts'
import { changesOf, type Protected } from '#support/workspaces/changes.ts'

/** An admin, or who has their session, wants to decide alone in a workspace that protects its people. */

let product: Product
let api: ReturnType<typeof changesOf>
beforeAll(async () => {
  product = await openProduct()
  api = changesOf(product)
})
afterAll(() => product?.close())

const promote = (who: Person, id: string, participantId: string) =>
  api.call(who, 'PATCH', `/workspaces/convert-to-admin/${id}`, { participantId })
const activity = (who: Person, participantId: string, value?: boolean) =>
  api.call(who, 'PATCH', '/participants/change-activity', {
    participantId,
    ...(value !== undefined && { value }),
  })
const remove = (who: Person, id: string, participantId: string) =>
  api.call(who, 'DELETE', `/workspaces/remove-from-workspace/${id}`, { participantId })
const leave = (who: Person, id: string) => api.call(who, 'DELETE', `/users/remove-from-workspace/${id}`)
const approver = (who: Person, participantId: string, value = true) =>
  api.call(who, 'PATCH', '/participants/change-approver', { participantId, value })
const memberOf = async (who: Person, id: string, participantId: string) =>
  (await api.participants(who, id)).find((one: { id: string }) => one.id === participantId)
const isProtected = async (who: Person, id: string) =>
  (await api.call(who, 'GET', `/workspaces/${id}`)).body.peopleProtected
const ownId = async (who: Person, id: string): Promise<string> =>
  (await api.participants(who, id)).find(({ email }: { email: string }) => email === who.email).id

describe('with a second mailbox', () => {
  test('invites it as an approver: nobody is invited before another admin has signed', async () => {
    const { anna, id } = await api.protectedTeam()
    const second = await product.person({ role: 'regular user' })
    api.waiting(await api.invite(anna, id, { email: second.email, approver: true }))
    const facts = await product.facts(`workspace-${id}`)
    const sent = facts.filter(
      ({ type, data }) => type === 'ParticipantInvited' && data['email'] === second.email,
    )
    expect(sent).toEqual([])
  })

  test('hides it among a hundred rows of a bulk invitation', async () => {
    const { anna, id } = await api.protectedTeam()
    const participants = Array.from({ length: 20 }, (_, at) => ({
      email: `${randomUUID().slice(0, 8)}@example.com`,
      role: at === 13 ? 'admin' : 'regular user',
      approver: false,
      requester: true,
    }))
    const { body, status } = await api.call(anna, 'POST', `/workspaces/invite-participants/${id}`, {
      participants,
    })
    expect(status).toBe(202)
    const outcomes = body.results.map(({ outcome }: { outcome: string }) => outcome)
    expect(outcomes.indexOf('waiting')).toBe(13)
    expect(outcomes.filter((outcome: string) => outcome === 'invited')).toHaveLength(19)
  })

  test('joins as a requester and is promoted, or made an approver, afterwards', async () => {
    const team = await api.protectedTeam()
    const second = await colleague(product, team)
    api.waiting(await promote(team.anna, team.id, second.participantId))
    api.waiting(await approver(team.anna, second.participantId))
    expect(await memberOf(team.anna, team.id, second.participantId)).toMatchObject({
      role: 'regular user',
      approver: false,
    })
  })

  test('accepts an invitation that was sent before people were protected', async () => {
    const { anna, cleo, id } = await api.team()
    const second = await product.person({ role: 'regular user' })
    await api.invite(anna, id, { email: second.email, approver: true })
    const invitationId = await newestInvitation(product, id)
    await api.approve(cleo, cleo.phone, api.waiting(await api.protect(anna, id)))
    expectRefused(
      await api.call(second, 'POST', `/participants/accept-invite/${invitationId}`),
      404,
      'invitation.not-found',
    )
  })

  test('opens a revoked invitation again by sending it once more', async () => {
    const { anna, cleo, id } = await api.protectedTeam()
    const second = await product.person({ role: 'regular user' })
    const changeId = api.waiting(await api.invite(anna, id, { email: second.email, approver: true }))
    await api.approve(cleo, cleo.phone, changeId)
    const participantId = (await api.participants(anna, id)).find(
      ({ email }: { email: string }) => email === second.email,
    ).id
    await api.call(cleo, 'DELETE', `/workspaces/revoke-invite/${id}`, { participantId })
    api.waiting(await api.call(anna, 'POST', `/workspaces/resend-invite/${id}`, { participantId }))
    expect(await memberOf(anna, id, participantId)).toMatchObject({ invite: 'revoked' })
  })

  test('has a requester approved as invited, and asks for more rights of the same address meanwhile', async () => {
    const { anna, id } = await api.protectedTeam()
    const email = `${randomUUID().slice(0, 8)}@example.com`
    api.waiting(await api.invite(anna, id, { email, approver: true }))
    expectRefused(await api.invite(anna, id, { email, role: 'admin', approver: true }), 409, 'change.exists')
  })

  test('is an approver who was deactivated, and activates them again', async () => {
    const team = await api.team()
    const { anna, cleo, id } = team
    const second = await colleague(product, team, { approver: true })
    await api.approve(cleo, cleo.phone, api.waiting(await api.protect(anna, id)))
    await activity(anna, second.participantId, false)
    api.waiting(await activity(anna, second.participantId))
    expect(await memberOf(anna, id, second.participantId)).toMatchObject({ active: false })
  })

  test('makes themselves an approver', async () => {
    const { anna, cleo, id } = await api.protectedTeam()
    api.waiting(await approver(cleo, cleo.participantId))
    expect(await memberOf(anna, id, cleo.participantId)).toMatchObject({ approver: false })
  })
})

describe('an admin who wants to be the only one', () => {
  test('deactivates or removes the other: both sign, and then the protection is off', async () => {
    const { anna, cleo, id } = await api.protectedTeam()
    api.waiting(await activity(anna, cleo.participantId, false))
    const answer = await remove(anna, id, cleo.participantId)
    expect(answer.body.change.changes).toContainEqual({
      field: 'peopleProtected',
      before: true,
      after: false,
    })
    expect(await memberOf(anna, id, cleo.participantId)).toMatchObject({ active: true, role: 'admin' })
    await api.approve(cleo, cleo.phone, api.waiting(answer))
    expect(await memberOf(anna, id, cleo.participantId)).toBeUndefined()
    expect(await isProtected(anna, id)).toBe(false)
  })

  test('has the session of the other, and lets them leave or delete their account', async () => {
    const { anna, cleo, id } = await api.protectedTeam()
    expectRefused(await leave(cleo, id), 409, 'participant.needed-admin')
    expectRefused(await api.call(cleo, 'DELETE', '/users/delete-account'), 409, 'participant.last-admin')
    expect(await isProtected(anna, id)).toBe(true)
  })

  test('switches the protection off, or deletes the workspace', async () => {
    const { anna, id } = await api.protectedTeam()
    api.waiting(await api.protect(anna, id, false))
    api.waiting(await api.call(anna, 'DELETE', `/workspaces/delete/${id}`))
    expect(await isProtected(anna, id)).toBe(true)
  })

  test('is to be removed, and refuses that themselves', async () => {
    const team = await api.protectedTeam()
    const { anna, cleo, id, ben } = team
    await api.approve(cleo, cleo.phone, api.waiting(await promote(anna, id, ben.participantId)))
    const changeId = api.waiting(await remove(anna, id, cleo.participantId))
    expectRefused(await api.refuse(cleo, changeId), 403, 'access.denied')
    const third = { ...ben, token: await product.logIn(ben.userId, 'regular user') }
    expect(await api.approve(third, await enrol(product, third), changeId)).toMatchObject({
      body: { state: 'done' },
    })
  })
})

describe('an approval', () => {
  const asked = async (): Promise<Protected & { changeId: string }> => {
    const team = await api.protectedTeam()
    return { ...team, changeId: api.waiting(await promote(team.anna, team.id, team.ben.participantId)) }
  }
  const challenge = async (who: Person, changeId: string): Promise<string> =>
    (await api.call(who, 'POST', `/changes/challenge/${changeId}`)).body.challenge

  test('of one’s own change, by the own device or with the other’s session', async () => {
    const { anna, cleo, changeId } = await asked()
    expectRefused(await api.approve(anna, anna.phone, changeId), 403, 'access.denied')
    const stolen = await anna.phone.proofFor(await challenge(cleo, changeId))
    expectRefused(await api.call(cleo, 'POST', `/changes/approve/${changeId}`, stolen), 403, 'proof.invalid')
  })

  test('by a session without a device', async () => {
    const { cleo, changeId } = await asked()
    expect((await api.call(cleo, 'POST', `/changes/approve/${changeId}`, {})).status).toBe(400)
    const made = {
      proof: { challenge: 'A'.repeat(43), deviceId: randomUUID(), pin: '482915', signature: 'A'.repeat(86) },
    }
    expectRefused(await api.call(cleo, 'POST', `/changes/approve/${changeId}`, made), 409, 'challenge.spent')
  })

  test('by a further device of the second admin that still waits', async () => {
    const { cleo, changeId } = await asked()
    const thief = await enrol(product, cleo)
    expectRefused(await api.approve(cleo, thief, changeId), 409, 'device.waiting')
  })

  test('with the signature for another change, and the same one twice', async () => {
    const { anna, cleo, id, ben, changeId } = await asked()
    const other = api.waiting(await approver(anna, ben.participantId))
    const proof = await cleo.phone.proofFor(await challenge(cleo, other))
    const send = (change: string) => api.call(cleo, 'POST', `/changes/approve/${change}`, proof)
    expectRefused(await send(changeId), 409, 'challenge.spent')
    expect(await send(other)).toMatchObject({ body: { state: 'done' } })
    expectRefused(await send(changeId), 409, 'challenge.spent')
    expect(await memberOf(anna, id, ben.participantId)).toMatchObject({
      role: 'regular user',
      approver: true,
    })
  })

  test('by an admin who lost that right, and of a change whose asker lost it', async () => {
    const team = await asked()
    const { anna, cleo, ben, id, changeId } = team
    const dora = await colleague(product, team)
    const doras = api.waiting(await promote(anna, id, dora.participantId))
    await api.approve(cleo, cleo.phone, changeId)
    const third = { ...ben, token: await product.logIn(ben.userId, 'regular user') }
    const phone = await enrol(product, third)
    await api.approve(third, phone, api.waiting(await activity(anna, cleo.participantId, false)))
    expectRefused(await api.approve(cleo, cleo.phone, doras), 403, 'access.denied')
    expect(await api.approve(third, phone, doras)).toMatchObject({ body: { state: 'done' } })
    const fourth = { ...dora, token: await product.logIn(dora.userId, 'regular user') }
    const emil = await colleague(product, team)
    const lost = api.waiting(await promote(anna, id, emil.participantId))
    const gone = api.waiting(await remove(fourth, id, await ownId(anna, id)))
    await api.approve(third, phone, gone)
    expect((await api.call(third, 'GET', `/changes/details/${lost}`)).body).toMatchObject({
      state: 'overtaken',
      overtakenBy: 'requester-gone',
    })
  })

  test('of an address that was exchanged in the read model', async () => {
    const { anna, cleo, id } = await api.protectedTeam()
    const changeId = api.waiting(
      await api.invite(anna, id, { email: `${randomUUID()}@a.example`, approver: true }),
    )
    await product.platform
      .db('changes')
      .where({ id: changeId })
      .update({ invited_email: 'thief@evil.example' })
    expectRefused(await api.call(cleo, 'POST', `/changes/challenge/${changeId}`), 503, 'fact.altered')
    const facts = await product.facts(`workspace-${id}`)
    expect(facts.filter(({ type }) => type === 'ChangeApproved')).toHaveLength(1)
  })
})

test('a flood of changes ends at a hundred that wait', async () => {
  const { anna, id } = await api.protectedTeam()
  const participants = Array.from({ length: 110 }, (_, at) => ({
    email: `flood-${at}-${id.slice(0, 8)}@example.com`,
    role: 'regular user',
    approver: true,
    requester: false,
  }))
  const { body } = await api.call(anna, 'POST', `/workspaces/invite-participants/${id}`, { participants })
  const reasons = body.results.map(
    ({ outcome, reason }: { outcome: string; reason: string }) => reason ?? outcome,
  )
  expect(reasons.filter((reason: string) => reason === 'waiting').length).toBeLessThanOrEqual(100)
  expect(new Set(reasons.slice(100))).toEqual(new Set(['invitation.limit']))
})

test('the operator deletes the workspace alone, and decides no change', async () => {
  const { anna, ben, id } = await api.protectedTeam()
  const changeId = api.waiting(await promote(anna, id, ben.participantId))
  const operator = await product.person({ role: 'super admin' })
  const token = await product.logIn(operator.userId, 'super admin')
  expectRefused(await api.refuse({ ...operator, token }, changeId), 403, 'access.denied')
  expect(await api.call({ ...operator, token }, 'DELETE', `/workspaces/delete/${id}`)).toMatchObject({
    status: 200,
  })
})
