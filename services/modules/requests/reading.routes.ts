import { dismissAlerts, requestAlerts } from '#contract/requests/alerts.ts'
import { Rejected } from '#contract/errors.ts'
import { askedRequestCounts, askedRequests } from '#contract/requests/asked.ts'
import { requestInbox, requestInboxCounts } from '#contract/requests/inbox.ts'
import { workspaceOverview } from '#contract/requests/overview.ts'
import { requestApprovers, requestDetails, requestList } from '#contract/requests/requests.ts'
import type { Request } from '#contract/requests/requests.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Call, Routes } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { reachedAmong } from '#platform/push/reach.ts'
import { alertsFor } from '#projections/requests/alert-queries.ts'
import { askedCounts, askedBy } from '#projections/requests/asked-queries.ts'
import { otherApprovers } from '#projections/requests/approver-queries.ts'
import { drillFor } from '#projections/requests/drill-queries.ts'
import { mutedFor, mutesAgainst } from '#projections/workspaces/mute-queries.ts'
import { absencesOf } from '#projections/workspaces/participant-queries.ts'
import { countingNumbers } from '#projections/workspaces/number-queries.ts'
import { inboxCounts, inboxOf } from '#projections/requests/inbox-queries.ts'
import { overviewOf } from '#projections/requests/overview-queries.ts'
import { listOf } from '#projections/requests/queries.ts'
import { requestOfReader } from '#projections/requests/side-queries.ts'
import { dismissedAlerts, keepDismissed } from '#modules/requests/notices/dismissed-alert.store.ts'
import { markDelivered, withCallBack, withCallCheck } from '#modules/requests/call-check/delivery.ts'
import { markOpened } from '#modules/requests/notices/opened.ts'
import { keepOpenings, toldOpening } from '#modules/requests/notices/opening.store.ts'
import { withMissing } from '#modules/requests/parking/with-missing.ts'
import {
  besideRequest,
  readTimeline,
  withTimeline,
  type BesideRequest,
} from '#modules/requests/notices/timeline.ts'

type Page<T> = { readonly items: T[]; readonly nextCursor: string | null }

const withOwnMute = (request: Request, until: Date | null): Request =>
  until === null ? request : { ...request, requesterMutedUntil: until.toISOString() }

/** Replies with a bare array and puts the cursor into a header. */
const bare = <T>({ items, nextCursor }: Page<T>, { raw }: Pick<Call<Endpoint>, 'raw'>) => {
  if (nextCursor !== null) void raw.reply.header('X-Next-Cursor', nextCursor)
  return items
}

export const readingRoutes = (routes: Routes, platform: Platform): void => {
  const { db } = platform
  routes.query(requestApprovers, async (call) => {
    const { workspaceId } = call.params
    const who = { workspaceId, userId: call.caller.userId }
    const { items, nextCursor } = await otherApprovers(db, who, call.query, call.now)
    const ids = items.map(({ participantId }) => participantId)
    const userIds = items.map(({ userId }) => userId)
    const [numbers, mutes, absences, reached] = await Promise.all([
      countingNumbers(db, ids, call.now),
      mutesAgainst(db, ids, call.caller.userId, call.now),
      absencesOf(db, ids, { readerUserId: call.caller.userId, now: call.now }),
      reachedAmong(platform, userIds, call.now),
    ])
    const shown = items.map(({ userId, ...item }) => ({
      ...item,
      notified: reached.has(userId),
      callBackNumber: numbers.get(item.participantId) ?? null,
      ...mutedFor(mutes.get(item.participantId)),
      absence: absences.get(item.participantId) ?? null,
    }))
    return bare({ items: shown, nextCursor }, call)
  })

  routes.query(requestDetails, async ({ params, caller, now }) => {
    const { userId } = caller
    const events = await readTimeline(platform, params.id)
    const eventIds = (events ?? []).map(({ id }) => id)
    const found = await requestOfReader(db, params.id, {
      userId,
      now,
      beside: besideRequest(db, params.id, { userId, eventIds }),
    })
    if (!found) {
      const drill = await drillFor(db, params.id, userId, now)
      if (!drill) throw new Rejected('request.not-found')
      return drill
    }
    const { request, isOwn, mayAnswer, mutedUntil } = found
    const beside = found.beside as BesideRequest
    const openedAt = beside.openedAt === null ? null : new Date(beside.openedAt)
    if (mayAnswer && openedAt === null) await markOpened(platform, request, userId, now)
    const shown = await withMissing(platform, request, now)
    const isTold = isOwn && request.type === 'approval'
    const opening = isTold ? toldOpening(openedAt, now) : null
    const told = await withTimeline(platform, shown, { events, openedAt: opening, beside, now })
    if (request.type === 'approval') return withOwnMute(told, mutedUntil)
    const described = await withCallCheck(platform, told, userId, async () => found.description)
    return withCallBack(described, beside.number, now)
  })

  /** The call checks of the page have reached the caller's app. */
  const delivered = (
    { items }: Page<Request>,
    { caller, now }: Pick<Call<Endpoint>, 'now'> & { readonly caller: { readonly userId: string } },
  ) => {
    const checks = items.flatMap(({ id, type }) => (type === 'verification' ? id : []))
    return markDelivered(platform, checks, [caller.userId], now)
  }

  const approvalsIn = ({ items }: Page<Request>) =>
    items.flatMap(({ id, type, status }) => (type === 'approval' && status === 'pending' ? id : []))

  routes.query(requestInbox, async (call) => {
    const { userId } = call.caller
    const inbox = await inboxOf(db, userId, call.query, call.now)
    await delivered(inbox, call)
    // A page that asks for certain ones shows them in full.
    if (call.query.ids !== undefined) await keepOpenings(db, approvalsIn(inbox), userId, call.now)
    return bare(inbox, call)
  })

  routes.query(requestInboxCounts, async (call) => {
    const { userId } = call.caller
    const counts = await inboxCounts(db, userId, call.query, call.now)
    // A page that shows only the counts is an open app too.
    if (counts.checks > 0) await delivered(await inboxOf(db, userId, { state: 'checks' }, call.now), call)
    return counts
  })

  routes.query(askedRequests, async (call) =>
    bare(await askedBy(db, call.caller.userId, call.query, call.now), call),
  )

  routes.query(askedRequestCounts, ({ caller, query, now }) => askedCounts(db, caller.userId, query, now))

  const alertsOf = (userId: string, now: Date) => alertsFor(db, userId, now, dismissedAlerts(db, userId))
  routes.query(requestAlerts, ({ caller, now }) => alertsOf(caller.userId, now))

  routes.command(dismissAlerts, async ({ body, caller: { userId }, now }) => {
    // Only alerts of their own, so that nobody can fill the table.
    const own = (await alertsOf(userId, now)).map(({ id }) => id).filter((id) => body.ids.includes(id))
    await keepDismissed(db, userId, own, now)
    return { position: null, reply: () => ({}) }
  })

  routes.query(requestList, async (call) => {
    const { params, caller, membership, query, now } = call
    const isAdmin = membership?.active === true && membership.role === 'admin'
    const reader = { workspaceId: params.id, userId: caller.userId, isAdmin }
    return bare(await listOf(db, reader, query, now), call)
  })

  routes.query(workspaceOverview, ({ params, query, now }) => overviewOf(db, params.id, query, now))
}
