import { Map as PersistentMap } from 'immutable'
import type { Membership } from '#contract/access.ts'
import { subscriptionOf, type Dates, type Period } from '#contract/workspaces/subscription.ts'
import type { WorkspaceEvent } from './workspace.events.ts'

/** What a workspace's facts add up to: whatever decisions here and in other modules rest on. No personal field is in it. */

/** What a participant is given; never changed by joining. */
export type Grant = Pick<Membership, 'role' | 'approver' | 'requester'>
export type Account = { readonly userId: string; readonly email: string; readonly addressHash: string }

export type Joined = Membership & {
  readonly kind: 'joined'
  readonly participantId: string
  readonly userId: string
  readonly addressHash: string
  /** null for the creator */
  readonly invitationId: string | null
  /** The deletion of their account that waits for their other workspaces; null: none does. */
  readonly leaving: string | null
}
export type Invited = {
  readonly kind: 'invited'
  readonly participantId: string
  readonly invitationId: string
  readonly addressHash: string
  /** user id */
  readonly invitedBy: string
  readonly role: Membership['role']
  readonly approver: boolean
  readonly requester: boolean
  readonly generation: number
  readonly expiresAt: string
  readonly revoked: boolean
  /** Whether it is told that its time is over. */
  readonly toldExpired: boolean
}
export type Member = Joined | Invited
export type KnownPeriod = Period & { readonly periodId: string }
/** What was told of its dates by `SubscriptionStarted`, by one of the ends, and by `PaymentReminderIssued`: the day of each. */
export type Told = {
  /** null as soon as an end is told */
  readonly toldStartOf: string | null
  /** null as soon as a start is told */
  readonly toldEndOf: string | null
  readonly remindedOf: string | null
}

export type WorkspaceState =
  | { readonly kind: 'none' }
  | (Omit<Dates, 'periods'> &
      Told & {
        readonly kind: 'open' | 'closed' | 'erased'
        readonly id: string
        readonly periods: readonly KnownPeriod[]
        /** Since it was deleted: when its keys are to be destroyed. */
        readonly erasesAt: string | null
        /** Where bills go to; null: to nobody. */
        readonly billingAddressHash: string | null
        readonly needsOnboarding: boolean
        /** By participant id. Persistent, so that a fact costs the same however many there are. */
        readonly members: PersistentMap<string, Member>
        /** Participant ids of those who joined, by user id. */
        readonly byUser: PersistentMap<string, string>
      })

export type KnownWorkspace = Exclude<WorkspaceState, { kind: 'none' }>

export const initialState: WorkspaceState = { kind: 'none' }

type DataOf<T extends WorkspaceEvent['type']> = Extract<WorkspaceEvent, { type: T }>['data']
type Later = Exclude<WorkspaceEvent['type'], 'WorkspaceCreated'>

const withMember = (state: KnownWorkspace, member: Member): KnownWorkspace => {
  const { participantId } = member
  const members = state.members.set(participantId, member)
  if (member.kind === 'invited') return { ...state, members }
  return { ...state, members, byUser: state.byUser.set(member.userId, participantId) }
}

/** Somebody who is there, with this changed. */
const changed = (
  state: KnownWorkspace,
  participantId: string,
  fields: Partial<Membership & Pick<Joined, 'leaving'>>,
): KnownWorkspace => {
  const member = state.members.get(participantId)
  return member?.kind === 'joined' ? withMember(state, { ...member, ...fields }) : state
}

/** Somebody who has not joined, with this changed. */
const invitationChanged = (
  state: KnownWorkspace,
  participantId: string,
  fields: Partial<Pick<Invited, 'revoked' | 'toldExpired'>>,
): KnownWorkspace => {
  const member = state.members.get(participantId)
  return member?.kind === 'invited' ? withMember(state, { ...member, ...fields }) : state
}

const without = (state: KnownWorkspace, participantId: string, userId: string | null): KnownWorkspace => ({
  ...state,
  members: state.members.delete(participantId),
  byUser: userId === null ? state.byUser : state.byUser.delete(userId),
})

const invited = (data: DataOf<'ParticipantInvited'>): Invited => {
  const { participantId, invitationId, addressHash, invitedBy } = data
  const { role, approver, requester, generation, expiresAt } = data
  return {
    kind: 'invited',
    participantId,
    invitationId,
    addressHash,
    invitedBy,
    role,
    approver,
    requester,
    generation,
    expiresAt,
    revoked: false,
    toldExpired: false,
  }
}

const joining = (data: DataOf<'ParticipantJoined'>): Joined => {
  const { participantId, userId, addressHash, invitationId, role, approver, requester } = data
  return {
    kind: 'joined',
    participantId,
    userId,
    addressHash,
    invitationId,
    role,
    approver,
    requester,
    active: true,
    leaving: null,
  }
}

