import Type, { type Static } from 'typebox'
import { Id, IdParams, Line, PageQuery, Search, nullable, words } from '../../common.ts'
import { endpoint } from '../../endpoint.ts'
import { Month } from '../months.ts'
import { ListedOffer } from './answer-offer.ts'
import { Participant, Subscription, Workspace, workspaceFields } from '../workspaces.ts'

/** Activity periods of workspaces, managed by super admins. */

const Day = Type.String({ format: 'date' })
export const PERIOD_KINDS = ['period', 'eternal'] as const
/** Unlimited if absent. */
export const Seats = Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 }))

export const ActivityPeriod = Type.Object(
  {
    id: Id,
    kind: words(PERIOD_KINDS),
    /** Both inclusive, in the workspace's time zone. */
    startDate: Day,
    endDate: Day,
    /** null: unlimited. */
    seats: nullable(Type.Integer()),
    /** The latest reason; null if none was given, or once erased. */
    reason: nullable(Type.String()),
  },
  { $id: 'ActivityPeriod' },
)
export type ActivityPeriod = Static<typeof ActivityPeriod>

export const ListedWorkspace = Type.Object(
  {
    ...workspaceFields,
    offer: ListedOffer,
    /** The first ones, oldest first. `participantTotal` counts all. */
    participants: Type.Array(Participant),
    participantTotal: Type.Integer(),
    /** By first day. */
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

/** The filters and the order of the list. */
export const WorkspacesFilter = {
  /** Part of the name or of the billing address, a workspace id, or a participant's full address. */
  q: Type.Optional(Search(254)),
  subscription: Type.Optional(Subscription),
  /** Days. Selects workspaces that are active today and end within this time. */
  endsWithin: Type.Optional(Type.Integer({ minimum: 0, maximum: 7_400 })),
  /** Selects workspaces that are active today and end in this month, in their time zone. */
  endsIn: Type.Optional(Month),
  /** Selects workspaces that were created in this month, UTC. */
  createdIn: Type.Optional(Month),
  /** Selects workspaces that somebody joined in this month, UTC, who still belongs to them. */
  joinedIn: Type.Optional(Month),
  /** Selects workspaces whose latest offer is not answered, and that have got no period since. */
  offer: Type.Optional(Type.Literal('waiting')),
  /** A minus sorts descending. */
  sort: Type.Optional(WorkspaceOrder),
}

export const listWorkspaces = endpoint({
  operation: 'workspaces.workspace-with-participants-list',
  summary:
    'All open workspaces with their participants and periods; `X-Total-Count` is the number of matches',
  method: 'GET',
  path: '/workspaces/workspace-with-participants/list',
  access: 'super admin',
  readModels: ['workspaces'],
  query: Type.Object({ ...PageQuery, ...WorkspacesFilter }),
  status: 200,
  reply: Type.Array(ListedWorkspace),
  errors: [],
})

export const addActivity = endpoint({
  operation: 'workspaces.add-activity',
  summary: 'Add a period in which a workspace is active; periods may overlap',
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
  summary: 'Add a period of 20 years from today',
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
  summary: 'Change the last day of a period, also to a day in the past, but not before its first day',
  method: 'PATCH',
  path: '/workspaces/end-activity/{id}',
  access: 'super admin',
  command: true,
  readModels: ['workspaces'],
  params: IdParams,
  body: Type.Object({
    periodId: Id,
    endDate: Day,
    /** The last day as the caller knows it. If it differs, the command fails with `command.conflict`. */
    expectedEndDate: Type.Optional(Day),
    reason: Line(1, 500),
  }),
  status: 200,
  reply: Workspace,
  errors: ['workspace.not-found', 'period.not-found'],
})
