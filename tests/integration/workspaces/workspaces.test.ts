import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openProduct, type Answered, type Product } from '#support/product/product.ts'
import { expectRefusedWithoutEvents } from '#support/product/refusal.ts'
import { colleague, workspaceOf } from '#support/product/workspaces.ts'

const DAY = 24 * 3_600_000
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

const refused = (call: () => Promise<Answered>, status: number, code: string) =>
  expectRefusedWithoutEvents(product, call, [status, code])
const typesIn = async (workspaceId: string) =>
  (await product.facts(`workspace-${workspaceId}`)).map(({ type }) => type)
const today = () => product.clock.now().toISOString().slice(0, 10)

describe('creating a workspace', () => {
  const create = (token: string | undefined, body: unknown, headers = {}) =>
    product.call('POST', '/workspaces/create', { token, body, headers })

  test('makes the creator the first participant and starts the trial', async () => {
    const anna = await product.person()
    const body = { name: '  Praxis Süd ', description: ' Ärzte\n', timezone: 'UTC', color: 'red' }
    const made = await create(anna.token, body)
    expect(made.status).toBe(201)
    const position = await product.platform.positionTokens.open(String(made.headers['x-event-position']))
    expect(position).toBe(await product.head())
    const end = new Date(product.clock.now().getTime() + 30 * DAY).toISOString().slice(0, 10)
    expect(made.body).toEqual({
      id: expect.stringMatching(uuid),
      name: 'Praxis Süd',
      description: 'Ärzte',
      timezone: 'UTC',
      billingUser: null,
      billingConfirmed: false,
      needsOnboarding: true,
      isActive: true,
      startDate: today(),
      endDate: end,
      paymentReminderSent: false,
      subscription: 'trial',
      peopleProtected: false,
      drillResultsByPerson: false,
      breakGlass: false,
      protectionLift: null,
      participantCount: 1,
      offer: null,
      workingHours: { days: [1, 2, 3, 4, 5], from: '08:00', until: '18:00', holidays: null },
      terms: [{ kind: 'trial', startDate: today(), endDate: end, seats: null }],
    })
    const { id } = made.body
    expect(await typesIn(id)).toEqual(['WorkspaceCreated', 'ParticipantJoined'])
    expect((await product.call('GET', `/workspaces/${id}`, { token: anna.token })).body).toEqual(made.body)
    const participants = await product.call('GET', `/workspaces/participants/${id}`, { token: anna.token })
    expect(participants.body).toEqual([
      {
        participant: expect.objectContaining({
          workspaceId: id,
          userId: anna.userId,
          email: anna.email,
          role: 'admin',
          active: true,
          approver: true,
          requester: true,
          invite: 'accepted',
        }),
      },
    ])
  })

  test('keeps the working hours that an admin sets, with the holidays of a German state', async () => {
    const { token } = await product.person()
    const { id } = (await create(token, { name: 'Praxis' })).body
    const set = (workingHours: object) =>
      product.call('PATCH', `/workspaces/update-settings/${id}`, { token, body: { workingHours } })
    const hours = { days: [1, 2, 3, 4], from: '07:30', until: '16:15', holidays: 'DE-BY' }
    expect(await set(hours)).toMatchObject({ status: 200, body: { workingHours: hours } })
    expect((await product.call('GET', `/workspaces/${id}`, { token })).body.workingHours).toEqual(hours)
    expect(await set({ ...hours, until: '07:00' })).toMatchObject({
      status: 400,
      body: { code: 'input.invalid', details: [{ field: 'workingHours.until' }] },
    })
    for (const wrong of [
      { days: [] },
      { days: [8] },
      { days: [1, 1] },
      { from: '24:00' },
      { until: '7:00' },
      { holidays: 'DE-XX' },
    ])
      expect((await set({ ...hours, ...wrong })).status).toBe(400)
    const { entries } = (await product.call('GET', `/workspaces/history/${id}`, { token })).body
    expect(entries[0]).toMatchObject({
      action: 'workspace.working-hours-changed',
      changes: [
        { field: 'workingDays', before: null, after: '1, 2, 3, 4' },
        { field: 'workingTime', before: null, after: '07:30–16:15' },
        { field: 'holidays', before: null, after: 'DE-BY' },
      ],
    })
  })

  test('uses Berlin’s time zone by default', async () => {
    const { body } = await create((await product.person()).token, { name: 'Praxis' })
    expect(body).toMatchObject({ timezone: 'Europe/Berlin', description: null })
  })

  test('replies the same to a repeated command, without a second workspace', async () => {
    const { token } = await product.person()
    const headers = { 'idempotency-key': randomUUID() }
    const first = await create(token, { name: 'Praxis' }, headers)
    const change = { token, body: { name: 'Klinik' } }
    await product.call('PATCH', `/workspaces/update-settings/${first.body.id}`, change)
    const head = await product.head()
    const second = await create(token, { name: 'Praxis' }, headers)
    expect([second.status, second.body]).toEqual([201, first.body])
    expect(await product.head()).toBe(head)
    await refused(() => create(token, { name: 'Other' }, headers), 409, 'idempotency.other-body')
  })

  test('replies from the events without waiting for the read models', async () => {
    const { token } = await product.person()
    const { status, body } = await create(token, { name: 'Praxis' }, { prefer: 'respond-async' })
    expect([status, body.name, body.subscription]).toEqual([201, 'Praxis', 'trial'])
  })

  test.each([
    ['a short name', { name: ' ab ' }],
    ['no name', {}],
    ['a name that is no text', { name: 5 }],
    ['control characters', { name: 'Pra\u0000xis' }],
    ['an unknown time zone', { name: 'Praxis', timezone: 'Europe/Atlantis' }],
    ['a bare offset', { name: 'Praxis', timezone: '+01' }],
  ])('rejects %s', async (_what, body) => {
    const { token } = await product.person()
    const answer = await refused(() => create(token, body), 400, 'input.invalid')
    expect(answer.body.details[0].field).toMatch(/name|timezone/)
  })

  test('is for admins with an account', async () => {
    const body = { name: 'Praxis' }
    await refused(() => create(undefined, body), 401, 'session.missing')
    for (const role of ['regular user', 'super admin'] as const) {
      const { token } = await product.person({ role })
      await refused(() => create(token, body), 403, 'access.denied')
    }
  })
})

