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

/** Those of the groups that the participant is in now. */
export const groupsWith = (
  workspace: WorkspaceState,
  participantId: string,
  groups: readonly string[],
): readonly string[] =>
  groups.filter((id) => groupMembers(workspace, id).some((member) => member.participantId === participantId))

/** The active approvers, each with those of the rule's groups that they are in now. */
export const peopleFor = (workspace: WorkspaceState, who: Who): readonly Signer[] => {
  const groups = groupsOf(who).map((id) => {
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

/** Whether the rule of the request names the participant now. True without a rule. */
export const isAskedByRule = (
  { rule }: { readonly rule: AppliedRule | null },
  workspace: WorkspaceState,
  { participantId }: Pick<Joined, 'participantId'>,
): boolean =>
  rule === null ||
  isNamed(rule.who, { participantId, groups: groupsWith(workspace, participantId, groupsOf(rule.who)) })

/** Those who may still sign a request with a rule; undefined without one. */
export const stillAsked = (
  workspace: WorkspaceState,
  state: ExistingRequest,
): readonly Signer[] | undefined =>
  hasRule(state) ? mayStillSign(signingOf(state, peopleFor(workspace, state.rule.who))) : undefined

/** Those who may decide by the rule of the request now; none without a rule. */
export const peopleOf = (workspace: WorkspaceState, state: RequestState): readonly Signer[] =>
  state.kind === 'none' || state.rule === null ? [] : peopleFor(workspace, state.rule.who)

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
