import Type, { type Static } from 'typebox'
import { AddressSearch, Empty, Id, IdParams, nullable, PageQuery, words } from '../common.ts'
import { PersonName } from '../person.ts'
import { Device } from '../accounts/devices.ts'
import { endpoint } from '../endpoint.ts'
import { Lacks } from './readiness.ts'
import { Invite, Participant, ParticipantBody, ParticipantRole } from './workspaces.ts'

export const ParticipantOrder = Type.Union([
  Type.Literal('email'),
  Type.Literal('-email'),
  Type.Literal('role'),
  Type.Literal('-role'),
  Type.Literal('joinedAt'),
  Type.Literal('-joinedAt'),
])
export type ParticipantOrder = Static<typeof ParticipantOrder>

/** Why a mail did not arrive: the mail server knows no such mailbox, or took nothing for a day. */
export const UNDELIVERED = ['no-mailbox', 'given-up'] as const

export const ListedParticipant = Type.Object(
  {
    ...Participant.properties,
    /** Of the newest mail of this workspace to the person, or of the newest invitation; null unless it failed. */
    undelivered: nullable(words(UNDELIVERED)),
  },
  { $id: 'ListedParticipant' },
)
export type ListedParticipant = Static<typeof ListedParticipant>

export const workspaceParticipants = endpoint({
  operation: 'workspaces.participants',
  summary: 'Joined and invited participants, filtered and sorted; `X-Total-Count` is the number of matches',
  method: 'GET',
  path: '/workspaces/participants/{id}',
  access: 'workspace admin',
  scope: { workspace: 'id' },
  readModels: ['workspaces', 'users', 'requests', 'audit'],
  params: IdParams,
  query: Type.Object({
    ...PageQuery,
    ...AddressSearch,
    role: Type.Optional(ParticipantRole),
    active: Type.Optional(Type.Boolean()),
    approver: Type.Optional(Type.Boolean()),
    requester: Type.Optional(Type.Boolean()),
    invite: Type.Optional(Invite),
    lacks: Type.Optional(Lacks),
    /** A minus sorts descending. `joinedAt` falls back to the time of the invitation. Default: pending ones first, oldest first. */
    sort: Type.Optional(ParticipantOrder),
  }),
  status: 200,
  reply: Type.Array(Type.Object({ participant: ListedParticipant })),
  errors: [],
})

/** Participants by property, including invited ones. */
export const ParticipantCounts = Type.Object(
  {
    total: Type.Integer(),
    active: Type.Integer(),
    inactive: Type.Integer(),
    approver: Type.Integer(),
    requester: Type.Integer(),
    admin: Type.Integer(),
    regularUser: Type.Integer(),
    accepted: Type.Integer(),
    pending: Type.Integer(),
    expired: Type.Integer(),
    revoked: Type.Integer(),
    /**
     * Seats of the activity period that covers today; null: unlimited. `taken` counts joined participants and open invitations,
     * `isNearlyFull` is true from 90 %.
     */
    seats: nullable(
      Type.Object({ total: Type.Integer(), taken: Type.Integer(), isNearlyFull: Type.Boolean() }),
    ),
  },
  { $id: 'ParticipantCounts' },
)
export type ParticipantCounts = Static<typeof ParticipantCounts>

export const participantCounts = endpoint({
  operation: 'workspaces.participant-counts',
  summary: 'Number of participants by property',
  method: 'GET',
  path: '/workspaces/participant-counts/{id}',
  access: 'workspace admin',
  scope: { workspace: 'id' },
  readModels: ['workspaces'],
  params: IdParams,
  status: 200,
  reply: ParticipantCounts,
  errors: [],
})

/** The participant id determines the workspace. */
const Toggle = Type.Object({ participantId: Id, value: Type.Optional(Type.Boolean()) })
const TOGGLE_ERRORS = [
  'participant.not-found',
  'participant.pending',
  'participant.no-role',
  'participant.last-admin',
] as const

