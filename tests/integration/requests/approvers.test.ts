import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { joinAsApprovers, type Joined } from '#support/product/crowd.ts'
import type { Person } from '#support/product/product.ts'
import { expectRefused, openRequests, type RequestApi } from '#support/product/requests.ts'
import type { OwnWorkspace } from '#support/product/workspaces.ts'
import { activeBuildName } from '#support/read-models/builds.ts'

type Approver = { readonly participantId: string; readonly email: string | null }

/** The longest valid address has 254 characters. */
const LONG = `${'very.long.name.'.repeat(4)}x@${'department.'.repeat(17)}example`

let api: RequestApi
beforeAll(async () => {
  api = await openRequests()
})
afterAll(() => api?.product.close())

type Query = Readonly<Record<string, string>>
const path = ({ id }: { id: string }, query: Query = {}) =>
  `/requests/approvers/${id}?${new URLSearchParams(query).toString()}`
const emailsOf = (body: readonly Approver[]) => body.map(({ email }) => email)
const join = (team: { id: string }, emails: readonly string[]) =>
  joinAsApprovers(api.product.platform, team.id, emails)

type Crowd = OwnWorkspace & { readonly anna: Person; readonly people: readonly Joined[] }

/** A workspace with these approvers and its admin. */
const teamOf = async (emails: readonly string[]): Promise<Crowd> => {
  const workspace = await api.workspace()
  const anna = await api.colleague(workspace)
  const people = await join(workspace, emails)
  return { ...workspace, anna, people }
}

/** All pages; runs `between` after each. */
const walk = async (
  team: OwnWorkspace,
  who: Person,
  { query = {}, between }: { query?: Query; between?: (seen: readonly Approver[]) => unknown },
): Promise<Approver[]> => {
  const seen: Approver[] = []
  for (let cursor: string | undefined; ;) {
    const answer = await api.get(path(team, { ...query, ...(cursor && { cursor }) }), who)
    expect(answer.status).toBe(200)
    seen.push(...answer.body)
    const next = answer.headers['x-next-cursor']
    if (typeof next !== 'string') return seen
    cursor = next
    await between?.(seen)
  }
}

describe('the list of approvers', () => {
  test('is sorted by address, without the caller, deactivated participants and non-approvers', async () => {
    const team = await teamOf(['dora@example.com', 'carl@example.com', 'emil@example.com'])
    await api.product.platform
      .db('request_participants')
      .where({ participant_id: team.people[2]!.participantId })
      .update({ active: false })
    const byAnna = await api.get(path(team), team.anna)
    expect(emailsOf(byAnna.body)).toEqual(
      ['carl@example.com', 'dora@example.com', team.admin.email].toSorted(),
    )
    expect(byAnna.headers['x-next-cursor']).toBeUndefined()
    expect(emailsOf((await api.get(path(team), team.admin)).body)).toEqual([
      'carl@example.com',
      'dora@example.com',
    ])
  })

  test('has pages of 50 by default, with each approver once', async () => {
    const team = await teamOf(
      Array.from({ length: 120 }, (_, i) => `p${String(i).padStart(3, '0')}@example.com`),
    )
    const first = await api.get(path(team), team.admin)
    expect(first.body).toHaveLength(50)
    expect(first.headers['x-next-cursor']).toBeTypeOf('string')
    for (const limit of ['7', '50', '60', '100'])
      expect(emailsOf(await walk(team, team.admin, { query: { limit } }))).toEqual(
        team.people.map(({ email }) => email),
      )
  })

  test('neither skips nor repeats approvers while others join and leave', async () => {
    const team = await teamOf(
      Array.from({ length: 12 }, (_, i) => `m${String(i).padStart(2, '0')}@example.com`),
    )
    const seen = await walk(team, team.admin, {
      query: { limit: '4' },
      async between(before) {
        const [n, last] = [before.length, before.at(-1)!]
        if (n > 12) return
        await join(team, [`a${n}@example.com`, `${last.email}.next`, `z${n}@example.com`])
        await api.product.platform
          .db('request_participants')
          .where({ participant_id: last.participantId })
          .delete()
      },
    })
    const emails = emailsOf(seen)
    expect(new Set(emails).size).toBe(emails.length)
    expect(emails).toEqual(expect.arrayContaining(team.people.map(({ email }) => email)))
    expect(emails.filter((email) => email?.startsWith('z'))).toEqual(
      ['z4@example.com', 'z8@example.com', 'z12@example.com'].toSorted(),
    )
    expect(emails.filter((email) => email?.endsWith('.next'))).toHaveLength(3)
    expect(emails.filter((email) => email?.startsWith('a'))).toEqual([])
  })

  test('accepts equal, long, non-Latin and erased addresses, and lists erased ones last', async () => {
    const odd = [LONG, 'иван@пример.рф', '山田太郎@例え.jp', '👀 two@example.com', 'o\'neil"<b>@example.com']
    const team = await teamOf([
      ...odd,
      'same@example.com',
      'same@example.com',
      'gone@example.com',
      'also.gone@example.com',
    ])
    const { db } = api.product.platform
    await db('request_participants')
      .where({ workspace_id: team.id })
      .whereLike('email', '%gone@%')
      .update({ email: null })
    const whole = (await api.get(path(team), team.admin)).body as Approver[]
    expect(new Set(emailsOf(whole).slice(0, -2))).toEqual(new Set([...odd, 'same@example.com']))
    expect(emailsOf(whole).slice(-2)).toEqual([null, null])
    expect(whole).toHaveLength(9)
    for (const limit of ['1', '2', '3'])
      expect(await walk(team, team.admin, { query: { limit } })).toEqual(whole)
  })
})

