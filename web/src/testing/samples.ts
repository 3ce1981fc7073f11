import type { Request } from '#contract/requests.ts'
import type { User } from '#contract/users.ts'
import type { Participant, Workspace, WorkspaceMembership } from '#contract/workspaces.ts'
import { setToken } from '../shared/session.ts'

/** What the server replies, as plain as it gets; a test names only what it is about. */

const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const at = '2026-03-01T12:00:00.000Z'

export const ids = { user: idOf(1), workspace: idOf(2), participant: idOf(3), request: idOf(4) }

/** The person whom `signIn` signs in. */
export const userOf = (changes: Partial<User> = {}): User => ({
  id: ids.user,
  email: 'me@example.com',
  role: 'admin',
  verified: true,
  approver: false,
  requester: true,
  createdAt: at,
  updatedAt: at,
  ...changes,
})

export const workspaceOf = (changes: Partial<Workspace> = {}): Workspace => ({
  id: ids.workspace,
  name: 'Harbour',
  description: 'Ships and cargo',
  timezone: 'Europe/Berlin',
  billingUser: null,
  needsOnboarding: false,
  isActive: true,
  startDate: '2026-03-01',
  endDate: null,
  paymentReminderSent: false,
  subscription: 'premium',
  ...changes,
})

export const membershipOf = (changes: Partial<WorkspaceMembership> = {}): WorkspaceMembership => ({
  ...workspaceOf(),
  participantId: ids.participant,
  role: 'regular user',
  active: true,
  approver: false,
  requester: true,
  invite: 'accepted',
  ...changes,
})

/** The `number` tells people apart: their ids and addresses. */
export const participantOf = (number: number, changes: Partial<Participant> = {}): Participant => ({
  id: idOf(100 + number),
  workspaceId: ids.workspace,
  userId: idOf(200 + number),
  email: `person-${number}@example.com`,
  role: 'regular user',
  active: true,
  approver: true,
  requester: false,
  invite: 'accepted',
  invitedAt: at,
  joinedAt: at,
  ...changes,
})

export const requestOf = (number: number, changes: Partial<Request> = {}): Request => ({
  id: idOf(300 + number),
  workspaceId: ids.workspace,
  workspaceName: 'Harbour',
  type: 'approval',
  title: `Request ${number}`,
  details: null,
  status: 'pending',
  closedReason: null,
  requester: { participantId: ids.participant, email: 'me@example.com' },
  approver: null,
  createdAt: at,
  expiresAt: '2126-03-01T12:00:00.000Z',
  decidedAt: null,
  decidedBy: null,
  assurance: null,
  ...changes,
})

/** Signs the person of `ids.user` in, with a token that only looks like one. */
export const signIn = (): void => {
  const claims = JSON.stringify({ sub: ids.user, role: 'admin', exp: 4_000_000_000 })
  setToken(`x.${btoa(claims)}.x`)
}
