import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invitationTokens } from '#modules/workspaces/invitations/invitation-token.store.ts'
import { workspaceMails } from '#modules/workspaces/workspaces.mail-kinds.ts'
import type { Fact } from '#platform/facts/facts.ts'
import { openProduct, type Answered, type Product } from '#support/product/product.ts'
import { expectRefusedWithoutEvents } from '#support/product/refusal.ts'
import { colleague, newestInvitation, workspaceOf } from '#support/product/workspaces.ts'

const DAY = 24 * 3_600_000

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

const refused = (call: () => Promise<Answered>, status: number, code: string) =>
  expectRefusedWithoutEvents(product, call, [status, code])
const notFound = (call: () => Promise<Answered>) => refused(call, 404, 'invitation.not-found')

type Grant = { role?: string; approver?: boolean; requester?: boolean }
const invite = ([id, token]: readonly [string, string], email: string, given: Grant = {}, headers = {}) =>
  product.call('POST', `/workspaces/invite-participant/${id}`, {
    token,
    headers,
    body: { email, role: 'regular user', approver: true, requester: false, ...given },
  })
const accept = (invitationId: string, token: string | undefined, headers = {}) =>
  product.call('POST', `/participants/accept-invite/${invitationId}`, { token, headers })
const offer = (invitationId: string, secret?: string) =>
  product.call(
    'GET',
    `/participants/invitation/${invitationId}${secret === undefined ? '' : `?verificationToken=${secret}`}`,
  )
const secretOf = (invitationId: string, generation = 1) =>
  invitationTokens(product.platform).token(invitationId, generation)
const newestFact = async (id: string): Promise<Fact> => (await product.facts(`workspace-${id}`)).at(-1)!
const mailOf = (fact: Fact) => {
  const { commands, config, db, log, clock, rowMacs } = product.platform
  const services = { baseUrl: config.PUBLIC_BASE_URL, now: clock.now(), commands, db, rowMacs, log, config }
  return workspaceMails[0]!.prepare(fact, '', services)
}

describe('inviting', () => {
  test('creates a participant without revealing whether there is an account', async () => {
    const { id, admin } = await workspaceOf(product)
    const ben = await product.person()
    const invited = await invite([id, admin.token], ben.email)
    expect(invited).toMatchObject({
      status: 201,
      body: {
        workspaceId: id,
        userId: null,
        email: ben.email,
        role: 'regular user',
        approver: true,
        requester: false,
        invite: 'pending',
        joinedAt: null,
      },
    })
    const { body } = await product.call('GET', `/workspaces/participants/${id}`, { token: admin.token })
    expect(body[0].participant).toEqual({ ...invited.body, undelivered: null })
    const fact = await newestFact(id)
    expect(fact).toMatchObject({
      type: 'ParticipantInvited',
      data: { email: ben.email, generation: 1, language: 'en' },
      metadata: { workspaceId: id, actor: { userId: admin.userId, role: 'admin' } },
    })
  })

  test('takes effect once, and replies the same after the invitation was accepted', async () => {
    const { id, admin } = await workspaceOf(product)
    const ben = await product.person()
    const headers = { 'idempotency-key': randomUUID() }
    const first = await invite([id, admin.token], ben.email, {}, headers)
    await accept(await newestInvitation(product, id), ben.token)
    const head = await product.head()
    const second = await invite([id, admin.token], ben.email, {}, headers)
    expect([second.status, second.body]).toEqual([201, first.body])
    expect(await product.head()).toBe(head)
    const other = () => invite([id, admin.token], 'other@example.com', {}, headers)
    await refused(other, 409, 'idempotency.other-body')
  })

  test('rejects an address that is in the workspace or invited, in any spelling', async () => {
    const { id, admin } = await workspaceOf(product)
    await invite([id, admin.token], 'ben@example.com')
    await refused(() => invite([id, admin.token], 'Ben@Example.com'), 409, 'participant.exists')
    await refused(() => invite([id, admin.token], admin.email), 409, 'participant.exists')
  })

  test('invites an address once for concurrent commands', async () => {
    const { id, admin } = await workspaceOf(product)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => invite([id, admin.token], 'ben@example.com')),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array(7).fill(409),
    ])
    const secret = secretOf(await newestInvitation(product, id))
    expect((await offer(await newestInvitation(product, id), secret)).status).toBe(200)
  })

  test.each([
    ['participant.no-role', { approver: false }],
    ['input.invalid', { role: 'super admin' }],
    ['input.invalid', { approver: 'yes' }],
  ])('rejects with %s: %j', async (code, grant) => {
    const { id, admin } = await workspaceOf(product)
    await refused(() => invite([id, admin.token], 'ben@example.com', grant as Grant), 400, code)
  })

  test('checks the input before the access', async () => {
    const { id } = await workspaceOf(product)
    const { token } = await product.person()
    const call = () => invite([id, token], 'ben@example.com', { approver: false })
    await refused(call, 400, 'participant.no-role')
  })

  test('allows a hundred open invitations', async () => {
    const { id, admin } = await workspaceOf(product)
    for (let i = 0; i < 100; i += 10)
      await Promise.all(
        Array.from({ length: 10 }, (_, j) => invite([id, admin.token], `p${i + j}@example.com`)),
      )
    await refused(() => invite([id, admin.token], 'ben@example.com'), 409, 'invitation.limit')
  })

  test('needs an active subscription', async () => {
    const { id, admin } = await workspaceOf(product)
    product.clock.advance(32 * DAY)
    const token = await product.logIn(admin.userId)
    await refused(() => invite([id, token], 'ben@example.com'), 402, 'workspace.inactive')
  })
})

