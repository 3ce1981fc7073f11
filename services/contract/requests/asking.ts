import Type, { type Static } from 'typebox'
import { Id, IsoTime, nullable, words } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { Person } from '../person.ts'
import { LIMIT_ERRORS } from './limits.ts'
import { Approver } from './requests.ts'

/** How many of the colleagues of late are named. */
export const MAX_COLLEAGUES = 5

export const Colleague = Type.Object({
  ...Person.properties,
  workspaceId: Id,
  workspaceName: nullable(Type.String()),
  /** When the last call check between the two was asked for. */
  checkedAt: IsoTime,
  /** As of an approver. */
  hasDevice: Type.Boolean(),
  notified: Type.Boolean(),
  /** Until when the caller may start no call check in this workspace; null if they may. */
  mutedUntil: nullable(IsoTime),
  /** Whether wrong numbers have locked the call checks of the two. */
  locked: Type.Boolean(),
})
export type Colleague = Static<typeof Colleague>

export const requestColleagues = endpoint({
  operation: 'requests.colleagues',
  summary:
    'The last five colleagues with whom the caller checked a call, in either direction, newest first; only those whom the caller may ask again',
  method: 'GET',
  path: '/requests/colleagues',
  access: 'user',
  readModels: ['requests', 'users'],
  status: 200,
  reply: Type.Array(Colleague),
  errors: [],
})

export const Obstacle = Type.Object({
  code: words(LIMIT_ERRORS),
  /** When it ends by itself, as far as known. */
  until: nullable(IsoTime),
  /** The open call check between the two, if that is what stands in the way. */
  requestId: nullable(Id),
})
export type Obstacle = Static<typeof Obstacle>

export const requestApprover = endpoint({
  operation: 'requests.approver',
  summary:
    'One of the approvers, and what would refuse a call check with them now, before anything is signed',
  method: 'GET',
  path: '/requests/approver/{workspaceId}/{participantId}',
  access: 'requester',
  scope: { workspace: 'workspaceId' },
  readModels: ['requests', 'users', 'workspaces'],
  params: Type.Object({ workspaceId: Id, participantId: Id }),
  status: 200,
  reply: Type.Object({ ...Approver.properties, obstacle: nullable(Obstacle) }),
  errors: ['participant.not-found'],
})
