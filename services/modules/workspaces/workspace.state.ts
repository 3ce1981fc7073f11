import type { WorkingHours } from '#contract/workspaces/approving/working-hours.ts'
import { Map as PersistentMap } from 'immutable'
import type { Membership } from '#contract/access.ts'
import { subscriptionOf, type Dates, type Period } from '#contract/workspaces/subscription/subscription.ts'
import { absenceEvents, type AbsenceEvent } from './absence/absence.events.ts'
import { absenceAfter } from './absence/absence.state.ts'
import { groupEvents, type GroupEvent } from './groups/group.events.ts'
import { evolveGroups, noGroups, withoutMember, type Groups } from './groups/group.state.ts'
import { changeEvents, type ChangeEvent } from './protection/change.events.ts'
import { evolveChanges, noChanges, type Changes } from './protection/change.state.ts'
import {
  invitedMember,
  joinedMember,
  type Account,
  type Grant,
  type Invited,
  type Joined,
  type Member,
} from './participants/member.state.ts'
import { withMute } from './participants/approval-mute.state.ts'
import { withNumber } from './participants/call-back.state.ts'
import type { WorkspaceEvent } from './workspace.events.ts'

/** The state of a workspace, folded from its events, for decisions here and in other modules. It holds no personal fields. */

export type { Account, Grant, Invited, Joined, Member }
export type KnownPeriod = Period & { readonly periodId: string }
/** Days for which `SubscriptionStarted`, `SubscriptionEnded` or `TrialEnded`, and `PaymentReminderIssued` are recorded. */
export type RecordedDates = {
  /** null once an end is recorded. */
  readonly recordedStart: string | null
  /** null once a start is recorded. */
  readonly recordedEnd: string | null
  readonly remindedEnd: string | null
}

export type WorkspaceState =
  | { readonly kind: 'none' }
  | (Omit<Dates, 'periods'> &
      RecordedDates &
      Changes & {
        readonly kind: 'open' | 'closed' | 'erased'
        readonly id: string
        readonly periods: readonly KnownPeriod[]
        /** When its keys will be destroyed; null unless deleted. */
        readonly erasesAt: string | null
        /** Recipient of bills; null without one. */
        readonly billingAddressHash: string | null
        /** The billing address if it has agreed; else null. */
        readonly confirmedBillingHash: string | null
        readonly needsOnboarding: boolean
        /** The latest one that was requested; null without one. */
        readonly offer: { readonly offerId: string; readonly isAnswered: boolean } | null
        /** Whether admins see how each person answers a drill. */
        readonly drillResultsByPerson: boolean
        /** Null until an admin sets them. */
        readonly workingHours: WorkingHours | null
        /** By participant id. A persistent map, so that the cost of an event does not grow with the members. */
        readonly members: PersistentMap<string, Member>
        readonly groups: Groups
        /** Participant ids of joined members, by user id. */
        readonly byUser: PersistentMap<string, string>
      })

export type KnownWorkspace = Exclude<WorkspaceState, { kind: 'none' }>

export const initialState: WorkspaceState = { kind: 'none' }

type DataOf<T extends WorkspaceEvent['type']> = Extract<WorkspaceEvent, { type: T }>['data']
type Beside = AbsenceEvent | ChangeEvent | GroupEvent
type Later = Exclude<WorkspaceEvent['type'], 'WorkspaceCreated' | Beside['type']>

const withMember = (state: KnownWorkspace, member: Member): KnownWorkspace => {
  const { participantId } = member
  const members = state.members.set(participantId, member)
  if (member.kind === 'invited') return { ...state, members }
  return { ...state, members, byUser: state.byUser.set(member.userId, participantId) }
}

type Changeable = Partial<
  Membership & Pick<Joined, 'leaving' | 'callBack' | 'mutes' | 'absence' | 'nameRevision' | 'remindedAt'>
>

const withJoined = (
  state: KnownWorkspace,
  participantId: string,
  fields: Changeable | ((member: Joined) => Changeable),
): KnownWorkspace => {
  const member = state.members.get(participantId)
  if (member?.kind !== 'joined') return state
  return withMember(state, { ...member, ...(typeof fields === 'function' ? fields(member) : fields) })
}

const withInvitation = (
  state: KnownWorkspace,
  participantId: string,
  fields: Partial<Pick<Invited, 'revoked' | 'expiryRecorded'>>,
): KnownWorkspace => {
  const member = state.members.get(participantId)
  return member?.kind === 'invited' ? withMember(state, { ...member, ...fields }) : state
}

const without = (state: KnownWorkspace, participantId: string, userId: string | null): KnownWorkspace => ({
  ...state,
  members: state.members.delete(participantId),
  groups: withoutMember(state.groups, participantId),
  byUser: userId === null ? state.byUser : state.byUser.delete(userId),
})