describe('an invitation', () => {
  test('shows its role, and with the mail’s token the address and the workspace', async () => {
    const { id, admin } = await workspaceOf(product)
    const ben = await product.person({ verified: false })
    await invite([id, admin.token], ben.email, { role: 'admin' })
    const invitationId = await newestInvitation(product, id)
    expect(await offer(invitationId)).toMatchObject({ status: 200, body: { role: 'admin' } })
    const full = { role: 'admin', email: ben.email, name: null, workspaceName: 'Praxis' }
    expect((await offer(invitationId, secretOf(invitationId))).body).toEqual({ ...full, account: 'none' })
    const signup = { password: 'long enough', verificationToken: secretOf(invitationId) }
    expect((await product.call('POST', '/auth/signup', { body: signup })).status).toBe(201)
    expect((await offer(invitationId, secretOf(invitationId))).body).toEqual({ ...full, account: 'exists' })
  })

  test('is not found when unknown, expired or accepted, or with another token', async () => {
    const { id, admin } = await workspaceOf(product)
    const ben = await product.person()
    await invite([id, admin.token], ben.email)
    const invitationId = await newestInvitation(product, id)
    await notFound(() => offer(randomUUID()))
    await notFound(() => offer(invitationId, 'x'.repeat(43)))
    const other = await workspaceOf(product)
    await invite([other.id, other.admin.token], ben.email)
    const secretOfOther = secretOf(await newestInvitation(product, other.id))
    await notFound(() => offer(invitationId, secretOfOther))
    await refused(() => offer('x'), 400, 'input.invalid')
    await accept(invitationId, ben.token)
    await notFound(() => offer(invitationId))
    await notFound(() => offer(invitationId, secretOf(invitationId)))
    await invite([id, admin.token], 'eve@example.com')
    const late = await newestInvitation(product, id)
    product.clock.advance(7 * DAY)
    await notFound(() => offer(late))
    await notFound(() => offer(late, secretOf(late)))
  })

  test('can be sent again after its expiry, with a new token that replaces the old one', async () => {
    const { id, admin } = await workspaceOf(product)
    const first = await invite([id, admin.token], 'ben@example.com')
    const invitationId = await newestInvitation(product, id)
    const firstFact = await newestFact(id)
    await invite([id, admin.token], 'cleo@example.com')
    product.clock.advance(8 * DAY)
    const token = await product.logIn(admin.userId)
    const list = await product.call('GET', `/workspaces/participants/${id}`, { token })
    expect(list.body[1].participant.invite).toBe('expired')
    const again = await invite([id, token], 'ben@example.com', { role: 'admin', approver: false })
    expect(again.body).toEqual({
      ...first.body,
      role: 'admin',
      approver: false,
      invitedAt: again.body.invitedAt,
    })
    expect(await newestInvitation(product, id)).toBe(invitationId)
    const after = await product.call('GET', `/workspaces/participants/${id}`, { token })
    expect(after.body[0].participant).toEqual({ ...again.body, undelivered: null })
    await notFound(() => offer(invitationId, secretOf(invitationId, 1)))
    expect((await offer(invitationId, secretOf(invitationId, 2))).status).toBe(200)
    expect(await mailOf(firstFact)).toEqual({ drop: 'a newer link replaced this one' })
    expect(await mailOf(await newestFact(id))).toMatchObject({ to: 'ben@example.com' })
  })

  test('is mailed with a link that works until it is accepted', async () => {
    const anna = await product.person({ language: 'de' })
    const { id, admin } = await workspaceOf(product, anna)
    const ben = await product.person()
    await invite([id, admin.token], ben.email)
    const fact = await newestFact(id)
    const prepared = await mailOf(fact)
    if (!('mail' in prepared)) throw new Error('no mail')
    const { to, mail } = prepared
    expect(to).toBe(ben.email)
    expect(mail.subject).toBe(`${anna.email} lädt Sie in den Workspace „Praxis“ ein`)
    expect(mail.text).toContain(anna.email)
    const link = /http:\/\/localhost\/users\/invite\/([\w-]{43})\?invitationUuid=([\w-]{36})/.exec(mail.text)!
    expect(mail.html).toContain(link[0])
    expect((await offer(link[2]!, link[1])).status).toBe(200)
    await accept(link[2]!, ben.token)
    expect(await mailOf(fact)).toEqual({ drop: 'the invitation is not open any more' })
  })

  test('is not mailed once it is revoked', async () => {
    const { id, admin } = await workspaceOf(product)
    const invited = await invite([id, admin.token], 'cleo@example.com')
    const fact = await newestFact(id)
    expect(await mailOf(fact)).toMatchObject({ to: 'cleo@example.com' })
    await product.call('DELETE', `/workspaces/revoke-invite/${id}`, {
      token: admin.token,
      body: { participantId: invited.body.id },
    })
    expect(await mailOf(fact)).toEqual({ drop: 'the invitation is not open any more' })
  })
})

