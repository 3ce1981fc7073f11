import Type from 'typebox'
import { Rejected } from '#contract/errors.ts'
import type { AbsenceEvent } from './absence/absence.events.ts'
import type { GroupEvent } from './groups/group.events.ts'
import type { KindChangeEvent } from './kinds/kind-change.events.ts'
import type { ChangeEvent } from './protection/change.events.ts'
import { clear, fact, optionalPersonal, personal, type EventOf } from '#platform/facts/facts.ts'

/** Stream `workspace-<workspaceId>`. Settings, participants and invitations share it, because the last-admin rule and the seats need one revision. */

const id = clear('id')
const workspaceId = id
const participantId = id
const role = Type.Union([Type.Literal('admin'), Type.Literal('regular user')])
const flags = { role, approver: Type.Boolean(), requester: Type.Boolean() }

const invited = {
  workspaceId,
  participantId,
  invitationId: id,
  addressHash: clear('hash'),
  email: personal(Type.String(), { address: 'addressHash' }),
  /** User id. The invitation is no longer open once this user may not invite. */
  invitedBy: id,
  ...flags,
  /** Grows each time the invitation is sent. Only the newest token is valid. */
  generation: Type.Integer(),
  expiresAt: clear('time'),
  language: Type.Union([Type.Literal('de'), Type.Literal('en')]),
}

/** Of version 1 of `HistoryExported`. */
const exportFormats = [Type.Literal('csv'), Type.Literal('jsonl'), Type.Literal('pdf')] as const

