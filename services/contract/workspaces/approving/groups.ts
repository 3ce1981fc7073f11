import Type, { type Static } from 'typebox'
import { Empty, Id, Line } from '../../common.ts'
import { endpoint } from '../../endpoint.ts'

/** Groups of participants, which rules name. Being in a group gives nobody a right: only approvers decide. */

export const MAX_GROUPS = 50
export const MAX_GROUP_MEMBERS = 200

export const Group = Type.Object(
  {
    id: Id,
    /** Null once the workspace is erased. */
    name: Type.Union([Type.String(), Type.Null()]),
    /** Joined participants, active or not. Who leaves the workspace leaves its groups. */
    participantIds: Type.Array(Id),
  },
  { $id: 'Group' },
)
export type Group = Static<typeof Group>

const WorkspaceParams = Type.Object({ workspaceId: Id })

export const groupList = endpoint({
  operation: 'groups.list',
  summary: 'The groups of participants, by name',
  method: 'GET',
  path: '/groups/list/{workspaceId}',
  access: 'active participant',
  scope: { workspace: 'workspaceId' },
  readModels: ['workspaces'],
  params: WorkspaceParams,
  status: 200,
  reply: Type.Array(Group),
  errors: [],
})

export const writeGroup = endpoint({
  operation: 'groups.write',
  summary:
    'Create a group, or change the name and all members of one; waits for a second admin where people are protected',
  method: 'POST',
  path: '/groups/write/{workspaceId}',
  access: 'workspace admin',
  needsFreshLogin: true,
  asksSecondAdmin: 'instead',
  scope: { workspace: 'workspaceId' },
  command: true,
  readModels: ['workspaces', 'requests'],
  params: WorkspaceParams,
  body: Type.Object({
    /** Of the group to change; absent for a new one. */
    id: Type.Optional(Id),
    /** No other group of the workspace may have a name that looks like it. */
    name: Line(1, 60),
    /** Joined participants. None: the group stays, and nobody is in it. */
    participantIds: Type.Array(Id, { maxItems: MAX_GROUP_MEMBERS, uniqueItems: true }),
  }),
  status: 200,
  reply: Group,
  errors: ['group.not-found', 'group.exists', 'group.limit', 'participant.not-found', 'participant.pending'],
})

export const removeGroup = endpoint({
  operation: 'groups.remove',
  summary:
    'Remove a group; nobody is in it any more where a rule still names it. Waits for a second admin where people are protected',
  method: 'POST',
  path: '/groups/remove/{workspaceId}',
  access: 'workspace admin',
  needsFreshLogin: true,
  asksSecondAdmin: 'instead',
  scope: { workspace: 'workspaceId' },
  command: true,
  readModels: ['workspaces', 'requests'],
  params: WorkspaceParams,
  body: Type.Object({ id: Id }),
  status: 200,
  reply: Empty,
  errors: ['group.not-found'],
})
