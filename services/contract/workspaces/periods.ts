import Type, { type Static } from 'typebox'
import { Id, IdParams, Line, PageQuery, Search, nullable } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { LastOffer, Participant, Subscription, Workspace, workspaceFields } from './workspaces.ts'

/** On which days workspaces are active: what super admins see and say of it. */

const Day = Type.String({ format: 'date' })
/** Left out: any number. */
const Seats = Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 }))

export const ActivityPeriod = Type.Object(
  {
    id: Id,
    kind: Type.Union([Type.Literal('period'), Type.Literal('eternal')]),
    /** Both inclusive, where the workspace is. */
    startDate: Day,
    endDate: Day,
    /** null: any number */
    seats: nullable(Type.Integer()),
    /** The last one given; null when none was, and once erased. */
    reason: nullable(Type.String()),
  },
  { $id: 'ActivityPeriod' },
)
export type ActivityPeriod = Static<typeof ActivityPeriod>

export const ListedWorkspace = Type.Object(
  {
    ...workspaceFields,
    offer: LastOffer,
    /** The first of them, in the order in which they came; `participantTotal` counts all. */
    participants: Type.Array(Participant),
    participantTotal: Type.Integer(),
    /** In the order of their first days. */
    periods: Type.Array(ActivityPeriod),
  },
  { $id: 'ListedWorkspace' },
)
export type ListedWorkspace = Static<typeof ListedWorkspace>

export const WorkspaceOrder = Type.Union([
  Type.Literal('name'),
  Type.Literal('-name'),
  Type.Literal('createdAt'),
  Type.Literal('-createdAt'),
  Type.Literal('endDate'),
  Type.Literal('-endDate'),
])
export type WorkspaceOrder = Static<typeof WorkspaceOrder>

export const listWorkspaces = endpoint({
  operation: 'workspaces.workspace-with-participants-list',
  summary: 'Every open workspace with its participants and periods; `X-Total-Count`: how many match',
  method: 'GET',
  path: '/workspaces/workspace-with-participants/list',
  access: 'super admin',
  readModels: ['workspaces'],
  query: Type.Object({
    ...PageQuery,
    /** Part of the name or of the billing address, an id, or a participant's whole address. */
    q: Type.Optional(Search(254)),
    subscription: Type.Optional(Subscription),
    /** Days: which are active today and end until then. */
    endsWithin: Type.Optional(Type.Integer({ minimum: 0, maximum: 7_400 })),
    /** Backwards with a minus. */
    sort: Type.Optional(WorkspaceOrder),
  }),
  status: 200,
  reply: Type.Array(ListedWorkspace),
  errors: [],
})

export const addActivity = endpoint({
  operation: 'workspaces.add-activity',
  summary: 'Add a period in which a workspace is active; overlaps are allowed, and all of them count',
  method: 'PATCH',
  path: '/workspaces/add-activity/{id}',
  access: 'super admin',
  command: true,
  readModels: ['workspaces'],
  params: IdParams,
  body: Type.Object({
    startDate: Day,
    endDate: Day,
    workspaceId: Id,
    reason: Type.Optional(Line(1, 500)),
    seats: Seats,
  }),
  status: 200,
  reply: Workspace,
  errors: ['workspace.not-found'],
})

export const addEternalActivity = endpoint({
  operation: 'workspaces.add-eternal-activity',
  summary: 'Let a workspace be active for 20 years from today',
  method: 'PATCH',
  path: '/workspaces/add-eternal-activity/{id}',
  access: 'super admin',
  command: true,
  readModels: ['workspaces'],
  params: IdParams,
  body: Type.Object({ reason: Type.Optional(Line(1, 500)), seats: Seats }),
  status: 200,
  reply: Workspace,
  errors: ['workspace.not-found'],
})

export const endActivity = endpoint({
  operation: 'workspaces.end-activity',
  summary: 'Let a period end on another day, which may have been, but not before its first',
  method: 'PATCH',
  path: '/workspaces/end-activity/{id}',
  access: 'super admin',
  command: true,
  readModels: ['workspaces'],
  params: IdParams,
  body: Type.Object({
    periodId: Id,
    endDate: Day,
    /** Its last day as the caller knows it: should it have another one, `command.conflict` says so and nothing changes. */
    expectedEndDate: Type.Optional(Day),
    reason: Line(1, 500),
  }),
  status: 200,
  reply: Workspace,
  errors: ['workspace.not-found', 'period.not-found'],
})
