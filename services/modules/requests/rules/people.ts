import type { Who } from '#contract/requests/kinds.ts'
import {
  groupMembers,
  joined,
  type Joined,
  type WorkspaceState,
} from '#modules/workspaces/workspace.state.ts'
import type { AppliedRule, ExistingRequest, RequestState } from '#modules/requests/request.state.ts'
import type { Company } from './valid-rules.ts'
import { hasRule, signingOf } from './by-rule.decider.ts'
import { groupsOf, isNamed, mayStillSign, type Signer } from './signing.decider.ts'

type Asking = { readonly who: Who; readonly escalate?: { readonly who: Who } }

const groupsIn = ({ who, escalate }: Asking): readonly string[] => [
  ...new Set([...groupsOf(who), ...(escalate ? groupsOf(escalate.who) : [])]),
]

/** Those of the groups that the participant is in now. */
export const groupsWith = (
  workspace: WorkspaceState,
  participantId: string,
  groups: readonly string[],
): readonly string[] =>
  groups.filter((id) => groupMembers(workspace, id).some((member) => member.participantId === participantId))

/** The active approvers, each with those of the rule's groups that they are in now, also of those that it asks later. */
export const peopleFor = (workspace: WorkspaceState, rule: Asking): readonly Signer[] => {
  const groups = groupsIn(rule).map((id) => {
    const members = groupMembers(workspace, id).map(({ participantId }) => participantId)
    return { id, members: new Set(members) }
  })
  return joined(workspace)
    .filter(({ active, approver }) => active && approver)
    .map(({ participantId, userId }) => ({
      participantId,
      userId,
      groups: groups.filter(({ members }) => members.has(participantId)).map(({ id }) => id),
    }))
}

/** Whether the rule of the request names the participant now, also later if it is escalated. True without a rule. */
export const isAskedByRule = (
  { rule, escalated = false }: { readonly rule: AppliedRule | null; readonly escalated?: boolean },
  workspace: WorkspaceState,
  { participantId }: Pick<Joined, 'participantId'>,
): boolean => {
  if (rule === null) return true
  const person = { participantId, groups: groupsWith(workspace, participantId, groupsIn(rule)) }
  if (isNamed(rule.who, person)) return true
  return escalated && rule.escalate !== undefined && isNamed(rule.escalate.who, person)
}

/** Those who may still sign a request with a rule, nobody while it waits for enough people; undefined without one. */
export const stillAsked = (
  workspace: WorkspaceState,
  state: ExistingRequest,
  at: Date,
): readonly Signer[] | undefined =>
  hasRule(state)
    ? state.isParked
      ? []
      : mayStillSign(signingOf(state, peopleFor(workspace, state.rule), at))
    : undefined

/** Those who may decide by the rule of the request now; none without a rule. */
export const peopleOf = (workspace: WorkspaceState, state: RequestState): readonly Signer[] =>
  state.kind === 'none' || state.rule === null ? [] : peopleFor(workspace, state.rule)

/** What rules may name in the workspace. Of a group, those who may decide. */
export const companyOf = (workspace: WorkspaceState): Company => {
  const ids = workspace.kind === 'open' ? [...workspace.groups.keys()] : []
  const decides = ({ approver }: Joined) => approver
  const members = (id: string) => groupMembers(workspace, id).filter(decides)
  return {
    groups: new Map(ids.map((id) => [id, members(id).map(({ participantId }) => participantId)])),
    participants: new Map(
      joined(workspace).map(({ participantId, active, approver }) => [
        participantId,
        { approver: active && approver },
      ]),
    ),
  }
}
