import { Rejected } from '#contract/errors.ts'
import { tooMany } from '#platform/limits/too-many.ts'
import type { RequestEvent } from './request.events.ts'
import { refuseClosed, type ExistingRequest, type Person } from './request.state.ts'

/** The rule about reminders; part of `request.decider.ts`. */

export type Remind = Person & {
  readonly type: 'Remind'
  readonly at: Date
  /** Until when nobody who could answer takes approvals from the requester; null if somebody does. */
  readonly mutedUntil: string | null
}

const AGAIN_MS = 3_600_000

/** Of an approval only: a call check is answered while both talk, or not at all. */
export const remind = (
  { userId, participantId, at, mutedUntil }: Remind,
  state: ExistingRequest,
): RequestEvent[] => {
  if (state.requesterUserId !== userId) throw new Rejected('access.denied')
  if (state.requestType !== 'approval') throw new Rejected('request.no-approval')
  refuseClosed(state, at)
  if (mutedUntil !== null) throw new Rejected('approver.muted', [{ until: mutedUntil }])
  const waitMs = (state.remindedAt?.getTime() ?? -Infinity) + AGAIN_MS - at.getTime()
  if (waitMs > 0) throw tooMany(waitMs)
  const { requestId, workspaceId } = state
  return [
    {
      type: 'RequestReminded',
      data: { requestId, workspaceId, participantId, remindedAt: at.toISOString() },
    },
  ]
}
