import type { Knex } from 'knex'
import { KEPT_DAYS } from '#modules/workspaces/workspace.events.ts'

/** What the worker looks for because time has passed. */

type PageOfDue = { readonly after: string | null; readonly limit: number }

/**
 * The open workspaces to which time has brought what is no fact yet, by id, behind `after`. As good as the rows are: it may
 * name one too many, and what it misses is found when they are there.
 */
export const dueWorkspaces = (db: Knex, now: Date, { after, limit }: PageOfDue): Promise<string[]> =>
  db('workspaces')
    .whereNull('closed_at')
    .modify((due) => {
      if (after !== null) due.where('id', '>', after)
    })
    .whereIn(
      'id',
      db('participants')
        .where({ invite: 'pending' })
        .where('invitation_expires_at', '<=', now)
        .whereRaw('told_expiry_of IS DISTINCT FROM invitation_expires_at')
        .select('workspace_id'),
    )
    .orderBy('id')
    .limit(limit)
    .pluck('id')

/** Closed workspaces whose time is over and whose name can still be read, by id, behind `after`. */
export const dueErasures = (db: Knex, now: Date, { after, limit }: PageOfDue): Promise<string[]> =>
  db('workspaces')
    .whereNotNull('closed_at')
    .whereNotNull('name')
    .whereRaw(`coalesce(erases_at, closed_at + make_interval(hours => 24 * ?)) <= ?`, [KEPT_DAYS, now])
    .modify((due) => {
      if (after !== null) due.where('id', '>', after)
    })
    .orderBy('id')
    .limit(limit)
    .pluck('id')
