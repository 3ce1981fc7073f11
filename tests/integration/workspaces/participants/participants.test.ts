import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountReactor } from '#modules/accounts/accounts.reactor.ts'
import { namesOf } from '#support/workspaces/tell-names.ts'
import { createReportDevices } from '#modules/workspaces/participants/report-devices.ts'
import { requestReactor } from '#modules/requests/requests.reactor.ts'
import { openProduct, type Answered, type Product } from '#support/product/product.ts'
import { expectRefusedWithoutEvents } from '#support/product/refusal.ts'
import { enrol } from '#support/product/requests.ts'
import { colleague, newestInvitation, workspaceOf, type OwnWorkspace } from '#support/product/workspaces.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

const refused = (call: () => Promise<Answered>, status: number, code: string) =>
  expectRefusedWithoutEvents(product, call, [status, code])
type By = { readonly token: string }
type Flag = 'activity' | 'approver' | 'requester'
const change = (by: By, flag: Flag, body: object, headers = {}) =>
  product.call('PATCH', `/participants/change-${flag}`, { token: by.token, body, headers })
const promote = ({ id, admin }: OwnWorkspace, participantId: string) =>
  product.call('PATCH', `/workspaces/convert-to-admin/${id}`, {
    token: admin.token,
    body: { participantId },
  })
const remove = ({ id, admin }: OwnWorkspace, participantId: string, by: By = admin) =>
  product.call('DELETE', `/workspaces/remove-from-workspace/${id}`, {
    token: by.token,
    body: { participantId },
  })
const participants = async ({ id, admin }: OwnWorkspace): Promise<any[]> =>
  (await product.call('GET', `/workspaces/participants/${id}`, admin)).body
const ofInvitation = (
  method: 'POST' | 'DELETE',
  what: 'resend' | 'revoke',
  { id, admin }: OwnWorkspace,
  participantId: string,
) => product.call(method, `/workspaces/${what}-invite/${id}`, { token: admin.token, body: { participantId } })
const inviteOne = async ({ id, admin }: OwnWorkspace) => {
  const body = { email: `${randomUUID()}@example.com`, role: 'regular user', approver: true, requester: true }
  const invited = await product.call('POST', `/workspaces/invite-participant/${id}`, { ...admin, body })
  return invited.body as { id: string; email: string }
}
const ask = (own: OwnWorkspace, by: By, body: object) =>
  product.call('POST', `/requests/create/${own.id}`, {
    token: by.token,
    body: { type: 'approval', title: 'Pay the invoice', ...body },
  })

