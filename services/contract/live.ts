import Type, { type Static } from 'typebox'
import { Id, IdParams, nullable } from './common.ts'
import { endpoint, type ReadModel } from './endpoint.ts'

/** One server-sent event: data that the caller may see has changed in a read model. */
const Changed = Type.Object({
  readModel: Type.String(),
  /** Only valid for this caller. null if this process does not know the position. */
  position: nullable(Type.String()),
  /** Set on a user stream if the change concerns a workspace where the user is an admin. */
  workspaceId: Type.Optional(Id),
})
export type Changed = Static<typeof Changed> & { readonly readModel: ReadModel }

/** The read models that each stream reports. It starts with one event for each, for data that was read before it opened. */
export const LIVE_FOR_WORKSPACE = ['workspaces', 'requests', 'audit'] as const satisfies readonly ReadModel[]
export const LIVE_FOR_USER = ['users', 'workspaces', 'requests'] as const satisfies readonly ReadModel[]
/** A user stream starts with all of them, so that a browser needs only this stream. */
export const LIVE_AT_START = [...LIVE_FOR_USER, 'audit'] as const satisfies readonly ReadModel[]
export const LIVE_FOR_OPERATOR = ['workspaces'] as const satisfies readonly ReadModel[]

export const workspaceLive = endpoint({
  operation: 'workspaces.live',
  summary: 'Streams changes of read models in this workspace, with their positions, until the token expires',
  method: 'GET',
  path: '/workspaces/live/{id}',
  access: 'workspace admin',
  scope: { workspace: 'id' },
  live: true,
  readModels: [],
  params: IdParams,
  status: 200,
  reply: Changed,
  errors: ['service.busy'],
})

export const userLive = endpoint({
  operation: 'users.live',
  summary:
    'Streams changes of the caller’s requests, workspaces and account, and of workspaces where they are an admin, until the token expires',
  method: 'GET',
  path: '/users/live',
  access: 'user',
  live: true,
  readModels: [],
  status: 200,
  reply: Changed,
  errors: ['service.busy'],
})

export const operationsLive = endpoint({
  operation: 'operations.live',
  summary: 'Streams changes of read models in any workspace until the token expires',
  method: 'GET',
  path: '/operations/live',
  access: 'super admin',
  live: true,
  readModels: [],
  status: 200,
  reply: Changed,
  errors: ['service.busy'],
})
