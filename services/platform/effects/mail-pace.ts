import type { Knex } from 'knex'
import type { NewEffect } from './effect-ledger.ts'

/** Mass mails go in groups, about one each ten seconds, so that a quiet server sends a few invitations at once. */
const GROUPS_A_MINUTE = 6
/** So many of a workspace do not wait behind more of another one. */
const FEW = 10
/** Whose mails wait behind each other: those of a workspace, or all digests. */
const laneOf = ({ stream }: NewEffect): string => /^(?:workspace-.*|[^-]*)/.exec(stream)![0]
const LANE = `substring(stream FROM '^(workspace-.*|[^-]*)')`

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

type Pace = { readonly purposes: ReadonlySet<string>; readonly aMinute: number; readonly now: Date }

/** Gives the effects with these purposes their slots. Few of a workspace take over slots of those who have many, whose mails go last instead. */
export const paced = async (
  transaction: Knex,
  effects: readonly NewEffect[],
  { purposes, aMinute, now }: Pace,
): Promise<readonly NewEffect[]> => {
  const mass = effects.filter(({ purpose }) => purposes.has(purpose))
  const slots = await takeSlots(transaction, { aMinute, count: mass.length, now })
  const lanes = [...Map.groupBy(mass, laneOf)].toSorted(([, a], [, b]) => a.length - b.length)
  const given = new Map<string, Date>()
  let used = 0
  for (const [lane, own] of lanes) {
    const last = slots.slice(used, (used += own.length))
    const first = own.length > FEW ? [] : await takeOver(transaction, { lane, last, purposes, now })
    const at = [
      ...last.filter((slot) => slot <= now),
      ...first,
      ...last.filter((slot) => slot > now).slice(first.length),
    ]
    for (const [i, { id }] of own.entries()) given.set(id, at[i]!)
  }
  return effects.map((effect) => ({
    ...effect,
    ...(given.has(effect.id) && { notBefore: given.get(effect.id)! }),
  }))
}

type Run = Omit<Pace, 'aMinute'> & { readonly lane: string; readonly last: readonly Date[] }

/** Moves mails of those who have many waiting to the last slots, and returns the slots that they had. */
const takeOver = async (transaction: Knex, { lane, last, purposes, now }: Run): Promise<readonly Date[]> => {
  const later = last.filter((slot) => slot > now)
  if (later.length === 0) return []
  const { rows } = await transaction.raw<{ rows: { id: string; at: Date }[] }>(
    `WITH waiting AS (
       SELECT id, next_at, ${LANE} AS lane, count(*) OVER (PARTITION BY ${LANE}) AS many FROM effects
       WHERE status = 'pending' AND attempts = 0 AND next_at > :now AND purpose = ANY (:purposes))
     SELECT id, next_at AS at FROM waiting
     WHERE many > :few AND (SELECT count(*) FROM waiting WHERE lane = :lane) + :count <= :few
     ORDER BY next_at, id LIMIT :count`,
    { lane, purposes: [...purposes], now, few: FEW, count: later.length },
  )
  const moved = rows.map(({ id }, i) => ({ id, at: later[i]! }))
  await transaction.raw(
    `UPDATE effects e SET next_at = m.at, created_at = m.at FROM json_to_recordset(:moved) AS m (id uuid, at timestamptz)
     WHERE e.id = m.id AND e.status = 'pending'`,
    { moved: JSON.stringify(moved) },
  )
  return rows.map(({ at }) => at)
}
