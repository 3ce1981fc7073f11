import type { Knex } from 'knex'

/** Mass mails go in groups, about one each ten seconds, so that a quiet server sends a few invitations at once. */
const GROUPS_A_MINUTE = 6

/**
 * Takes the next slots for mass mails, at most so many a minute over all workers. The row stays locked until the transaction ends,
 * and a rollback gives the slots back.
 */
export const takeSlots = async (
  transaction: Knex,
  { aMinute, count, now }: { readonly aMinute: number; readonly count: number; readonly now: Date },
): Promise<readonly Date[]> => {
  if (count === 0) return []
  const size = Math.ceil(aMinute / GROUPS_A_MINUTE)
  const everyMs = Math.ceil((60_000 * size) / aMinute)
  const last = await transaction('mail_pace')
    .forUpdate()
    .first<{ group_at: Date; taken: number }>('group_at', 'taken')
  let [at, taken] = [last.group_at.getTime(), last.taken]
  if (at + everyMs <= now.getTime()) [at, taken] = [now.getTime(), 0]
  const slots = Array.from({ length: count }, () => {
    if (taken >= size) [at, taken] = [at + everyMs, 0]
    taken += 1
    return new Date(at)
  })
  await transaction('mail_pace').update({ group_at: new Date(at), taken })
  return slots
}