const steps: { readonly [T in Later]: (state: KnownWorkspace, data: DataOf<T>) => KnownWorkspace } = {
  WorkspaceSettingsChanged: (state, { timezone, billingAddressHash }) => ({
    ...state,
    timezone: timezone ?? state.timezone,
    ...(billingAddressHash !== undefined && { billingAddressHash, confirmedBillingHash: null }),
  }),
  BillingAddressConfirmed: (state, { billingAddressHash }) => ({
    ...state,
    confirmedBillingHash: billingAddressHash,
  }),
  ActivityPeriodAdded: (state, { periodId, startsOn, endsOn, seats }) => ({
    ...state,
    periods: [...state.periods, { periodId, startsOn, endsOn, seats }],
  }),
  ActivityPeriodChanged: (state, { periodId, endsOn }) => ({
    ...state,
    periods: state.periods.map((period) => (period.periodId === periodId ? { ...period, endsOn } : period)),
  }),
  TrialEnded: (state, { endsOn }) => ({ ...state, recordedStart: null, recordedEnd: endsOn }),
  SubscriptionStarted: (state, { startsOn }) => ({ ...state, recordedStart: startsOn, recordedEnd: null }),
  SubscriptionEnded: (state, { endsOn }) => ({ ...state, recordedStart: null, recordedEnd: endsOn }),
  PaymentReminderIssued: (state, { endsOn }) => ({ ...state, remindedEnd: endsOn }),
  OnboardingCompleted: (state) => ({ ...state, needsOnboarding: false }),
  ParticipantInvited: (state, data) => withMember(state, invitedMember(data)),
  InvitationRevoked: (state, { participantId }) => withInvitation(state, participantId, { revoked: true }),
  InvitationExpired: (state, { participantId }) =>
    withInvitation(state, participantId, { expiryRecorded: true }),
  ParticipantJoined: (state, data) => withMember(state, joinedMember(data)),
  InviteeNamed: (state) => state,
  NamesakeNoticed: (state) => state,
  HistoryContradicted: (state) => state,
  ParticipantNamed: (state, { participantId, accountRevision }) =>
    accountRevision === null ? state : withJoined(state, participantId, { nameRevision: accountRevision }),
  ParticipantActivityChanged: (state, { participantId, active }) =>
    withJoined(state, participantId, { active }),
  ParticipantRightsChanged: (state, { participantId, approver, requester }) =>
    withJoined(state, participantId, { approver, requester }),
  ParticipantPromoted: (state, { participantId, role }) => withJoined(state, participantId, { role }),
  CallBackNumberChanged: (state, { participantId, place, countsFrom }) =>
    withJoined(state, participantId, ({ callBack }) => ({
      callBack: withNumber(callBack, { place, countsFrom }),
    })),
  CallBackNumberRemoved: (state, { participantId }) => withJoined(state, participantId, { callBack: [] }),
  DeviceReminded: (state, { participantId, remindedAt }) => withJoined(state, participantId, { remindedAt }),
  ApprovalsMuted: (state, { participantId, requesterId, until }) =>
    withJoined(state, participantId, ({ mutes }) => ({ mutes: withMute(mutes, { requesterId, until }) })),
  ApprovalsUnmuted: (state, { participantId, requesterId }) =>
    withJoined(state, participantId, ({ mutes }) => ({
      mutes: mutes.filter((mute) => mute.requesterId !== requesterId),
    })),
  DepartureAnnounced: (state, { participantId, deletionId }) =>
    withJoined(state, participantId, { leaving: deletionId }),
  DepartureCancelled: (state, { participantId }) => withJoined(state, participantId, { leaving: null }),
  ParticipantLeft: (state, { participantId, userId }) => without(state, participantId, userId),
  ParticipantRemoved: (state, { participantId, userId }) => without(state, participantId, userId),
  DrillResultsChanged: (state, { byPerson }) => ({ ...state, drillResultsByPerson: byPerson }),
  WorkingHoursChanged: (state, { days, from, until, holidays }) => ({
    ...state,
    workingHours: { days, from, until, holidays } as WorkingHours,
  }),
  OfferRequested: (state, { offerId }) => ({ ...state, offer: { offerId, isAnswered: false } }),
  OfferAnswered: (state, { offerId }) => ({ ...state, offer: { offerId, isAnswered: true } }),
  WorkspaceClosed: (state) => ({ ...state, kind: 'closed' }),
  WorkspaceDeleted: (state, { erasesAt }) => ({ ...state, kind: 'closed', erasesAt }),
  HistoryExported: (state) => state,
  KindApproved: (state) => state,
  WorkspaceErased: (state) => ({ ...state, kind: 'erased' }),
}

const isOfAbsence = (event: WorkspaceEvent): event is AbsenceEvent => Object.hasOwn(absenceEvents, event.type)
const isOfGroup = (event: WorkspaceEvent): event is GroupEvent => Object.hasOwn(groupEvents, event.type)
const isOfChange = (event: WorkspaceEvent): event is ChangeEvent => Object.hasOwn(changeEvents, event.type)

