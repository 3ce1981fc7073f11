import Type, { type Static } from 'typebox'
import {
  AddressSearch,
  Email,
  Empty,
  Id,
  IdParams,
  IsoTime,
  Line,
  NextCursor,
  PageQuery,
  Search,
  Text,
  nullable,
} from './common.ts'
import { endpoint } from './endpoint.ts'
import { MailCounts } from './history-mails.ts'

export const ParticipantRole = Type.Union([Type.Literal('admin'), Type.Literal('regular user')])
export type ParticipantRole = Static<typeof ParticipantRole>
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

const workspaceFields = {
  id: Id,
  name: nullable(Type.String()),
  description: nullable(Type.String()),
  timezone: Type.String(),
  billingUser: nullable(Type.String()),
  needsOnboarding: Type.Boolean(),
  isActive: Type.Boolean(),
  startDate: Type.String({ format: 'date' }),
  endDate: nullable(Type.String({ format: 'date' })),
  paymentReminderSent: Type.Boolean(),
  subscription: Subscription,
}
export const Workspace = Type.Object(workspaceFields, { $id: 'Workspace' })
export type Workspace = Static<typeof Workspace>

export const WorkspaceMembership = Type.Object(
  {
    ...workspaceFields,
    participantId: Id,
    role: ParticipantRole,
    active: Type.Boolean(),
    approver: Type.Boolean(),
    requester: Type.Boolean(),
    invite: Invite,
  },
  { $id: 'WorkspaceMembership' },
)
export type WorkspaceMembership = Static<typeof WorkspaceMembership>

export const Participant = Type.Object(
  {
    id: Id,
    workspaceId: Id,
    userId: nullable(Id),
    email: nullable(Type.String()),
    role: ParticipantRole,
    active: Type.Boolean(),
    approver: Type.Boolean(),
    requester: Type.Boolean(),
    invite: Invite,
    invitedAt: IsoTime,
    joinedAt: nullable(IsoTime),
  },
  { $id: 'Participant' },
)
export type Participant = Static<typeof Participant>

const Timezone = Type.String({ minLength: 1, maxLength: 60, pattern: '^[A-Za-z0-9_+/-]+$' })

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
    timezone: Type.Optional(Timezone),
  }),
  status: 201,
  reply: Workspace,
  errors: ['rate.exceeded'],
})

