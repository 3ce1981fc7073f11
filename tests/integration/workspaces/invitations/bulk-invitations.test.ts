import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InvitedRow } from '#contract/workspaces/invitations.ts'
import { openProduct, type Answered, type Product } from '#support/product/product.ts'
import { expectRefusedWithoutEvents } from '#support/product/refusal.ts'
import { colleague, workspaceOf, type OwnWorkspace } from '#support/product/workspaces.ts'

const DAY = 24 * 3_600_000

let product: Product
beforeAll(async () => {
  product = await openProduct({ RATE_FACTOR: 1 })
})
afterAll(() => product?.close())

const row = (email: string, given = {}) => ({
  email,
  role: 'regular user',
  approver: true,
  requester: false,
  ...given,
})
const rows = (count: number, name = 'p') => Array.from({ length: count }, (_, i) => row(`${name}${i}@b.org`))
const invite = ({ id, admin }: OwnWorkspace, participants: readonly object[], headers = {}) =>
  product.call('POST', `/workspaces/invite-participants/${id}`, {
    token: admin.token,
    body: { participants },
    headers,
  })
const outcomesOf = ({ body }: Answered) =>
  (body.results as readonly InvitedRow[]).map(({ outcome, reason }) => reason ?? outcome)
const invitedIn = async ({ id }: OwnWorkspace) =>
  (await product.facts(`workspace-${id}`)).filter(({ type }) => type === 'ParticipantInvited')
const refused = (call: () => Promise<Answered>, status: number, code: string) =>
  expectRefusedWithoutEvents(product, call, [status, code])

test('valid rows are invited in one append, and every other row has its reason', async () => {
  const own = await workspaceOf(product)
  const answer = await invite(own, [
    row(' Ada@Müller.de '),
    row('ben@example.org', { approver: false }),
    row('no address'),
    row('ada@xn--mller-kva.de', { role: 'admin' }),
    row(own.admin.email),
    row('cleo@example.org', { role: 'admin', approver: false }),
  ])
  expect(answer.status).toBe(200)
  const who = (email: string, given: object) =>
    expect.objectContaining({ email, invite: 'pending', ...given })
  const ada = who('Ada@xn--mller-kva.de', { role: 'regular user', approver: true })
  expect(answer.body.results).toEqual([
    { row: 1, email: 'Ada@xn--mller-kva.de', outcome: 'invited', reason: null, participant: ada },
    {
      row: 2,
      email: 'ben@example.org',
      outcome: 'invalid',
      reason: 'participant.no-role',
      participant: null,
    },
    { row: 3, email: 'no address', outcome: 'invalid', reason: 'input.invalid', participant: null },
    {
      row: 4,
      email: 'ada@xn--mller-kva.de',
      outcome: 'already',
      reason: 'participant.exists',
      participant: ada,
    },
    {
      row: 5,
      email: own.admin.email,
      outcome: 'already',
      reason: 'participant.exists',
      participant: expect.objectContaining({ userId: own.admin.userId }),
    },
    {
      row: 6,
      email: 'cleo@example.org',
      outcome: 'invited',
      reason: null,
      participant: who('cleo@example.org', { role: 'admin', approver: false }),
    },
  ])
  const facts = await invitedIn(own)
  expect(new Set(facts.map(({ metadata }) => metadata.commandId)).size).toBe(1)
  const list = await product.call('GET', `/workspaces/participants/${own.id}`, { token: own.admin.token })
  expect(list.body).toHaveLength(3)
})

test('the same file again invites nobody twice; the same key gets the same reply', async () => {
  const own = await workspaceOf(product)
  const file = [row('ada@b.org'), row('nobody'), row('ben@b.org'), row('ada@b.org')]
  const headers = { 'idempotency-key': randomUUID() }
  const first = await invite(own, file, headers)
  expect(outcomesOf(first)).toEqual(['invited', 'input.invalid', 'invited', 'participant.exists'])
  const { participant } = first.body.results[2]
  await product.call('DELETE', `/workspaces/revoke-invite/${own.id}`, {
    token: own.admin.token,
    body: { participantId: participant.id },
  })
  const head = await product.head()
  const again = await invite(own, file, headers)
  expect([again.status, again.body]).toEqual([200, first.body])
  expect(await product.head()).toBe(head)
  await refused(() => invite(own, file.slice(1), headers), 409, 'idempotency.other-body')
  expect(outcomesOf(await invite(own, [row('ada@b.org')]))).toEqual(['participant.exists'])
  expect(await invitedIn(own)).toHaveLength(2)
})

test('rows beyond 50 an hour are rate-limited and can be invited later, up to 100 open ones', async () => {
  const own = await workspaceOf(product)
  const headers = { 'idempotency-key': randomUUID() }
  const first = await invite(own, rows(60), headers)
  expect(outcomesOf(first)).toEqual([...Array(50).fill('invited'), ...Array(10).fill('rate.exceeded')])
  expect((await invite(own, rows(60), headers)).body).toEqual(first.body)
  product.clock.advance(DAY / 12)
  const later = { ...own, admin: { ...own.admin, token: await product.logIn(own.admin.userId) } }
  const second = await invite(later, rows(110))
  expect(outcomesOf(second).slice(0, 50)).toEqual(Array(50).fill('participant.exists'))
  expect(outcomesOf(second).slice(50)).toEqual([
    ...Array(50).fill('invited'),
    ...Array(10).fill('invitation.limit'),
  ])
  expect(await invitedIn(own)).toHaveLength(100)
})

