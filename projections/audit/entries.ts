import { drillEvents } from '#modules/requests/drills/drill.events.ts'
import { callAroundEvents } from '#modules/requests/limits/call-around.events.ts'
import { muteEvents } from '#modules/requests/limits/mute.events.ts'
import { glassEvents } from '#modules/requests/glass/glass.events.ts'
import { kindEvents } from '#modules/requests/kinds/kind.events.ts'
import { kindChangeEvents } from '#modules/workspaces/kinds/kind-change.events.ts'
import { pairEvents } from '#modules/requests/pairs/pair.events.ts'
import { reminderEvents } from '#modules/requests/reminders/reminder.events.ts'
import { replacingEvents } from '#modules/requests/replacing/replacing.events.ts'
import { requestEvents } from '#modules/requests/request.events.ts'
import { ruleEvents } from '#modules/requests/rules/rule.events.ts'
import { participantDeviceEvents } from '#modules/workspaces/participants/participant-device.events.ts'
import { absenceEvents } from '#modules/workspaces/absence/absence.events.ts'
import { groupEvents } from '#modules/workspaces/groups/group.events.ts'
import { changeEvents } from '#modules/workspaces/protection/change.events.ts'
import { workspaceEvents } from '#modules/workspaces/workspace.events.ts'
import type { EventOf } from '#platform/facts/facts.ts'
import { changeDescriptions } from './entries/change-entries.ts'
import { withoutAbsent, type Described } from './described.ts'
import { groupDescriptions } from './entries/group-entries.ts'
import { deviceChanges } from './entries/devices.ts'
import { drillEntries } from './entries/drill-entries.ts'
import { kindEntries } from './entries/kind-entries.ts'
import { requestEntries } from './entries/request-entries.ts'

/** The others are facts of the person who answers. */
const { DrillSent, DrillAsked, DrillEnded } = drillEvents

/** The facts that get an audit entry. See `mails.ts` for mails. */
export const auditedEvents = {
  ...workspaceEvents,
  ...changeEvents,
  ...groupEvents,
  ...absenceEvents,
  ...participantDeviceEvents,
  ...requestEvents,
  ...ruleEvents,
  ...reminderEvents,
  ...replacingEvents,
  ...glassEvents,
  ...muteEvents,
  ...callAroundEvents,
  ...pairEvents,
  ...kindEvents,
  ...kindChangeEvents,
  DrillSent,
  DrillAsked,
  DrillEnded,
}

type Audited = EventOf<typeof auditedEvents>

type Descriptions = {
  readonly [K in Audited['type']]: (data: Extract<Audited, { type: K }>['data']) => Described
}

