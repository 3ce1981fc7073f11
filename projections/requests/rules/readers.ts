import { standsIn } from './deputy-queries.ts'
import { AWAITED_BY_RULE, DECIDED_IN_PART, NAMED_BY_RULE } from './rule-queries.ts'

/** Who may see a request `r`, and who may answer it: conditions on a participant `p`, as SQL. `now` is the SQL of the time. */

/** Whether the participant may answer the request while it is open, also for somebody who is away. */
export const decidable = (
  now: string,
): string => `p.active AND p.approver AND ((r.requester_user_id <> p.user_id
  AND (r.approver_id IS NULL OR r.approver_id = p.participant_id) AND ${AWAITED_BY_RULE}) OR ${standsIn(now)})`

/** Whether the participant sees it. Admins see all requests; others those that they made, were asked by name, decided, or may decide, also for somebody, or confirm. */
export const visible = (
  now: string,
): string => `(p.active AND p.role = 'admin') OR r.requester_user_id = p.user_id
  OR r.approver_id = p.participant_id OR r.decided_by_id = p.participant_id OR ${DECIDED_IN_PART}
  OR (p.active AND p.approver AND r.approver_id IS NULL AND ${NAMED_BY_RULE})
  OR (p.active AND p.approver AND r.status = 'pending' AND ${standsIn(now)})
  OR (p.active AND p.approver AND r.glass_until IS NOT NULL)`
