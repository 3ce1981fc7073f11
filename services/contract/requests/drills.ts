import Type, { type Static } from 'typebox'
import { Id, IsoTime, Line, PageQuery, nullable, words } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { Asks, DRILL_ANSWERS } from './requests.ts'
import { Person } from '../person.ts'

/** The most people that one drill asks. */
export const MOST_DRILLED = 200
/** Counts of fewer people would say who it was. */
export const FEW_DRILLED = 5

/** Of the people whose drill a real call check did not overtake. */
const DrillCounts = Type.Object({
  /** “I did not ask for this”, and “I am not talking to …”. */
  right: Type.Integer(),
  yes: Type.Integer(),
  unanswered: Type.Integer(),
})
export type DrillCounts = Static<typeof DrillCounts>

/** Why there are no counts: it is running, it asked too few people, or the counts would say how each of them answered. */
export const WITHHELD = ['running', 'few', 'alike'] as const
export type Withheld = (typeof WITHHELD)[number]

export const Drill = Type.Object(
  {
    id: Id,
    workspaceId: Id,
    asks: Asks,
    title: nullable(Type.String()),
    sentBy: Person,
    sentAt: IsoTime,
    expiresAt: IsoTime,
    endedAt: nullable(IsoTime),
    /** How many people it was sent to. */
    asked: Type.Integer(),
    /** How many of them got a real call check meanwhile, so that the drill was over for them. */
    overtaken: Type.Integer(),
    /** Whether the workspace showed the answer of each person when the drill was sent. */
    byPerson: Type.Boolean(),
    counts: nullable(DrillCounts),
    withheld: nullable(words(WITHHELD)),
    /** Only with `byPerson`, and once it has ended. `answer` is null without one; those who were overtaken are left out. */
    people: nullable(
      Type.Array(Type.Object({ ...Person.properties, answer: nullable(words(DRILL_ANSWERS)) })),
    ),
  },
  { $id: 'Drill' },
)
export type Drill = Static<typeof Drill>

export const sendDrill = endpoint({
  operation: 'drills.send',
  summary:
    'Send active approvers a question that looks like a call check by the caller. It can be answered, but never approved. Left out are those who have had a drill today or are checking a call',
  method: 'POST',
  path: '/drills/send/{workspaceId}',
  access: 'workspace admin',
  scope: { workspace: 'workspaceId' },
  paid: true,
  command: true,
  readModels: ['requests'],
  params: Type.Object({ workspaceId: Id }),
  body: Type.Object({
    asks: Asks,
    /** What the caller would ask for, as the sentence of a call check. */
    title: Line(3, 200),
    participantIds: Type.Array(Id, { minItems: 1, maxItems: MOST_DRILLED }),
  }),
  status: 201,
  reply: Drill,
  errors: ['approver.unavailable', 'drill.open', 'drill.too-many', 'drill.nobody'],
})

export const drillList = endpoint({
  operation: 'drills.list',
  summary:
    'The drills of a workspace with their results, newest first; results by person only where the workspace shows them',
  method: 'GET',
  path: '/drills/list/{workspaceId}',
  access: 'workspace admin',
  scope: { workspace: 'workspaceId' },
  readModels: ['requests'],
  params: Type.Object({ workspaceId: Id }),
  query: Type.Object({
    ...PageQuery,
    /** Each may name 200 people. */
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, default: 10 })),
  }),
  status: 200,
  reply: Type.Array(Drill),
  errors: [],
})
