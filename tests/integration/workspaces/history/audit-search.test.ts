import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { workspaceHistory } from '#contract/workspaces/audit.ts'
import type { Query } from '#contract/endpoint.ts'
import { shortId } from '#contract/requests/short-id.ts'
import { openDatabase, type Knex } from '#platform/postgres/database.ts'
import { historyOf } from '#projections/audit/queries.ts'
import { fillAuditLog } from '#support/product/audit-log.ts'
import { createDatabase, type TestDatabase } from '#support/servers/postgres.ts'
import { casesOfRun } from '#support/rounds.ts'
import { ownerUrl } from '#support/servers/runtime-url.ts'

/** Compares searches with a full scan, in more entries than are counted. */

type Filters = Query<typeof workspaceHistory>

const workspaceId = randomUUID()
const other = randomUUID()
let database: TestDatabase
let db: Knex
let sample: {
  id: string
  hash: string
  actor_user_id: string
  target_id: string
  target_label: string
  at: Date
}

beforeAll(async () => {
  database = await createDatabase({ built: true })
  db = openDatabase(database.url)
  await fillAuditLog(
    db,
    { workspaceId, entries: 13_000, people: 1_500 },
    { workspaceId: other, entries: 500, people: 1_500 },
  )
  await db.raw('ANALYZE')
  sample = await db('audit_entries').where({ workspace_id: workspaceId, sequence: 12_001 }).first()
}, 180_000)
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const like = (text: string) => `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/** The matching sequences by a full scan, newest first. */
const compared = async (filters: Filters): Promise<number[]> => {
  const { actor, action, target, status, from, to, q, mails } = filters
  const conditions: [unknown, string, ...unknown[]][] = [
    [actor, 'p.email ILIKE :actor OR e.actor_user_id::text ILIKE :actor'],
    [action, `e.action = :action OR starts_with(e.action, :action || '.')`],
    [
      target,
      `e.target_label ILIKE :target OR e.target_kind ILIKE :target OR e.target_id ILIKE :targetBegins`,
    ],
    [status, 'e.outcome = :status'],
    [mails, 'e.cause_id IS NULL'],
    [from, 'e.at >= :from::timestamptz'],
    [to, 'e.at <= :to::timestamptz'],
    [
      q,
      `e.action ILIKE :q OR p.email ILIKE :q OR e.target_label ILIKE :q OR e.changes::text ILIKE :q OR e.ip ILIKE :q
       OR e.device ILIKE :q OR e.hash ILIKE :qBegins OR e.target_id ILIKE :qBegins OR e.id::text = lower(:whole)`,
    ],
  ]
  const where = conditions.flatMap(([value, sql]) => (value ? `(${sql})` : [])).join(' AND ')
  const { rows } = await db.raw<{ rows: { sequence: string }[] }>(
    `SELECT e.sequence FROM audit_entries e LEFT JOIN audit_people p ON p.user_id = e.actor_user_id
     WHERE e.workspace_id = :workspaceId AND ${where || 'true'} ORDER BY e.sequence DESC`,
    {
      ...filters,
      workspaceId,
      ...(actor && { actor: like(actor) }),
      ...(target && { target: like(target), targetBegins: like(target).slice(1) }),
      ...(q && { q: like(q), whole: q, qBegins: like(q).slice(1) }),
    } as unknown as Record<string, string>,
  )
  return rows.map(({ sequence }) => Number(sequence))
}

const sequencesOf = async (filters: Filters) =>
  (await historyOf(db, workspaceId, filters)).entries.map(({ sequence }) => sequence)

const cases: readonly (readonly [string, () => Filters])[] = [
  ['nothing', () => ({})],
  ['an action', () => ({ action: 'request.approved' })],
  ['a noun', () => ({ action: 'participant' })],
  ['an action that is none', () => ({ action: 'request.app' })],
  ['an action of another case', () => ({ action: 'Request' })],
  ['a status', () => ({ status: 'refused' })],
  ['mails folded', () => ({ mails: 'folded' })],
  ['few who acted', () => ({ actor: 'ANNA10' })],
  ['all who acted', () => ({ actor: 'example' })],
  ['an umlaut of those who acted', () => ({ actor: 'JÜRGEN' })],
  ['who acted, by id', () => ({ actor: sample.actor_user_id.slice(4, 20).toUpperCase() })],
  ['nobody', () => ({ actor: 'nobody@example.com' })],
  ['a target by its label', () => ({ target: sample.target_label.toUpperCase() })],
  ['a target by its id', () => ({ target: sample.target_id })],
  ['a target by how its id begins', () => ({ target: sample.target_id.slice(0, 6).toUpperCase() })],
  ['a target by two signs', () => ({ target: 'a1' })],
  ['kinds of targets', () => ({ target: 'ques' })],
  ['a time', () => ({ from: '2024-01-03T00:00:00Z', to: '2024-01-05T00:00:00Z' })],
  ['a time to a second', () => ({ from: sample.at.toISOString(), to: sample.at.toISOString() })],
  ['a time before all', () => ({ to: '2023-01-01T00:00:00Z' })],
  ['a time after', () => ({ from: '2024-01-05T00:00:00+02:00', status: 'closed' })],
  ['a text in most entries', () => ({ q: 'BEFORE' })],
  ['a text in labels', () => ({ q: 'überw' })],
  ['a text in another script', () => ({ q: 'СЧЁТ' })],
  ['a text in actions', () => ({ q: 't.declin' })],
  ['a text in addresses of who acted', () => ({ q: 'Müller.' })],
  ['a text in changes', () => ({ q: 'x77@' })],
  ['a text in devices', () => ({ q: 'linux x86_64' })],
  ['a text in ips', () => ({ q: '.77.1' })],
  ['the beginning of a hash', () => ({ q: sample.hash.slice(0, 12).toUpperCase() })],
  ['what an id belongs to', () => ({ q: sample.target_id.toUpperCase() })],
  ['an entry by its id', () => ({ q: sample.id.toUpperCase() })],
  ['three signs', () => ({ q: 'fee' })],
  ['two letters', () => ({ q: 'zo' })],
  ['one letter', () => ({ q: '%' })],
  ['wildcards', () => ({ q: '0 % of_i' })],
  ['a wildcard that is none', () => ({ q: 'app_oved' })],
  ['a backslash', () => ({ q: '\\' })],
  ['nothing anywhere', () => ({ q: 'nowhere to be found' })],
  ['common filters that never meet', () => ({ action: 'mail', mails: 'folded' })],
  ['texts that never meet', () => ({ q: 'mail.sent', action: 'request', status: 'ok' })],
  ['what hardly meets', () => ({ q: 'Rechnung', status: 'refused', mails: 'folded' })],
  [
    'all filters',
    () => ({
      actor: 'a',
      action: 'request',
      target: 'request',
      status: 'ok',
      q: 'passkey 1',
      mails: 'folded',
    }),
  ],
  ['old text, by time', () => ({ q: 'joined', to: '2024-01-02T00:00:00Z' })],
]

const agrees = async (filters: Filters) => {
  const all = await compared(filters)
  const { entries, total, totalIsExact, nextCursor } = await historyOf(db, workspaceId, filters)
  expect(entries.map(({ sequence }) => sequence)).toEqual(all.slice(0, 50))
  expect([total, totalIsExact]).toEqual([Math.min(all.length, 10_000), all.length <= 10_000])
  expect(nextCursor).toBe(all.length > 50 ? String(all[49]) : null)
  const middle = all[Math.floor(all.length / 2)]
  if (middle === undefined) return
  const place = { limit: 20, cursor: String(middle) }
  expect(await sequencesOf({ ...filters, ...place })).toEqual(all.filter((one) => one < middle).slice(0, 20))
}

/** In `npm test` every other one: each full scan takes a tenth of a second. */
test.each(casesOfRun(cases, ...cases.keys().filter((i) => i % 2 === 0)))(
  '%s: finds the same entries as a full scan',
  async (_, filters) => agrees(filters()),
)

test('finds requests by their short id, and entries by their HTTP request id', async () => {
  const { target_id: id } = sample
  const all = await compared({ q: id })
  await db('audit_targets').insert({
    workspace_id: workspaceId,
    kind: 'request',
    id,
    fields: '{}',
    subjects: [],
  })
  for (const said of [shortId(id), shortId(id).toLowerCase(), shortId(id).replace('-', '')]) {
    expect(await sequencesOf({ q: said })).toEqual(all)
    expect(await sequencesOf({ target: said })).toEqual(all)
  }
  const call = randomUUID()
  await db('audit_entries').where({ workspace_id: workspaceId, sequence: 77 }).update({ request_id: call })
  expect(await sequencesOf({ q: call.toUpperCase() })).toEqual([77])
})

test('pages contain every entry once', async () => {
  const filters: Filters = { q: 'Invoice', status: 'closed' }
  const seen: number[] = []
  let cursor: string | null = null
  do {
    const page = await historyOf(db, workspaceId, { ...filters, limit: 40, ...(cursor && { cursor }) })
    seen.push(...page.entries.map(({ sequence }) => sequence))
    cursor = page.nextCursor
  } while (cursor !== null)
  expect(seen.length).toBeGreaterThan(80)
  expect(seen).toEqual(await compared(filters))
})

test('a text search in a long log continues on the next page', async () => {
  const long = randomUUID()
  const [row] = await db('audit_entries').where({ workspace_id: workspaceId, sequence: 7 })
  await db('audit_entries').insert(
    [3, 1_500_000].map((sequence) => ({
      ...row,
      id: randomUUID(),
      workspace_id: long,
      sequence,
      target_label: 'Needle',
      changes: '[]',
      owners: '[]',
    })),
  )
  await db('audit_heads').insert({ workspace_id: long, sequence: 1_500_000, hash: row.hash, peaks: [] })
  const first = await historyOf(db, long, { q: 'needle' })
  expect(first.entries.map(({ sequence }) => sequence)).toEqual([1_500_000])
  expect([first.total, first.totalIsExact]).toEqual([1, false])
  const second = await historyOf(db, long, { q: 'needle', cursor: first.nextCursor! })
  expect(second.entries.map(({ sequence }) => sequence)).toEqual([3])
  expect(second.nextCursor).toBeNull()
})

describe('without the extension pg_trgm', () => {
  beforeAll(async () => {
    const owner = openDatabase(ownerUrl(database.url))
    await owner.raw('DROP EXTENSION pg_trgm CASCADE')
    await owner.destroy()
  })

  const texts = cases.filter(([name]) => name.includes('text'))
  test.each(casesOfRun(texts))('still finds %s', async (_, filters) => agrees(filters()))
})
