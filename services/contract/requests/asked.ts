import Type, { type Static } from 'typebox'
import { Id, PageQuery, nullable, words } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { QueueSearch } from './inbox.ts'
import { Request } from './requests.ts'

/** `due` ends within a day. `declined` is also what was closed for any other reason than its time or a withdrawal. */
export const ASKED_STATES = [
  'all',
  'waiting',
  'due',
  'reminded',
  'approved',
  'declined',
  'expired',
  'withdrawn',
] as const
export type AskedState = (typeof ASKED_STATES)[number]

export const ASKED_ORDERS = [
  'expiresAt',
  '-expiresAt',
  'createdAt',
  '-createdAt',
  'workspace',
  '-workspace',
  'approver',
  '-approver',
] as const
export type AskedOrder = (typeof ASKED_ORDERS)[number]

export const askedRequests = endpoint({
  operation: 'requests.asked',
  summary: 'Requests that the caller has made, across all workspaces',
  method: 'GET',
  path: '/requests/asked',
  access: 'user',
  readModels: ['requests'],
  query: Type.Object({
    ...PageQuery,
    ...QueueSearch,
    /** Default: `waiting`. */
    state: Type.Optional(words(ASKED_STATES)),
    /** A minus sorts descending. Default: newest first. `approver`: who was asked, or else who decided. */
    sort: Type.Optional(words(ASKED_ORDERS)),
  }),
  status: 200,
  reply: Type.Array(Request),
  errors: [],
})

const StateCounts = Type.Object({
  all: Type.Integer(),
  waiting: Type.Integer(),
  due: Type.Integer(),
  reminded: Type.Integer(),
  approved: Type.Integer(),
  declined: Type.Integer(),
  expired: Type.Integer(),
  withdrawn: Type.Integer(),
} satisfies Record<AskedState, unknown>)

export const AskedCounts = Type.Object({
  ...StateCounts.properties,
  /** Those in which the caller has made any, by name. */
  workspaces: Type.Array(
    Type.Object({ workspaceId: Id, workspaceName: nullable(Type.String()), ...StateCounts.properties }),
  ),
})
export type AskedCounts = Static<typeof AskedCounts>

export const askedRequestCounts = endpoint({
  operation: 'requests.asked-counts',
  summary: 'How many requests of the caller are in each state, in all workspaces and in each',
  method: 'GET',
  path: '/requests/asked-counts',
  access: 'user',
  readModels: ['requests'],
  query: Type.Object(QueueSearch),
  status: 200,
  reply: AskedCounts,
  errors: [],
})