describe('accepting', () => {
  test('joins once, with the role and rights of the invitation', async () => {
    const { id, admin } = await workspaceOf(product)
    const ben = await product.person({ role: 'regular user' })
    const invited = await invite([id, admin.token], ben.email)
    const invitationId = await newestInvitation(product, id)
    const headers = { 'idempotency-key': randomUUID() }
    const joined = await accept(invitationId, ben.token, headers)
    const { joinedAt } = joined.body
    expect(joined).toMatchObject({ status: 200 })
    expect(joined.body).toEqual({ ...invited.body, userId: ben.userId, invite: 'accepted', joinedAt })
    expect(joinedAt).toEqual(expect.any(String))
    expect(await newestFact(id)).toMatchObject({
      type: 'ParticipantJoined',
      data: { invitationId, userId: ben.userId, email: ben.email, role: 'regular user' },
    })
    const head = await product.head()
    for (const again of [headers, {}])
      expect((await accept(invitationId, ben.token, again)).body).toEqual(joined.body)
    expect(await product.head()).toBe(head)
    const { body } = await product.call('GET', '/users/related-workspaces', { token: ben.token })
    expect(body.userWorkspaces).toMatchObject([{ id, participantId: joined.body.id, invite: 'accepted' }])
  })

  test('replies the same to a repeated command, even after the person has left', async () => {
    const { id, admin } = await workspaceOf(product)
    const ben = await product.person({ role: 'regular user' })
    await invite([id, admin.token], ben.email)
    const invitationId = await newestInvitation(product, id)
    const headers = { 'idempotency-key': randomUUID() }
    const joined = await accept(invitationId, ben.token, headers)
    const left = await product.call('DELETE', `/users/remove-from-workspace/${id}`, { token: ben.token })
    expect(left.status).toBe(200)
    const head = await product.head()
    expect(await accept(invitationId, ben.token, headers)).toMatchObject({ status: 200, body: joined.body })
    await notFound(() => accept(invitationId, ben.token))
    expect(await product.head()).toBe(head)
  })

  test('is only for the invited, verified address', async () => {
    const { id, admin } = await workspaceOf(product)
    const ben = await product.person({ verified: false })
    await invite([id, admin.token], ben.email)
    const invitationId = await newestInvitation(product, id)
    const stranger = await product.person()
    const root = await product.person({ role: 'super admin' })
    await refused(() => accept(invitationId, undefined), 401, 'session.missing')
    await refused(() => accept('x', stranger.token), 400, 'input.invalid')
    for (const { token } of [ben, stranger, admin, root]) await notFound(() => accept(invitationId, token))
    await notFound(() => accept(randomUUID(), stranger.token))
    await invite([id, admin.token], root.email)
    const invitationOfRoot = await newestInvitation(product, id)
    await notFound(() => accept(invitationOfRoot, root.token))
  })

  test('is rejected after seven days', async () => {
    const { id, admin } = await workspaceOf(product)
    const ben = await product.person()
    await invite([id, admin.token], ben.email)
    product.clock.advance(7 * DAY)
    const invitationId = await newestInvitation(product, id)
    const token = await product.logIn(ben.userId)
    await notFound(() => accept(invitationId, token))
  })

  test('is rejected once the workspace is closed', async () => {
    const { id, admin } = await workspaceOf(product)
    const ben = await product.person()
    await invite([id, admin.token], ben.email)
    const invitationId = await newestInvitation(product, id)
    await product.call('DELETE', `/users/remove-from-workspace/${id}`, { token: admin.token })
    await notFound(() => offer(invitationId))
    await notFound(() => accept(invitationId, ben.token))
    expect(await mailOf((await product.facts(`workspace-${id}`))[2]!)).toEqual({
      drop: 'the workspace is closed',
    })
  })
})

