import type { Knex } from 'knex'
import type { Absence } from '#contract/person.ts'
import type { Query } from '#contract/endpoint.ts'
import type {
  ListedParticipant,
  ParticipantOrder,
  workspaceParticipants,
} from '#contract/workspaces/participants.ts'
import { containing } from '../engine/queries/containing.ts'
import { inOrder, orderedKeysetOf, page, timeOf, type Page } from '../engine/queries/cursor.ts'
import { lacking, WHY_UNDELIVERED } from './readiness-queries.ts'
import {
  ABSENCE,
  absenceOf,
  INVITE,
  PARTICIPANT,
  toParticipant,
  WITH_INVITERS,
  type ParticipantRow,
} from './shapes.ts'

type Search = Query<typeof workspaceParticipants> & { readonly limit: number }
type Counted = { readonly total: string }
type Keyed = ParticipantRow & Pick<ListedParticipant, 'undelivered'> & { readonly key: string }

/** Milliseconds: as many digits until the year 2286, so text order is time order. */
const timeKey = (time: string): string => `(date_part('epoch', ${time}) * 1000)::bigint::text`

const KEYS: { readonly [O in ParticipantOrder as O extends `-${string}` ? never : O]: string } = {
  email: `lower(coalesce(p.email, ''))`,
  role: 'p.role',
  joinedAt: timeKey('coalesce(p.joined_at, p.invited_at)'),
}
/** Its parameter is the time at which invitations are pending. */
const PENDING_FIRST = `CASE ${INVITE} WHEN 'pending' THEN 0 ELSE 1 END || ${timeKey('p.created_at')}`

/**
 * Returns the order and its name in cursors. The default order is fixed when the first page is read, so an
 * invitation that expires meanwhile keeps its place and no row is skipped.
 */
const orderOf = (sort: ParticipantOrder | undefined, since: () => Date) => {
  if (sort === undefined) return { name: since().toISOString(), key: PENDING_FIRST, takes: [since()] }
  return { name: sort, key: KEYS[sort.replace('-', '') as keyof typeof KEYS], takes: [] }
}

/**
 * Returns a page of a workspace's participants, joined and invited, filtered by kind and by names and addresses that contain
 * `q`; pending invitations first and by creation, unless sorted. `total` counts all pages. Throws `input.invalid`
 * for a bad cursor or one of another order. Ignores dead letters: the access check has looked for those of the workspace.
 */
export const participantsOf = async (
  db: Knex,
  workspaceId: string,
  { limit, cursor, q, invite, lacks, sort, ...kind }: Search,
  now: Date,
): Promise<Page<ListedParticipant> & { readonly total: number }> => {
  const after = cursor === undefined ? undefined : orderedKeysetOf(cursor, sort)
  const { name, key, takes } = orderOf(sort, () => (after ? timeOf(after.order) : now))
  const isBackwards = sort?.startsWith('-') ?? false
  const kinds = Object.entries(kind).map(([column, is]) => [`p.${column}`, is])
  const matching = (from: string) =>
    db
      .from(db.raw(from))
      .where({ 'p.workspace_id': workspaceId, ...Object.fromEntries(kinds) })
      .modify((found) => {
        if (q) found.whereRaw('(p.email ILIKE ? OR p.name ILIKE ?)', [containing(q), containing(q)])
        if (lacks) lacking(found, lacks, now)
        if (invite) found.whereRaw(`${INVITE} = ?`, [now, invite])
      })
  // The count needs the inviter only when it filters by invitation state.
  const counting = () => matching(invite ? WITH_INVITERS : 'participants AS p').count({ total: '*' })
  const keyed = matching(WITH_INVITERS).select(
    db.raw(`${PARTICIPANT}, ${ABSENCE}`),
    db.raw(WHY_UNDELIVERED),
    db.raw(`(${key}) COLLATE "C" AS key`, takes),
    counting().as('total'),
  )
  const shown = db
    .from(keyed.as('p'))
    .orderByRaw(isBackwards ? 'key DESC, id DESC' : 'key, id')
    .limit(limit + 1)
  if (after) shown.whereRaw(`(key, id) ${isBackwards ? '<' : '>'} (?, ?::uuid)`, [after.key, after.id])
  const rows: (Keyed & Counted)[] = await shown
  // A page behind the last one has no row with the count.
  const [counted] = rows.length > 0 || !after ? rows : ((await counting()) as Counted[])
  const items = page(rows, limit, {
    keyset: (row) => inOrder(name, row),
    shape: (row) => ({ ...toParticipant(row, now), undelivered: row.undelivered }),
  })
  return { ...items, total: Number(counted?.total ?? 0) }
}

/** The addresses of those of these participants who are in the workspace. Ignores dead letters: a missing address is none. */
export const emailsIn = async (
  db: Knex,
  workspaceId: string,
  participantIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> => {
  const rows: Pick<ParticipantRow, 'id' | 'email'>[] = await db('participants')
    .where({ workspace_id: workspaceId })
    .whereIn('id', participantIds)
    .select('id', 'email')
  return new Map(rows.map(({ id, email }) => [id, email]))
}

/** The name of a person in the workspace, undefined for a former participant. Ignores dead letters: a missing name leaves the address. */
export const nameIn = async (
  db: Knex,
  workspaceId: string,
  userId: string,
): Promise<string | null | undefined> => {
  const row: Pick<ParticipantRow, 'name'> | undefined = await db('participants')
    .where({ workspace_id: workspaceId, user_id: userId })
    .first('name')
  return row?.name
}

/**
 * Returns the absences of these participants that have not ended, by id, without the reader among the deputies: nobody decides what they ask.
 * Ignores dead letters: the command decides, this only says so before.
 */
export const absencesOf = async (
  db: Knex,
  participantIds: readonly string[],
  { readerUserId, now }: { readonly readerUserId: string; readonly now: Date },
): Promise<ReadonlyMap<string, Absence>> => {
  const [rows, own]: [{ id: string; absence: Absence | null }[], { id: string }[]] = await Promise.all([
    db('participants as p')
      .whereIn('p.id', participantIds)
      .where('p.absent_until', '>', now)
      .select('p.id', db.raw(ABSENCE)),
    db('participants').where({ user_id: readerUserId }).select('id'),
  ])
  const reader = new Set(own.map(({ id }) => id))
  return new Map(
    rows.flatMap((row) => {
      const { absence } = absenceOf(row, now)
      if (!absence) return []
      const deputies = absence.deputies.filter(({ participantId }) => !reader.has(participantId))
      return [[row.id, { ...absence, deputies }] as const]
    }),
  )
}
