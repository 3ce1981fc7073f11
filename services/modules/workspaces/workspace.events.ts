import Type from 'typebox'
import { clear, fact, optionalPersonal, personal, type EventOf } from '#platform/facts/facts.ts'

/** Stream `workspace-<workspaceId>`: settings, participants and invitations together, because the last-admin rule needs them together. */

const id = clear('id')
const workspaceId = id
const participantId = id
const role = Type.Union([Type.Literal('admin'), Type.Literal('regular user')])
const flags = { role, approver: Type.Boolean(), requester: Type.Boolean() }

export const workspaceEvents = {
  WorkspaceCreated: fact(
    1,
    Type.Object({
      workspaceId,
      name: personal(Type.String(), { workspace: 'workspaceId' }),
      description: optionalPersonal(Type.String(), { workspace: 'workspaceId' }),
      timezone: clear('time zone'),
      /** YYYY-MM-DD, both inclusive, in the workspace's time zone */
      trialStartsOn: clear('date'),
      trialEndsOn: clear('date'),
    }),
  ),
  WorkspaceSettingsChanged: fact(
    1,
    Type.Object({
      workspaceId,
      name: optionalPersonal(Type.String(), { workspace: 'workspaceId' }),
      description: optionalPersonal(Type.String(), { workspace: 'workspaceId' }),
      billingUser: optionalPersonal(Type.String(), { address: 'billingAddressHash' }),
      billingAddressHash: Type.Optional(clear('hash')),
      timezone: Type.Optional(clear('time zone')),
    }),
  ),
  /** By a super admin: days on which the workspace is active, whatever other periods say. */
  ActivityPeriodAdded: fact(
    1,
    Type.Object({
      workspaceId,
      periodId: id,
      kind: Type.Union([Type.Literal('period'), Type.Literal('eternal')]),
      /** YYYY-MM-DD, both inclusive, in the workspace's time zone, which may change */
      startsOn: clear('date'),
      endsOn: clear('date'),
      /** How many people may be in or invited; null: any number */
      seats: Type.Union([Type.Integer(), Type.Null()]),
      reason: optionalPersonal(Type.String(), { workspace: 'workspaceId' }),
    }),
  ),
  /** It ends on another day: sooner, later, or on one that has been. */
  ActivityPeriodChanged: fact(
    1,
    Type.Object({
      workspaceId,
      periodId: id,
      endsOn: clear('date'),
      reason: personal(Type.String(), { workspace: 'workspaceId' }),
    }),
  ),
  /** No day of the trial is left, nor of any period: the workspace has become inactive. */
  TrialEnded: fact(1, Type.Object({ workspaceId, endsOn: clear('date') })),
  /** The first day of periods without a gap has come; until when they last may change. */
  SubscriptionStarted: fact(1, Type.Object({ workspaceId, startsOn: clear('date'), endsOn: clear('date') })),
  /** The last day of all periods, and of the trial, is over: the workspace has become inactive. */
  SubscriptionEnded: fact(1, Type.Object({ workspaceId, endsOn: clear('date') })),
  /** A week is left, or less, until the workspace becomes inactive, at its trial's end too. */
  PaymentReminderIssued: fact(1, Type.Object({ workspaceId, endsOn: clear('date') })),
  OnboardingCompleted: fact(1, Type.Object({ workspaceId })),
  ParticipantInvited: fact(
    1,
    Type.Object({
      workspaceId,
      participantId,
      invitationId: id,
      addressHash: clear('hash'),
      email: personal(Type.String(), { address: 'addressHash' }),
      /** The user who invited: what they offer ends when they may no longer invite. */
      invitedBy: id,
      ...flags,
      /** Tokens of older generations of the same invitation are dead. */
      generation: Type.Integer(),
      expiresAt: clear('time'),
      language: Type.Union([Type.Literal('de'), Type.Literal('en')]),
    }),
  ),
  ParticipantJoined: fact(
    1,
    Type.Object({
      workspaceId,
      participantId,
      userId: id,
      addressHash: clear('hash'),
      email: personal(Type.String(), { person: 'userId' }),
      ...flags,
      /** null for the creator */
      invitationId: Type.Union([id, Type.Null()]),
    }),
  ),
  /** Takes the invitation back; sending it again opens it anew. */
  InvitationRevoked: fact(1, Type.Object({ workspaceId, participantId, invitationId: id })),
  /** Tells that its time is over; whether it is follows from the time itself. */
  InvitationExpired: fact(
    1,
    Type.Object({
      workspaceId,
      participantId,
      invitationId: id,
      generation: Type.Integer(),
      expiresAt: clear('time'),
    }),
  ),
  /** Whether they may come in; their rights stay as they are. */
  ParticipantActivityChanged: fact(
    1,
    Type.Object({ workspaceId, participantId, userId: id, active: Type.Boolean() }),
  ),
  ParticipantRightsChanged: fact(
    1,
    Type.Object({
      workspaceId,
      participantId,
      userId: id,
      approver: Type.Boolean(),
      requester: Type.Boolean(),
    }),
  ),
  ParticipantPromoted: fact(
    1,
    Type.Object({ workspaceId, participantId, userId: id, role: Type.Literal('admin') }),
  ),
  /** Their account is being deleted: the workspace can do without them, and counts on them no more. */
  DepartureAnnounced: fact(1, Type.Object({ workspaceId, participantId, userId: id, deletionId: id })),
  /** The account is not deleted after all: another workspace cannot do without them. */
  DepartureCancelled: fact(1, Type.Object({ workspaceId, participantId, userId: id })),
  ParticipantLeft: fact(1, Type.Object({ workspaceId, participantId, userId: id })),
  /** By an admin, or with the account of whoever was invited; also whoever was invited and has not joined, whose user is null. */
  ParticipantRemoved: fact(
    1,
    Type.Object({ workspaceId, participantId, userId: Type.Union([id, Type.Null()]) }),
  ),
  WorkspaceClosed: fact(1, Type.Object({ workspaceId, reason: Type.Literal('last participant left') })),
  /** The operator is to offer a subscription. */
  OfferRequested: fact(
    1,
    Type.Object({
      workspaceId,
      offerId: id,
      /** Who asked; the contact's name goes with their account. */
      userId: id,
      firstName: personal(Type.String(), { person: 'userId' }),
      lastName: personal(Type.String(), { person: 'userId' }),
      companyName: personal(Type.String(), { workspace: 'workspaceId' }),
      street: personal(Type.String(), { workspace: 'workspaceId' }),
      houseNumber: personal(Type.String(), { workspace: 'workspaceId' }),
      zipCode: personal(Type.String(), { workspace: 'workspaceId' }),
      months: Type.Union([Type.Literal(12), Type.Literal(24)]),
      /** people */
      seats: Type.Integer(),
      startDate: clear('date'),
    }),
  ),
  /** Somebody began to take a copy of the audit log, all of it or what a filter shows, also after the deletion. */
  HistoryExported: fact(
    1,
    Type.Object({
      workspaceId,
      format: Type.Union([Type.Literal('csv'), Type.Literal('jsonl'), Type.Literal('pdf')]),
    }),
  ),
  /** By an admin or a super admin. Closed at once; its trail can be exported until its keys are destroyed. */
  WorkspaceDeleted: fact(1, Type.Object({ workspaceId, erasesAt: clear('time') })),
  /** Every key of this workspace is destroyed: whoever shows what they sealed forgets it. */
  WorkspaceErased: fact(1, Type.Object({ workspaceId })),
} as const

/** So long, each of 24 hours, its trail can be exported after a workspace was closed. */
export const KEPT_DAYS = 30

export type WorkspaceEvent = EventOf<typeof workspaceEvents>
export const workspaceStream = (ofWorkspace: string): string => `workspace-${ofWorkspace}`
