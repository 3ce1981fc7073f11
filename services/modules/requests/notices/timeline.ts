import type { Request } from '#contract/requests/requests.ts'
import type { Timeline } from '#contract/requests/timeline.ts'
import type { Knex } from 'knex'
import { otherNumberQuery, type NumberRow } from '#projections/workspaces/number-queries.ts'
import { sentQuery, type Sent } from '#platform/effects/effect-ledger.ts'
import { Unavailable, type StoredEvent } from '#platform/event-store/event-store.ts'
import type { Platform } from '#platform/platform.ts'
import { requestStream, type RequestEvent } from '#modules/requests/request.events.ts'
import type { DataOf } from '#modules/requests/request.state.ts'
import { openingOf } from './opening.store.ts'

/** Nobody acts on a request more often. */
const MOST_FACTS = 500

type Step = Timeline[number]
type Happened = Pick<
  Request,
  'requester' | 'approver' | 'decidedBy' | 'brokenGlass' | 'status' | 'closedReason' | 'expiresAt'
>
type RequestFact = Pick<RequestEvent, 'type' | 'data'> & {
  readonly id: string
  readonly metadata: { readonly at: string }
}

/** The others are the business of the audit log. */
const KINDS: Readonly<Partial<Record<RequestEvent['type'], Step['kind']>>> = {
  RequestCreated: 'asked',
  RequestReminded: 'reminded',
  ReminderIssued: 'reminded',
  RequestEscalated: 'escalated',
  RequestParked: 'parked',
  RequestUnparked: 'unparked',
  RequestApproved: 'approved',
  GlassBroken: 'glass-broken',
  GlassConfirmed: 'glass-confirmed',
  RequestDeclined: 'declined',
  RequestWithdrawn: 'withdrawn',
  RequestClosed: 'closed',
  RequestReported: 'reported',
}
const ASKS: readonly Step['kind'][] = ['asked', 'reminded', 'escalated', 'unparked']
/** Of a report, the admins are told. */
const TELLS: readonly Step['kind'][] = [
  ...ASKS,
  'parked',
  'glass-broken',
  'glass-confirmed',
  'approved',
  'declined',
  'withdrawn',
  'closed',
]

/** Who acted, if it is one of the two. */
const actorIn = (
  { requester, approver, decidedBy, brokenGlass }: Happened,
  { type, data }: RequestFact,
): Step['by'] => {
  if (type === 'RequestCreated') return requester
  if (!('participantId' in data)) return null
  const people = [requester, approver, decidedBy, brokenGlass?.confirmedBy]
  return people.find((person) => person?.participantId === data.participantId) ?? null
}

/** What was sent about a step. A push about an end only takes the question off the screens. */
const sentAfter = (kind: Step['kind'], { isPush, count, at }: Sent): readonly Step[] =>
  (isPush ? ASKS : TELLS).includes(kind)
    ? [{ kind: isPush ? 'notified' : 'mailed', at: at.toISOString(), by: null, count }]
    : []

/** From when on the rule asks further people; null without any. */
const furtherFrom = (facts: readonly RequestFact[]): string | null => {
  const rule = facts.find(({ type }) => type === 'RuleApplied')
  return (rule?.data as DataOf<'RuleApplied'> | undefined)?.escalate?.at ?? null
}

type Seen = {
  /** By an approver for the first time. */
  readonly openedAt?: Date | null
  readonly now?: Date
}

/** What has become of the request by its dates, before any fact says so. */
const stepsByTime = (
  { status, closedReason, expiresAt }: Happened,
  steps: readonly Step[],
  furtherAt: string | null,
  now: Date | undefined,
): readonly Step[] => {
  const has = (kind: Step['kind']) => steps.some((step) => step.kind === kind)
  const isDue = now !== undefined && furtherAt !== null && new Date(furtherAt) <= now
  return [
    ...(closedReason === 'expired' && !has('expired')
      ? [{ kind: 'expired', at: expiresAt, by: null } as const]
      : []),
    ...(isDue && status === 'pending' && !has('escalated')
      ? [{ kind: 'escalated', at: furtherAt, by: null } as const]
      : []),
  ]
}

/** What happened to a request, in order, from its facts and from what was sent about them. */
export const timelineFrom = (
  request: Happened,
  facts: readonly RequestFact[],
  sent: readonly Sent[],
  { openedAt = null, now }: Seen = {},
): Timeline => {
  const furtherAt = furtherFrom(facts)
  const steps = facts.flatMap((fact): Step[] => {
    const kind = KINDS[fact.type]
    if (kind === undefined) return []
    const isExpiry = kind === 'closed' && request.closedReason === 'expired'
    const about = sent.filter(({ eventId }) => eventId === fact.id)
    // People may decide from the date of the rule on, also if its fact came later.
    const at = (kind === 'escalated' && furtherAt) || fact.metadata.at
    return [
      isExpiry
        ? { kind: 'expired', at: request.expiresAt, by: null }
        : { kind, at, by: actorIn(request, fact) },
      ...about.flatMap((one) => sentAfter(kind, one)),
    ]
  })
  if (openedAt !== null) steps.push({ kind: 'opened', at: openedAt.toISOString(), by: request.approver })
  steps.push(...stepsByTime(request, steps, furtherAt, now))
  return steps.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

/** What the page of a request shows beside it, read by the same statement. */
export type BesideRequest = {
  readonly openedAt: string | null
  readonly sent: readonly (Omit<Sent, 'at'> & { readonly at: string })[]
  /** Of the other side. */
  readonly number: NumberRow | null
}

/** A column of JSON with `BesideRequest`, for its reader and its events. */
export const besideRequest = (
  db: Knex,
  id: string,
  { userId, eventIds }: { readonly userId: string; readonly eventIds: readonly string[] },
): Knex.Raw =>
  db.raw(
    `json_build_object('openedAt', (?), 'sent', (SELECT coalesce(json_agg(sent), '[]') FROM (?) AS sent),
      'number', (SELECT to_json(number) FROM (?) AS number))`,
    [openingOf(db, id), sentQuery(db, eventIds), otherNumberQuery(db, id, userId)] as never[],
  )

/** Reads the events for `withTimeline`. Null while the event store is away. */
export const readTimeline = async (
  { eventStore }: Pick<Platform, 'eventStore'>,
  requestId: string,
): Promise<readonly StoredEvent[] | null> => {
  try {
    return await eventStore.readStream(requestStream(requestId), { max: MOST_FACTS })
  } catch (error) {
    if (error instanceof Unavailable) return null
    throw error
  }
}

type Told = {
  readonly events: readonly StoredEvent[] | null
  /** By an approver; null for readers who are not told. */
  readonly openedAt: Date | null
  readonly beside: Pick<BesideRequest, 'sent'>
  readonly now: Date
}

/**
 * Adds what happened, unless it is an open call check: both sides watch that. Only the requester is told when it was opened. While
 * the event store is away, the request stands without it.
 */
export const withTimeline = async (
  { codec }: Pick<Platform, 'codec'>,
  request: Request,
  { events, openedAt, beside, now }: Told,
): Promise<Request> => {
  if (request.type === 'verification' && request.status === 'pending') return request
  if (events === null) return request
  const facts = (await codec.decode(events)) as unknown as readonly RequestFact[]
  const sent = beside.sent.map(({ at, ...one }) => ({ ...one, at: new Date(at) }))
  return { ...request, timeline: timelineFrom(request, facts, sent, { openedAt, now }) }
}