test('a customer invites 300 colleagues in one call, and each gets a mail', async () => {
  const own = await workspaceOf(product)
  const operator = await product.person({ role: 'super admin' })
  const token = await product.logIn(operator.userId, 'super admin')
  await product.call('PATCH', `/workspaces/add-eternal-activity/${own.id}`, { token, body: { seats: 302 } })
  const answer = await invite(own, rows(300, 'colleague'))
  expect(new Set(outcomesOf(answer))).toEqual(new Set(['invited']))
  // The seats are all that is left to count.
  expect(outcomesOf(await invite(own, rows(3, 'more')))).toEqual([
    'invited',
    'workspace.full',
    'workspace.full',
  ])
})

test('who lags is counted, listed and reminded once a day: to join by the invitation, and to set up a device', async () => {
  const own = await workspaceOf(product)
  const ben = await colleague(product, own, { approver: true })
  await invite(own, [row('late@b.org'), row('later@b.org')])
  const asked = async () => {
    const token = await product.logIn(own.admin.userId)
    const get = async (path: string) => (await product.call('GET', `/workspaces/${path}`, { token })).body
    const remind = async (lacks: string) => {
      const body = { lacks }
      return (await product.call('POST', `/workspaces/remind/${own.id}`, { token, body })).body.reminded
    }
    const lacking = async (lacks: string) =>
      (await get(`participants/${own.id}?lacks=${lacks}&sort=email`)).map(
        ({ participant }: { participant: { email: string } }) => participant.email,
      )
    return { readiness: () => get(`readiness/${own.id}`), remind, lacking }
  }
  const today = await asked()
  expect(await today.readiness()).toEqual({
    invited: 4,
    joined: 2,
    withDevice: 0,
    decidedOnce: 0,
    remindable: { joining: 0, device: 2 },
    mails: { waiting: 2, sent: 0, failed: 0 },
    unreached: 0,
  })
  expect(await today.lacking('joining')).toEqual(['late@b.org', 'later@b.org'])
  const joined = [ben.email, own.admin.email].toSorted()
  expect(await today.lacking('device')).toEqual(joined)
  expect(await today.lacking('decision')).toEqual(joined)
  expect([await today.remind('joining'), await today.remind('device'), await today.remind('device')]).toEqual(
    [0, 2, 0],
  )
  product.clock.advance(DAY)
  const tomorrow = await asked()
  expect((await tomorrow.readiness()).remindable).toEqual({ joining: 2, device: 2 })
  expect([await tomorrow.remind('joining'), await tomorrow.remind('joining')]).toEqual([2, 0])
  expect((await tomorrow.readiness()).remindable).toEqual({ joining: 0, device: 2 })
})

test('an address gets five invitations a day across all workspaces, without affecting other rows', async () => {
  for (let i = 0; i < 5; i++) await invite(await workspaceOf(product), [row('often@b.org')])
  const own = await workspaceOf(product)
  const file = ['ada@b.org', 'often@b.org', 'often@b.org', 'ben@b.org'].map((email) => row(email))
  const headers = { 'idempotency-key': randomUUID() }
  const answer = await invite(own, file, headers)
  const tooOften = 'invitation.too-often'
  expect(outcomesOf(answer)).toEqual(['invited', tooOften, tooOften, 'invited'])
  expect((await invite(own, file, headers)).body).toEqual(answer.body)
})

test('two admins who send the same file concurrently invite each address once', async () => {
  const own = await workspaceOf(product)
  const answers = await Promise.all([1, 2, 3].map(() => invite(own, rows(8, 'twice'))))
  expect(answers.flatMap(outcomesOf).filter((outcome) => outcome === 'invited')).toHaveLength(8)
  expect(await invitedIn(own)).toHaveLength(8)
})

test('accepts 1 to 500 rows', async () => {
  const own = await workspaceOf(product)
  const long = rows(500).map(({ email, ...given }) => ({ ...given, email: `${'x'.repeat(240)}${email}` }))
  const answer = await invite(own, long)
  expect([answer.status, new Set(outcomesOf(answer))]).toEqual([200, new Set(['input.invalid'])])
  await refused(() => invite(own, rows(501)), 400, 'input.invalid')
  await refused(() => invite(own, []), 400, 'input.invalid')
  await refused(() => invite(own, [row('ada@b.org', { role: 'owner' })]), 400, 'input.invalid')
})

test('needs a subscription', async () => {
  const own = await workspaceOf(product)
  product.clock.advance(32 * DAY)
  const token = await product.logIn(own.admin.userId)
  const late = { ...own, admin: { ...own.admin, token } }
  await refused(() => invite(late, rows(1)), 402, 'workspace.inactive')
})
