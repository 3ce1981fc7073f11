import { MOST_NEEDED } from '#contract/requests/rules/most-needed.ts'
import { alikeOf, nameOf } from '../name-queries.ts'

/** Conditions on a request `r` that has a rule and a participant `p`, as SQL. Who may sign at all is decided by the events. */

/** A participant record by this alias. */
const inGroup = (p: string): string =>
  `g.workspace_id = r.workspace_id AND jsonb_exists(r.rule #> '{who,groups}', g.id::text)
  AND ${p}.participant_id::text = ANY (g.participant_ids)`

/** Whether the participant is one of those whom the rule asks later, once that is so. */
const askedLater = (p: string): string => `(r.is_escalated AND coalesce(r.rule #> '{escalate,who}' = '"any"'
  OR jsonb_exists(r.rule #> '{escalate,who,participants}', ${p}.participant_id::text)
  OR EXISTS (SELECT FROM request_groups AS g WHERE g.workspace_id = r.workspace_id
    AND jsonb_exists(r.rule #> '{escalate,who,groups}', g.id::text)
    AND ${p}.participant_id::text = ANY (g.participant_ids)), false))`

const namedByRule = (p: string): string => `(r.rule IS NULL OR r.rule -> 'who' = '"any"'
  OR coalesce(jsonb_exists(r.rule #> '{who,participants}', ${p}.participant_id::text), false)
  OR EXISTS (SELECT FROM request_groups AS g WHERE ${inGroup(p)}) OR ${askedLater(p)})`

/** Whether the rule names the participant, alone or by a group. True without a rule. */
export const NAMED_BY_RULE = namedByRule('p')

const SIGNED = `SELECT d.groups, row_number() OVER (ORDER BY d.user_id)::int - 1 AS place
  FROM request_decisions AS d WHERE d.request_id = r.id AND d.approves`

/**
 * Of several groups, each one who signs stands for another one: a further signature counts unless some of those who signed and this
 * person have no more groups together than there are of those who signed (Hall's theorem). At most four sign before the last one.
 */
const adds = (p: string): string => `(r.rule #> '{who,groups,1}' IS NULL OR NOT EXISTS (
  SELECT FROM generate_series(0, 15) AS chosen WHERE (
    SELECT count(DISTINCT one.id) FROM (
      SELECT unnest(s.groups) AS id FROM (${SIGNED}) AS s WHERE (chosen >> s.place) & 1 = 1
      UNION ALL SELECT g.id::text FROM request_groups AS g WHERE ${inGroup(p)}
      UNION ALL SELECT jsonb_array_elements_text(r.rule #> '{who,groups}') WHERE ${askedLater(p)}) AS one
  ) <= (SELECT count(*) FROM (${SIGNED}) AS s WHERE (chosen >> s.place) & 1 = 1)))`

const decidedInPart = (p: string): string =>
  `EXISTS (SELECT FROM request_decisions AS d WHERE d.request_id = r.id AND d.user_id = ${p}.user_id)`

/** Whether the participant has had a word before the last one, also by a deputy or as one. */
export const hasHadAWord = (p: string): string =>
  `EXISTS (SELECT FROM request_decisions AS d WHERE d.request_id = r.id
    AND (d.user_id = ${p}.user_id OR d.for_user_id = ${p}.user_id))`

/** Whether the word of the participant would count now: nobody’s does while it waits for enough people. True without a rule. */
export const awaitedByRule = (p: string): string =>
  `(r.rule IS NULL OR (r.parked IS NULL AND ${namedByRule(p)} AND NOT ${hasHadAWord(p)} AND ${adds(p)}))`
export const AWAITED_BY_RULE = awaitedByRule('p')

/** Whether the participant has signed or declined, before the last one. */
export const DECIDED_IN_PART = `(r.rule IS NOT NULL AND ${decidedInPart('p')})`

/** A person as JSON. */
export const person = (id: string, email: string): string =>
  `jsonb_build_object('participantId', ${id}, 'email', ${email}, 'name', ${nameOf(id)}, 'alike', ${alikeOf(id)})`

/** Who has decided in part of a request `r`, and who may still; null without a rule. */
export const RULE_PEOPLE = `CASE WHEN r.rule IS NULL THEN NULL ELSE (
    SELECT coalesce(jsonb_agg(jsonb_build_object('person', ${person('d.participant_id', 'd.email')},
      'at', d.at, 'assurance', d.assurance, 'approves', d.approves,
      'absent', CASE WHEN d.for_id IS NOT NULL THEN ${person('d.for_id', 'd.for_email')} END) ORDER BY d.at, d.user_id), '[]')
    FROM request_decisions AS d WHERE d.request_id = r.id) END AS given,
  CASE WHEN r.rule IS NULL OR r.rule -> 'who' = '"any"' OR r.status <> 'pending' THEN NULL ELSE (
    SELECT jsonb_agg(${person('p.participant_id', 'p.email')} ORDER BY p.email, p.participant_id) FROM (
      SELECT p.participant_id, p.email FROM request_participants AS p
      WHERE p.workspace_id = r.workspace_id AND p.active AND p.approver AND p.user_id <> r.requester_user_id
        AND ${AWAITED_BY_RULE} ORDER BY p.email, p.participant_id LIMIT ${MOST_NEEDED}) AS p) END AS awaited`
