import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Rejected } from '#contract/errors.ts'
import type { ParticipantOrder } from '#contract/workspaces/participants.ts'
import type { Participant } from '#contract/workspaces/workspaces.ts'
import { workspaceDecider, type WorkspaceCommand } from '#modules/workspaces/workspace.decider.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import {
  isOpenInvitation,
  joined,
  mayInvite,
  type Joined,
  type KnownWorkspace,
} from '#modules/workspaces/workspace.state.ts'
import type { Fact } from '#platform/facts/facts.ts'
import { openDatabase, type Knex } from '#platform/postgres/database.ts'
import { previewRows } from '#projections/engine/queries/preview.ts'
import { workspacesProjection } from '#projections/workspaces/projection.ts'
import { countsOf, participantsOf } from '#projections/workspaces/queries.ts'
import { createDatabase, type TestDatabase } from '#support/servers/postgres.ts'
import { createRandom } from '#support/event-store/random.ts'

/** Order and paging of the participants, and pending invitations. */

const HOUR = 3_600_000
const now = new Date('2026-06-01T00:00:00.000Z')
const after = (hours: number) => new Date(now.getTime() + hours * HOUR)
let database: TestDatabase
let db: Knex
beforeAll(async () => {
  database = await createDatabase({ built: true })
  db = openDatabase(database.url)
})
afterAll(async () => {
  await db?.destroy()
  await database?.drop()
})

type ListQuery = Parameters<typeof participantsOf>[2]
type Page = Awaited<ReturnType<typeof participantsOf>>
const allPages = async (
  workspaceId: string,
  query: ListQuery,
  at = (_page: number) => now,
): Promise<Participant[]> => {
  const pages: Page[] = []
  for (let cursor: string | null | undefined; cursor !== null; cursor = pages.at(-1)!.nextCursor)
    pages.push(
      await participantsOf(db, workspaceId, { ...query, ...(cursor && { cursor }) }, at(pages.length)),
    )
  expect(new Set(pages.map(({ total }) => total)).size).toBe(1)
  return pages.flatMap(({ items }) => items)
}

describe('a list', () => {
  const workspaceId = randomUUID()
  const [admin, gone] = [randomUUID(), randomUUID()]
  /** Ten people at each of nine times. A third of the addresses is erased, others differ only in case, or are equal. */
  beforeAll(() =>
    db('participants').insert(
      Array.from({ length: 90 }, (_, n) => {
        const invite = n < 30 ? 'pending' : n < 40 ? 'revoked' : 'accepted'
        const at = after(-(n % 9))
        return {
          id: randomUUID(),
          workspace_id: workspaceId,
          user_id: n === 89 ? admin : invite === 'accepted' ? randomUUID() : null,
          email: n % 3 === 0 ? null : `${n % 2 ? 'B' : 'b'}${n % 4}@example.com`,
          role: n % 5 === 0 || n === 89 ? 'admin' : 'regular user',
          active: true,
          approver: n % 2 === 0,
          requester: true,
          invite,
          invited_by: n % 7 === 0 ? gone : admin,
          invitation_expires_at: after(n % 3),
          invited_at: at,
          joined_at: invite === 'accepted' ? after(-(n % 4)) : null,
          created_at: at,
        }
      }),
    ),
  )

  const text = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  const rows = async () => {
    const { rows: all } = await db.raw<{ rows: { id: string; created_at: Date }[] }>(
      'SELECT id, created_at FROM participants WHERE workspace_id = ?',
      [workspaceId],
    )
    return new Map(all.map((row) => [row.id, row.created_at.toISOString()]))
  }
  const keys: Readonly<Record<'email' | 'role' | 'joinedAt', (one: Participant) => string>> = {
    email: ({ email }) => (email ?? '').toLowerCase(),
    role: ({ role }) => role,
    joinedAt: ({ joinedAt, invitedAt }) => joinedAt ?? invitedAt,
  }

  test.each(['email', '-email', 'role', '-role', 'joinedAt', '-joinedAt'] as const)(
    'sorted by %s goes on behind its cursor, also where many are alike and addresses are erased',
    async (sort) => {
      const whole = (await participantsOf(db, workspaceId, { limit: 100, sort }, now)).items
      const keyOf = keys[sort.replace('-', '') as keyof typeof keys]
      const sign = sort.startsWith('-') ? -1 : 1
      expect(whole).toHaveLength(90)
      expect(whole).toEqual(whole.toSorted((a, b) => sign * (text(keyOf(a), keyOf(b)) || text(a.id, b.id))))
      for (const limit of [4, 7]) expect(await allPages(workspaceId, { limit, sort })).toEqual(whole)
      const approvers = whole.filter(({ approver }) => approver)
      expect(await allPages(workspaceId, { limit: 7, sort, approver: true })).toEqual(approvers)
    },
  )

  test('shows pending invitations first by default, oldest first', async () => {
    const came = await rows()
    const whole = (await participantsOf(db, workspaceId, { limit: 100 }, now)).items
    const keyOf = ({ id, invite }: Participant) => `${invite === 'pending' ? 0 : 1} ${came.get(id)} ${id}`
    expect(whole).toEqual(whole.toSorted((a, b) => text(keyOf(a), keyOf(b))))
    expect(await allPages(workspaceId, { limit: 7 })).toEqual(whole)
    // Of thirty, ten have expired, and some of the others lost their inviter.
    const pending = whole.filter(({ invite }) => invite === 'pending')
    expect(pending).toHaveLength(17)
    expect(await allPages(workspaceId, { limit: 7, invite: 'pending' })).toEqual(pending)
    expect(await countsOf(db, workspaceId, now)).toMatchObject({ pending: 17, expired: 13, revoked: 10 })
  })

  test('includes an invitation that expires between two pages', async () => {
    const whole = (await participantsOf(db, workspaceId, { limit: 100 }, now)).items
    const slow = await allPages(workspaceId, { limit: 7 }, (page) => after(page))
    expect(slow.map(({ id }) => id)).toEqual(whole.map(({ id }) => id))
    expect(slow.filter(({ invite }) => invite === 'pending').length).toBeLessThan(17)
  })

  test('rejects a cursor of another order, and malformed cursors', async () => {
    const orders: readonly (ParticipantOrder | undefined)[] = [undefined, 'email', '-email', 'joinedAt']
    const cursorOf = async (sort?: ParticipantOrder) =>
      (await participantsOf(db, workspaceId, { limit: 5, ...(sort && { sort }) }, now)).nextCursor!
    const forged = ['2026-13-01T00:00:00.000Z 1', 'email', 'x y'].map((key) =>
      Buffer.from(`${randomUUID()} ${key}`).toString('base64url'),
    )
    for (const sort of orders)
      for (const cursor of [
        ...(await Promise.all(orders.filter((other) => other !== sort).map(cursorOf))),
        ...forged,
      ])
        await expect(
          participantsOf(db, workspaceId, { limit: 5, cursor, ...(sort && { sort }) }, now),
        ).rejects.toMatchObject({ code: 'input.invalid' })
  })
})

