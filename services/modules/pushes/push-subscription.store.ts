import type { Knex } from 'knex'
import type { Subscriber } from '#platform/push/push.ts'
import { activeSubscriptions } from '#platform/push/reach.ts'

/** A browser that gets pushes as long as the session that subscribed it is active. */
export type KeptSubscription = Subscriber & { readonly id: string; readonly userId: string }

export type PushSubscriptions = {
  /**
   * Stores a subscription and returns its id. Each session and each browser has one; the latest replaces earlier ones. Above
   * the limit of an account the oldest are deleted. The id stays the same while one user renews one subscription.
   */
  keep(kept: KeptSubscription & { readonly sessionId: string; readonly now: Date }): Promise<string>
  /** False if this user has no such subscription. */
  remove(id: string, userId: string): Promise<boolean>
  /** For a subscription that the push service does not know any more. */
  drop(id: string): Promise<void>
  /** Undefined if there is none, or its session has ended. */
  find(id: string, now: Date): Promise<KeptSubscription | undefined>
  ofSession(sessionId: string, now: Date): Promise<KeptSubscription | undefined>
  /** The ids for active sessions. */
  of(userIds: readonly string[], now: Date): Promise<readonly string[]>
}

/** Per account. */
export const MAX_SUBSCRIPTIONS = 10

type Row = { id: string; user_id: string; endpoint: string; p256dh: string; auth: string }

const toKept = ({ id, user_id: userId, endpoint, p256dh, auth }: Row): KeptSubscription => ({
  id,
  userId,
  endpoint,
  keys: { p256dh, auth },
})

export const createPushSubscriptions = (db: Knex): PushSubscriptions => {
  const active = (now: Date) => activeSubscriptions(db, now)
  const first = async (row: Promise<Row | undefined>) => {
    const found = await row
    return found && toKept(found)
  }
  return {
    keep: ({ id, userId, sessionId, endpoint, keys, now }) =>
      db.transaction(async (trx) => {
        const all = () => trx('push_subscriptions')
        // Serializes the calls of one account: two at once could exceed the limit.
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
          .limit(MAX_SUBSCRIPTIONS)
        await all().where({ user_id: userId }).whereNotIn('id', newest.select('id')).delete()
        return row.id as string
      }),
    remove: async (id, userId) =>
      (await db('push_subscriptions').where({ id, user_id: userId }).delete()) > 0,
    async drop(id) {
      await db('push_subscriptions').where({ id }).delete()
    },
    find: (id, now) => first(active(now).where('p.id', id).first('p.*')),
    ofSession: (sessionId, now) => first(active(now).where('s.id', sessionId).first('p.*')),
    async of(userIds, now) {
      if (userIds.length === 0) return []
      return active(now)
        .whereRaw('p.user_id = ANY (?::uuid[])', [userIds as string[]])
        .orderBy('p.id')
        .pluck('p.id')
    },
  }
}
