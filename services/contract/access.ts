import type { ErrorCode } from './errors.ts'

/**
 * Who may call an operation. The first group checks only the session, the second the caller's current participant record
 * in the workspace of the operation.
 *
 * - `public`: anybody · `session`: any logged-in user · `any token`: a signed token, even an expired one
 * - `user`: logged in, but not a super admin · `admin user`: a `user` with the role admin · `super admin`
 * - `participant`: joined, active or not · `active participant` · `workspace admin` · `requester` · `approver`
 * - `workspace admin or super admin`: an admin of the workspace, or any super admin
 */
export type Access =
  | 'public'
  | 'any token'
  | 'session'
  | 'user'
  | 'admin user'
  | 'super admin'
  | 'participant'
  | 'active participant'
  | 'workspace admin'
  | 'workspace admin or super admin'
  | 'requester'
  | 'approver'

/** A joined participant's record. Undefined for open invitations and removed participants. */
export type Membership = {
  readonly role: 'admin' | 'regular user'
  readonly active: boolean
  readonly approver: boolean
  readonly requester: boolean
}

/** The error code, or null if `member` has access. Strangers get 404 rather than 403. */
export const refusal = (access: Access, member: Membership | undefined): ErrorCode | null => {
  if (!member) return 'workspace.not-found'
  if (access === 'participant') return null
  if (!member.active) return 'access.denied'
  if (access.startsWith('workspace admin') && member.role !== 'admin') return 'access.denied'
  if (access === 'requester' && !member.requester) return 'access.denied'
  if (access === 'approver' && !member.approver) return 'access.denied'
  return null
}
