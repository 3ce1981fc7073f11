import { randomUUID } from 'node:crypto'
import Papa from 'papaparse'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, addYears, dateIn } from '#contract/workspaces/subscription/subscription.ts'
import { openProduct, type Answered, type Person, type Product } from '#support/product/product.ts'
import { expectRefusedWithoutEvents } from '#support/product/refusal.ts'
import { colleague, workspaceOf, type OwnWorkspace } from '#support/product/workspaces.ts'

const DAY = 24 * 3_600_000

let product: Product
let operator: Person
let today: string
beforeAll(async () => {
  product = await openProduct()
  operator = await product.person({ role: 'super admin' })
})
afterAll(() => product?.close())
/** Some tests advance the clock, which ends sessions. */
beforeEach(async () => {
  operator = { ...operator, token: await product.logIn(operator.userId, 'super admin') }
  today = dateIn('Europe/Berlin', product.clock.now())
})

type Step = 'add-activity' | 'add-eternal-activity' | 'end-activity'
const patch = (step: Step, id: string, body: object = {}, headers = {}): Promise<Answered> =>
  product.call('PATCH', `/workspaces/${step}/${id}`, { token: operator.token, body, headers })
const days = (id: string, from: number, to: number) => ({
  startDate: addDays(today, from),
  endDate: addDays(today, to),
  workspaceId: id,
})
const list = (query = ''): Promise<Answered> =>
  product.call('GET', `/workspaces/workspace-with-participants/list${query}`, { token: operator.token })
const listed = async (id: string) => (await list(`?q=${id}`)).body[0]
const newestFact = async (id: string) => (await product.facts(`workspace-${id}`)).at(-1)
const refused = (call: () => Promise<Answered>, status: number, code: string) =>
  expectRefusedWithoutEvents(product, call, [status, code])
const adminAgain = async ({ admin, id }: OwnWorkspace): Promise<OwnWorkspace> => ({
  id,
  admin: { ...admin, token: await product.logIn(admin.userId) },
})

