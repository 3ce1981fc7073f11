import { USUAL_HOURS } from '#contract/workspaces/approving/working-hours.ts'
import type { Readiness } from '#contract/workspaces/readiness.ts'
import type { Device } from '#contract/accounts/devices.ts'
import type { WaitingDevice } from '#contract/accounts/waiting-devices.ts'
import type { Change } from '#contract/workspaces/change.ts'
import type { ReadModelBuild } from '#contract/operations.ts'
import type { ActivityPeriod, ListedWorkspace } from '#contract/workspaces/subscription/periods.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { CurrentUser, UserRole } from '#contract/accounts/users.ts'
import type { authOptions } from '#contract/accounts/visitors.ts'
import type { ListedParticipant as Listed, ParticipantCounts } from '#contract/workspaces/participants.ts'
import type { Workspace, WorkspaceMembership } from '#contract/workspaces/workspaces.ts'
import { setToken } from '#shared/session/session.ts'

/** Minimal server replies. A test sets only what it is about. */

export const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
export const at = '2026-03-01T12:00:00.000Z'

export const ids = { user: idOf(1), workspace: idOf(2), participant: idOf(3), request: idOf(4) }

/** The user of `signIn`. */
export const userOf = (changes: Partial<CurrentUser> = {}): CurrentUser => ({
  id: ids.user,
  email: 'me@example.com',
  name: null,
  role: 'admin',
  verified: true,
  approver: false,
  requester: true,
  language: 'en',
  requestMails: 'at-once',
  timeZone: null,
  signInMethods: ['password'],
  createdAt: at,
  updatedAt: at,
  ...changes,
})

/** Without access code, demo, or login providers. */
export const optionsOf = (changes: Partial<Reply<typeof authOptions>> = {}): Reply<typeof authOptions> => ({
  gate: false,
  demoUrl: null,
  google: null,
  microsoft: null,
  passwordMinLength: 6,
  push: null,
  ...changes,
})

export const workspaceOf = (changes: Partial<Workspace> = {}): Workspace => ({
  id: ids.workspace,
  name: 'Harbour',
  description: 'Ships and cargo',
  timezone: 'Europe/Berlin',
  billingUser: null,
  billingConfirmed: false,
  needsOnboarding: false,
  isActive: true,
  startDate: '2026-03-01',
  endDate: null,
  paymentReminderSent: false,
  subscription: 'premium',
  peopleProtected: false,
  drillResultsByPerson: false,
  breakGlass: false,
  protectionLift: null,
  participantCount: 12,
  offer: null,
  workingHours: USUAL_HOURS,
  terms: [],
  ...changes,
})

/** The counts of a workspace with 60 participants. */
export const countsOf = (changes: Partial<ParticipantCounts> = {}): ParticipantCounts => ({
  total: 60,
  active: 58,
  inactive: 2,
  approver: 7,
  requester: 50,
  admin: 3,
  regularUser: 57,
  accepted: 55,
  pending: 4,
  expired: 1,
  revoked: 0,
  seats: null,
  ...changes,
})

/** Everybody is ready. */
export const readinessOf = (changes: Partial<Readiness> = {}): Readiness => ({
  invited: 60,
  joined: 60,
  withDevice: 60,
  decidedOnce: 7,
  remindable: { joining: 0, device: 0 },
  mails: { waiting: 0, sent: 0, failed: 0 },
  unreached: 0,
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
  callBackNumber: null,
  callBackWaiting: null,
  callBackAskedUntil: null,
  ...changes,
})

/** A PIN device that was the first one of its owner. */
export const phoneOf = (changes: Partial<Device> = {}): Device => ({
  id: idOf(6),
  kind: 'pin',
  name: 'Phone',
  createdAt: at,
  lastUsedAt: null,
  disabled: false,
  state: 'usable',
  usableFrom: null,
  deviceBound: true,
  enrolledBy: 'first',
  ...changes,
})

/** A colleague's device that waits, for which the user may vouch. */
export const waitingOf = (changes: Partial<WaitingDevice> = {}): WaitingDevice => ({
  device: phoneOf({
    id: idOf(7),
    name: 'New phone',
    state: 'waiting',
    usableFrom: '2126-03-01T12:00:00.000Z',
    enrolledBy: 'waited',
  }),
  person: { userId: idOf(8), participantId: idOf(9), email: 'ben@example.com' },
  workspaceId: ids.workspace,
  mayVouch: true,
  mayStop: false,
  ...changes,
})

/** The `number` determines id and address. */
export const participantOf = (number: number, changes: Partial<Listed> = {}): Listed => ({
  id: idOf(100 + number),
  workspaceId: ids.workspace,
  userId: idOf(200 + number),
  email: `person-${number}@example.com`,
  name: null,
  alike: false,
  role: 'regular user',
  active: true,
  approver: true,
  requester: false,
  invite: 'accepted',
  invitedAt: at,
  joinedAt: at,
  callBackNumber: null,
  callBackWaiting: null,
  undelivered: null,
  ...changes,
})

/** A change that another admin asked for: participant 1 becomes an approver. The `number` determines the id. */
export const changeOf = (number: number, changes: Partial<Change> = {}): Change => ({
  id: idOf(700 + number),
  workspaceId: ids.workspace,
  action: 'participant.rights-changed',
  target: { kind: 'participant', id: idOf(101), label: 'person-1@example.com' },
  changes: [{ field: 'approver', before: false, after: true }],
  requestedBy: { participantId: idOf(9), email: 'ben@example.com' },
  requestedAt: at,
  expiresAt: '2126-03-01T12:00:00.000Z',
  state: 'pending',
  decidedBy: null,
  decidedAt: null,
  overtakenBy: null,
  ...changes,
})

/** The `number` determines the id. */
export const periodOf = (number: number, changes: Partial<ActivityPeriod> = {}): ActivityPeriod => ({
  id: idOf(500 + number),
  kind: 'period',
  startDate: '2026-03-01',
  endDate: '2027-02-28',
  seats: null,
  reason: null,
  ...changes,
})

/** A workspace for super admins. The `number` determines the id. */
export const listedOf = (number: number, changes: Partial<ListedWorkspace> = {}): ListedWorkspace => ({
  ...workspaceOf({ name: `Workspace ${number}` }),
  offer: null,
  id: idOf(600 + number),
  participants: [participantOf(1)],
  participantTotal: 1,
  periods: [],
  ...changes,
})

export const buildOf = (
  model: string,
  number: number,
  changes: Partial<ReadModelBuild> = {},
): ReadModelBuild => ({
  model,
  build: `${model}_${number}`,
  version: 8,
  state: 'active',
  promotes: false,
  follows: null,
  position: 1_000,
  lagFacts: 0,
  share: 1,
  secondsLeft: null,
  bytes: 1_234_567,
  parked: 0,
  held: 0,
  ...changes,
})

/** An unsigned token, by default of `ids.user`. */
export const tokenOf = (role: UserRole, userId: string = ids.user): string =>
  `x.${btoa(JSON.stringify({ sub: userId, role, exp: 4_000_000_000 }))}.x`

export const signInAs = (role: UserRole): void => setToken(tokenOf(role))
export const signIn = (): void => signInAs('admin')
