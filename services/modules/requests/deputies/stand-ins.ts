import { isAway } from '#contract/is-away.ts'
import {
  askedAt,
  mayDecide,
  type ExistingRequest,
  type Person,
  type StandIn,
} from '#modules/requests/request.state.ts'
import { isAskedByRule, peopleOf } from '#modules/requests/rules/people.ts'
import {
  joined,
  memberOfUser,
  type Joined,
  type WorkspaceState,
} from '#modules/workspaces/workspace.state.ts'
import { absentNow } from './stand-in.decider.ts'

const personOf = ({ participantId, userId }: Joined): Person => ({ participantId, userId })

/**
 * Who stands in for whom then: active approvers for active approvers who are away, by the ids of those. Who is away is no deputy, so
 * nobody passes it on.
 */
export const standInsIn = (workspace: WorkspaceState, at: Date): readonly StandIn[] => {
  const deciding = joined(workspace).filter(({ active, approver }) => active && approver)
  const here = new Map(
    deciding.filter(({ absence }) => !isAway(absence, at)).map((one) => [one.participantId, one]),
  )
  return deciding
    .filter(({ absence }) => isAway(absence, at))
    .toSorted((one, other) => (one.participantId < other.participantId ? -1 : 1))
    .flatMap((absent) =>
      (absent.absence?.deputies ?? []).flatMap((id) => {
        const deputy = here.get(id)
        return deputy ? [{ absent: personOf(absent), deputy: personOf(deputy) }] : []
      }),
    )
}

/** Who stands in then for those who may decide the request: an approval alone, and nobody for their own. */
export const standInsFor = (
  workspace: WorkspaceState,
  state: ExistingRequest,
  at: Date,
): readonly StandIn[] => {
  if (state.requestType !== 'approval' || (state.approverId === null && state.rule === null)) return []
  const asking = askedAt(state, at)
  return standInsIn(workspace, at).filter(
    ({ absent, deputy }) =>
      mayDecide(state, absent) &&
      isAskedByRule(asking, workspace, absent) &&
      deputy.userId !== state.requesterUserId,
  )
}

/** For whom the word of this person would count now who stands in; undefined if for nobody else. */
export const absentOf = (
  workspace: WorkspaceState,
  state: ExistingRequest,
  { userId, at }: { readonly userId: string; readonly at: Date },
): Person | undefined => {
  const member = memberOfUser(workspace, userId)
  if (!member) return undefined
  const standIns = standInsFor(workspace, state, at)
  return absentNow(state, { ...personOf(member), people: peopleOf(workspace, state), standIns, at })
}