describe('the inviter', () => {
  test('who has left invalidates the invitation: 404 for reading, sign-up and accepting', async () => {
    const { id, admin } = await workspaceOf(product)
    const cleo = await colleague(product, { id, admin }, { role: 'admin' })
    const ben = await product.person()
    await invite([id, cleo.token], ben.email)
    const fact = await newestFact(id)
    expect(fact.data).toMatchObject({ invitedBy: cleo.userId })
    const invitationId = await newestInvitation(product, id)
    const secret = secretOf(invitationId)
    expect((await offer(invitationId, secret)).status).toBe(200)
    const left = await product.call('DELETE', `/users/remove-from-workspace/${id}`, { token: cleo.token })
    expect(left.status).toBe(200)
    await notFound(() => offer(invitationId))
    await notFound(() => offer(invitationId, secret))
    await notFound(() => accept(invitationId, ben.token))
    const body = { password: 'correct horse', verificationToken: secret }
    await notFound(() => product.call('POST', '/auth/signup', { body }))
    expect(await mailOf(fact)).toEqual({ drop: 'the inviter may no longer invite' })

    expect((await invite([id, admin.token], ben.email)).status).toBe(201)
    expect(await newestInvitation(product, id)).toBe(invitationId)
    await notFound(() => offer(invitationId, secret))
    expect((await offer(invitationId, secretOf(invitationId, 2))).status).toBe(200)
    expect((await accept(invitationId, ben.token)).status).toBe(200)
  })

  test('cannot bring anybody in once the subscription has ended', async () => {
    const own = await openProduct({ TRIAL_DAYS: 3 })
    try {
      const { id, admin } = await workspaceOf(own)
      const ben = await own.person()
      const body = { email: ben.email, role: 'regular user', approver: true, requester: false }
      await own.call('POST', `/workspaces/invite-participant/${id}`, { token: admin.token, body })
      const invitationId = await newestInvitation(own, id)
      own.clock.advance(5 * DAY)
      const token = await own.logIn(ben.userId)
      const ended = [404, 'invitation.not-found'] as const
      await expectRefusedWithoutEvents(
        own,
        () => own.call('GET', `/participants/invitation/${invitationId}`),
        ended,
      )
      await expectRefusedWithoutEvents(
        own,
        () => own.call('POST', `/participants/accept-invite/${invitationId}`, { token }),
        ended,
      )
    } finally {
      await own.close()
    }
  })
})

describe('rates', () => {
  test('allow 50 invitations an hour and 30 reads a minute', async () => {
    const strict = await openProduct({ RATE_FACTOR: 1 })
    try {
      const { id, admin } = await workspaceOf(strict)
      const ask = (i: number) =>
        strict.call('POST', `/workspaces/invite-participant/${id}`, {
          token: admin.token,
          body: { email: `p${i}@example.com`, role: 'admin', approver: true, requester: true },
        })
      for (let i = 0; i < 50; i++) expect((await ask(i)).status).toBe(201)
      const limited = await expectRefusedWithoutEvents(strict, () => ask(50), [429, 'rate.exceeded'])
      expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
      strict.clock.advance(61 * 60_000)
      const token = await strict.logIn(admin.userId)
      expect((await colleague(strict, { id, admin: { ...admin, token } })).participantId).toBeTruthy()
      const look = () => strict.call('GET', `/participants/invitation/${randomUUID()}`)
      for (let i = 0; i < 30; i++) expect((await look()).status).toBe(404)
      expect((await look()).status).toBe(429)
    } finally {
      await strict.close()
    }
  })
})
