import type { Knex } from 'knex'
import type { Query } from '#contract/endpoint.ts'
import type { ParticipantOrder, workspaceParticipants } from '#contract/workspaces/participants.ts'
import type { Participant } from '#contract/workspaces/workspaces.ts'
import { containing } from '../engine/queries/containing.ts'
import { inOrder, orderedKeysetOf, page, timeOf, type Page } from '../engine/queries/cursor.ts'
import { INVITE, PARTICIPANT, toParticipant, WITH_INVITERS, type ParticipantRow } from './shapes.ts'

type Asked = Query<typeof workspaceParticipants> & { readonly limit: number }
type Keyed = ParticipantRow & { readonly key: string }

/** In milliseconds, of which there are as many digits until the year 2286. */
const timeKey = (time: string): string => `(date_part('epoch', ${time}) * 1000)::bigint::text`

const KEYS: { readonly [O in ParticipantOrder as O extends `-${string}` ? never : O]: string } = {
  email: `lower(coalesce(p.email, ''))`,
  role: 'p.role',
  joinedAt: timeKey('coalesce(p.joined_at, p.invited_at)'),
}
/** Takes the time at which invitations are pending. */
const AS_THEY_CAME = `CASE ${INVITE} WHEN 'pending' THEN 0 ELSE 1 END || ${timeKey('p.created_at')}`

/**
 * The order that is asked for, by its name in cursors. Unsorted that is when the first page was read: an invitation that
 * expires meanwhile stays where it was, and nobody is left out.
 */
const orderOf = (sort: ParticipantOrder | undefined, since: () => Date) => {
  if (sort === undefined) return { name: since().toISOString(), key: AS_THEY_CAME, takes: [since()] }
  return { name: sort, key: KEYS[sort.replace('-', '') as keyof typeof KEYS], takes: [] }
}

/**
 * Everybody in the workspace, invited or joined, or those whose address contains `q` and who are of the given kind; pending
 * invitations first and in the order in which they came, unless sorted. `total` counts them on all pages. Throws
 * `input.invalid` for a bad cursor, and one of another order.
 */
export const participantsOf = async (
  db: Knex,
  workspaceId: string,
  { limit, cursor, q, invite, sort, ...kind }: Asked,
  now: Date,
): Promise<Page<Participant> & { readonly total: number }> => {
  const behind = cursor === undefined ? undefined : orderedKeysetOf(cursor, sort)
  const { name, key, takes } = orderOf(sort, () => (behind ? timeOf(behind.order) : now))
  const isBackwards = sort?.startsWith('-') ?? false
  const kinds = Object.entries(kind).map(([column, is]) => [`p.${column}`, is])
  const matching = (from: string) =>
    db
      .from(db.raw(from))
      .where({ 'p.workspace_id': workspaceId, ...Object.fromEntries(kinds) })
      .modify((found) => {
        if (q) found.whereILike('p.email', containing(q))
        if (invite) found.whereRaw(`${INVITE} = ?`, [now, invite])
      })
  const keyed = matching(WITH_INVITERS).select(
    db.raw(PARTICIPANT),
    db.raw(`(${key}) COLLATE "C" AS key`, takes),
  )
  const shown = db
    .from(keyed.as('p'))
    .orderByRaw(isBackwards ? 'key DESC, id DESC' : 'key, id')
    .limit(limit + 1)
  if (behind) shown.whereRaw(`(key, id) ${isBackwards ? '<' : '>'} (?, ?::uuid)`, [behind.key, behind.id])
  const [rows, counted] = await Promise.all([
    shown as Promise<Keyed[]>,
    // Who invited matters to a count only where a state of invitations is asked for.
    matching(invite ? WITH_INVITERS : 'participants AS p')
      .count({ count: '*' })
      .first(),
  ])
  const items = page(rows, limit, {
    keyset: (row) => inOrder(name, row),
    shape: (row) => toParticipant(row, now),
  })
  return { ...items, total: Number(counted?.count) }
}