describe('adding a period', () => {
  test('makes the workspace premium, and is recorded with the super admin and the reason in the customer’s log', async () => {
    const { id, admin } = await workspaceOf(product)
    const added = await patch('add-activity', id, { ...days(id, -1, 364), reason: ' Invoice 7 ', seats: 25 })
    const term = { startDate: addDays(today, -1), endDate: addDays(today, 364) }
    expect(added).toMatchObject({
      status: 200,
      body: {
        id,
        subscription: 'premium',
        isActive: true,
        ...term,
        terms: [{ kind: 'period', ...term, seats: 25 }, { kind: 'trial' }],
      },
    })
    expect(await newestFact(id)).toMatchObject({
      type: 'ActivityPeriodAdded',
      data: {
        kind: 'period',
        startsOn: term.startDate,
        endsOn: term.endDate,
        seats: 25,
        reason: 'Invoice 7',
      },
      metadata: { actor: { userId: operator.userId, role: 'super admin' } },
    })
    expect((await product.call('GET', `/workspaces/${id}`, { token: admin.token })).body).toEqual(added.body)
    const { body: history } = await product.call('GET', `/workspaces/history/${id}`, { token: admin.token })
    expect(history.entries[0]).toMatchObject({
      action: 'workspace.period-added',
      actor: { userId: operator.userId, role: 'super admin' },
      target: { kind: 'period', label: `${term.startDate} – ${term.endDate}` },
    })
    const after = Object.fromEntries(history.entries[0].changes.map((one: any) => [one.field, one.after]))
    expect(after).toEqual({ ...term, seats: 25, reason: 'Invoice 7' })
  })

  test('takes effect once per key, also concurrently, and replies the same', async () => {
    const { id } = await workspaceOf(product)
    const headers = { 'idempotency-key': randomUUID() }
    const body = days(id, 0, 30)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => patch('add-activity', id, body, headers)),
    )
    await patch('add-activity', id, days(id, 31, 60))
    answers.push(await patch('add-activity', id, body, headers))
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: answers[0]!.body })
    expect(answers[0]!.body.endDate).toBe(body.endDate)
    expect((await listed(id)).periods).toHaveLength(2)
    await refused(() => patch('add-activity', id, days(id, 0, 31), headers), 409, 'idempotency.other-body')
  })

  test('by two super admins at once adds both periods', async () => {
    const { id } = await workspaceOf(product)
    const other = await product.person({ role: 'super admin' })
    const [one, two] = [days(id, 0, 10), days(id, 11, 40)]
    await Promise.all([
      patch('add-activity', id, one),
      product.call('PATCH', `/workspaces/add-activity/${id}`, { token: other.token, body: two }),
    ])
    expect(await listed(id)).toMatchObject({
      startDate: one.startDate,
      endDate: two.endDate,
      periods: [one, two].map(({ startDate, endDate }) => ({
        startDate,
        endDate,
        seats: null,
        reason: null,
      })),
    })
  })

  test('is replied from the events without waiting for the read models', async () => {
    const { id } = await workspaceOf(product)
    const { body } = await patch('add-activity', id, days(id, 0, 400), { prefer: 'respond-async' })
    expect(body).toMatchObject({ subscription: 'premium', endDate: addDays(today, 400) })
  })

  test('eternally lasts 20 years from today', async () => {
    const { id } = await workspaceOf(product)
    const { body } = await patch('add-eternal-activity', id, { reason: 'A gift' })
    expect(body).toMatchObject({ subscription: 'premium', startDate: today, endDate: addYears(today, 20) })
    expect((await listed(id)).periods).toMatchObject([{ kind: 'eternal', seats: null, reason: 'A gift' }])
  })

  test('is rejected for reversed days, another workspace than the path’s, and malformed days or numbers', async () => {
    const { id } = await workspaceOf(product)
    for (const wrong of [
      days(id, 1, 0),
      days(id, 0, 365 * 21),
      days(randomUUID(), 0, 1),
      { ...days(id, 0, 1), startDate: '2026-02-30' },
      { ...days(id, 0, 1), endDate: '01/02/2027' },
      { ...days(id, 0, 1), endDate: undefined },
      { ...days(id, 0, 1), seats: 0 },
      { ...days(id, 0, 1), seats: 1.5 },
      { ...days(id, 0, 1), reason: ' ' },
    ])
      await refused(() => patch('add-activity', id, wrong), 400, 'input.invalid')
    const unknown = randomUUID()
    await refused(() => patch('add-activity', unknown, days(unknown, 0, 1)), 404, 'workspace.not-found')
    await refused(() => patch('add-eternal-activity', unknown), 404, 'workspace.not-found')
  })
})

