import type { Request } from '#contract/requests/requests.ts'
import type { WorkspaceMembership } from '#contract/workspaces/workspaces.ts'

export type Role = 'requester' | 'approver' | 'onlooker'
type Asked = Pick<Request, 'requester' | 'approver'>
type Member = Pick<WorkspaceMembership, 'participantId' | 'active' | 'approver'>

/** What a request is to a member of its workspace. The server judges by itself; this chooses what to show. */
export const roleIn = (request: Asked, member: Member | undefined): Role => {
  if (!member?.active) return 'onlooker'
  if (request.requester.participantId === member.participantId) return 'requester'
  if (!member.approver) return 'onlooker'
  const isAsked = request.approver === null || request.approver.participantId === member.participantId
  return isAsked ? 'approver' : 'onlooker'
}
