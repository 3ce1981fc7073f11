import { allEvents } from '#modules/all.events.ts'
import type { DataOf } from '#modules/requests/request.state.ts'
import type { Fact } from '#platform/facts/facts.ts'
import type { Changes } from '../../engine/definition/changes.ts'
import { handlers } from '../../engine/definition/projection.ts'
import { requestsTables } from '../tables.ts'

type Given = Fact<{ type: string; data: DataOf<'ApprovalGiven'> | DataOf<'DeclineGiven'> }>

const given = (
  { data, metadata }: Given,
  as: { readonly approves: boolean; readonly groups: string[] },
  changes: Changes<typeof requestsTables>,
): void =>
  changes.put('request_decisions', {
    request_id: data.requestId,
    user_id: data.userId,
    workspace_id: data.workspaceId,
    participant_id: data.participantId,
    email: data.email,
    at: metadata.at,
    assurance: data.assurance,
    for_id: data.onBehalfOf ?? null,
    for_user_id: data.onBehalfOfUserId ?? null,
    for_email: data.onBehalfOfEmail ?? null,
    ...as,
  })

/** The handlers of rules, of what people say before the last one, and of groups. Part of `projection.ts`. */
export const ruleHandlers = handlers(allEvents, requestsTables, {
  RuleApplied({ data }, changes) {
    const { requestId, workspaceId: _, shown, ...rule } = data
    const escalates_at = rule.escalate?.at ?? null
    changes.patch('requests', { id: requestId, rule, rule_shown: shown, escalates_at })
  },
  RequestEscalated({ data: { requestId: id } }, changes) {
    changes.patch('requests', { id, escalates_at: null, is_escalated: true })
  },
  RequestParked({ data: { requestId: id, missing, groups } }, changes) {
    changes.patch('requests', { id, parked: { missing, groups } })
  },
  RequestUnparked({ data: { requestId: id } }, changes) {
    changes.patch('requests', { id, parked: null })
  },
  ApprovalGiven: (fact, changes) => given(fact, { approves: true, groups: fact.data.groups }, changes),
  DeclineGiven: (fact, changes) => given(fact, { approves: false, groups: [] }, changes),
  GroupWritten({ data: { groupId, workspaceId, participantIds } }, changes) {
    changes.put('request_groups', { id: groupId, workspace_id: workspaceId, participant_ids: participantIds })
  },
  GroupRemoved({ data }, changes) {
    changes.remove('request_groups', { id: data.groupId })
  },
})