describe('settings', () => {
  const update = (id: string, token: string, body: unknown, headers = {}) =>
    product.call('PATCH', `/workspaces/update-settings/${id}`, { token, body, headers })

  test('change the given fields', async () => {
    const { id, admin } = await workspaceOf(product)
    const body = {
      name: ' Klinik ',
      description: 'Neu',
      billingUser: 'Pay@example.com',
      timezone: 'Asia/Tokyo',
    }
    const changed = await update(id, admin.token, body)
    expect(changed).toMatchObject({ status: 200, body: { ...body, name: 'Klinik', needsOnboarding: true } })
    const cleared = await update(id, admin.token, { description: '' })
    expect(cleared.body).toEqual({ ...changed.body, description: null })
    expect((await product.call('GET', `/workspaces/${id}`, { token: admin.token })).body).toEqual(
      cleared.body,
    )
    // What stands so already makes no entry; a billing address that has not agreed is asked again.
    const same = { name: 'Klinik', description: '', timezone: 'Asia/Tokyo' }
    expect((await update(id, admin.token, same)).body).toEqual(cleared.body)
    await update(id, admin.token, { billingUser: 'Pay@example.com' })
    expect(await typesIn(id)).toEqual([
      'WorkspaceCreated',
      'ParticipantJoined',
      ...Array(3).fill('WorkspaceSettingsChanged'),
    ])
  })

  test('change only from the expected values', async () => {
    const { id, admin } = await workspaceOf(product)
    const first = { name: 'Klinik', expected: { name: 'Praxis', description: '', billingUser: null } }
    const headers = { 'idempotency-key': randomUUID() }
    const changed = await update(id, admin.token, first, headers)
    expect([changed.status, changed.body.name]).toEqual([200, 'Klinik'])
    const again = await update(id, admin.token, first, headers)
    expect([again.status, again.body]).toEqual([200, changed.body])
    await refused(() => update(id, admin.token, first), 409, 'command.conflict')
    const other = await update(id, admin.token, { timezone: 'Asia/Tokyo', expected: { name: 'Klinik' } })
    expect([other.status, other.body.timezone]).toEqual([200, 'Asia/Tokyo'])
  })

  test('of many concurrent changes with the same expected values, one succeeds and the others conflict', async () => {
    const { id, admin } = await workspaceOf(product)
    const changes = Array.from({ length: 8 }, (_, n) => {
      const body = { description: `By ${n}`, expected: { description: null } }
      return update(id, admin.token, body)
    })
    const statuses = (await Promise.all(changes)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(7)
  })

  test('do not change without fields', async () => {
    const { id, admin } = await workspaceOf(product)
    const head = await product.head()
    expect((await update(id, admin.token, { subscription: 'premium' })).status).toBe(200)
    expect(await product.head()).toBe(head)
  })

  test('are replied from the events without waiting for the read models', async () => {
    const { id, admin } = await workspaceOf(product)
    for (const name of ['Klinik', 'Spital', 'Praxis']) {
      const changed = await update(id, admin.token, { name }, { prefer: 'respond-async' })
      expect(changed.body.name).toBe(name)
    }
  })

  test('are replied as they were to a repeated command', async () => {
    const { id, admin } = await workspaceOf(product)
    const headers = { 'idempotency-key': randomUUID() }
    const first = await update(id, admin.token, { name: 'Klinik' }, headers)
    await update(id, admin.token, { name: 'Spital' })
    expect((await update(id, admin.token, { name: 'Klinik' }, headers)).body).toEqual(first.body)
    const now = await product.call('GET', `/workspaces/${id}`, { token: admin.token })
    expect(now.body.name).toBe('Spital')
    await refused(() => update(id, admin.token, { name: 'X-Ray' }, headers), 409, 'idempotency.other-body')
  })

  test('can be changed after the trial, and the reply shows its end', async () => {
    const { id, admin } = await workspaceOf(product)
    product.clock.advance(32 * DAY)
    const token = await product.logIn(admin.userId)
    const changed = await update(id, token, { name: 'Klinik' })
    expect(changed).toMatchObject({ status: 200, body: { isActive: false, subscription: 'inactive' } })
  })

  test.each([{ name: 'ab' }, { billingUser: 'nobody' }, { timezone: 'Mars/Olympus' }, { description: 7 }])(
    'refuse %j',
    async (body) => {
      const { id, admin } = await workspaceOf(product)
      await refused(() => update(id, admin.token, body), 400, 'input.invalid')
    },
  )
})

test('every reply counts joined participants, and invited ones once they join', async () => {
  const workspace = await workspaceOf(product)
  const { token } = workspace.admin
  await colleague(product, workspace)
  const body = { email: 'invited@example.com', role: 'admin', approver: false, requester: false }
  await product.call('POST', `/workspaces/invite-participant/${workspace.id}`, { token, body })
  const path = `/workspaces/update-settings/${workspace.id}`
  const changed = await product.call('PATCH', path, { token, body: { name: 'Harbour' } })
  const read = await product.call('GET', `/workspaces/${workspace.id}`, { token })
  const listed = await product.call('GET', '/users/related-workspaces', { token })
  const answers = [changed.body, read.body, listed.body.userWorkspaces[0]]
  expect(answers.map(({ participantCount }) => participantCount)).toEqual([2, 2, 2])
})

describe('access to a workspace', () => {
  const operations = [
    ['GET', (id: string) => `/workspaces/${id}`, undefined],
    ['GET', (id: string) => `/workspaces/participants/${id}`, undefined],
    ['GET', (id: string) => `/workspaces/history/${id}`, undefined],
    ['PATCH', (id: string) => `/workspaces/update-settings/${id}`, { name: 'Klinik' }],
    [
      'POST',
      (id: string) => `/workspaces/invite-participant/${id}`,
      { email: 'x@example.com', role: 'admin', approver: false, requester: false },
    ],
  ] as const

  test.each(operations)('%s is only for admins', async (method, path, body) => {
    const { id, admin } = await workspaceOf(product)
    const regular = await colleague(product, { id, admin }, { approver: true })
    const { token } = await product.person()
    const root = await product.person({ role: 'super admin' })
    const as =
      (who: string | undefined, where = id) =>
      () =>
        product.call(method, path(where), { token: who, body })
    await refused(as(undefined), 401, 'session.missing')
    await refused(as('a.b.c'), 401, 'session.ended')
    await refused(as(regular.token), 403, 'access.denied')
    await refused(as(token), 404, 'workspace.not-found')
    await refused(as(token, randomUUID()), 404, 'workspace.not-found')
    await refused(as(root.token), 403, 'access.denied')
    for (const malformed of ['x', `urn:uuid:${id}`, id.toUpperCase(), `${id}'`])
      await refused(as(admin.token, malformed), 400, 'input.invalid')
    expect(await as(admin.token)()).toMatchObject({ status: method === 'POST' ? 201 : 200 })
  })

  test('an invited person has no access', async () => {
    const { id, admin } = await workspaceOf(product)
    const ben = await product.person()
    const body = { email: ben.email, role: 'admin', approver: true, requester: true }
    await product.call('POST', `/workspaces/invite-participant/${id}`, { token: admin.token, body })
    await refused(
      () => product.call('GET', `/workspaces/${id}`, { token: ben.token }),
      404,
      'workspace.not-found',
    )
  })
})