export const workspaceEvents = {
  WorkspaceCreated: fact(
    1,
    Type.Object({
      workspaceId,
      name: personal(Type.String(), { workspace: 'workspaceId' }),
      description: optionalPersonal(Type.String(), { workspace: 'workspaceId' }),
      timezone: clear('time zone'),
      /** YYYY-MM-DD, both inclusive, in the workspace's time zone. */
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
  /** A super admin added days on which the workspace is active. Periods may overlap. */
  ActivityPeriodAdded: fact(
    1,
    Type.Object({
      workspaceId,
      periodId: id,
      kind: Type.Union([Type.Literal('period'), Type.Literal('eternal')]),
      /** YYYY-MM-DD, both inclusive, in the workspace's current time zone. */
      startsOn: clear('date'),
      endsOn: clear('date'),
      /** Participants and open invitations together; null: unlimited. */
      seats: Type.Union([Type.Integer(), Type.Null()]),
      reason: optionalPersonal(Type.String(), { workspace: 'workspaceId' }),
    }),
  ),
  /** The last day changed; it may lie in the past. */
  ActivityPeriodChanged: fact(
    1,
    Type.Object({
      workspaceId,
      periodId: id,
      endsOn: clear('date'),
      reason: personal(Type.String(), { workspace: 'workspaceId' }),
    }),
  ),
  /** The workspace became inactive after its trial. */
  TrialEnded: fact(1, Type.Object({ workspaceId, endsOn: clear('date') })),
  /** The first day of consecutive periods has come. `endsOn` may change later. */
  SubscriptionStarted: fact(1, Type.Object({ workspaceId, startsOn: clear('date'), endsOn: clear('date') })),
  /** The workspace became inactive after its last period. */
  SubscriptionEnded: fact(1, Type.Object({ workspaceId, endsOn: clear('date') })),
  /** The workspace becomes inactive within a week, after a period or the trial. */
  PaymentReminderIssued: fact(1, Type.Object({ workspaceId, endsOn: clear('date') })),
  OnboardingCompleted: fact(1, Type.Object({ workspaceId })),
  ParticipantInvited: fact(
    2,
    Type.Object({
      ...invited,
      /** What the inviter proposes. Absent: as it was. */
      name: optionalPersonal(Type.String(), { address: 'addressHash' }),
    }),
    { 1: (data) => data },
    {
      schema: Type.Object(invited),
      downcast({ name, ...data }) {
        if (name !== undefined) throw new Rejected('program.upgrading')
        return data
      },
    },
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
      /** null for the creator. */
      invitationId: Type.Union([id, Type.Null()]),
    }),
  ),
  /** An admin proposes another name for an invited person, or none. */
  InviteeNamed: fact(
    1,
    Type.Object({
      workspaceId,
      participantId,
      addressHash: clear('hash'),
      name: optionalPersonal(Type.String(), { address: 'addressHash' }),
    }),
  ),
  /** As the account says, or an admin for this workspace. Without a name it is taken away. */
  ParticipantNamed: fact(
    1,
    Type.Object({
      workspaceId,
      participantId,
      userId: id,
      name: optionalPersonal(Type.String(), { person: 'userId' }),
      /** Of the fact of the account that says so; null for an admin's correction. */
      accountRevision: Type.Union([Type.Integer(), Type.Null()]),
    }),
  ),
  /** A name now looks like that of another participant, also of an invited one. */
  NamesakeNoticed: fact(1, Type.Object({ workspaceId, participantId, otherId: id })),
  /** A witness has seen another history of this log. Once for each witness. */
  HistoryContradicted: fact(
    1,
    Type.Object({ workspaceId, witness: personal(Type.String(), { workspace: 'workspaceId' }) }),
  ),
  /** Sending the invitation again opens it again. */
  InvitationRevoked: fact(1, Type.Object({ workspaceId, participantId, invitationId: id })),
  /** For the audit log. Decisions compare `expiresAt` with the clock instead. */
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
  /** A deactivated participant has no access, but keeps their rights. */
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
  /** Who may be called back where. The number counts from `countsFrom` on; until then the one in the other place counts, if there is one. */
  CallBackNumberChanged: fact(
    1,
    Type.Object({
      workspaceId,
      participantId,
      userId: id,
      /** E.164 */
      number: personal(Type.String(), { person: 'userId' }),
      /** Its place among the two that are kept: the one that counts and the one that will. */
      place: Type.Union([Type.Literal(1), Type.Literal(2)]),
      countsFrom: clear('time'),
    }),
  ),
  CallBackNumberRemoved: fact(1, Type.Object({ workspaceId, participantId, userId: id })),
  /** An approver takes no approvals from this requester until then. */
  ApprovalsMuted: fact(
    1,
    Type.Object({ workspaceId, participantId, userId: id, requesterId: id, until: clear('time') }),
  ),
  ApprovalsUnmuted: fact(1, Type.Object({ workspaceId, participantId, userId: id, requesterId: id })),
  /** The account is being deleted. From now on the participant does not count as an admin. */
  DepartureAnnounced: fact(1, Type.Object({ workspaceId, participantId, userId: id, deletionId: id })),
  /** Another workspace refused the account's deletion. */
  DepartureCancelled: fact(1, Type.Object({ workspaceId, participantId, userId: id })),
  ParticipantLeft: fact(1, Type.Object({ workspaceId, participantId, userId: id })),
  /** An admin removed a participant or an invitation, or the invited account was deleted. `userId` is null for an invitation. */
  ParticipantRemoved: fact(
    1,
    Type.Object({ workspaceId, participantId, userId: Type.Union([id, Type.Null()]) }),
  ),
  WorkspaceClosed: fact(1, Type.Object({ workspaceId, reason: Type.Literal('last participant left') })),
  /** Somebody with the mailbox of the billing address agreed that it is one. */
  BillingAddressConfirmed: fact(1, Type.Object({ workspaceId, billingAddressHash: clear('hash') })),
  /** Whether admins see how each person answers the drills that are sent from now on. */
  DrillResultsChanged: fact(1, Type.Object({ workspaceId, byPerson: Type.Boolean() })),
  /** When reminders are sent, in the time zone of the workspace. As a whole. */
  WorkingHoursChanged: fact(
    1,
    Type.Object({
      workspaceId,
      /** 1: Monday to 7: Sunday, in order. */
      days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7 }),
      from: clear('time of day'),
      until: clear('time of day'),
      /** The code of a country or a German state; null: none are kept. */
      holidays: Type.Union([clear('region'), Type.Null()]),
    }),
  ),
  /** An admin asked the operator to offer a subscription. */
  OfferRequested: fact(
    1,
    Type.Object({
      workspaceId,
      offerId: id,
      /** The requesting admin. The contact's name is erased with their account. */
      userId: id,
      firstName: personal(Type.String(), { person: 'userId' }),
      lastName: personal(Type.String(), { person: 'userId' }),
      companyName: personal(Type.String(), { workspace: 'workspaceId' }),
      street: personal(Type.String(), { workspace: 'workspaceId' }),
      houseNumber: personal(Type.String(), { workspace: 'workspaceId' }),
      zipCode: personal(Type.String(), { workspace: 'workspaceId' }),
      months: Type.Union([Type.Literal(12), Type.Literal(24)]),
      /** Number of people. */
      seats: Type.Integer(),
      startDate: clear('date'),
    }),
  ),
  /** The latest requested offer was answered, as a super admin says. */
  OfferAnswered: fact(
    1,
    Type.Object({
      workspaceId,
      offerId: id,
      answeredBy: id,
      note: optionalPersonal(Type.String(), { workspace: 'workspaceId' }),
    }),
  ),
  /** An export of the audit log, filtered or whole, was started. Possible after the deletion too. */
  HistoryExported: fact(
    2,
    Type.Object({ workspaceId, format: Type.Union([...exportFormats, Type.Literal('xlsx')]) }),
    { 1: (data) => data },
    {
      schema: Type.Object({ workspaceId, format: Type.Union([...exportFormats]) }),
      downcast(data) {
        if (data['format'] === 'xlsx') throw new Rejected('program.upgrading')
        return data
      },
    },
  ),
  /** An admin reminds somebody to set up a device. */
  DeviceReminded: fact(1, Type.Object({ workspaceId, participantId, userId: id, remindedAt: clear('time') })),
  /** By an admin or a super admin. Access ends at once; the audit log can be exported until `erasesAt`. */
  WorkspaceDeleted: fact(1, Type.Object({ workspaceId, erasesAt: clear('time') })),
  /** All keys of the workspace are destroyed. Read models forget its sealed fields. */
  WorkspaceErased: fact(1, Type.Object({ workspaceId })),
} as const

/** Days of 24 hours during which the audit log of a deleted workspace can be exported. */
export const KEPT_DAYS = 30

/** Of the stream of a workspace. */
export type WorkspaceEvent =
  | EventOf<typeof workspaceEvents>
  | AbsenceEvent
  | ChangeEvent
  | GroupEvent
  | KindChangeEvent
export const workspaceStream = (ofWorkspace: string): string => `workspace-${ofWorkspace}`