export const evolve = (state: WorkspaceState, event: WorkspaceEvent): WorkspaceState => {
  if (event.type === 'WorkspaceCreated') {
    const { workspaceId: id, timezone, trialStartsOn, trialEndsOn } = event.data
    const noMembers = { members: PersistentMap<string, Member>(), byUser: PersistentMap<string, string>() }
    const dates = { timezone, trialStartsOn, trialEndsOn, periods: [] }
    const noDates = { recordedStart: null, recordedEnd: null, remindedEnd: null }
    const unset = { erasesAt: null, billingAddressHash: null, confirmedBillingHash: null, offer: null }
    return {
      kind: 'open',
      id,
      ...dates,
      ...noDates,
      ...unset,
      ...noChanges(),
      needsOnboarding: true,
      drillResultsByPerson: false,
      workingHours: null,
      ...noMembers,
      groups: noGroups(),
    }
  }
  if (state.kind === 'none') return state
  if (isOfChange(event)) return { ...state, ...evolveChanges(state, event) }
  if (isOfAbsence(event)) return withJoined(state, event.data.participantId, { absence: absenceAfter(event) })
  if (isOfGroup(event)) return { ...state, groups: evolveGroups(state.groups, event) }
  const step = steps[event.type] as (known: KnownWorkspace, data: WorkspaceEvent['data']) => KnownWorkspace
  return step(state, event.data)
}

/** Folds a workspace's stream. Other modules use it with `commands.load(workspaceFold, stream)`. */
export const workspaceFold = { initialState, evolve }

/** Returns the id of the user who invited the participant; null if no invitation is open. */
export const inviterOf = (state: WorkspaceState, participantId: string): string | null => {
  const member = state.kind === 'none' ? undefined : state.members.get(participantId)
  return member?.kind === 'invited' ? member.invitedBy : null
}

/** All joined members; empty for a closed workspace. */
export const joined = (state: WorkspaceState): readonly Joined[] =>
  state.kind === 'open' ? [...state.members.values()].filter((member) => member.kind === 'joined') : []

/** The active participants in a group; none for a group that is unknown or was removed. Whether one may decide is the caller's question. */
export const groupMembers = (state: WorkspaceState, groupId: string): readonly Joined[] => {
  if (state.kind !== 'open') return []
  const ids = state.groups.get(groupId)?.participantIds ?? []
  return ids.flatMap((id) => {
    const member = state.members.get(id)
    return member?.kind === 'joined' && member.active ? member : []
  })
}

/** Whether the audit log can be exported: while the workspace is open, and during the retention period after its deletion. */
export const isKept = (state: WorkspaceState, now: Date): state is KnownWorkspace =>
  state.kind === 'open' ||
  (state.kind === 'closed' && state.erasesAt !== null && now < new Date(state.erasesAt))

/** Undefined unless the user has joined and the workspace is open. */
export const memberOfUser = (state: WorkspaceState, userId: string): Joined | undefined =>
  state.kind === 'open' ? lastMemberOfUser(state, userId) : undefined

/** The same for a workspace that may be closed: its members at the end. */
export const lastMemberOfUser = (state: KnownWorkspace, userId: string): Joined | undefined => {
  const member = state.members.get(state.byUser.get(userId) ?? '')
  return member?.kind === 'joined' ? member : undefined
}

/** Whether the trial or a period covers today. */
export const isActive = (state: WorkspaceState, now: Date): boolean =>
  state.kind === 'open' && subscriptionOf(state, now) !== 'inactive'

/** Whether a paid period covers today. */
export const isCustomer = (state: WorkspaceState, now: Date): boolean =>
  state.kind === 'open' && subscriptionOf(state, now) === 'premium'

/** A member whose account is being deleted does not count. */
export const isActiveAdmin = ({ active, role, leaving }: Joined): boolean =>
  active && role === 'admin' && leaving === null

const otherAdmins = (state: WorkspaceState, member: Joined): number =>
  joined(state).filter((other) => other !== member && isActiveAdmin(other)).length

/** Whether this member is the only active admin. */
export const isLastAdmin = (state: WorkspaceState, member: Joined): boolean =>
  isActiveAdmin(member) && otherAdmins(state, member) === 0

/** Whether this member may not leave: the last active admin, or one of the last two while people are protected. */
export const isNeededAdmin = (state: WorkspaceState, member: Joined): boolean =>
  isActiveAdmin(member) &&
  otherAdmins(state, member) < (state.kind !== 'none' && state.peopleProtected ? 2 : 1)

/** Whether this user may invite, and their invitations are valid. */
export const mayInvite = (state: WorkspaceState, userId: string, now: Date): boolean => {
  const member = memberOfUser(state, userId)
  return isActive(state, now) && member !== undefined && isActiveAdmin(member)
}

/** Not revoked or expired, and the inviter may still invite. */
export const isOpenInvitation = (
  member: Member | undefined,
  state: WorkspaceState,
  now: Date,
): member is Invited =>
  member?.kind === 'invited' &&
  !member.revoked &&
  new Date(member.expiresAt) > now &&
  mayInvite(state, member.invitedBy, now)
