import Type, { type Static } from 'typebox'
import { Id, IdParams, nullable } from './common.ts'
import { endpoint, READ_MODELS, type ReadModel } from './endpoint.ts'

/** One server-sent event: data that the caller may see has changed in a read model. */
const Changed = Type.Object({
  readModel: Type.String(),
  /** Only valid for this caller. null if this process does not know the position. */
  position: nullable(Type.String()),
  /** Set on a user stream if the change concerns a workspace where the user is an admin. */
  workspaceId: Type.Optional(Id),
})
export type Changed = Static<typeof Changed> & { readonly readModel: ReadModel }

type LiveStream = 'workspace' | 'user' | 'operator'

/** The streams that report each read model; none for a read model whose changes nobody watches. */
const LIVE: { readonly [model in ReadModel]: readonly LiveStream[] } = {
  users: ['user'],
  workspaces: ['workspace', 'user', 'operator'],
  requests: ['workspace', 'user'],
  audit: ['workspace'],
}
const liveFor = (...streams: readonly LiveStream[]): readonly ReadModel[] =>
  READ_MODELS.filter((model) => streams.some((stream) => LIVE[model].includes(stream)))

/** The read models that each stream reports. It starts with one event for each, for data that was read before it opened. */
export const LIVE_FOR_WORKSPACE = liveFor('workspace')
export const LIVE_FOR_USER = liveFor('user')
export const LIVE_FOR_OPERATOR = liveFor('operator')
/** A user stream starts with those of a workspace as well, so that an admin's browser needs only this stream. */
export const LIVE_AT_START = liveFor('user', 'workspace')

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