describe('a search', () => {
  test('finds part of an address, ignoring case, across all pages', async () => {
    const team = await teamOf([
      'Anna.Schmidt@example.com',
      'anna.meier@EXAMPLE.org',
      'ÄNNE@example.net',
      'x@y.zz',
    ])
    const found = async (q: string) =>
      new Set(emailsOf(await walk(team, team.admin, { query: { q, limit: '1' } })))
    expect(await found('ANNA')).toEqual(new Set(['Anna.Schmidt@example.com', 'anna.meier@EXAMPLE.org']))
    expect(await found('example.ORG')).toEqual(new Set(['anna.meier@EXAMPLE.org']))
    expect(await found('änn')).toEqual(new Set(['ÄNNE@example.net']))
    expect(await found('nobody')).toEqual(new Set([]))
    expect((await found('')).size).toBe(4)
  })

  test('treats wildcards as text', async () => {
    const team = await teamOf([
      '100%@example.com',
      'a_b@example.com',
      'back\\slash@example.com',
      'plain@example.com',
    ])
    const found = async (q: string) => emailsOf((await api.get(path(team, { q }), team.admin)).body)
    expect(await found('%')).toEqual(['100%@example.com'])
    expect(await found('_')).toEqual(['a_b@example.com'])
    expect(await found('\\')).toEqual(['back\\slash@example.com'])
    expect(await found('p%n')).toEqual([])
    expect(await found("'; drop table users --")).toEqual([])
  })

  test('finds no one in another workspace', async () => {
    const [own, other] = [await teamOf(['mine@example.com']), await teamOf(['theirs@example.com'])]
    expect((await api.get(path(own, { q: 'theirs' }), own.admin)).body).toEqual([])
    const cursor = String((await api.get(path(other, { limit: '1' }), other.anna)).headers['x-next-cursor'])
    expect(emailsOf(await walk(own, own.admin, { query: { cursor } }))).not.toContain('theirs@example.com')
    expectRefused(await api.get(path(own, { cursor }), other.admin), 404, 'workspace.not-found')
    expectRefused(await api.get(path(own, { q: 'mine' }), other.admin), 404, 'workspace.not-found')
  })
})

test('rejects malformed queries and cursors', async () => {
  const team = await teamOf(['a@example.com', 'b@example.com', 'c@example.com'])
  const good = String((await api.get(path(team, { limit: '1' }), team.admin)).headers['x-next-cursor'])
  const made = (text: string | Buffer) => Buffer.from(text).toString('base64url')
  const uuid = randomUUID()
  const cursors = [
    'x',
    '%00',
    `${good}=`,
    `${good}!`,
    made('a@example.com'),
    made(`a@example.com ${uuid}`),
    made(`${uuid.toUpperCase()} a@example.com`),
    made(`${uuid}a@example.com`),
    made(`${uuid} nul\0nul`),
    made(Buffer.concat([Buffer.from(`${uuid} `), Buffer.from([0xff, 0xfe])])),
    made(`${'-'.repeat(36)} a@example.com`),
    made(`${uuid}'; drop table requests`),
    'A'.repeat(2_000),
  ]
  for (const cursor of cursors)
    expectRefused(await api.get(path(team, { cursor }), team.admin), 400, 'input.invalid')
  for (const query of ['cursor=%00', 'limit=0', 'limit=101', 'limit=x', 'q=%00', `q=${'x'.repeat(255)}`])
    expectRefused(await api.get(`${path(team)}&${query}`, team.admin), 400, 'input.invalid')
})

describe('with 10,000 approvers', () => {
  let team: Crowd
  beforeAll(async () => {
    team = await teamOf(['first@example.com'])
    const { db } = api.product.platform
    await db.raw(
      `INSERT INTO request_participants (participant_id, workspace_id, user_id, email, role, active, approver, requester)
       SELECT gen_random_uuid(), :id, gen_random_uuid(), 'person' || lpad(n::text, 5, '0') || '@example.com', 'regular user', true, true, false
       FROM generate_series(1, 10000) n`,
      { id: team.id },
    )
    await db.raw('ANALYZE ??.request_participants', [await activeBuildName(db, 'requests')])
  })

  test('every page is read from the index in order', async () => {
    const { db } = api.product.platform
    const sent: { sql: string; bindings: unknown[] }[] = []
    const listen = (query: { sql: string; bindings: unknown[] }) => sent.push(query)
    db.on('query', listen)
    const first = await api.get(path(team, { limit: '50' }), team.admin)
    await api.get(path(team, { limit: '50', cursor: String(first.headers['x-next-cursor']) }), team.admin)
    db.removeListener('query', listen)
    const pages = sent.filter(({ sql }) => sql.includes('active AND approver'))
    expect(pages).toHaveLength(2)
    for (const { sql, bindings } of pages) {
      const numbered = sql.replaceAll(/\$\d+/g, '?')
      const { rows } = await db.raw(`EXPLAIN ${numbered}`, bindings as never)
      const plan = rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n')
      expect(plan).toContain('Index Scan using request_participants_4')
      expect(plan).not.toContain('Sort')
    }
  })

  test('every approver is listed once, and can be found', async () => {
    const emails = emailsOf(await walk(team, team.admin, { query: { limit: '100' } }))
    expect(new Set(emails).size).toBe(10_001)
    expect(emails).toHaveLength(10_001)
    const { body } = await api.get(path(team, { q: 'PERSON09999' }), team.admin)
    expect(emailsOf(body)).toEqual(['person09999@example.com'])
  })
})
