import { randomUUID } from 'node:crypto'
import { Rejected } from '#contract/errors.ts'
import {
  MAX_COLLEAGUES,
  requestApprover,
  requestColleagues,
  type Obstacle,
} from '#contract/requests/asking.ts'
import { LIMIT_ERRORS } from '#contract/requests/limits.ts'
import type { Routes } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { reachedAmong } from '#platform/push/reach.ts'
import { otherApprover } from '#projections/requests/approver-queries.ts'
import { colleaguesOf, openCheckWith } from '#projections/requests/colleague-queries.ts'
import { marked } from '#projections/requests/name-queries.ts'
import { mutedFor, mutesAgainst } from '#projections/workspaces/mute-queries.ts'
import { countingNumbers } from '#projections/workspaces/number-queries.ts'
import { mutesIn } from '#modules/requests/limits/mute.ts'
import { createRequestLimits, type Wanted } from '#modules/requests/limits/request-limits.ts'
import { createPairs } from '#modules/requests/pairs/pairs.ts'
import { expiryOf } from '#modules/requests/proof/request-draft.ts'

/** What is known about a call check before it is asked for. */
export const askingRoutes = (routes: Routes, platform: Platform): void => {
  const { db } = platform
  const limits = createRequestLimits(platform)
  const pairs = createPairs(platform)

  routes.query(requestColleagues, async ({ caller: { userId }, now }) => {
    const found = await colleaguesOf(db, userId, MAX_COLLEAGUES, now)
    const workspaceIds = [...new Set(found.map(({ workspaceId }) => workspaceId))]
    const [reached, muted] = await Promise.all([
      reachedAmong(
        platform,
        found.map((colleague) => colleague.userId),
        now,
      ),
      mutesIn(platform, { workspaceIds, userId }, now),
    ])
    return found.map(({ userId: colleagueId, checkedAt, alike, ...colleague }) => ({
      ...colleague,
      ...marked(alike),
      checkedAt: checkedAt.toISOString(),
      notified: reached.has(colleagueId),
      mutedUntil: muted.get(colleague.workspaceId)?.toISOString() ?? null,
    }))
  })

  /** What `prepare` and `create` would answer. Takes nothing. */
  const obstacleOf = async (
    wanted: Wanted & { readonly approverId: string; readonly people: readonly [string, string] },
    now: Date,
  ): Promise<Obstacle | null> => {
    const { workspaceId, people, requesterUserId: userId, approverId } = wanted
    try {
      await pairs.requireUnlocked(workspaceId, people, now)
      await limits.require(wanted, now)
      return null
    } catch (error) {
      const code = LIMIT_ERRORS.find((each) => error instanceof Rejected && error.code === each)
      if (code === undefined) throw error
      const [detail] = ((error as Rejected).details ?? []) as readonly {
        readonly retryAfterSeconds?: number
        readonly requestId?: string
      }[]
      const seconds = detail?.retryAfterSeconds
      return {
        code,
        until: seconds === undefined ? null : new Date(now.getTime() + seconds * 1_000).toISOString(),
        requestId:
          code === 'request.limit'
            ? await openCheckWith(db, { userId, approverId }, now)
            : (detail?.requestId ?? null),
      }
    }
  }

  routes.query(requestApprover, async ({ params, caller: { userId }, now }) => {
    const approver = await otherApprover(db, { ...params, userId }, now)
    if (!approver) throw new Rejected('participant.not-found')
    const { userId: approverUserId, requesterId, ...shown } = approver
    const { workspaceId, participantId } = params
    const wanted = {
      requestId: randomUUID(),
      requestType: 'verification',
      workspaceId,
      requesterId,
      requesterUserId: userId,
      approverId: participantId,
      people: [userId, approverUserId],
      expiresAt: expiryOf(now, { type: 'verification' }),
    } as const
    const [reached, numbers, mutes, obstacle] = await Promise.all([
      reachedAmong(platform, [approverUserId], now),
      countingNumbers(db, [participantId], now),
      mutesAgainst(db, [participantId], userId, now),
      obstacleOf(wanted, now),
    ])
    return {
      ...shown,
      notified: reached.has(approverUserId),
      callBackNumber: numbers.get(participantId) ?? null,
      ...mutedFor(mutes.get(participantId)),
      obstacle,
    }
  })
}
