import type { Knex } from 'knex'
import { containing } from '../engine/queries/containing.ts'
import { keysetOf, page, type Page } from '../engine/queries/cursor.ts'
import { alikeOf, marked, nameOf } from './name-queries.ts'
import { refuseDeadLettered } from '../engine/runner/dead-letters.ts'

type PageOptions = {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
  readonly q?: string | undefined
}
type Approver = {
  readonly participantId: string
  readonly userId: string
  readonly email: string | null
  readonly name: string | null
  readonly alike?: boolean | null
  readonly hasDevice: boolean
}

type Shown = Omit<Approver, 'alike'> & { readonly alike?: true }
const toApprover = <A extends Approver>({ alike, ...approver }: A) => ({ ...approver, ...marked(alike) })

/** Whether the participant `p` has a usable device. Reads the users model. It is only a hint, so a blocked lane does not matter. */
export const HAS_DEVICE = `EXISTS (SELECT FROM devices AS d WHERE d.user_id = p.user_id AND NOT d.disabled
  AND (d.usable_from IS NULL OR d.usable_from <= ?))`

/** The active approvers of a workspace except `userId`. */
const approversIn = (
  db: Knex,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
  now: Date,
): Knex.QueryBuilder =>
  db('request_participants as p')
    .where({ workspace_id: workspaceId })
    // Literal flags, so that the partial index applies.
    .whereRaw('active AND approver')
    .whereNot({ user_id: userId })
    .select('participant_id as participantId', 'user_id as userId', 'email')
    .select(db.raw(`${nameOf('p.participant_id')} AS name, ${alikeOf('p.participant_id')} AS alike`))
    .select(db.raw(`${HAS_DEVICE} AS "hasDevice"`, [now]))

/**
 * Returns the active approvers of a workspace except `userId`, filtered by names and addresses that contain `q`; ordered by
 * address, erased ones last. Throws `input.invalid` for a bad cursor.
 */
export const otherApprovers = async (
  db: Knex,
  who: { readonly workspaceId: string; readonly userId: string },
  { limit = 50, cursor, q }: PageOptions,
  now: Date,
): Promise<Page<Shown>> => {
  await refuseDeadLettered(db, 'requests', [who.workspaceId])
  const rows = approversIn(db, who, now)
    .orderBy(['email', 'participant_id'])
    .limit(limit + 1)
  if (q)
    rows.whereRaw(`(email ILIKE ? OR ${nameOf('p.participant_id')} ILIKE ?)`, [containing(q), containing(q)])
  if (cursor !== undefined) {
    const { key, id } = keysetOf(cursor)
    if (key === null) rows.whereRaw('email IS NULL AND participant_id > ?::uuid', [id])
    else rows.whereRaw('((email, participant_id) > (?, ?::uuid) OR email IS NULL)', [key, id])
  }
  return page((await rows) as Approver[], limit, {
    keyset: ({ participantId, email }) => ({ key: email, id: participantId }),
    shape: toApprover,
  })
}

/** Returns one of those approvers, and the participant who asks; undefined for anybody else. Throws like `otherApprovers`. */
export const otherApprover = async (
  db: Knex,
  {
    participantId,
    ...who
  }: { readonly workspaceId: string; readonly userId: string; readonly participantId: string },
  now: Date,
): Promise<(Shown & { readonly requesterId: string }) | undefined> => {
  await refuseDeadLettered(db, 'requests', [who.workspaceId])
  const record = db('request_participants').where({ workspace_id: who.workspaceId, user_id: who.userId })
  const row: (Approver & { readonly requesterId: string }) | undefined = await approversIn(db, who, now)
    .where({ participant_id: participantId })
    .select(record.select('participant_id').as('requesterId'))
    .first()
  return row && toApprover(row)
}

/** Returns those of the active approvers except `userId` that have these ids, by address. Throws like `otherApprovers`. */
export const approversAmong = async (
  db: Knex,
  participantIds: readonly string[],
  who: { readonly workspaceId: string; readonly userId: string },
  now: Date,
): Promise<readonly Shown[]> => {
  await refuseDeadLettered(db, 'requests', [who.workspaceId])
  const rows: readonly Approver[] = await approversIn(db, who, now)
    .whereRaw('participant_id = ANY (?::uuid[])', [participantIds as string[]])
    .orderBy(['email', 'participant_id'])
  return rows.map(toApprover)
}