describe('an existing period', () => {
  const given = async () => {
    const workspace = await workspaceOf(product)
    await patch('add-activity', workspace.id, days(workspace.id, -40, 364))
    const [{ id: periodId }] = (await listed(workspace.id)).periods
    return { ...workspace, periodId }
  }

  test('ends on another day, with a reason that the customer can read', async () => {
    const { id, admin, periodId } = await given()
    const endDate = addDays(today, 14)
    const ended = await patch('end-activity', id, { periodId, endDate, reason: 'Cancelled' })
    expect(ended).toMatchObject({ status: 200, body: { subscription: 'premium', endDate } })
    expect((await listed(id)).periods).toMatchObject([{ id: periodId, endDate, reason: 'Cancelled' }])
    const { body: history } = await product.call('GET', `/workspaces/history/${id}`, { token: admin.token })
    expect(history.entries[0]).toMatchObject({
      action: 'workspace.period-changed',
      actor: { role: 'super admin' },
      target: { id: periodId },
      changes: [
        { field: 'endDate', before: addDays(today, 364), after: endDate },
        { field: 'reason', after: 'Cancelled' },
      ],
    })
  })

  test('ended by two super admins at once without an expected end gets the last one, and records both', async () => {
    const { id, periodId } = await given()
    const ends = [3, 5].map((day) => addDays(today, day))
    const answers = await Promise.all(
      ends.map((endDate) => patch('end-activity', id, { periodId, endDate, reason: 'Cancelled' })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const facts = (await product.facts(`workspace-${id}`)).filter(
      ({ type }) => type === 'ActivityPeriodChanged',
    )
    expect(facts.map(({ data }) => String(data['endsOn'])).toSorted()).toEqual(ends)
    expect((await listed(id)).endDate).toBe(facts.at(-1)!.data['endsOn'])
  })

  test('ended by two super admins at once with the expected end gets one, and rejects the other', async () => {
    const { id, periodId } = await given()
    const expectedEndDate = addDays(today, 364)
    const end = (endDate: string, expected = expectedEndDate) =>
      patch('end-activity', id, { periodId, endDate, expectedEndDate: expected, reason: 'Cancelled' })
    const ends = [3, 5].map((day) => addDays(today, day))
    const answers = await Promise.all(ends.map((endDate) => end(endDate)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const { endDate } = (await listed(id)).periods[0]
    expect(endDate).toBe(ends[answers.findIndex(({ status }) => status === 200)])
    await refused(() => end(expectedEndDate), 409, 'command.conflict')
    expect((await end(expectedEndDate, endDate)).body.endDate).toBe(expectedEndDate)
    await refused(() => end(endDate, 'tomorrow'), 400, 'input.invalid')
  })

  test('cannot end before it starts, without a reason, or in another workspace', async () => {
    const { id, periodId } = await given()
    const end = { periodId, endDate: today, reason: 'Cancelled' }
    const { id: other } = await workspaceOf(product)
    const early = { ...end, endDate: addDays(today, -41) }
    await refused(() => patch('end-activity', id, early), 400, 'input.invalid')
    await refused(() => patch('end-activity', id, { ...end, reason: '' }), 400, 'input.invalid')
    await refused(() => patch('end-activity', other, end), 404, 'period.not-found')
    await refused(() => patch('end-activity', randomUUID(), end), 404, 'workspace.not-found')
  })
})

test('several workspaces are extended or ended by one command, one event each; those that cannot are said, in the order asked', async () => {
  const [one, two] = [await workspaceOf(product), await workspaceOf(product)]
  const gone = randomUUID()
  await patch('add-activity', two.id, { ...days(two.id, 0, 99), seats: 25 })
  const change = (body: object, headers = {}) =>
    product.call('PATCH', '/workspaces/change-ends', {
      token: operator.token,
      headers,
      body: { workspaceIds: [one.id, gone, two.id], reason: 'Invoice 8', ...body },
    })
  const headers = { 'idempotency-key': randomUUID() }
  const extend = { change: 'extend', endDate: addDays(today, 90) }
  const extended = await change(extend, headers)
  expect(extended).toMatchObject({ status: 200 })
  expect(extended.body.results).toEqual([
    { workspaceId: one.id, outcome: 'changed', reason: null },
    { workspaceId: gone, outcome: 'refused', reason: 'workspace.not-found' },
    { workspaceId: two.id, outcome: 'unchanged', reason: null },
  ])
  expect(await change(extend, headers)).toMatchObject({ status: 200, body: extended.body })
  expect(await listed(one.id)).toMatchObject({
    endDate: extend.endDate,
    periods: [{ startDate: addDays(today, 31), seats: null, reason: 'Invoice 8' }],
  })
  expect(await newestFact(one.id)).toMatchObject({
    metadata: { actor: { userId: operator.userId, role: 'super admin' } },
  })
  const ended = await change({ change: 'end', endDate: addDays(today, 60) })
  expect(ended.body.results.map(({ outcome }: any) => outcome)).toEqual(['changed', 'refused', 'changed'])
  expect((await listed(two.id)).periods).toMatchObject([{ endDate: addDays(today, 60), seats: 25 }])
  await refused(() => change({ ...extend, reason: ' ' }), 400, 'input.invalid')
  const tooMany = Array.from({ length: 501 }, () => randomUUID())
  await refused(() => change({ ...extend, workspaceIds: tooMany }), 400, 'input.invalid')
})

test('paid commands are rejected from the day after the last one, until a new period', async () => {
  const workspace = await workspaceOf(product)
  const { id } = workspace
  const approver = await colleague(product, workspace, { approver: true })
  product.clock.advance(31 * DAY)
  operator = { ...operator, token: await product.logIn(operator.userId, 'super admin') }
  const { admin } = await adminAgain(workspace)
  const post = (path: string, body: object) => product.call('POST', path, { token: admin.token, body })
  const invite = () =>
    post(`/workspaces/invite-participant/${id}`, {
      email: `${randomUUID()}@example.com`,
      role: 'regular user',
      approver: true,
      requester: false,
    })
  const ask = () => post(`/requests/create/${id}`, { type: 'approval', title: 'Pay', anyApprover: true })
  await refused(invite, 402, 'workspace.inactive')
  await refused(ask, 402, 'workspace.inactive')
  for (const path of ['', 'participants/', 'history/', 'participant-counts/'])
    expect(await product.call('GET', `/workspaces/${path}${id}`, { token: admin.token })).toMatchObject({
      status: 200,
    })
  const body = { participantId: approver.participantId }
  const removed = await product.call('DELETE', `/workspaces/remove-from-workspace/${id}`, {
    token: admin.token,
    body,
  })
  expect(removed.status).toBe(200)
  today = dateIn('Europe/Berlin', product.clock.now())
  await patch('add-activity', id, days(id, 0, 0))
  expect((await invite()).status).toBe(201)
})

test('seats limit invitations, with a warning at 90 %; participants keep theirs', async () => {
  const workspace = await workspaceOf(product)
  const { id } = workspace
  const { token } = (await adminAgain(workspace)).admin
  const invite = (name: string) =>
    product.call('POST', `/workspaces/invite-participant/${id}`, {
      token,
      body: { email: `${name}.${id}@example.com`, role: 'regular user', approver: true, requester: false },
    })
  const seats = async () =>
    (await product.call('GET', `/workspaces/participant-counts/${id}`, { token })).body.seats
  expect(await seats()).toBeNull()
  await patch('add-activity', id, { ...days(id, 0, 30), seats: 10 })
  for (let n = 1; n < 8; n += 1) await invite(`p${n}`)
  expect(await seats()).toEqual({ total: 10, taken: 8, isNearlyFull: false })
  await invite('p8')
  expect(await seats()).toEqual({ total: 10, taken: 9, isNearlyFull: true })
  const last = await invite('p9')
  await refused(() => invite('p10'), 409, 'workspace.full')
  const rows = ['p10', 'p11'].map((name) => ({
    email: `${name}.${id}@example.com`,
    role: 'regular user',
    approver: true,
    requester: false,
  }))
  const many = await product.call('POST', `/workspaces/invite-participants/${id}`, {
    token,
    body: { participants: rows },
  })
  expect(many.body.results.map(({ reason }: any) => reason)).toEqual(['workspace.full', 'workspace.full'])
  const revoke = { token, body: { participantId: last.body.id } }
  await product.call('DELETE', `/workspaces/revoke-invite/${id}`, revoke)
  expect((await invite('p10')).status).toBe(201)
  await refused(() => product.call('POST', `/workspaces/resend-invite/${id}`, revoke), 409, 'workspace.full')
})

describe('the list of all workspaces', () => {
  /** Searches by this test's name, because other tests have workspaces too. */
  const word = `Liste ${randomUUID().slice(0, 8)}`
  const ids: Record<string, string> = {}
  let admin: Person
  const names = async (query: string) => {
    const { body } = await list(`?q=${encodeURIComponent(word)}${query}`)
    return body.map(({ name }: { name: string }) => name.slice(word.length + 1))
  }

  beforeAll(async () => {
    const token = await product.logIn(operator.userId, 'super admin')
    operator = { ...operator, token }
    today = dateIn('Europe/Berlin', product.clock.now())
    admin = await product.person()
    const make = async (name: string, timezone = 'Europe/Berlin') => {
      const body = { name: `${word} ${name}`, timezone }
      const made = await product.call('POST', '/workspaces/create', { token: admin.token, body })
      return (ids[name] = made.body.id)
    }
    await make('trial')
    await make('tokyo', 'Asia/Tokyo')
    for (const [name, ...stretches] of [
      ['year', [0, 364]],
      ['month', [-5, 10], [11, 20], [22, 90]],
      ['goes on', [20, 400]],
      ['later', [60, 90]],
    ] as const) {
      const id = await make(name)
      for (const [from, to] of stretches) await patch('add-activity', id, days(id, from, to))
    }
    const eternal = await make('eternal')
    await patch('add-eternal-activity', eternal)
  })

  test('finds part of the name or billing address, an id, or a participant’s full address', async () => {
    expect((await names('')).toSorted()).toEqual(Object.keys(ids).toSorted())
    const [wanted] = (await list(`?q=${ids['year']}`)).body
    expect(wanted).toMatchObject({ name: `${word} year`, participantTotal: 1 })
    const { email } = wanted.participants[0]
    expect((await list(`?q=${email}&limit=100`)).body).toHaveLength(Object.keys(ids).length)
    expect((await list(`?q=${email.slice(1)}`)).body).toEqual([])
    expect((await list('?q=%25')).body).toEqual([])
  })

  test('shows participants and periods', async () => {
    const workspace = await workspaceOf(product)
    await colleague(product, workspace)
    await patch('add-activity', workspace.id, days(workspace.id, 5, 6))
    await patch('add-activity', workspace.id, days(workspace.id, 1, 2))
    const shown = await listed(workspace.id)
    expect(shown.participants.map(({ role, invite }: any) => [role, invite])).toEqual([
      ['admin', 'accepted'],
      ['regular user', 'accepted'],
    ])
    expect(shown.participantTotal).toBe(2)
    expect(shown.periods.map(({ startDate }: any) => startDate)).toEqual(
      [1, 5].map((day) => addDays(today, day)),
    )
  })

  test('omits deleted workspaces, which accept no period either', async () => {
    const { id, admin: owner } = await workspaceOf(product)
    expect(await listed(id)).toBeDefined()
    await product.call('DELETE', `/workspaces/delete/${id}`, { token: owner.token })
    expect((await list(`?q=${id}`)).body).toEqual([])
    await refused(() => patch('add-eternal-activity', id), 404, 'workspace.not-found')
  })

  test('shows the same dates as the workspace’s admin sees', async () => {
    const token = await product.logIn(admin.userId)
    for (const { participants, participantTotal, periods, ...shown } of (
      await list(`?q=${encodeURIComponent(word)}`)
    ).body) {
      const { body } = await product.call('GET', `/workspaces/${shown.id}`, { token })
      const { terms, workingHours: _, ...fields } = body
      expect(fields).toEqual(shown)
      expect(terms).toHaveLength(periods.length + 1)
      expect(participantTotal).toBe(participants.length)
    }
  })

  test('can be filtered by the end, and sorted by it', async () => {
    expect(await names('&subscription=premium&sort=name')).toEqual(['eternal', 'month', 'year'])
    expect(await names('&subscription=inactive')).toEqual([])
    // A gap of a day after the 20th ends it. A period right after the trial does not.
    expect(await names('&endsWithin=19&sort=name')).toEqual([])
    expect(await names('&endsWithin=20&sort=name')).toEqual(['month'])
    expect(await names('&endsWithin=32&sort=name')).toEqual(['later', 'month', 'tokyo', 'trial'])
    const ends = (await list(`?q=${encodeURIComponent(word)}&sort=endDate`)).body.map(
      (one: any) => one.endDate,
    )
    expect(ends).toEqual(ends.toSorted())
    expect(new Set(ends).size).toBeGreaterThan(3)
    expect((await names('&sort=-endDate'))[0]).toBe('eternal')
  })

  test('is paged in every order, with a total', async () => {
    for (const sort of ['name', '-name', 'createdAt', '-createdAt', 'endDate', '-endDate']) {
      const whole = await names(`&sort=${sort}`)
      const paged: string[] = []
      let cursor = ''
      do {
        const { body, headers } = await list(
          `?q=${encodeURIComponent(word)}&sort=${sort}&limit=2&cursor=${cursor}`.replace(/&cursor=$/, ''),
        )
        expect(headers['x-total-count']).toBe(String(whole.length))
        paged.push(...body.map(({ name }: { name: string }) => name.slice(word.length + 1)))
        cursor = (headers['x-next-cursor'] ?? '') as string
      } while (cursor)
      expect(paged).toEqual(whole)
    }
    await refused(() => list('?cursor=abc'), 400, 'input.invalid')
    await refused(() => list('?sort=color'), 400, 'input.invalid')
  })

  test('as CSV has all that match in the order of the list, over its pages, without formulas, and is an event', async () => {
    const { db } = product.platform
    const row = await db('workspaces').where({ id: ids['year'] }).first()
    const copies = Array.from({ length: 1_001 }, (_, i) => ({
      ...row,
      id: randomUUID(),
      name: `=${word} copy ${String(i).padStart(4, '0')}`,
    }))
    await db.batchInsert('workspaces', copies)
    const path = `/workspaces/workspace-with-participants/export?q=${encodeURIComponent(word)}&sort=-name`
    const { body, headers } = await product.call('GET', path, {
      token: operator.token,
      headers: { 'accept-language': 'de' },
    })
    await db('workspaces').whereLike('name', `=${word}%`).delete()
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="workspaces-${product.clock.now().toISOString().slice(0, 10)}.csv"`,
    })
    expect(body.startsWith('\uFEFFid;name;subscription;starts_on;ends_on;people;')).toBe(true)
    const { data, errors } = Papa.parse<Record<string, string>>(body.slice(1), {
      header: true,
      skipEmptyLines: true,
    })
    expect(errors).toEqual([])
    const own = (await names('&sort=-name')).map((name: string) => `${word} ${name}`)
    const made = copies.map(({ name }) => `'${name}`).toReversed()
    expect(data.map(({ name }) => name)).toEqual([...own, ...made])
    expect(data.find(({ id }) => id === ids['year'])).toMatchObject({
      subscription: 'premium',
      ends_on: addDays(today, 364),
      people: '1',
      billing_confirmed: 'no',
    })
    expect((await product.facts(`operator-${operator.userId}`)).at(-1)).toMatchObject({
      type: 'WorkspacesExported',
      data: { workspaces: data.length },
      metadata: { actor: { userId: operator.userId, role: 'super admin' } },
    })
  })

  test('shows workspaces after the trial as inactive until a period starts, by their local day', async () => {
    product.clock.advance(31 * DAY)
    operator = { ...operator, token: await product.logIn(operator.userId, 'super admin') }
    expect(await names('&subscription=inactive&sort=name')).toEqual(['later', 'tokyo', 'trial'])
    for (const { subscription, isActive } of (await list(`?q=${encodeURIComponent(word)}`)).body)
      expect(isActive).toBe(subscription !== 'inactive')
    expect(await names('&endsWithin=400&sort=name')).toEqual(['goes on', 'month', 'year'])
  })

  test('sorts ended workspaces by their last day, and includes old periods', async () => {
    const { endDate, periods } = await listed(ids['later']!)
    const last = addDays(endDate, 30)
    const params = { token: operator.token, body: { periodId: periods[0].id, endDate: last, reason: 'Paid' } }
    await product.call('PATCH', `/workspaces/end-activity/${ids['later']}`, params)
    await patch('add-activity', ids['trial']!, { ...days(ids['trial']!, -400, -300) })
    product.clock.advance(500 * DAY)
    operator = { ...operator, token: await product.logIn(operator.userId, 'super admin') }
    const { body } = await list(`?q=${encodeURIComponent(word)}&sort=endDate`)
    const ends = body.map((one: any) => one.endDate)
    expect(ends).toEqual(ends.toSorted())
    expect(new Set(ends).size).toBeGreaterThan(4)
    expect(await names('&subscription=premium')).toEqual(['eternal'])
  })
})