describe('activity and rights', () => {
  test('of several are changed by one command, each by an event of its own; the others are told why not', async () => {
    const own = await workspaceOf(product)
    const [ben, cem] = [await colleague(product, own, { approver: true }), await colleague(product, own)]
    const { id: invitedId } = await inviteOne(own)
    const stranger = (await colleague(product, await workspaceOf(product))).participantId
    const token = await product.logIn(own.admin.userId)
    for (const approver of [{ approverId: ben.participantId }, { anyApprover: true }])
      await ask(own, cem, approver)
    const participantIds = [ben.participantId, cem.participantId, invitedId, stranger]
    const open = (what: Flag) =>
      product.call('POST', `/workspaces/participants-requests/${own.id}`, {
        token,
        body: { participantIds, what },
      })
    expect([(await open('approver')).body, (await open('activity')).body]).toEqual([
      { closes: 1 },
      { closes: 2 },
    ])
    const headers = { 'idempotency-key': randomUUID() }
    const several = (body: object) =>
      product.call('PATCH', `/workspaces/change-participants/${own.id}`, { token, body, headers })
    const body = { participantIds, what: 'requester', value: true }
    const first = await several(body)
    expect(first.body.results.map((one: any) => [one.participantId, one.reason ?? one.outcome])).toEqual([
      [ben.participantId, 'changed'],
      [cem.participantId, 'unchanged'],
      [invitedId, 'participant.pending'],
      [stranger, 'participant.not-found'],
    ])
    expect((await several(body)).body).toEqual(first.body)
    const facts = await product.facts(`workspace-${own.id}`)
    expect(facts.filter(({ type }) => type === 'ParticipantRightsChanged')).toHaveLength(1)
    product.clock.advance(10 * 60_000)
    const approvers = { participantIds, what: 'approver', value: false }
    await refused(
      () => product.call('PATCH', `/workspaces/change-participants/${own.id}`, { token, body: approvers }),
      403,
      'login.too-old',
    )
  })

  test('are toggled by the participant id, once per command, and recorded with the actor', async () => {
    const own = await workspaceOf(product)
    const { participantId, email } = await colleague(product, own)
    const headers = { 'idempotency-key': randomUUID() }
    for (let again = 0; again < 2; again += 1)
      expect(await change(own.admin, 'activity', { participantId }, headers)).toMatchObject({
        status: 200,
        body: { id: participantId, email, active: false },
      })
    expect((await change(own.admin, 'approver', { participantId })).body).toMatchObject({ approver: true })
    const off = { participantId, value: false }
    expect((await change(own.admin, 'requester', off)).body).toMatchObject({ requester: false })
    expect((await change(own.admin, 'requester', off)).body).toMatchObject({ requester: false })
    const { body } = await product.call('GET', `/workspaces/history/${own.id}?limit=3`, own.admin)
    const actor = { userId: own.admin.userId, role: 'admin' }
    expect(body.entries).toMatchObject([
      {
        action: 'participant.rights-changed',
        actor,
        changes: [{ field: 'requester', before: true, after: false }],
      },
      {
        action: 'participant.rights-changed',
        target: { kind: 'participant', id: participantId, label: email },
        changes: [{ field: 'approver', before: false, after: true }],
      },
      {
        action: 'participant.deactivated',
        outcome: 'ok',
        changes: [{ field: 'active', before: true, after: false }],
      },
    ])
  })

  test('reject a regular user without rights, and an inactive last admin', async () => {
    const own = await workspaceOf(product)
    const { participantId } = await colleague(product, own)
    await refused(() => change(own.admin, 'requester', { participantId }), 400, 'participant.no-role')
    const [me] = (await participants(own)).filter(({ participant }) => participant.role === 'admin')
    const self = { participantId: me.participant.id }
    await refused(() => change(own.admin, 'activity', self), 409, 'participant.last-admin')
  })

  test('of a foreign participant are like those of an unknown one', async () => {
    const own = await workspaceOf(product)
    const ben = await colleague(product, own)
    const other = await workspaceOf(product)
    const { participantId } = ben
    for (const flag of ['activity', 'approver', 'requester'] as const) {
      await refused(() => change(other.admin, flag, { participantId }), 404, 'participant.not-found')
      const unknown = { participantId: randomUUID() }
      await refused(() => change(own.admin, flag, unknown), 404, 'participant.not-found')
      await refused(() => change(ben, flag, { participantId }), 403, 'access.denied')
      await refused(() => change(own.admin, flag, { participantId: 'x' }), 400, 'input.invalid')
      await refused(() => change(own.admin, flag, { participantId, value: 'off' }), 400, 'input.invalid')
    }
    await refused(() => remove(other, participantId), 404, 'participant.not-found')
    await refused(() => promote(other, participantId), 404, 'participant.not-found')
    for (const [method, what] of [
      ['POST', 'resend'],
      ['DELETE', 'revoke'],
    ] as const)
      await refused(() => ofInvitation(method, what, other, participantId), 404, 'participant.not-found')
  })

  test('a deactivated participant has no access until reactivated', async () => {
    const own = await workspaceOf(product)
    const ben = await colleague(product, own, { approver: true, requester: true })
    const { participantId } = ben
    const related = async () =>
      (await product.call('GET', '/users/related-workspaces', ben)).body.userWorkspaces
    await change(own.admin, 'activity', { participantId })
    expect(await related()).toEqual([])
    await refused(() => ask(own, ben, { anyApprover: true }), 403, 'access.denied')
    const unavailable = await ask(own, own.admin, { approverId: participantId })
    expect(unavailable).toMatchObject({ status: 409, body: { code: 'approver.unavailable' } })
    await change(own.admin, 'activity', { participantId })
    expect(await related()).toHaveLength(1)
    expect((await ask(own, ben, { anyApprover: true })).status).toBe(201)
  })
})