export const changeActivity = endpoint({
  operation: 'participants.change-activity',
  summary: 'Activate or deactivate a participant; toggles without a value',
  method: 'PATCH',
  path: '/participants/change-activity',
  access: 'workspace admin',
  asksSecondAdmin: 'instead',
  scope: { participant: 'participantId' },
  command: true,
  readModels: ['workspaces', 'requests'],
  body: Toggle,
  status: 200,
  reply: Participant,
  errors: TOGGLE_ERRORS,
})
export const changeApprover = endpoint({
  operation: 'participants.change-approver',
  summary: 'Grant or revoke the right to decide requests; toggles without a value',
  method: 'PATCH',
  path: '/participants/change-approver',
  access: 'workspace admin',
  needsFreshLogin: true,
  asksSecondAdmin: 'instead',
  scope: { participant: 'participantId' },
  command: true,
  readModels: ['workspaces', 'requests'],
  body: Toggle,
  status: 200,
  reply: Participant,
  errors: TOGGLE_ERRORS,
})
export const changeRequester = endpoint({
  operation: 'participants.change-requester',
  summary: 'Grant or revoke the right to make requests; toggles without a value',
  method: 'PATCH',
  path: '/participants/change-requester',
  access: 'workspace admin',
  scope: { participant: 'participantId' },
  command: true,
  readModels: ['workspaces', 'requests'],
  body: Toggle,
  status: 200,
  reply: Participant,
  errors: TOGGLE_ERRORS,
})

export const changeName = endpoint({
  operation: 'participants.change-name',
  summary:
    'Correct the name of a participant in this workspace, until they change it themselves; null or an empty text takes it away',
  method: 'PATCH',
  path: '/participants/change-name',
  access: 'workspace admin',
  scope: { participant: 'participantId' },
  command: true,
  readModels: ['workspaces', 'requests'],
  body: Type.Object({ participantId: Id, name: PersonName }),
  status: 200,
  reply: Participant,
  errors: ['participant.not-found', 'rate.exceeded'],
})

export const convertToAdmin = endpoint({
  operation: 'workspaces.convert-to-admin',
  summary: 'Make a participant an admin',
  method: 'PATCH',
  path: '/workspaces/convert-to-admin/{id}',
  access: 'workspace admin',
  needsFreshLogin: true,
  asksSecondAdmin: 'instead',
  scope: { workspace: 'id' },
  command: true,
  readModels: ['workspaces', 'requests'],
  params: IdParams,
  body: ParticipantBody,
  status: 200,
  reply: Participant,
  errors: ['participant.not-found', 'participant.pending'],
})

export const removeParticipant = endpoint({
  operation: 'workspaces.remove-from-workspace',
  summary: 'Remove a participant or an invitation',
  method: 'DELETE',
  path: '/workspaces/remove-from-workspace/{id}',
  access: 'workspace admin',
  asksSecondAdmin: 'instead',
  scope: { workspace: 'id' },
  command: true,
  readModels: ['workspaces', 'requests'],
  params: IdParams,
  body: ParticipantBody,
  status: 200,
  reply: Empty,
  errors: ['participant.not-found', 'participant.last-admin'],
})

/** The public part of a device. */
export const ParticipantDevice = Type.Object(Device.properties, { $id: 'ParticipantDevice' })
export type ParticipantDevice = Static<typeof ParticipantDevice>

export const participantDevices = endpoint({
  operation: 'workspaces.participant-devices',
  summary: 'Devices of a participant, oldest first; empty for an invited one',
  method: 'GET',
  path: '/workspaces/participant-devices/{id}',
  access: 'workspace admin',
  scope: { workspace: 'id' },
  readModels: ['users', 'workspaces'],
  params: IdParams,
  query: ParticipantBody,
  status: 200,
  reply: Type.Array(ParticipantDevice),
  errors: ['participant.not-found'],
})

export const participantRequests = endpoint({
  operation: 'workspaces.participant-requests',
  summary: 'Number of open requests that are closed when a participant loses a right; both when deactivated',
  method: 'GET',
  path: '/workspaces/participant-requests/{id}',
  access: 'workspace admin',
  scope: { workspace: 'id' },
  readModels: ['requests', 'workspaces'],
  params: IdParams,
  query: ParticipantBody,
  status: 200,
  /** `requester`: made by them. `approver`: addressed to them by name. */
  reply: Type.Object({ requester: Type.Integer(), approver: Type.Integer() }),
  errors: ['participant.not-found'],
})
