import type { Knex } from 'knex'
import { addDays, dateIn, type Dates } from '#contract/workspaces/subscription.ts'
import { KEPT_DAYS } from '#modules/workspaces/workspace.events.ts'
import type { RecordedDates } from '#modules/workspaces/workspace.state.ts'
import { datesOf, PERIODS, type WorkspaceRow } from './shapes.ts'
import { UNTOLD } from './tables.ts'

/** What the worker looks for because time has passed. */

type PageOfDue = { readonly after: string | null; readonly limit: number }

const behind = (column: string, after: string | null) => (asked: Knex.QueryBuilder) => {
  if (after !== null) asked.where(column, '>', after)
}

/**
 * The open workspaces with invitations whose time is over and that is not told, by id, behind `after`. As good as the rows
 * are: it may name one too many, and what it misses is found when they are there.
 */
export const dueInvitations = (db: Knex, now: Date, { after, limit }: PageOfDue): Promise<string[]> =>
  db('participants as p')
    .where('invitation_expires_at', '<=', now)
    .whereRaw(UNTOLD)
    .whereExists(db('workspaces').whereRaw('id = p.workspace_id AND closed_at IS NULL'))
    .modify(behind('workspace_id', after))
    .groupBy('workspace_id')
    .orderBy('workspace_id')
    .limit(limit)
    .pluck('workspace_id')

export type DatedWorkspace = Dates & RecordedDates & { readonly id: string }

/** In no zone it is earlier than the day before, and in none later than the day after. */
const daysAround = (now: Date) => {
  const today = dateIn('UTC', now)
  return { yesterday: addDays(today, -1), tomorrow: addDays(today, 1), soon: addDays(today, 8) }
}

/**
 * Open workspaces with what their subscription follows from, by id, behind `after`. Left out are those to which time has
 * surely brought nothing: the last end is told; or the start, of a period that goes on for more than a week; or there is
 * only a trial that does.
 */
export const datedWorkspaces = async (
  db: Knex,
  now: Date,
  { after, limit }: PageOfDue,
): Promise<DatedWorkspace[]> => {
  const { yesterday, tomorrow, soon } = daysAround(now)
  const periods = () => db('periods').whereRaw('workspace_id = w.id')
  const rows: WorkspaceRow[] = await db('workspaces as w')
    .whereNull('closed_at')
    .modify(behind('id', after))
    .whereRaw('(told_end_of = greatest(trial_ends_on, (?)) AND told_end_of < ?) IS NOT TRUE', [
      periods().max('ends_on'),
      yesterday,
    ])
    .whereNotExists(
      periods().whereRaw('starts_on <= told_start_of AND starts_on <= ? AND ends_on > ?', [yesterday, soon]),
    )
    .where(
      (any) =>
        void any
          .where('trial_ends_on', '<=', soon)
          .orWhereExists(periods().where('starts_on', '<=', tomorrow)),
    )
    .orderBy('id')
    .limit(limit)
    .select('w.*', db.raw(PERIODS))
  return rows.map((row) => ({
    ...datesOf(row),
    id: row.id,
    recordedStart: row.told_start_of,
    recordedEnd: row.told_end_of,
    remindedEnd: row.reminded_of,
  }))
}

/** Closed workspaces whose time is over and whose name can still be read, by id, behind `after`. */
export const dueErasures = (db: Knex, now: Date, { after, limit }: PageOfDue): Promise<string[]> =>
  db('workspaces')
    .whereNotNull('closed_at')
    .whereNotNull('name')
    .whereRaw(`coalesce(erases_at, closed_at + make_interval(hours => 24 * ?)) <= ?`, [KEPT_DAYS, now])
    .modify(behind('id', after))
    .orderBy('id')
    .limit(limit)
    .pluck('id')
