import Type, { type Static, type TObject } from 'typebox'
import {
  Email,
  Empty,
  Id,
  IdParams,
  IsoTime,
  Line,
  NextCursor,
  PageQuery,
  Text,
  TimeZone,
  nullable,
  words,
} from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { Absence } from '../person.ts'
import { WorkingHours } from './approving/working-hours.ts'

export const PARTICIPANT_ROLES = ['admin', 'regular user'] as const
export const ParticipantRole = words(PARTICIPANT_ROLES)
export type ParticipantRole = Static<typeof ParticipantRole>

/** `pending` invitations can be accepted. One whose inviter may no longer invite is `expired`. */
export const Invite = Type.Union([
  Type.Literal('pending'),
  Type.Literal('accepted'),
  Type.Literal('expired'),
  Type.Literal('revoked'),
])
export type Invite = Static<typeof Invite>

export const Subscription = Type.Union([
  Type.Literal('trial'),
  Type.Literal('premium'),
  Type.Literal('inactive'),
])
export type Subscription = Static<typeof Subscription>

export const workspaceFields = {
  id: Id,
  name: nullable(Type.String()),
  description: nullable(Type.String()),
  timezone: Type.String(),
  billingUser: nullable(Type.String()),
  /** Whether `billingUser` has agreed to it. Until then copies of offers go to the requesting admin. */
  billingConfirmed: Type.Boolean(),
  needsOnboarding: Type.Boolean(),
  isActive: Type.Boolean(),
  startDate: Type.String({ format: 'date' }),
  endDate: nullable(Type.String({ format: 'date' })),
  paymentReminderSent: Type.Boolean(),
  subscription: Subscription,
  /** Whether changes of approvers, admins and rules need a second admin. */
  peopleProtected: Type.Boolean(),
  /** Whether an admin alone may decide what nobody can decide in time: see `requests.break-glass`. */
  breakGlass: Type.Boolean(),
  /** Whether admins see how each person answered a drill, for drills that are sent from then on. Its approvers are told of a change. */
  drillResultsByPerson: Type.Boolean(),
  /**
   * While the operator lifts the protection, because no second admin is left. Admins and approvers can stop it until it is off. They and the
   * operator read the reason; for others it is null, as once it is erased.
   */
  protectionLift: nullable(Type.Object({ endsAt: IsoTime, reason: nullable(Type.String()) })),
  /** Joined participants, active or not. */
  participantCount: Type.Integer(),
}

/** The latest requested offer. */
export const LastOffer = nullable(Type.Object({ reference: Type.String(), requestedAt: IsoTime }))

/** Active days: the trial and every activity period. */
export const WorkspaceTerm = Type.Object(
  {
    kind: Type.Union([Type.Literal('trial'), Type.Literal('period'), Type.Literal('eternal')]),
    /** Both inclusive, in the workspace's time zone. */
    startDate: Type.String({ format: 'date' }),
    endDate: Type.String({ format: 'date' }),
    /** null: unlimited. */
    seats: nullable(Type.Integer()),
  },
  { $id: 'WorkspaceTerm' },
)
export type WorkspaceTerm = Static<typeof WorkspaceTerm>

export const Workspace = Type.Object(
  {
    ...workspaceFields,
    offer: LastOffer,
    /** In the time zone of the workspace. */
    workingHours: Type.Optional(WorkingHours),
    /** By first day. */
    terms: Type.Array(WorkspaceTerm),
  },
  { $id: 'Workspace' },
)
export type Workspace = Static<typeof Workspace>

const callBackFields = {
  /**
   * The number on file on which this person may be called back, E.164. A first number is shown at once, a changed one once it counts.
   * Only a number that counts makes a call-back count.
   */
  callBackNumber: nullable(Type.String()),
  /** The newest number, while it does not count yet. */
  callBackWaiting: nullable(Type.Object({ number: nullable(Type.String()), countsFrom: IsoTime })),
}
export type CallBack = Static<TObject<typeof callBackFields>>

/** Null without one, and once it has ended. Absent in lists of the operator. */
const absenceField = { absence: Type.Optional(nullable(Absence)) }

export const WorkspaceMembership = Type.Object(
  {
    ...workspaceFields,
    participantId: Id,
    role: ParticipantRole,
    active: Type.Boolean(),
    approver: Type.Boolean(),
    requester: Type.Boolean(),
    invite: Invite,
    ...callBackFields,
    /** Until when a change of the number waits for a second admin; null without one. */
    callBackAskedUntil: nullable(IsoTime),
    ...absenceField,
  },
  { $id: 'WorkspaceMembership' },
)
export type WorkspaceMembership = Static<typeof WorkspaceMembership>

export const ParticipantBody = Type.Object({ participantId: Id })

export const Participant = Type.Object(
  {
    id: Id,
    workspaceId: Id,
    userId: nullable(Id),
    email: nullable(Type.String()),
    /** As the person or an admin gave it last, or as the inviter proposed; null without one. */
    name: nullable(Type.String()),
    /** Whether another participant, also an invited one, has this name or one that looks like it. */
    alike: Type.Boolean(),
    role: ParticipantRole,
    active: Type.Boolean(),
    approver: Type.Boolean(),
    requester: Type.Boolean(),
    invite: Invite,
    invitedAt: IsoTime,
    joinedAt: nullable(IsoTime),
    ...callBackFields,
    ...absenceField,
  },
  { $id: 'Participant' },
)
export type Participant = Static<typeof Participant>

