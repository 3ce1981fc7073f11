import Type, { type Static } from 'typebox'
import { Id, IdParams, nullable } from './common.ts'
import { endpoint, type ReadModel } from './endpoint.ts'

/** One event: of what the caller may see, a read model shows something else from here on. */
const Changed = Type.Object({
  readModel: Type.String(),
  /** Of the caller alone; null: this process has not heard how far it is. */
  position: nullable(Type.String()),
  /** That in which it changed for its admins, on the stream of one of them; absent: it concerns the caller, or what they asked for. */
  workspaceId: Type.Optional(Id),
})
export type Changed = Static<typeof Changed> & { readonly readModel: ReadModel }

/** What a stream tells of; it begins with each of them, for whoever read before it was open. */
export const TOLD_OF_WORKSPACES = ['workspaces', 'requests', 'audit'] as const satisfies readonly ReadModel[]
export const TOLD_OF_USERS = ['users', 'workspaces', 'requests'] as const satisfies readonly ReadModel[]
/** A stream of one's own tells of both, so that a browser needs no other. */
export const TOLD_AT_FIRST = [...TOLD_OF_USERS, 'audit'] as const satisfies readonly ReadModel[]
export const TOLD_OF_OPERATORS = ['workspaces'] as const satisfies readonly ReadModel[]

export const workspaceLive = endpoint({
  operation: 'workspaces.live',
  summary: 'Which read model changed for this workspace, up to which position; until the token runs out',
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
    'Which read model changed for the caller: their requests, their workspaces, their account, and all in workspaces where they are admin; until the token runs out',
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
  summary: 'Which read model changed for any workspace; until the token runs out',
  method: 'GET',
  path: '/operations/live',
  access: 'super admin',
  live: true,
  readModels: [],
  status: 200,
  reply: Changed,
  errors: ['service.busy'],
})