describe('pending requests of unavailable participants', () => {
  const facts = async (requestId: string) =>
    (await product.facts(`request-${requestId}`)).map(({ type, data }) =>
      type === 'RequestClosed' ? data['reason'] : type,
    )
  /** Passes the newest event of the workspace to the reactor. */
  const react = async ({ id }: OwnWorkspace) => {
    const fact = (await product.facts(`workspace-${id}`)).at(-1)!
    await requestReactor(product.platform).on[fact.type]!(fact)
  }
  const ways = {
    removed: (own: OwnWorkspace, { participantId }: { participantId: string }) => remove(own, participantId),
    deactivated: ({ admin }: OwnWorkspace, { participantId }: { participantId: string }) =>
      change(admin, 'activity', { participantId, value: false }),
  }

  test.each(Object.entries(ways))(
    '%s: closes their requests, and those addressed to them',
    async (_way, go) => {
      const own = await workspaceOf(product)
      const ben = await colleague(product, own, { approver: true, requester: true })
      const byBen = (await ask(own, ben, { anyApprover: true })).body.id
      const forBen = (await ask(own, own.admin, { approverId: ben.participantId })).body.id
      const forAll = (await ask(own, own.admin, { anyApprover: true })).body.id
      expect((await go(own, ben)).status).toBe(200)
      for (let telling = 0; telling < 2; telling += 1) await react(own)
      expect(await facts(byBen)).toEqual(['RequestCreated', 'requester-unavailable'])
      expect(await facts(forBen)).toEqual(['RequestCreated', 'approver-unavailable'])
      expect(await facts(forAll)).toEqual(['RequestCreated'])
    },
  )

  test('a revoked right closes only the requests that need it', async () => {
    const own = await workspaceOf(product)
    const ben = await colleague(product, own, { approver: true, requester: true })
    const byBen = (await ask(own, ben, { anyApprover: true })).body.id
    const forBen = (await ask(own, own.admin, { approverId: ben.participantId })).body.id
    await change(own.admin, 'approver', { participantId: ben.participantId })
    await react(own)
    expect(await facts(forBen)).toEqual(['RequestCreated', 'approver-unavailable'])
    expect(await facts(byBen)).toEqual(['RequestCreated'])
    await change(own.admin, 'approver', { participantId: ben.participantId })
    await react(own)
    await change(own.admin, 'requester', { participantId: ben.participantId })
    await react(own)
    expect(await facts(byBen)).toEqual(['RequestCreated', 'requester-unavailable'])
  })

  test('a request that was created concurrently with the revocation is closed too', async () => {
    const own = await workspaceOf(product)
    const ben = await colleague(product, own, { approver: true, requester: true })
    const forBen = (await ask(own, own.admin, { approverId: ben.participantId })).body.id
    await change(own.admin, 'approver', { participantId: ben.participantId })
    const [created] = await product.facts(`request-${forBen}`)
    await requestReactor(product.platform).on['RequestCreated']!(created!)
    expect(await facts(forBen)).toEqual(['RequestCreated', 'approver-unavailable'])
  })
})

test('a promoted participant can use the desk', async () => {
  const own = await workspaceOf(product)
  const ben = await colleague(product, own)
  expect((await promote(own, ben.participantId)).body).toMatchObject({ role: 'admin', requester: true })
  const fact = (await product.facts(`workspace-${own.id}`)).at(-1)!
  await accountReactor(product.platform, createReportDevices(product.platform), namesOf(product.platform)).on[
    'ParticipantPromoted'
  ]!(fact)
  const raised = (await product.facts(`user-${ben.userId}`)).at(-1)
  expect(raised).toMatchObject({ type: 'UserRoleRaised', data: { role: 'admin' } })
  const again = await promote(own, ben.participantId)
  expect(again).toMatchObject({ status: 200, body: { role: 'admin' } })
  expect((await product.facts(`workspace-${own.id}`)).at(-1)!.id).toBe(fact.id)
})

