import type { AuditAction, AuditField, AuditTarget, MailCounts } from '#contract/workspaces/audit.ts'
import { muteEvents } from '#modules/requests/limits/mute.events.ts'
import { requestEvents } from '#modules/requests/request.events.ts'
import { participantDeviceEvents } from '#modules/workspaces/participants/participant-device.events.ts'
import { workspaceEvents } from '#modules/workspaces/workspace.events.ts'
import type { EventOf } from '#platform/facts/facts.ts'
import type { KeptEvidence } from '#platform/secrets/evidence.ts'
import { deviceChanges, signedBy, type DeviceField } from './devices.ts'

/** The facts that get an audit entry. See `mails.ts` for mails. */
export const auditedEvents = {
  ...workspaceEvents,
  ...participantDeviceEvents,
  ...requestEvents,
  ...muteEvents,
}

type Audited = EventOf<typeof auditedEvents>

/** One changed field of an entry. */
export type Changed<Field extends string = string> = {
  readonly field: Field
  readonly before: unknown
  readonly after: unknown
}

type Fields = { readonly [F in AuditField]?: unknown }

/**
 * The audit entry of one fact, before it is compared with the known state of its target. Personal values are
 * `Owned`.
 */
export type Described = {
  readonly action: AuditAction
  readonly target: { readonly kind: AuditTarget; readonly id: string; readonly label?: unknown }
  /** The target's new field values. */
  readonly fields?: Fields
  /** Changes that belong to the fact and not to its target's state, such as the mail counts. */
  readonly changes?: readonly Changed<keyof MailCounts | 'format' | 'details' | DeviceField>[]
  /** The fact that caused the mails. Only for entries about mails. */
  readonly causeId?: string
  /** The known state of the target is dropped. */
  readonly forgets?: true
  readonly outcome?: 'refused' | 'closed'
  readonly assurance?: string
  /** The proof of a device's signature. */
  readonly evidence?: KeptEvidence
}

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
const request = (data: { requestId: string; title?: string | null }): Target => ({
  kind: 'request',
  id: data.requestId,
  ...(data.title !== undefined && { label: data.title }),
})
const onWorkspace = (action: Described['action'], data: { workspaceId: string }): Described => ({
  action,
  target: workspace(data),
})
/** Keeps the fields that the fact names. An absent field is unchanged, not empty. */
const withoutAbsent = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** A description for each audited fact; a missing one does not compile. */
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
  WorkspaceClosed: (data): Described => ({
    action: 'workspace.closed',
    target: workspace(data),
    outcome: 'closed',
  }),
  OfferRequested: (data) => onWorkspace('workspace.offer-requested', data),
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
    fields: { role: data.role, approver: data.approver, requester: data.requester, invite: 'pending' },
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
  ParticipantRemoved: (data): Described => ({
    action: 'participant.removed',
    target: participant(data),
    fields: { active: false },
  }),
  ParticipantDeviceReported: (data): Described => ({
    action: `participant.device-${data.step}`,
    target: participant({ participantId: data.participantId }),
    changes: deviceChanges(data),
  }),
  RequesterMuted: (data): Described => ({
    action: 'participant.muted',
    target: participant(data),
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
  RequestCreated: (data): Described => ({
    action: 'request.created',
    target: request(data),
    fields: withoutAbsent({
      type: data.type,
      status: 'pending',
      approver: data.approverEmail,
      expiresAt: data.expiresAt,
    }),
    // No later entry compares the long text, so the state of the request does not keep it.
    ...(data.details !== undefined && {
      changes: [{ field: 'details', before: null, after: data.details }],
    }),
    ...(data.assurance && { assurance: data.assurance }),
    ...(data.evidence && { evidence: data.evidence }),
  }),
  RequestApproved: (data): Described => ({
    action: 'request.approved',
    target: request(data),
    fields: withoutAbsent({
      status: 'approved',
      approverCall: data.call,
    }),
    changes: signedBy(data.evidence),
    assurance: data.assurance,
    evidence: data.evidence,
  }),
  RequestDeclined: (data): Described => ({
    action: 'request.declined',
    target: request(data),
    fields: { status: 'declined' },
    assurance: data.assurance,
  }),
  RequestWithdrawn: (data): Described => ({
    action: 'request.withdrawn',
    target: request(data),
    fields: { status: 'declined', closedReason: 'withdrawn' },
    outcome: 'closed',
  }),
  RequestClosed: (data): Described => ({
    action: data.reason === 'expired' ? 'request.expired' : 'request.closed',
    target: request(data),
    fields: { status: 'declined', closedReason: data.reason },
    outcome: 'closed',
  }),
  ApprovalRefused: (data): Described => ({
    action: 'request.approval-refused',
    target: request(data),
    fields: { reason: data.reason, triesLeft: data.triesLeft },
    outcome: 'refused',
  }),
  AssertionRefused: (data): Described => ({
    action: 'request.approval-refused',
    target: request(data),
    fields: { reason: 'bad-signature' },
    outcome: 'refused',
  }),
  NumberRefused: (data): Described => ({
    action: 'request.number-refused',
    target: request(data),
    fields: { triesLeft: data.triesLeft },
    outcome: 'refused',
  }),
  CallDescribed: (data): Described => ({
    action: 'request.call-described',
    target: request(data),
    fields: { asks: data.asks, call: data.call, calledBack: data.calledBack },
  }),
  BothWereCalled: (data): Described => ({
    action: 'request.both-called',
    target: request(data),
    fields: { approverCall: data.call },
    outcome: 'refused',
  }),
  ClaimDenied: (data): Described => ({
    action: 'request.claim-denied',
    target: request(data),
    fields: { approverCall: data.call },
    outcome: 'refused',
  }),
  RequestReported: (data): Described => ({
    action: 'request.reported',
    target: request(data),
  }),
  CreationRefused: (data): Described => ({
    action: 'request.creation-refused',
    target: request(data),
    fields: withoutAbsent({ reason: data.reason, triesLeft: data.triesLeft }),
    outcome: 'refused',
  }),
}
