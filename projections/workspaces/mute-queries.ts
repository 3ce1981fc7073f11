import type { Knex } from 'knex'

/**
 * Until when each of these approvers takes no approvals from this user, as ISO 8601; without those who take them. Ignores dead
 * letters: the command decides, this only says so before.
 */
export const mutesAgainst = async (
  db: Knex,
  approverIds: readonly string[],
  userId: string,
  now: Date,
): Promise<ReadonlyMap<string, string>> => {
  const rows: { approver_id: string; until: Date }[] = await db('approval_mutes as m')
    .join('participants as p', 'p.id', 'm.requester_id')
    .whereIn('m.approver_id', approverIds)
    .where({ 'p.user_id': userId })
    .where('m.until', '>', now)
    .select('m.approver_id', 'm.until')
  return new Map(rows.map(({ approver_id: id, until }) => [id, until.toISOString()]))
}

/** The field of an approver. */
export const mutedFor = (until: string | undefined) => (until === undefined ? {} : { mutedUntil: until })

/**
 * Until when this user takes no approvals from this requester, as ISO 8601; null if they take them. Ignores dead letters: the
 * request was read.
 */
export const ownMuteOf = async (
  db: Knex,
  requesterId: string,
  userId: string,
  now: Date,
): Promise<string | null> => {
  const row: { until: Date } | undefined = await db('approval_mutes as m')
    .join('participants as p', 'p.id', 'm.approver_id')
    .where({ 'm.requester_id': requesterId, 'p.user_id': userId })
    .where('m.until', '>', now)
    .first('m.until')
  return row?.until.toISOString() ?? null
}