test('a removed participant loses access at once, and can be invited again', async () => {
  const own = await workspaceOf(product)
  const ben = await colleague(product, own, { role: 'admin' })
  expect(await remove(own, ben.participantId)).toMatchObject({ status: 200, body: {} })
  await refused(() => product.call('GET', `/workspaces/${own.id}`, ben), 404, 'workspace.not-found')
  await refused(() => remove(own, ben.participantId), 404, 'participant.not-found')
  expect(await participants(own)).toHaveLength(1)
  const body = { email: ben.email, role: 'regular user', approver: true, requester: false }
  const again = await product.call('POST', `/workspaces/invite-participant/${own.id}`, { ...own.admin, body })
  expect(again.status).toBe(201)
  expect(again.body.id).not.toBe(ben.participantId)
})

describe('invitations', () => {
  const shown = async (own: OwnWorkspace, id: string) =>
    (await participants(own)).find(({ participant }) => participant.id === id)?.participant.invite

  test('a revoked invitation is shown as revoked and cannot be used, until it is sent again', async () => {
    const own = await workspaceOf(product)
    const ben = await inviteOne(own)
    const invitationId = await newestInvitation(product, own.id)
    const look = () => product.call('GET', `/participants/invitation/${invitationId}`)
    expect((await ofInvitation('DELETE', 'revoke', own, ben.id)).body).toMatchObject({ invite: 'revoked' })
    expect(await shown(own, ben.id)).toBe('revoked')
    expect((await look()).status).toBe(404)
    const sent = await ofInvitation('POST', 'resend', own, ben.id)
    expect(sent).toMatchObject({ status: 200, body: { email: ben.email, invite: 'pending', approver: true } })
    expect((await look()).status).toBe(200)
    const [, resent] = (await product.facts(`workspace-${own.id}`)).filter(
      ({ type }) => type === 'ParticipantInvited',
    )
    expect(resent!.data).toMatchObject({ generation: 2, email: ben.email, invitationId })
  })

  test('joined participants have no invitation to resend or revoke; invited ones have no rights to change', async () => {
    const own = await workspaceOf(product)
    const { participantId } = await colleague(product, own)
    await refused(() => ofInvitation('POST', 'resend', own, participantId), 409, 'invitation.accepted')
    await refused(() => ofInvitation('DELETE', 'revoke', own, participantId), 409, 'invitation.accepted')
    const invited = { participantId: (await inviteOne(own)).id }
    await refused(() => change(own.admin, 'activity', invited), 409, 'participant.pending')
    await refused(() => promote(own, invited.participantId), 409, 'participant.pending')
    expect((await remove(own, invited.participantId)).status).toBe(200)
  })
})

test('an admin sees the devices of participants, without secrets, and of no one else', async () => {
  const own = await workspaceOf(product)
  const ben = await colleague(product, own, { approver: true })
  const of = (participantId: string, by: By = own.admin) =>
    product.call('GET', `/workspaces/participant-devices/${own.id}?participantId=${participantId}`, by)
  expect((await of(ben.participantId)).body).toEqual([])
  await enrol(product, ben)
  expect((await of(ben.participantId)).body).toEqual([
    {
      id: expect.any(String),
      kind: 'pin',
      name: 'Phone',
      createdAt: expect.any(String),
      lastUsedAt: null,
      disabled: false,
      state: 'usable',
      usableFrom: null,
      deviceBound: true,
      enrolledBy: 'first',
    },
  ])
  expect((await of((await inviteOne(own)).id)).body).toEqual([])
  await refused(() => of(ben.participantId, ben), 403, 'access.denied')
  await refused(() => of(randomUUID()), 404, 'participant.not-found')
  const foreign = await workspaceOf(product)
  const stranger = await colleague(product, foreign)
  await refused(() => of(stranger.participantId), 404, 'participant.not-found')
  await refused(() => of(ben.participantId, foreign.admin), 404, 'workspace.not-found')
})

test('the wizard is completed once', async () => {
  const own = await workspaceOf(product)
  const finish = () => product.call('PATCH', `/workspaces/complete-onboarding/${own.id}`, own.admin)
  expect((await finish()).body).toEqual({ success: true, needsOnboarding: false })
  const head = await product.head()
  expect((await finish()).body).toEqual({ success: true, needsOnboarding: false })
  expect(await product.head()).toBe(head)
  const { body } = await product.call('GET', `/workspaces/${own.id}`, own.admin)
  expect(body.needsOnboarding).toBe(false)
})
