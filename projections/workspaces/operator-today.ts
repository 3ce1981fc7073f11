import type { Knex } from 'knex'
import { addMonths } from '#contract/workspaces/months.ts'
import { addDays, dateIn } from '#contract/workspaces/subscription/subscription.ts'

/** All open workspaces with their subscription today. Part of the queries for super admins. */

/**
 * The subscription of each workspace today, as `subscriptionOf` and `termOf` compute it. It ends the day before the
 * first uncovered day. Of periods that ended before the given day only the last one counts.
 */
export const TODAY = `
  SELECT w.id, w.name, w.billing_user, w.created_at, zones.today,
    w.offer_requested_at IS NOT NULL AND w.offer_answered_at IS NULL AND NOT EXISTS (
      SELECT FROM periods WHERE workspace_id = w.id AND created_at > w.offer_requested_at) AS offer_waits,
    CASE WHEN p.days @> zones.today THEN 'premium'
         WHEN w.trial_ends_on::date >= zones.today THEN 'trial' ELSE 'inactive' END AS subscription,
    CASE WHEN p.days @> zones.today THEN lower(zones.ahead - p.days) - 1
         WHEN w.trial_ends_on::date < zones.today
           THEN greatest(past.ends_on::date, upper(p.days - zones.ahead) - 1, w.trial_ends_on::date)
         WHEN p.days IS NULL THEN w.trial_ends_on::date
         ELSE lower(zones.ahead - (p.days + datemultirange(daterange(NULL, w.trial_ends_on::date, '[]')))) - 1
         END AS ends_on
  FROM workspaces w
  JOIN (
    SELECT name, today, datemultirange(daterange(today, NULL)) AS ahead FROM unnest(?::text[], ?::date[]) AS of (name, today)
  ) zones ON zones.name = w.timezone
  LEFT JOIN (
    SELECT workspace_id, range_agg(daterange(starts_on::date, ends_on::date, '[]')) AS days
    FROM periods WHERE ends_on >= ? GROUP BY 1
  ) p ON p.workspace_id = w.id
  LEFT JOIN (SELECT workspace_id, max(ends_on) AS ends_on FROM periods WHERE ends_on < ? GROUP BY 1) past
    ON past.workspace_id = w.id
  WHERE w.closed_at IS NULL`

/**
 * Returns the parameters of `TODAY`: today's date in every time zone in use, and twice a day before all of them.
 */
export const daysOf = async (db: Knex, now: Date): Promise<readonly unknown[]> => {
  const zones: string[] = await db('workspaces').distinct('timezone').pluck('timezone')
  const before = addDays(dateIn('UTC', now), -1)
  return [zones, zones.map((zone) => dateIn(zone, now)), before, before]
}

/** Narrows to a month, in UTC if the column is a time. */
export const within =
  (column: string, month: string) =>
  (found: Knex.QueryBuilder): void => {
    const [from, to] = [month, addMonths(month, 1)].map((first) => `${first}-01T00:00:00Z`)
    void found.where(column, '>=', from!).where(column, '<', to!)
  }