export const getWorkspace = endpoint({
  operation: 'workspaces.get',
  summary: 'One workspace',
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

export const workspaceParticipants = endpoint({
  operation: 'workspaces.participants',
  summary: 'Everybody in the workspace, invited or joined; `X-Total-Count`: how many match',
  method: 'GET',
  path: '/workspaces/participants/{id}',
  access: 'workspace admin',
  scope: { workspace: 'id' },
  readModels: ['workspaces'],
  params: IdParams,
  query: Type.Object({ ...PageQuery, ...AddressSearch }),
  status: 200,
  reply: Type.Array(Type.Object({ participant: Participant })),
  errors: [],
})

export const inviteParticipant = endpoint({
  operation: 'workspaces.invite-participant',
  summary: 'Invite a colleague by mail',
  method: 'POST',
  path: '/workspaces/invite-participant/{id}',
  access: 'workspace admin',
  scope: { workspace: 'id' },
  paid: true,
  command: true,
  readModels: ['workspaces'],
  params: IdParams,
  body: Type.Object({
    email: Email,
    requester: Type.Boolean(),
    approver: Type.Boolean(),
    role: ParticipantRole,
  }),
  status: 201,
  reply: Participant,
  errors: ['participant.no-role', 'participant.exists', 'invitation.limit', 'rate.exceeded'],
})

export const updateSettings = endpoint({
  operation: 'workspaces.update-settings',
  summary: 'Change name, description, billing address or time zone',
  method: 'PATCH',
  path: '/workspaces/update-settings/{id}',
  access: 'workspace admin',
  scope: { workspace: 'id' },
  command: true,
  readModels: ['workspaces'],
  params: IdParams,
  body: Type.Object({
    name: Type.Optional(Line(3, 120)),
    description: Type.Optional(Text(1000)),
    billingUser: Type.Optional(Email),
    timezone: Type.Optional(Timezone),
  }),
  status: 200,
  reply: Workspace,
  errors: [],
})

export const HistoryEntry = Type.Object(
  {
    sequence: Type.Integer(),
    id: Id,
    at: IsoTime,
    action: Type.String(),
    actor: Type.Object({
      userId: nullable(Id),
      email: nullable(Type.String()),
      role: nullable(Type.String()),
    }),
    target: Type.Object({
      kind: Type.String(),
      id: Type.String(),
      label: nullable(Type.String()),
    }),
    changes: Type.Array(Type.Object({ field: Type.String(), before: Type.Unknown(), after: Type.Unknown() })),
    outcome: Type.Union([Type.Literal('ok'), Type.Literal('refused'), Type.Literal('closed')]),
    ip: nullable(Type.String()),
    device: nullable(Type.String()),
    requestId: nullable(Type.String()),
    assurance: nullable(Type.String()),
    hash: Type.String(),
    /** What became of the mails that it caused, so far; null where it caused none, and unless mails are folded. */
    mails: nullable(MailCounts),
  },
  { $id: 'HistoryEntry' },
)
export type HistoryEntry = Static<typeof HistoryEntry>

export const workspaceHistory = endpoint({
  operation: 'workspaces.history',
  summary: 'The audit log, newest first',
  method: 'GET',
  path: '/workspaces/history/{id}',
  access: 'workspace admin',
  scope: { workspace: 'id' },
  readModels: ['audit'],
  params: IdParams,
  query: Type.Object({
    ...PageQuery,
    actor: Type.Optional(Search(254)),
    action: Type.Optional(Search(80)),
    target: Type.Optional(Search(254)),
    status: Type.Optional(Type.Union([Type.Literal('ok'), Type.Literal('refused'), Type.Literal('closed')])),
    from: Type.Optional(IsoTime),
    to: Type.Optional(IsoTime),
    q: Type.Optional(Search(200)),
    /** Leaves entries about mails out; what caused them has their counts. */
    mails: Type.Optional(Type.Literal('folded')),
  }),
  status: 200,
  reply: Type.Object({
    entries: Type.Array(HistoryEntry),
    nextCursor: NextCursor,
    /** How many match; where it is not exact, there are more. */
    total: Type.Integer(),
    totalIsExact: Type.Boolean(),
    /** Hash of the newest entry; null while there is none. */
    head: nullable(Type.Object({ sequence: Type.Integer(), hash: Type.String() })),
  }),
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
  errors: ['participant.last-admin'],
})

export const invitation = endpoint({
  operation: 'participants.invitation',
  summary: 'What an invitation offers: its role, and with the token of the mail also address and workspace',
  method: 'GET',
  path: '/participants/invitation/{invitationUuid}',
  access: 'public',
  readModels: ['workspaces', 'users'],
  params: Type.Object({ invitationUuid: Id }),
  query: Type.Object({ verificationToken: Type.Optional(Search(200)) }),
  status: 200,
  reply: Type.Object({
    role: ParticipantRole,
    email: Type.Optional(nullable(Type.String())),
    workspaceName: Type.Optional(nullable(Type.String())),
    account: Type.Optional(Type.Union([Type.Literal('none'), Type.Literal('exists')])),
  }),
  errors: ['invitation.not-found', 'rate.exceeded'],
})

export const acceptInvite = endpoint({
  operation: 'participants.accept-invite',
  summary: 'Join the workspace; only for the invited, verified address',
  method: 'POST',
  path: '/participants/accept-invite/{id}',
  access: 'session',
  command: true,
  readModels: ['workspaces', 'requests'],
  params: IdParams,
  status: 200,
  reply: Participant,
  errors: ['invitation.not-found'],
})
