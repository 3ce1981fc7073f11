import type { Request } from '#contract/requests/requests.ts'
import type { WorkspaceMembership } from '#contract/workspaces/workspaces.ts'

export type Role = 'requester' | 'approver' | 'viewer'
type Parties = Pick<Request, 'requester' | 'approver'>
type Member = Pick<WorkspaceMembership, 'participantId' | 'active' | 'approver'>

/** Returns the role of a workspace member in a request. It only decides what to show; the server checks for itself. */
export const roleIn = (request: Parties, member: Member | undefined): Role => {
  if (!member?.active) return 'viewer'
  if (request.requester.participantId === member.participantId) return 'requester'
  if (!member.approver) return 'viewer'
  const isApprover = request.approver === null || request.approver.participantId === member.participantId
  return isApprover ? 'approver' : 'viewer'
}