type Target = Described['target']
const workspace = (data: { workspaceId: string; name?: string | null }): Target => ({
  kind: 'workspace',
  id: data.workspaceId,
  ...(data.name !== undefined && { label: data.name }),
})
const participant = (data: { participantId: string; email?: string | null }): Target => ({
  kind: 'participant',
  id: data.participantId,
  ...(data.email !== undefined && { label: data.email }),
})
const period = ({ periodId: id }: { periodId: string }): Target => ({ kind: 'period', id })
const onWorkspace = (action: Described['action'], data: { workspaceId: string }): Described => ({
  action,
  target: workspace(data),
})
const twoOf = (data: { requesterEmail: string | null; approverEmail: string | null }) => [
  { field: 'requester', before: null, after: data.requesterEmail } as const,
  { field: 'approver', before: null, after: data.approverEmail } as const,
]
const named = (data: { participantId: string; name?: string | null }): Described => ({
  action: 'participant.name-changed',
  target: participant({ participantId: data.participantId }),
  fields: { name: data.name ?? null },
})
/** A missing one does not compile. */
export const descriptions: Descriptions = {
  WorkspaceCreated: (data): Described => ({
    action: 'workspace.created',
    target: workspace(data),
    fields: withoutAbsent({
      name: data.name,
      description: data.description,
      timezone: data.timezone,
      endDate: data.trialEndsOn,
    }),
  }),
  WorkspaceSettingsChanged: (data): Described => ({
    action: 'workspace.settings-changed',
    target: workspace(data),
    fields: withoutAbsent({
      name: data.name,
      description: data.description,
      billingUser: data.billingUser,
      timezone: data.timezone,
    }),
  }),
  ...kindEntries,
  DrillResultsChanged: (data): Described => ({
    action: 'workspace.drill-results-changed',
    target: workspace({ workspaceId: data.workspaceId }),
    fields: { drillResultsByPerson: data.byPerson },
  }),
  WorkingHoursChanged: ({ workspaceId, days, from, until, holidays }): Described => ({
    action: 'workspace.working-hours-changed',
    target: workspace({ workspaceId }),
    fields: { workingDays: days.join(', '), workingTime: `${from}–${until}`, holidays },
  }),
  ...drillEntries,
  BillingAddressConfirmed: (data) => onWorkspace('workspace.billing-confirmed', data),
  OnboardingCompleted: (data) => onWorkspace('workspace.onboarding-completed', data),
  ActivityPeriodAdded: (data): Described => ({
    action: 'workspace.period-added',
    target: { ...period(data), label: `${data.startsOn} – ${data.endsOn}` },
    fields: withoutAbsent({
      startDate: data.startsOn,
      endDate: data.endsOn,
      seats: data.seats,
      reason: data.reason,
    }),
  }),
  ActivityPeriodChanged: (data): Described => ({
    action: 'workspace.period-changed',
    target: period(data),
    fields: { endDate: data.endsOn, reason: data.reason },
  }),
  TrialEnded: (data): Described => ({
    action: 'workspace.trial-ended',
    target: workspace(data),
    fields: { endDate: data.endsOn },
  }),
  SubscriptionStarted: (data): Described => ({
    action: 'workspace.subscription-started',
    target: workspace(data),
    fields: { startDate: data.startsOn, endDate: data.endsOn },
  }),
  SubscriptionEnded: (data): Described => ({
    action: 'workspace.subscription-ended',
    target: workspace(data),
    fields: { endDate: data.endsOn },
  }),
  PaymentReminderIssued: (data): Described => ({
    action: 'workspace.payment-reminder-issued',
    target: workspace(data),
    fields: { endDate: data.endsOn },
  }),
  HistoryExported: (data): Described => ({
    action: 'workspace.history-exported',
    target: workspace(data),
    changes: [{ field: 'format', before: null, after: data.format }],
  }),
  WorkspaceClosed: (data): Described => ({ ...onWorkspace('workspace.closed', data), outcome: 'closed' }),
  OfferRequested: (data) => onWorkspace('workspace.offer-requested', data),
  OfferAnswered: (data): Described => ({
    ...onWorkspace('workspace.offer-answered', data),
    ...(data.note !== undefined && { changes: [{ field: 'note', before: null, after: data.note }] }),
  }),
  WorkspaceDeleted: (data): Described => ({
    action: 'workspace.deleted',
    target: workspace(data),
    outcome: 'closed',
  }),
  WorkspaceErased: (data): Described => ({
    action: 'workspace.erased',
    target: workspace(data),
    outcome: 'closed',
    forgets: true,
  }),
  ParticipantInvited: (data): Described => ({
    action: 'participant.invited',
    target: participant(data),
    fields: withoutAbsent({
      name: data.name,
      role: data.role,
      approver: data.approver,
      requester: data.requester,
      invite: 'pending',
    }),
  }),
  ParticipantJoined: (data): Described => ({
    action: 'participant.joined',
    target: participant(data),
    fields: {
      role: data.role,
      approver: data.approver,
      requester: data.requester,
      active: true,
      invite: 'accepted',
    },
  }),
  InviteeNamed: (data): Described => named(data),
  ParticipantNamed: (data): Described => named(data),
  NamesakeNoticed: (data): Described => ({
    action: 'participant.name-alike',
    target: participant({ participantId: data.participantId }),
  }),
  HistoryContradicted: (data): Described => onWorkspace('workspace.history-contradicted', data),
  InvitationRevoked: (data): Described => ({
    action: 'participant.invitation-revoked',
    target: participant(data),
    fields: { invite: 'revoked' },
  }),
  InvitationExpired: (data): Described => ({
    action: 'participant.invitation-expired',
    target: participant(data),
    fields: { invite: 'expired' },
  }),
  ParticipantActivityChanged: (data): Described => ({
    action: data.active ? 'participant.activated' : 'participant.deactivated',
    target: participant(data),
    fields: { active: data.active },
  }),
  ParticipantRightsChanged: (data): Described => ({
    action: 'participant.rights-changed',
    target: participant(data),
    fields: { approver: data.approver, requester: data.requester },
  }),
  ParticipantPromoted: (data): Described => ({
    action: 'participant.promoted',
    target: participant(data),
    fields: { role: data.role },
  }),
  CallBackNumberChanged: (data): Described => ({
    action: 'participant.call-back-changed',
    target: participant({ participantId: data.participantId }),
    fields: { callBackNumber: data.number, countsFrom: data.countsFrom },
  }),
  CallBackNumberRemoved: (data): Described => ({
    action: 'participant.call-back-removed',
    target: participant({ participantId: data.participantId }),
    fields: { callBackNumber: null, countsFrom: null },
  }),
  ApprovalsMuted: (data): Described => ({
    action: 'participant.approvals-muted',
    target: participant({ participantId: data.requesterId }),
    fields: { approvalsMutedUntil: data.until },
  }),
  ApprovalsUnmuted: (data): Described => ({
    action: 'participant.approvals-unmuted',
    target: participant({ participantId: data.requesterId }),
    fields: { approvalsMutedUntil: null },
  }),
  ParticipantRemoved: (data): Described => ({
    action: 'participant.removed',
    target: participant(data),
    fields: { active: false },
  }),
  ...changeDescriptions,
  ...groupDescriptions,
  ParticipantDeviceReported: (data): Described => ({
    action: `participant.device-${data.step}`,
    target: participant({ participantId: data.participantId }),
    changes: deviceChanges(data),
  }),
  DeviceReminded: (data): Described => ({
    action: 'participant.device-reminded',
    target: participant({ participantId: data.participantId }),
  }),
  PairLocked: (data): Described => ({
    action: 'request.pair-locked',
    target: { kind: 'request', id: data.requestId },
    changes: twoOf(data),
    outcome: 'refused',
  }),
  PairUnlocked: (data): Described => ({
    action: 'request.pair-unlocked',
    target: { kind: 'request', id: data.requestId },
    changes: twoOf(data),
  }),
  RequesterMuted: (data): Described => ({
    action: 'participant.muted',
    target: participant(data),
  }),
  ManySidesAsked: (data): Described => ({
    action: 'participant.many-sides-asked',
    target: participant({ participantId: data.participantId }),
    changes: [{ field: 'askedBy', before: null, after: data.askedBy.length }],
  }),
  DepartureAnnounced: (data): Described => ({
    action: 'participant.departure-announced',
    target: participant(data),
  }),
  DepartureCancelled: (data): Described => ({
    action: 'participant.departure-cancelled',
    target: participant(data),
  }),
  ParticipantLeft: (data): Described => ({
    action: 'participant.left',
    target: participant(data),
    fields: { active: false },
  }),
  ...requestEntries,
}
