import type { Knex } from 'knex'
import { FIGURE_MONTHS, type Figures } from '#contract/workspaces/operator/figures.ts'
import { addMonths } from '#contract/workspaces/months.ts'
import { daysOf, TODAY } from './operator-today.ts'

type Counted = { readonly month: string; readonly count: number }

const monthOf = (time: string): string => `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM')`

/** Per month, of what `from` joins and narrows. */
const perMonth = async (db: Knex, time: string, from: string, since: string): Promise<readonly Counted[]> => {
  const { rows } = await db.raw<{ rows: Counted[] }>(
    `SELECT ${monthOf(time)} AS month, count(*)::int AS count FROM ${from} AND ${time} >= ? GROUP BY 1`,
    [`${since}-01T00:00:00Z`],
  )
  return rows
}

type Ended = Counted & { readonly subscription: 'trial' | 'premium' }

/** The active workspaces that end before the month `until`. */
const endsPerMonth = async (db: Knex, now: Date, until: string): Promise<readonly Ended[]> => {
  const { rows } = await db.raw<{ rows: Ended[] }>(
    `SELECT to_char(ends_on, 'YYYY-MM') AS month, subscription, count(*)::int AS count
     FROM (${TODAY}) AS w WHERE subscription <> 'inactive' AND ends_on < ? GROUP BY 1, 2`,
    [...(await daysOf(db, now)), `${until}-01`] as never[],
  )
  return rows
}

/**
 * Returns figures of all open workspaces. Ignores dead letters: they are counts, and the lists behind them look for those of the
 * workspaces that they show.
 */
export const figuresOf = async (db: Knex, now: Date): Promise<Figures> => {
  const present = now.toISOString().slice(0, 7)
  const months = (from: number) =>
    Array.from({ length: FIGURE_MONTHS }, (_, index) => addMonths(present, from + index))
  const [ahead, back] = [months(0), months(1 - FIGURE_MONTHS)]
  const [ends, workspaces, people] = await Promise.all([
    endsPerMonth(db, now, addMonths(present, FIGURE_MONTHS)),
    perMonth(db, 'w.created_at', 'workspaces w WHERE w.closed_at IS NULL', back[0]!),
    perMonth(
      db,
      'p.joined_at',
      'participants p JOIN workspaces w ON w.id = p.workspace_id WHERE w.closed_at IS NULL',
      back[0]!,
    ),
  ])
  const countIn = (rows: readonly Counted[], month: string) =>
    rows.find((row) => row.month === month)?.count ?? 0
  const endsAs = (subscription: Ended['subscription']) =>
    ends.filter((row) => row.subscription === subscription)
  return {
    ends: ahead.map((month) => ({
      month,
      trial: countIn(endsAs('trial'), month),
      premium: countIn(endsAs('premium'), month),
    })),
    created: back.map((month) => ({ month, workspaces: countIn(workspaces, month) })),
    joined: back.map((month) => ({ month, people: countIn(people, month) })),
  }
}
