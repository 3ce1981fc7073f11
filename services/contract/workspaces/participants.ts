import Type, { type Static } from 'typebox'
import { AddressSearch, Empty, Id, IdParams, IsoTime, nullable, PageQuery } from '../common.ts'
import { DeviceKind } from '../accounts/devices.ts'
import { endpoint, type Endpoint } from '../endpoint.ts'
import { Invite, Participant, ParticipantRole } from './workspaces.ts'

export const ParticipantOrder = Type.Union([
  Type.Literal('email'),
  Type.Literal('-email'),
  Type.Literal('role'),
  Type.Literal('-role'),
  Type.Literal('joinedAt'),
  Type.Literal('-joinedAt'),
])
export type ParticipantOrder = Static<typeof ParticipantOrder>

export const workspaceParticipants = endpoint({
  operation: 'workspaces.participants',
  summary:
    'Everybody in the workspace, invited or joined, or those of some kind; `X-Total-Count`: how many match',
  method: 'GET',
  path: '/workspaces/participants/{id}',
  access: 'workspace admin',
  scope: { workspace: 'id' },
  readModels: ['workspaces'],
  params: IdParams,
  query: Type.Object({
    ...PageQuery,
    ...AddressSearch,
    role: Type.Optional(ParticipantRole),
    active: Type.Optional(Type.Boolean()),
    approver: Type.Optional(Type.Boolean()),
    requester: Type.Optional(Type.Boolean()),
    invite: Type.Optional(Invite),
    /** Backwards with a minus; `joinedAt`, else when invited. Left out: pending ones first, all as they came. */
    sort: Type.Optional(ParticipantOrder),
  }),
  status: 200,
  reply: Type.Array(Type.Object({ participant: Participant })),
  errors: [],
})

/** How many there are of each; whoever is invited counts among them. */
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
     * Of the activity period that covers today: how many people it has room for, how many have joined or an open
     * invitation, and whether nine tenths are taken. null: nothing limits them.
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
  summary: 'How many participants of each kind a workspace has',
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

/** Which participant of the workspace in the path. */
export const OfParticipant = Type.Object({ participantId: Id })

/** Their workspace follows from who they are. */
const toggle = <const O extends string, const P extends string>(operation: O, path: P, summary: string) =>
  endpoint({
    operation,
    summary: `${summary}; without a value it is turned round`,
    method: 'PATCH',
    path,
    access: 'workspace admin',
    scope: { participant: 'participantId' },
    command: true,
    readModels: ['workspaces', 'requests'],
    body: Type.Object({ participantId: Id, value: Type.Optional(Type.Boolean()) }),
    status: 200,
    reply: Participant,
    errors: ['participant.not-found', 'participant.pending', 'participant.no-role', 'participant.last-admin'],
  } satisfies Endpoint)

export const changeActivity = toggle(
  'participants.change-activity',
  '/participants/change-activity',
  'Let a participant in, or keep them out',
)
export const changeApprover = toggle(
  'participants.change-approver',
  '/participants/change-approver',
  'Let a participant decide requests',
)
export const changeRequester = toggle(
  'participants.change-requester',
  '/participants/change-requester',
  'Let a participant make requests',
)

export const convertToAdmin = endpoint({
  operation: 'workspaces.convert-to-admin',
  summary: 'Make a participant an admin',
  method: 'PATCH',
  path: '/workspaces/convert-to-admin/{id}',
  access: 'workspace admin',
  scope: { workspace: 'id' },
  command: true,
  readModels: ['workspaces', 'requests'],
  params: IdParams,
  body: OfParticipant,
  status: 200,
  reply: Participant,
  errors: ['participant.not-found', 'participant.pending'],
})

export const removeParticipant = endpoint({
  operation: 'workspaces.remove-from-workspace',
  summary: 'Remove somebody who has joined or is invited',
  method: 'DELETE',
  path: '/workspaces/remove-from-workspace/{id}',
  access: 'workspace admin',
  scope: { workspace: 'id' },
  command: true,
  readModels: ['workspaces', 'requests'],
  params: IdParams,
  body: OfParticipant,
  status: 200,
  reply: Empty,
  errors: ['participant.not-found', 'participant.last-admin'],
})

/** What colleagues may know of a device. */
export const ParticipantDevice = Type.Object(
  {
    kind: DeviceKind,
    name: nullable(Type.String()),
    createdAt: IsoTime,
    lastUsedAt: nullable(IsoTime),
    disabled: Type.Boolean(),
  },
  { $id: 'ParticipantDevice' },
)
export type ParticipantDevice = Static<typeof ParticipantDevice>

export const participantDevices = endpoint({
  operation: 'workspaces.participant-devices',
  summary: 'What somebody in the workspace signs with, oldest first; empty for who has not joined',
  method: 'GET',
  path: '/workspaces/participant-devices/{id}',
  access: 'workspace admin',
  scope: { workspace: 'id' },
  readModels: ['users', 'workspaces'],
  params: IdParams,
  query: OfParticipant,
  status: 200,
  reply: Type.Array(ParticipantDevice),
  errors: ['participant.not-found'],
})