export const createWorkspace = endpoint({
  operation: 'workspaces.create',
  summary: 'Create a workspace; the creator is its first participant',
  method: 'POST',
  path: '/workspaces/create',
  access: 'admin user',
  command: true,
  readModels: ['workspaces', 'requests'],
  body: Type.Object({
    name: Line(3, 120),
    description: Type.Optional(Text(1000)),
    timezone: Type.Optional(TimeZone),
  }),
  status: 201,
  reply: Workspace,
  /** `workspace.not-found`: for a repeated command, if the creator has left meanwhile. */
  errors: ['workspace.not-found', 'rate.exceeded'],
})

export const getWorkspace = endpoint({
  operation: 'workspaces.get',
  summary: 'Get one workspace',
  method: 'GET',
  path: '/workspaces/{id}',
  access: 'workspace admin',
  scope: { workspace: 'id' },
  readModels: ['workspaces'],
  params: IdParams,
  status: 200,
  reply: Workspace,
  errors: [],
})

/** A value as in `Workspace`. */
const expected = (maxLength: number) => Type.Optional(nullable(Type.String({ maxLength })))

export const updateSettings = endpoint({
  operation: 'workspaces.update-settings',
  summary: 'Change settings; fails with `command.conflict` if a current value differs from `expected`',
  method: 'PATCH',
  path: '/workspaces/update-settings/{id}',
  access: 'workspace admin',
  needsFreshLogin: ({ body }) => {
    const { peopleProtected, breakGlass } = body as { peopleProtected?: boolean; breakGlass?: boolean }
    return peopleProtected !== undefined || breakGlass !== undefined
  },
  asksSecondAdmin: 'instead',
  scope: { workspace: 'id' },
  command: true,
  readModels: ['workspaces', 'requests'],
  params: IdParams,
  body: Type.Object({
    name: Type.Optional(Line(3, 120)),
    description: Type.Optional(Text(1000)),
    billingUser: Type.Optional(Email),
    timezone: Type.Optional(TimeZone),
    /**
     * Switching on or off always needs a second admin. Switching on revokes the open invitations that make somebody an approver or admin,
     * because nobody else has seen them; they can be sent again.
     */
    peopleProtected: Type.Optional(Type.Boolean()),
    drillResultsByPerson: Type.Optional(Type.Boolean()),
    /** Needs a second admin while people are protected. */
    breakGlass: Type.Optional(Type.Boolean()),
    /** When reminders are sent. As a whole. */
    workingHours: Type.Optional(WorkingHours),
    expected: Type.Optional(
      Type.Object({
        name: expected(120),
        description: expected(1000),
        billingUser: expected(254),
        timezone: expected(60),
      }),
    ),
  }),
  status: 200,
  reply: Workspace,
  errors: ['input.invalid', 'workspace.too-few-admins', 'rate.exceeded'],
})

export const completeOnboarding = endpoint({
  operation: 'workspaces.complete-onboarding',
  summary: 'Complete the onboarding wizard, so that it is not shown again',
  method: 'PATCH',
  path: '/workspaces/complete-onboarding/{id}',
  access: 'workspace admin',
  scope: { workspace: 'id' },
  command: true,
  readModels: ['workspaces'],
  params: IdParams,
  status: 200,
  reply: Type.Object({ success: Type.Literal(true), needsOnboarding: Type.Literal(false) }),
  errors: [],
})

export const deleteWorkspace = endpoint({
  operation: 'workspaces.delete',
  summary: 'Delete a workspace; its contents become unreadable after 30 days',
  method: 'DELETE',
  path: '/workspaces/delete/{id}',
  access: 'workspace admin or super admin',
  needsFreshLogin: true,
  asksSecondAdmin: 'instead',
  scope: { workspace: 'id' },
  command: true,
  readModels: ['workspaces', 'requests'],
  params: IdParams,
  status: 200,
  reply: Empty,
  errors: [],
})

export const relatedWorkspaces = endpoint({
  operation: 'users.related-workspaces',
  summary: 'The caller’s workspaces, with the caller’s participant record in each',
  method: 'GET',
  path: '/users/related-workspaces',
  access: 'user',
  readModels: ['workspaces'],
  query: Type.Object(PageQuery),
  status: 200,
  reply: Type.Object({ userWorkspaces: Type.Array(WorkspaceMembership), nextCursor: NextCursor }),
  errors: [],
})

export const leaveWorkspace = endpoint({
  operation: 'users.remove-from-workspace',
  summary: 'Leave a workspace',
  method: 'DELETE',
  path: '/users/remove-from-workspace/{id}',
  access: 'participant',
  scope: { workspace: 'id' },
  command: true,
  readModels: ['workspaces', 'requests'],
  params: IdParams,
  status: 200,
  reply: Empty,
  errors: ['participant.last-admin', 'participant.needed-admin'],
})
