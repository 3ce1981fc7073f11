import type { ErrorCode } from './errors.ts'

/**
 * Who may call an operation. The first group looks at the session alone, the second at the caller's
 * participant record in the workspace concerned, as it stands at the time of the call.
 *
 * - `public`: anybody · `session`: whoever is logged in · `any token`: a signed token, expired or not
 * - `user`: logged in, but no super admin · `admin user`: the same with the user role admin · `super admin`
 * - `participant`: joined, active or not · `active participant` · `workspace admin` · `requester` · `approver`
 * - `workspace admin or super admin`: of the workspace, or of the product in any workspace
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

/** What access is judged by. An open invitation or a removed participant is as foreign as none. */
export type Membership = {
  readonly role: 'admin' | 'regular user'
  readonly active: boolean
  readonly approver: boolean
  readonly requester: boolean
}

/** The code to refuse with, or null when `member` may enter. Foreign comes before forbidden. */
export const refusal = (access: Access, member: Membership | undefined): ErrorCode | null => {
  if (!member) return 'workspace.not-found'
  if (access === 'participant') return null
  if (!member.active) return 'access.denied'
  if (access.startsWith('workspace admin') && member.role !== 'admin') return 'access.denied'
  if (access === 'requester' && !member.requester) return 'access.denied'
  if (access === 'approver' && !member.approver) return 'access.denied'
  return null
}