describe('pending invitations and taken seats', () => {
  /** A random history of a workspace with so many seats. */
  const history = (seed: number) => {
    const random = createRandom(seed)
    const id = randomUUID()
    const people = Array.from({ length: 8 }, () => {
      const userId = randomUUID()
      return { userId, email: `${userId}@example.com`, addressHash: userId }
    })
    const facts: Fact[] = []
    let state = workspaceDecider.initialState
    let hours = -400
    const run = (command: WorkspaceCommand) => {
      try {
        for (const event of workspaceDecider.decide(command, state) as WorkspaceEvent[]) {
          state = workspaceDecider.evolve(state, event)
          facts.push({ ...event, metadata: { at: after(hours).toISOString() } } as unknown as Fact)
        }
      } catch (error) {
        if (!(error instanceof Rejected)) throw error
      }
    }
    const [creator] = people
    const [trialStartsOn, trialEndsOn] = ['2026-05-01', '2026-05-02']
    const participantId = randomUUID()
    const named = { name: 'Praxis', timezone: 'UTC', trialStartsOn, trialEndsOn }
    run({ type: 'CreateWorkspace', workspaceId: id, participantId, ...named, creator: creator! })
    const term = { startsOn: '2026-05-01', endsOn: '2026-12-31' }
    run({ type: 'AddPeriod', periodId: randomUUID(), ...term, seats: 6, now: after(hours) })
    const known = () => state as KnownWorkspace
    const steps: readonly (() => void)[] = [
      ...Array.from({ length: 3 }, () => () => {
        const inviter: Joined | undefined = random.pick(
          joined(state).filter(({ userId }) => mayInvite(state, userId, after(hours))),
        )
        if (!inviter) return
        const ids = { participantId: randomUUID(), invitationId: randomUUID() }
        const role = random.pick(['admin', 'admin', 'admin', 'regular user'] as const)
        const given = { role, approver: true, requester: true, language: 'en' as const }
        const sent = { invitedBy: inviter.userId, now: after(hours) }
        run({ type: 'InviteParticipant', ...random.pick(people), ...ids, ...given, ...sent })
      }),
      ...Array.from({ length: 2 }, () => () => {
        const open = known()
          .members.valueSeq()
          .filter((one) => one.kind === 'invited')
        const one = open.isEmpty() ? undefined : random.pick([...open])
        const who = people.find(({ addressHash }) => addressHash === one?.addressHash)
        if (one && who)
          run({ type: 'AcceptInvitation', ...who, invitationId: one.invitationId, now: after(hours) })
      }),
      ...(['ChangeActivity', 'PromoteParticipant', 'RemoveParticipant', 'RevokeInvitation'] as const).map(
        (type) => () => run({ type, participantId: random.pick([...known().members.keys()]) }),
      ),
      () => run({ type: 'LeaveWorkspace', userId: random.pick(people).userId }),
    ]
    for (let n = 0; n < 40; n += 1) {
      hours += Math.floor(random.next() * 12)
      random.pick(steps)()
    }
    return { id, facts, state: known(), end: hours }
  }

  test('are the same in the list and in the decider, whatever became of the inviters', async () => {
    const histories = Array.from({ length: 60 }, (_, seed) => history(seed)).filter(
      ({ state }) => state.kind === 'open',
    )
    for (const table of ['workspaces', 'periods', 'participants'] as const) {
      const rows = histories.flatMap(({ facts }) => previewRows(workspacesProjection, facts, table))
      await db(table).insert(rows)
    }
    let [open, orphaned] = [0, 0]
    for (const { id, state, end } of histories)
      for (const at of [end, end + 90, end + 200].map(after)) {
        const decided = state.members.filter((member) => isOpenInvitation(member, state, at))
        const { items } = await participantsOf(db, id, { limit: 100 }, at)
        const pending = items.filter(({ invite }) => invite === 'pending').map((one) => one.id)
        expect(pending.toSorted()).toEqual([...decided.keys()].toSorted())
        expect(await countsOf(db, id, at)).toMatchObject({
          pending: decided.size,
          seats: { total: 6, taken: state.byUser.size + decided.size },
        })
        open += decided.size
        orphaned += state.members.count(
          (one) =>
            one.kind === 'invited' &&
            !one.revoked &&
            new Date(one.expiresAt) > at &&
            !decided.has(one.participantId),
        )
      }
    expect([open > 50, orphaned > 20]).toEqual([true, true])
  })
})
