import Type, { type Static } from 'typebox'
import { Id, IdParams, IsoTime, nullable, words } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { Person } from '../person.ts'
import { BrokenGlass } from './glass/broken-glass.ts'

export const OVERVIEW_DAYS = ['30', '90', '365'] as const
export type OverviewDays = (typeof OVERVIEW_DAYS)[number]
export const OVERVIEW_SIDES = ['requester', 'approver'] as const
export type OverviewSide = (typeof OVERVIEW_SIDES)[number]
/** Narrows to one person. */
export const OfPerson = {
  /** Only what this participant asked or decided. */
  person: Type.Optional(Id),
  /** Default: `approver`, who decided, or was asked by name. */
  as: Type.Optional(words(OVERVIEW_SIDES)),
}
/** How many people are listed. */
export const OVERVIEW_PEOPLE = 50
/** Why somebody for whom something waits cannot decide it. */
export const OBSTACLES = ['no-device', 'inactive'] as const

const Day = Type.String({ format: 'date' })
/**
 * Of the approvals that somebody approved or declined, from the question to the decision. Null without one. Exact while no week
 * has more than 200 of them, and else off by less than one in a hundred of them.
 */
const medianSeconds = nullable(Type.Integer())
/** Null if nothing waits. */
const oldestAt = nullable(IsoTime)

export const Overview = Type.Object({
  /** The first day of the period, which ends now; in the workspace’s time zone, like all days here. */
  from: Day,
  waiting: Type.Object({ count: Type.Integer(), oldestAt, forAnybody: Type.Integer() }),
  /**
   * Emergency approvals of the whole workspace that nobody has confirmed, also those that nobody can confirm any more: the newest fifty, of
   * whomever. Absent without any.
   */
  unconfirmed: Type.Optional(
    Type.Array(
      Type.Object({
        id: Id,
        title: nullable(Type.String()),
        requesterId: Id,
        brokenGlass: BrokenGlass,
      }),
    ),
  ),
  /** Approvals that ended unanswered within the last week. */
  overdue: Type.Integer(),
  medianSeconds,
  /** Of the period of the same length before. */
  medianSecondsBefore: medianSeconds,
  /** Call checks that ended in the period. An attack: one that was reported, also later, or that a wrong number or answer stopped. */
  checks: Type.Object({
    confirmed: Type.Integer(),
    denied: Type.Integer(),
    attack: Type.Integer(),
    expired: Type.Integer(),
    /** Withdrawn, or one of the two was no longer available. */
    closed: Type.Integer(),
  }),
  /** Requests of both types by the calendar week in which they ended, without gaps. The first one may have begun before the period. */
  weeks: Type.Array(
    Type.Object({
      /** Its Monday. */
      week: Day,
      approved: Type.Integer(),
      declined: Type.Integer(),
      /** Ended without a decision. */
      closed: Type.Integer(),
      medianSeconds,
    }),
  ),
  /** Those for whom something waits or who let something expire: most waiting first, at most fifty. */
  people: Type.Array(
    Type.Object({
      ...Person.properties,
      /** Addressed to them by name. */
      waiting: Type.Integer(),
      oldestAt,
      overdue: Type.Integer(),
      /** Of their last 100 decisions in the period, or of all about `person`. */
      medianSeconds,
      obstacle: nullable(words(OBSTACLES)),
    }),
  ),
})
export type Overview = Static<typeof Overview>

export const workspaceOverview = endpoint({
  operation: 'workspaces.overview',
  summary:
    'What waits in a workspace and for whom, how checks ended, and requests per week; of one person with `person`',
  method: 'GET',
  path: '/workspaces/overview/{id}',
  access: 'workspace admin',
  scope: { workspace: 'id' },
  readModels: ['requests', 'users', 'workspaces'],
  params: IdParams,
  query: Type.Object({
    /** Default: 90. */
    days: Type.Optional(words(OVERVIEW_DAYS)),
    ...OfPerson,
  }),
  status: 200,
  reply: Overview,
  errors: [],
})
