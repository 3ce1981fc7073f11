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

/** When it was first opened, if that is at most 30 days ago. */
export const firstOpening = async (db: Knex, requestId: string, now: Date): Promise<Date | null> => {
  const row: { opened_at: Date } | undefined = await db('request_openings')
    .where({ request_id: requestId })
    .where('opened_at', '>=', cutoff(now))
    .first('opened_at')
  return row?.opened_at ?? null
}
