import type { Request } from '#contract/requests/requests.ts'
import { MOST_NEEDED } from '#contract/requests/rules/most-needed.ts'
import type { WorkspaceMembership } from '#contract/workspaces/workspaces.ts'

export type Role = 'requester' | 'approver' | 'viewer'
type Parties = Pick<Request, 'requester' | 'approver' | 'needs' | 'decisions' | 'standsInFor'>
type Member = Pick<WorkspaceMembership, 'participantId' | 'active' | 'approver'>

/** Whether the member may still approve by the rule. Of a long list not everybody is named. */
const isNeeded = ({ needs, decisions = [] }: Parties, { participantId }: Member): boolean => {
  if (decisions.some((one) => one.participant.participantId === participantId)) return false
  const { of = [], applied } = needs ?? {}
  if (applied?.rule.who === 'any' || of.length >= MOST_NEEDED) return true
  return of.some((one) => one.participantId === participantId)
}

/** Returns the role of a workspace member in a request. It only decides what to show; the server checks for itself. */
export const roleIn = (request: Parties, member: Member | undefined): Role => {
  if (!member?.active) return 'viewer'
  if (request.requester.participantId === member.participantId) return 'requester'
  if (!member.approver) return 'viewer'
  if (request.standsInFor) return 'approver'
  if (request.needs) return isNeeded(request, member) ? 'approver' : 'viewer'
  const isApprover = request.approver === null || request.approver.participantId === member.participantId
  return isApprover ? 'approver' : 'viewer'
}
