import type { Knex } from 'knex'
import type { Clock } from '../primitives/clock.ts'

/** Whom a question reaches at once: in a page that is open, or by Web Push. Only a hint; nothing is decided by it. */

/** Longer than two heartbeats of a stream. */
const OPEN_MS = 60_000

/** Notes that these users have a page open. */
export const notePages = async (db: Knex, userIds: readonly string[], now: Date): Promise<void> => {
  if (userIds.length === 0) return
  // In one order, so that two processes never wait for each other.
  await db.raw(
    `INSERT INTO open_pages SELECT id, ? FROM unnest(?::uuid[]) AS id ORDER BY id
     ON CONFLICT (user_id) DO UPDATE SET until = excluded.until`,
    [new Date(now.getTime() + OPEN_MS), [...userIds]] as Knex.RawBinding[],
  )
}

/** Notes that a user's last page in this process is closed. A process that holds another one notes it again. */
export const notePageClosed = async (db: Knex, userId: string): Promise<void> => {
  await db('open_pages').where({ user_id: userId }).delete()
}

/** Deletes what no longer counts. Runs periodically. */
export const forgetPages = async ({ db, clock }: { db: Knex; clock: Clock }): Promise<void> => {
  await db('open_pages').where('until', '<=', clock.now()).delete()
}

/** The subscriptions `p` of browsers whose session `s` is active. */
export const activeSubscriptions = (db: Knex, now: Date): Knex.QueryBuilder =>
  db('push_subscriptions AS p')
    .join('sessions AS s', 's.id', 'p.session_id')
    .whereNull('s.revoked_at')
    .where('s.idle_until', '>', now)
    .where('s.ends_at', '>', now)

/** Those of the users whom a question reaches at once. */
export const reachedAmong = async (
  { db, push }: { readonly db: Knex; readonly push: object | null },
  userIds: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> => {
  if (userIds.length === 0) return new Set()
  const ids = [...userIds] as never[]
  const byPush = activeSubscriptions(db, now)
    .whereRaw('p.user_id = ANY (?::uuid[])', [ids])
    .select('p.user_id')
  const inPages = db('open_pages').whereRaw('user_id = ANY (?::uuid[])', [ids]).where('until', '>', now)
  const found: { readonly user_id: string }[] = await inPages
    .select('user_id')
    .modify((pages) => void (push && pages.union([byPush])))
  return new Set(found.map(({ user_id: userId }) => userId))
}
