import Type, { type Static } from 'typebox'
import { Id, Line, nullable, words } from '../../common.ts'
import { endpoint } from '../../endpoint.ts'
import { Seats } from '../subscription/periods.ts'

/** In one command. */
export const MAX_WORKSPACES = 500

/** `extend`: a further period follows the activity of today. `end`: the activity ends sooner. */
export const END_CHANGES = ['extend', 'end'] as const
export type EndChange = (typeof END_CHANGES)[number]

export const EndNotChanged = words([
  'workspace.not-found',
  /** The day is in the past, and nothing is extended to it. */
  'period.past',
  /** The day is more than 20 years from today. */
  'period.too-far',
  /** The workspace has as many periods as it may have. */
  'period.limit',
  /** The trial goes on beyond the day, and ends by itself. */
  'period.trial',
  /** Several periods go on beyond the day. */
  'period.several',
  /** The only period that goes on beyond the day begins after it. */
  'period.later',
])
export type EndNotChanged = Static<typeof EndNotChanged>

const ChangedEnd = Type.Object({
  workspaceId: Id,
  /** `unchanged`: it was active for so long already, or would have ended sooner anyway. */
  outcome: words(['changed', 'unchanged', 'refused']),
  /** null unless refused. */
  reason: nullable(EndNotChanged),
})
export type ChangedEnd = Static<typeof ChangedEnd>

export const changeEnds = endpoint({
  operation: 'workspaces.change-ends',
  summary:
    'Extend or end the activity of several workspaces on one day; each has its own outcome, in the order asked',
  method: 'PATCH',
  path: '/workspaces/change-ends',
  access: 'super admin',
  needsFreshLogin: true,
  command: true,
  readModels: ['workspaces'],
  body: Type.Object({
    workspaceIds: Type.Array(Id, { minItems: 1, maxItems: MAX_WORKSPACES, uniqueItems: true }),
    change: words(END_CHANGES),
    /** The last day of the activity, in the time zone of each workspace. */
    endDate: Type.String({ format: 'date' }),
    /** Of what is extended. Absent: as many as in the period that ends last, or unlimited. */
    seats: Seats,
    reason: Line(1, 500),
  }),
  status: 200,
  reply: Type.Object({ results: Type.Array(ChangedEnd) }),
  errors: [],
})
