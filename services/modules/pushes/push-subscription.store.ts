import type { Knex } from 'knex'
import type { Subscriber } from '#platform/push/push.ts'

/** A browser that is told what waits, while the session lives in which it asked for it. */
export type KeptSubscription = Subscriber & { readonly id: string; readonly userId: string }

export type PushSubscriptions = {
  /**
   * One for each session and each browser: what either had before goes. Of more than an account may have the oldest go.
   * Answers its id, which stays while the same person keeps the same one.
   */
  keep(kept: KeptSubscription & { readonly sessionId: string; readonly now: Date }): Promise<string>
  /** False where this user has none of that id. */
  remove(id: string, userId: string): Promise<boolean>
  /** The push service knows it no more. */
  drop(id: string): Promise<void>
  /** Undefined without one, or when its session has ended. */
  find(id: string, now: Date): Promise<KeptSubscription | undefined>
  ofSession(sessionId: string, now: Date): Promise<KeptSubscription | undefined>
  /** Ids of those of living sessions. */
  of(userIds: readonly string[], now: Date): Promise<readonly string[]>
}

/** Of one account. */
export const MOST_SUBSCRIPTIONS = 10

type Row = { id: string; user_id: string; endpoint: string; p256dh: string; auth: string }

const toKept = ({ id, user_id: userId, endpoint, p256dh, auth }: Row): KeptSubscription => ({
  id,
  userId,
  endpoint,
  keys: { p256dh, auth },
})

export const createPushSubscriptions = (db: Knex): PushSubscriptions => {
  const living = (now: Date) =>
    db('push_subscriptions AS p')
      .join('sessions AS s', 's.id', 'p.session_id')
      .whereNull('s.revoked_at')
      .where('s.idle_until', '>', now)
      .where('s.ends_at', '>', now)
  const first = async (row: Promise<Row | undefined>) => {
    const found = await row
    return found && toKept(found)
  }
  return {
    keep: ({ id, userId, sessionId, endpoint, keys, now }) =>
      db.transaction(async (trx) => {
        const all = () => trx('push_subscriptions')
        // One at a time for each account, or two at once leave one too many.
        await trx.raw('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', [`push ${userId}`])
        await all().where({ endpoint }).whereNot({ user_id: userId }).delete()
        await all().where({ session_id: sessionId }).whereNot({ endpoint }).delete()
        const [row] = await all()
          .insert({ id, user_id: userId, session_id: sessionId, endpoint, ...keys, created_at: now })
          .onConflict('endpoint')
          .merge({ session_id: sessionId, ...keys, created_at: now })
          .returning('id')
        const newest = all()
          .where({ user_id: userId })
          .orderBy([{ column: 'created_at', order: 'desc' }, 'id'])
          .limit(MOST_SUBSCRIPTIONS)
        await all().where({ user_id: userId }).whereNotIn('id', newest.select('id')).delete()
        return row.id as string
      }),
    remove: async (id, userId) =>
      (await db('push_subscriptions').where({ id, user_id: userId }).delete()) > 0,
    async drop(id) {
      await db('push_subscriptions').where({ id }).delete()
    },
    find: (id, now) => first(living(now).where('p.id', id).first('p.*')),
    ofSession: (sessionId, now) => first(living(now).where('s.id', sessionId).first('p.*')),
    async of(userIds, now) {
      if (userIds.length === 0) return []
      return living(now)
        .whereRaw('p.user_id = ANY (?::uuid[])', [userIds as string[]])
        .orderBy('p.id')
        .pluck('p.id')
    },
  }
}
