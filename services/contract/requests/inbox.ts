import Type, { type Static } from 'typebox'
import { AddressSearch, Id, PageQuery, nullable, words } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { Request } from './requests.ts'

/** `due` ends within a day. `overdue` ended unanswered within the last week: nobody can answer it any more. */
export const INBOX_STATES = ['waiting', 'checks', 'due', 'reminded', 'overdue'] as const
export type InboxState = (typeof INBOX_STATES)[number]

export const INBOX_ORDERS = [
  'expiresAt',
  '-expiresAt',
  'createdAt',
  '-createdAt',
  'workspace',
  '-workspace',
  'requester',
  '-requester',
] as const
export type InboxOrder = (typeof INBOX_ORDERS)[number]

const UUID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** Of what waits for somebody, and of what somebody has made. */
export const QueueSearch = {
  /** Part of the title, of the workspace’s name, or of the other person’s name or address; or the short id. */
  ...AddressSearch,
  workspaceId: Type.Optional(Id),
}

export const requestInbox = endpoint({
  operation: 'requests.inbox',
  summary: 'Requests that the caller may answer, across all workspaces; also those that ended unanswered',
  method: 'GET',
  path: '/requests/inbox',
  access: 'user',
  readModels: ['requests'],
  query: Type.Object({
    ...PageQuery,
    ...QueueSearch,
    /** Default: `waiting`. */
    state: Type.Optional(words(INBOX_STATES)),
    /** Only these, separated by commas: as many as can be decided at once. */
    ids: Type.Optional(Type.String({ maxLength: 1_849, pattern: `^${UUID}(,${UUID}){0,49}$` })),
    /** A minus sorts descending. Call checks come first in each. Default: newest first, call checks among them. */
    sort: Type.Optional(words(INBOX_ORDERS)),
  }),
  status: 200,
  reply: Type.Array(Request),
  errors: [],
})

const StateCounts = Type.Object({
  waiting: Type.Integer(),
  checks: Type.Integer(),
  due: Type.Integer(),
  reminded: Type.Integer(),
  overdue: Type.Integer(),
} satisfies Record<InboxState, unknown>)

export const InboxCounts = Type.Object({
  ...StateCounts.properties,
  /** Those in which anything waits or is overdue, by name. */
  workspaces: Type.Array(
    Type.Object({ workspaceId: Id, workspaceName: nullable(Type.String()), ...StateCounts.properties }),
  ),
})
export type InboxCounts = Static<typeof InboxCounts>

export const requestInboxCounts = endpoint({
  operation: 'requests.inbox-counts',
  summary: 'How many requests of the inbox are in each state, in all workspaces and in each',
  method: 'GET',
  path: '/requests/inbox-counts',
  access: 'user',
  readModels: ['requests'],
  query: Type.Object(QueueSearch),
  status: 200,
  reply: InboxCounts,
  errors: [],
})
