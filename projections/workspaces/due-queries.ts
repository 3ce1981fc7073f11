import type { Knex } from 'knex'
import { addDays, dateIn, type Dates } from '#contract/workspaces/subscription/subscription.ts'
import { KEPT_DAYS } from '#modules/workspaces/workspace.events.ts'
import type { RecordedDates } from '#modules/workspaces/workspace.state.ts'
import { datesOf, PERIODS, type WorkspaceRow } from './shapes.ts'
import { columnsOf } from '../engine/definition/tables.ts'
import { EXPIRY_UNRECORDED, workspacesTables } from './tables.ts'

/** Queries for deadlines that the worker has to record as events. */

type PageOfDue = { readonly after: string | null; readonly limit: number }

const afterKey = (column: string, after: string | null) => (asked: Knex.QueryBuilder) => {
  if (after !== null) asked.where(column, '>', after)
}

/**
 * Returns the ids of open workspaces with expired invitations that have no event yet, after `after`. May return one
 * too many or miss one while the read model is behind. Ignores dead letters: a run after their repair finds the rest.
 */
export const dueInvitations = (db: Knex, now: Date, { after, limit }: PageOfDue): Promise<string[]> =>
  db('participants as p')
    .where('invitation_expires_at', '<=', now)
    .whereRaw(EXPIRY_UNRECORDED)
    .whereExists(db('workspaces').whereRaw('id = p.workspace_id AND closed_at IS NULL'))
    .modify(afterKey('workspace_id', after))
    .groupBy('workspace_id')
    .orderBy('workspace_id')
    .limit(limit)
    .pluck('workspace_id')

/**
 * Returns the ids of open workspaces with changes whose expiry has no event yet, after `after`. Ignores dead letters: a run after their
 * repair finds the rest.
 */
export const dueChanges = (db: Knex, now: Date, { after, limit }: PageOfDue): Promise<string[]> =>
  db('changes as c')
    .where('expires_at', '<=', now)
    .where({ state: 'pending' })
    .whereExists(db('workspaces').whereRaw('id = c.workspace_id AND closed_at IS NULL'))
    .modify(afterKey('workspace_id', after))
    .groupBy('workspace_id')
    .orderBy('workspace_id')
    .limit(limit)
    .pluck('workspace_id')

export type DueLift = {
  readonly workspaceId: string
  readonly liftId: string
  /** User id of the super admin who started it. */
  readonly startedBy: string
  readonly reason: string | null
}

/**
 * Returns the liftings of the protection of open workspaces whose waiting time has passed, after the one of `after`. Ignores dead letters:
 * a run after their repair finds the rest.
 */
export const dueLifts = (
  db: Knex,
  now: Date,
  { after, limit }: { readonly after: DueLift | null; readonly limit: number },
): Promise<DueLift[]> =>
  db('workspaces')
    .where('lift_ends_at', '<=', now)
    .whereNull('closed_at')
    .modify(afterKey('id', after?.workspaceId ?? null))
    .orderBy('id')
    .limit(limit)
    .select({
      workspaceId: 'id',
      liftId: 'lift_id',
      startedBy: 'lift_started_by',
      reason: 'lift_reason',
    })

export type DatedWorkspace = Dates & RecordedDates & { readonly id: string }

/** No time zone is more than a day away from UTC. */
const daysAround = (now: Date) => {
  const today = dateIn('UTC', now)
  return { yesterday: addDays(today, -1), tomorrow: addDays(today, 1), soon: addDays(today, 8) }
}

/**
 * Returns open workspaces with the dates of their subscription, by id, after `after`. Leaves out those without a
 * due event: the last end is recorded; or the start of a period that lasts for more than another week; or there is
 * only a trial that does. Ignores dead letters: a run after their repair finds the rest.
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
    .modify(afterKey('id', after))
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
    .select(db.raw(`${columnsOf('w', workspacesTables.workspaces)}, ${PERIODS}`))
  return rows.map((row) => ({
    ...datesOf(row),
    id: row.id,
    recordedStart: row.told_start_of,
    recordedEnd: row.told_end_of,
    remindedEnd: row.reminded_of,
  }))
}

/**
 * Returns the ids of closed workspaces that are due for erasure and still have a name, after `after`. Ignores dead
 * letters: a run after their repair finds the rest.
 */
export const dueErasures = (db: Knex, now: Date, { after, limit }: PageOfDue): Promise<string[]> =>
  db('workspaces')
    .whereNotNull('closed_at')
    .whereNotNull('name')
    .whereRaw(`coalesce(erases_at, closed_at + make_interval(hours => 24 * ?)) <= ?`, [KEPT_DAYS, now])
    .modify(afterKey('id', after))
    .orderBy('id')
    .limit(limit)
    .pluck('id')
