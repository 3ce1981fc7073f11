import type { Knex } from 'knex'

/** An alert is shown for a day, so a dismissal matters no longer. */
const KEPT_MS = 24 * 3_600_000

/** The query of the ids of the alerts that a user has dismissed. */
export const dismissedAlerts = (db: Knex, userId: string): Knex.QueryBuilder =>
  db('dismissed_alerts').where({ user_id: userId }).select('alert_id')

/** Records dismissed alerts and deletes those of earlier days. Idempotent. */
export const keepDismissed = async (
  db: Knex,
  userId: string,
  alertIds: readonly string[],
  now: Date,
): Promise<void> => {
  const own = () => db('dismissed_alerts')
  await own()
    .where({ user_id: userId })
    .where('dismissed_at', '<', new Date(now.getTime() - KEPT_MS))
    .delete()
  if (alertIds.length === 0) return
  const rows = alertIds.map((id) => ({ user_id: userId, alert_id: id, dismissed_at: now }))
  await own().insert(rows).onConflict(['user_id', 'alert_id']).ignore()
}
