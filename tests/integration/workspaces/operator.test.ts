import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FIGURE_MONTHS, type Figures } from '#contract/workspaces/operator/figures.ts'
import { addMonths } from '#contract/workspaces/months.ts'
import { addDays, dateIn } from '#contract/workspaces/subscription/subscription.ts'
import { openProduct, type Person, type Product } from '#support/product/product.ts'
import { expectRefused } from '#support/product/requests.ts'
import { workspaceOf } from '#support/product/workspaces.ts'
import { everything } from '#support/read-models/stored-rows.ts'
import { leaksIn } from '#support/read-models/leaks.ts'

let product: Product
let operator: Person
let colleague: Person
beforeAll(async () => {
  product = await openProduct()
  operator = await product.person({ role: 'super admin' })
  colleague = await product.person({ role: 'super admin' })
})
afterAll(() => product?.close())

const note = (id: string, { token }: Pick<Person, 'token'> = operator) =>
  product.call('GET', `/workspaces/note/${id}`, { token })
const write = (id: string, body: object, { token }: Pick<Person, 'token'> = operator, headers = {}) =>
  product.call('PATCH', `/workspaces/note/${id}`, { token, body, headers })
const NONE = { text: '', version: null, changedAt: null, changedBy: null }

test('super admins keep one note about a workspace, with who changed it last and when; it is sealed, and no fact', async () => {
  const { id } = await workspaceOf(product)
  expect((await note(id)).body).toEqual(NONE)
  const head = await product.head()
  const text = `Calls back in May ${randomUUID()}\n\nSecond line`
  const first = await write(id, { text, version: null })
  const { userId, email } = operator
  expect(first).toMatchObject({ status: 200, body: { text, changedBy: { userId, email, name: null } } })
  expect((await note(id, colleague)).body).toEqual(first.body)
  product.clock.advance(1_000)
  const second = await write(id, { text: `${text}!`, version: first.body.version }, colleague)
  expect(second.body).toMatchObject({ text: `${text}!`, changedBy: { userId: colleague.userId } })
  expect(second.body.changedAt > first.body.changedAt).toBe(true)
  expect(await product.head()).toBe(head)
  expect(leaksIn(await everything(product.platform.db), { text: text.slice(0, 40) })).toEqual([])
  expect((await write(id, { text: '', version: second.body.version })).body).toEqual(NONE)
  expect(await product.platform.db('workspace_notes').where({ workspace_id: id })).toEqual([])
})

test('of two super admins who change a note at once one gets a conflict, and the note of the other stays; a repetition succeeds', async () => {
  const { id } = await workspaceOf(product)
  for (const version of [null, 'current'] as const) {
    const before = version && (await note(id)).body.version
    const answers = await Promise.all(
      [operator, colleague].map((by) => write(id, { text: `${version} ${by.email}`, version: before }, by)),
    )
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status)
    expect(won!.status).toBe(200)
    expectRefused(lost!, 409, 'command.conflict')
    expect((await note(id)).body).toEqual(won!.body)
    expectRefused(await write(id, { text: '', version: before }), 409, 'command.conflict')
  }
  for (const text of ['Once', '']) {
    const change = { text, version: (await note(id)).body.version }
    const headers = { 'idempotency-key': randomUUID() }
    const done = await write(id, change, operator, headers)
    expect(await write(id, change, operator, headers)).toMatchObject({ status: 200, body: done.body })
  }
})

test('a note has at most 2,000 signs, and belongs to an open workspace', async () => {
  const { id, admin } = await workspaceOf(product)
  expect((await write(id, { text: 'x'.repeat(2_000), version: null })).status).toBe(200)
  const { version } = (await note(id)).body
  expectRefused(await write(id, { text: 'x'.repeat(2_001), version }), 400, 'input.invalid')
  for (const unknown of [note(randomUUID()), write(randomUUID(), { text: 'x', version: null })])
    expectRefused(await unknown, 404, 'workspace.not-found')
  await product.call('DELETE', `/workspaces/delete/${id}`, { token: admin.token })
  for (const closed of [note(id), write(id, { text: 'x', version })])
    expectRefused(await closed, 404, 'workspace.not-found')
})

test('figures count when workspaces end, and how many workspaces and people were added, per month; the list finds those behind each', async () => {
  const get = (path: string) => product.call('GET', `/workspaces/${path}`, { token: operator.token })
  const figures = async (): Promise<Figures> => (await get('figures/months')).body
  const before = await figures()
  const [trial, paid] = [await workspaceOf(product), await workspaceOf(product)]
  const today = dateIn('Europe/Berlin', product.clock.now())
  const [present, paidUntil] = [product.clock.now().toISOString().slice(0, 7), addDays(today, 99)]
  const body = { startDate: today, endDate: paidUntil, workspaceId: paid.id }
  await product.call('PATCH', `/workspaces/add-activity/${paid.id}`, { token: operator.token, body })
  const listed = async (filter: string) => {
    const { body: found } = await get(`workspace-with-participants/list?${filter}`)
    return [trial, paid].filter(({ id }) => found.some((one: { id: string }) => one.id === id))
  }
  const { body: trialOf } = await product.call('GET', `/workspaces/${trial.id}`, { token: trial.admin.token })
  const [trialEnd, paidEnd] = [trialOf.endDate.slice(0, 7), paidUntil.slice(0, 7)]

  const after = await figures()
  expect(after.ends.map(({ month }) => month)).toEqual(
    Array.from({ length: FIGURE_MONTHS }, (_, index) => addMonths(present, index)),
  )
  expect(after.created.map(({ month }) => month)).toEqual(
    Array.from({ length: FIGURE_MONTHS }, (_, index) => addMonths(present, index + 1 - FIGURE_MONTHS)),
  )
  for (const [index, { month, trial: ofTrial, premium }] of after.ends.entries()) {
    expect([month, ofTrial - before.ends[index]!.trial]).toEqual([month, month === trialEnd ? 1 : 0])
    expect([month, premium - before.ends[index]!.premium]).toEqual([month, month === paidEnd ? 1 : 0])
  }
  expect(after.created.at(-1)!.workspaces - before.created.at(-1)!.workspaces).toBe(2)
  expect(after.joined.at(-1)!.people - before.joined.at(-1)!.people).toBe(2)

  expect(await listed(`endsIn=${trialEnd}&subscription=trial`)).toEqual([trial])
  expect(await listed(`endsIn=${paidEnd}&subscription=premium`)).toEqual([paid])
  for (const filter of ['createdIn', 'joinedIn']) {
    expect(await listed(`${filter}=${present}`)).toEqual([trial, paid])
    expect(await listed(`${filter}=${addMonths(present, -1)}`)).toEqual([])
  }
  for (const month of ['2026-13', '0000-01', '2026-1', '2026-01-01'])
    expectRefused(await get(`workspace-with-participants/list?endsIn=${month}`), 400, 'input.invalid')

  await product.call('DELETE', `/workspaces/delete/${paid.id}`, { token: operator.token })
  const { ends, created, joined } = await figures()
  expect(ends.find(({ month }) => month === paidEnd)).toEqual(
    before.ends.find(({ month }) => month === paidEnd),
  )
  expect(created.at(-1)!.workspaces).toBe(after.created.at(-1)!.workspaces - 1)
  expect(joined.at(-1)!.people).toBe(after.joined.at(-1)!.people - 1)
})
