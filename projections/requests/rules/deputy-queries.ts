import { awaitedByRule, hasHadAWord, person } from './rule-queries.ts'

/**
 * Conditions on a request `r` and a participant `p` who stands in for somebody who is away, as SQL; `now` is the SQL of the time. Derived
 * from the absences that are set, because nothing is recorded when one begins or ends. Who may decide is asked of the events.
 */

const isAway = (who: string, now: string): string =>
  `(${who}.away_from <= ${now} AND ${who}.away_until > ${now})`

/** The approvers `a` who are away and have `p` as a deputy. Who is away is no deputy. */
const absentOnes = (now: string): string => `request_participants AS a WHERE a.workspace_id = p.workspace_id
  AND a.deputies IS NOT NULL AND p.participant_id::text = ANY (a.deputies) AND a.active AND a.approver
  AND ${isAway('a', now)} AND coalesce(NOT ${isAway('p', now)}, true)`

/** Those of them who are still asked. Who may decide as themselves stands in for nobody. */
const absentAsked = (now: string): string => `${absentOnes(now)}
  AND (r.approver_id = a.participant_id OR (r.approver_id IS NULL AND r.rule IS NOT NULL
    AND a.user_id <> r.requester_user_id AND ${awaitedByRule('a')}
    AND NOT ${awaitedByRule('p')} AND NOT ${hasHadAWord('p')}))`

const IS_OTHERS = `r.type = 'approval' AND r.requester_user_id <> p.user_id`

/** Whether the participant stands in for somebody who is still asked. */
export const standsIn = (now: string): string => `(${IS_OTHERS} AND EXISTS (SELECT FROM ${absentAsked(now)}))`

/** The same for a pending request that is addressed to one approver, so that an index finds it. */
export const isAddressedToAbsent = (now: string): string =>
  `r.type = 'approval' AND r.approver_id = ANY (ARRAY(SELECT a.participant_id FROM ${absentOnes(now)}))`

/** The colleague for whom the participant would decide; null for themselves, or for nobody. */
export const standsInFor = (now: string): string => `CASE WHEN r.status = 'pending' AND ${IS_OTHERS} THEN (
    SELECT ${person('a.participant_id', 'a.email')} FROM ${absentAsked(now)} ORDER BY a.participant_id LIMIT 1
  ) END AS stands_in_for`

/** The time, where `AT_MOMENT` is joined. A time in the text of a query would make PostgreSQL plan it anew for each. */
export const NOW = 'moment.at'
/** Its value is the time. */
export const AT_MOMENT = 'CROSS JOIN (SELECT ?::timestamptz AS at) AS moment'
