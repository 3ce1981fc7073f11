import type { Knex } from 'knex'
import type { Dates } from '#contract/subscription.ts'
import { KEPT_DAYS } from '#modules/workspaces/workspace.events.ts'
import type { Told } from '#modules/workspaces/workspace.state.ts'
import { datesOf, PERIODS, type WorkspaceRow } from './shapes.ts'
import { UNTOLD } from './tables.ts'

/** What the worker looks for because time has passed. */

type PageOfDue = { readonly after: string | null; readonly limit: number }

const behind = (after: string | null) => (asked: Knex.QueryBuilder) => {
  if (after !== null) asked.where('id', '>', after)
}

/**
 * The open workspaces with invitations whose time is over and that is not told, by id, behind `after`. As good as the rows
 * are: it may name one too many, and what it misses is found when they are there.
 */
export const dueInvitations = (db: Knex, now: Date, { after, limit }: PageOfDue): Promise<string[]> =>
  db('workspaces')
    .whereNull('closed_at')
    .modify(behind(after))
    .whereIn(
      'id',
      db('participants').where('invitation_expires_at', '<=', now).whereRaw(UNTOLD).select('workspace_id'),
    )
    .orderBy('id')
    .limit(limit)
    .pluck('id')

export type DatedWorkspace = Dates & Told & { readonly id: string }

/** Open workspaces with what their subscription follows from, by id, behind `after`, but for those whose last end is told. */
export const datedWorkspaces = async (db: Knex, { after, limit }: PageOfDue): Promise<DatedWorkspace[]> => {
  const rows: WorkspaceRow[] = await db('workspaces as w')
    .whereNull('closed_at')
    .modify(behind(after))
    .whereRaw(
      `told_end_of IS DISTINCT FROM
        greatest(trial_ends_on, (SELECT max(ends_on) FROM periods WHERE workspace_id = w.id))`,
    )
    .orderBy('id')
    .limit(limit)
    .select('w.*', db.raw(PERIODS))
  return rows.map((row) => ({
    ...datesOf(row),
    id: row.id,
    toldStartOf: row.told_start_of,
    toldEndOf: row.told_end_of,
    remindedOf: row.reminded_of,
  }))
}

/** Closed workspaces whose time is over and whose name can still be read, by id, behind `after`. */
export const dueErasures = (db: Knex, now: Date, { after, limit }: PageOfDue): Promise<string[]> =>
  db('workspaces')
    .whereNotNull('closed_at')
    .whereNotNull('name')
    .whereRaw(`coalesce(erases_at, closed_at + make_interval(hours => 24 * ?)) <= ?`, [KEPT_DAYS, now])
    .modify(behind(after))
    .orderBy('id')
    .limit(limit)
    .pluck('id')