const steps: { readonly [T in Later]: (state: KnownWorkspace, data: DataOf<T>) => KnownWorkspace } = {
  WorkspaceSettingsChanged: (state, { timezone, billingAddressHash }) => ({
    ...state,
    timezone: timezone ?? state.timezone,
    billingAddressHash: billingAddressHash ?? state.billingAddressHash,
  }),
  ActivityPeriodAdded: (state, { periodId, startsOn, endsOn, seats }) => ({
    ...state,
    periods: [...state.periods, { periodId, startsOn, endsOn, seats }],
  }),
  ActivityPeriodChanged: (state, { periodId, endsOn }) => ({
    ...state,
    periods: state.periods.map((period) => (period.periodId === periodId ? { ...period, endsOn } : period)),
  }),
  TrialEnded: (state, { endsOn }) => ({ ...state, toldStartOf: null, toldEndOf: endsOn }),
  SubscriptionStarted: (state, { startsOn }) => ({ ...state, toldStartOf: startsOn, toldEndOf: null }),
  SubscriptionEnded: (state, { endsOn }) => ({ ...state, toldStartOf: null, toldEndOf: endsOn }),
  PaymentReminderIssued: (state, { endsOn }) => ({ ...state, remindedOf: endsOn }),
  OnboardingCompleted: (state) => ({ ...state, needsOnboarding: false }),
  ParticipantInvited: (state, data) => withMember(state, invited(data)),
  InvitationRevoked: (state, { participantId }) => invitationChanged(state, participantId, { revoked: true }),
  InvitationExpired: (state, { participantId }) =>
    invitationChanged(state, participantId, { toldExpired: true }),
  ParticipantJoined: (state, data) => withMember(state, joining(data)),
  ParticipantActivityChanged: (state, { participantId, active }) => changed(state, participantId, { active }),
  ParticipantRightsChanged: (state, { participantId, approver, requester }) =>
    changed(state, participantId, { approver, requester }),
  ParticipantPromoted: (state, { participantId, role }) => changed(state, participantId, { role }),
  DepartureAnnounced: (state, { participantId, deletionId }) =>
    changed(state, participantId, { leaving: deletionId }),
  DepartureCancelled: (state, { participantId }) => changed(state, participantId, { leaving: null }),
  ParticipantLeft: (state, { participantId, userId }) => without(state, participantId, userId),
  ParticipantRemoved: (state, { participantId, userId }) => without(state, participantId, userId),
  OfferRequested: (state) => state,
  WorkspaceClosed: (state) => ({ ...state, kind: 'closed' }),
  WorkspaceDeleted: (state, { erasesAt }) => ({ ...state, kind: 'closed', erasesAt }),
  HistoryExported: (state) => state,
  WorkspaceErased: (state) => ({ ...state, kind: 'erased' }),
}

export const evolve = (state: WorkspaceState, event: WorkspaceEvent): WorkspaceState => {
  if (event.type === 'WorkspaceCreated') {
    const { workspaceId: id, timezone, trialStartsOn, trialEndsOn } = event.data
    const nobody = { members: PersistentMap<string, Member>(), byUser: PersistentMap<string, string>() }
    const dates = { timezone, trialStartsOn, trialEndsOn, periods: [] }
    const told = { toldStartOf: null, toldEndOf: null, remindedOf: null }
    const nothing = { erasesAt: null, billingAddressHash: null }
    return { kind: 'open', id, ...dates, ...told, ...nothing, needsOnboarding: true, ...nobody }
  }
  if (state.kind === 'none') return state
  const step = steps[event.type] as (known: KnownWorkspace, data: WorkspaceEvent['data']) => KnownWorkspace
  return step(state, event.data)
}

/** How to fold a workspace's stream; other modules read it with `commands.load(workspaceFold, stream)`. */
export const workspaceFold = { initialState, evolve }

/** Everybody who has joined; nobody in a closed workspace, whose doors are shut for all. */
export const joined = (state: WorkspaceState): readonly Joined[] =>
  state.kind === 'open' ? [...state.members.values()].filter((member) => member.kind === 'joined') : []

/** Whether its audit log can be exported: while it is open, and for as long as it is kept after the deletion. */
export const isKept = (state: WorkspaceState, now: Date): state is KnownWorkspace =>
  state.kind === 'open' ||
  (state.kind === 'closed' && state.erasesAt !== null && now < new Date(state.erasesAt))

/** Undefined for strangers, invitees and those who left. */
export const memberOfUser = (state: WorkspaceState, userId: string): Joined | undefined =>
  state.kind === 'open' ? lastMemberOfUser(state, userId) : undefined

/** The same of one that is closed: who was there at the end. */
export const lastMemberOfUser = (state: KnownWorkspace, userId: string): Joined | undefined => {
  const member = state.members.get(state.byUser.get(userId) ?? '')
  return member?.kind === 'joined' ? member : undefined
}

/** Whether the subscription covers today. */
export const isActive = (state: WorkspaceState, now: Date): boolean =>
  state.kind === 'open' && subscriptionOf(state, now) !== 'inactive'

/** Who is about to go is not counted on. */
export const isActiveAdmin = ({ active, role, leaving }: Joined): boolean =>
  active && role === 'admin' && leaving === null

/** Whether no active admin remains without this one. */
export const isLastAdmin = (state: WorkspaceState, member: Joined): boolean =>
  isActiveAdmin(member) && !joined(state).some((other) => other !== member && isActiveAdmin(other))

/** Whether this user may invite, and what they have offered is good. */
export const mayInvite = (state: WorkspaceState, userId: string, now: Date): boolean => {
  const member = memberOfUser(state, userId)
  return isActive(state, now) && member !== undefined && isActiveAdmin(member)
}

/** Neither taken back nor too late, and whoever invited may still do so. */
export const isOpenInvitation = (
  member: Member | undefined,
  state: WorkspaceState,
  now: Date,
): member is Invited =>
  member?.kind === 'invited' &&
  !member.revoked &&
  new Date(member.expiresAt) > now &&
  mayInvite(state, member.invitedBy, now)
