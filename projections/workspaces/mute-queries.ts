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
