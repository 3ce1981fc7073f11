import type { Knex } from 'knex'

/** As the privacy page says. */
const KEPT_MS = 30 * 24 * 3_600_000

const cutoff = (now: Date): Date => new Date(now.getTime() - KEPT_MS)

/** Records who opened these first, and deletes what was recorded more than 30 days ago. Idempotent. */
export const keepOpenings = async (
  db: Knex,
  requestIds: readonly string[],
  userId: string,
  now: Date,
): Promise<void> => {
  if (requestIds.length === 0) return
  const rows = requestIds.map((id) => ({ request_id: id, user_id: userId, opened_at: now }))
  const added = await db('request_openings')
    .insert(rows)
    .onConflict('request_id')
    .ignore()
    .returning('request_id')
  if (added.length > 0) await db('request_openings').where('opened_at', '<', cutoff(now)).delete()
}

/** The query of when a request was first opened, an approval or a call check, whenever that was. */
export const openingOf = (db: Knex, requestId: string): Knex.QueryBuilder =>
  db
    .from(
      db('request_openings')
        .where({ request_id: requestId })
        .select('opened_at')
        .unionAll(db('call_checks').where({ request_id: requestId }).select('opened_at'))
        .as('opened'),
    )
    .max('opened_at', { as: 'at' })

/** The opening, if it is at most 30 days ago. */
export const toldOpening = (openedAt: Date | null, now: Date): Date | null =>
  openedAt !== null && openedAt >= cutoff(now) ? openedAt : null
