import { Rejected } from '#contract/errors.ts'
import { REMINDERS, type Reminder } from '#contract/requests/kinds.ts'
import { tooMany } from '#platform/limits/too-many.ts'
import type { RequestEvent } from '#modules/requests/request.events.ts'
import { isOpen, refuseClosed, type ExistingRequest, type Person } from '#modules/requests/request.state.ts'

/** The rules about reminders; part of `request.decider.ts`. */

export type Remind = Person & {
  readonly type: 'Remind'
  readonly at: Date
  /** Until when nobody who could answer takes approvals from the requester; null if somebody does. */
  readonly mutedUntil: string | null
}

/** `reminder` is due at `at`, as the reader of the clock says. */
export type RemindByTime = { readonly type: 'RemindByTime'; readonly reminder: Reminder; readonly at: Date }

const AGAIN_MS = 3_600_000

/** Of an approval only: a call check is answered while both talk, or not at all. */
export const remind = (
  { userId, participantId, at, mutedUntil }: Remind,
  state: ExistingRequest,
): RequestEvent[] => {
  if (state.requesterUserId !== userId) throw new Rejected('access.denied')
  if (state.requestType !== 'approval') throw new Rejected('request.no-approval')
  refuseClosed(state, at)
  if (state.isParked) throw new Rejected('request.parked')
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

const rank = (reminder: Reminder | null): number => (reminder === null ? -1 : REMINDERS.indexOf(reminder))

/** Each reminder once, none while nobody is asked, none after a later one, and none within an hour of what the requester has sent. */
export const remindByTime = ({ reminder, at }: RemindByTime, state: ExistingRequest): RequestEvent[] => {
  if (state.requestType !== 'approval' || state.isParked || !isOpen(state, at)) return []
  if (rank(reminder) <= rank(state.reminder)) return []
  if (state.remindedAt !== null && at.getTime() < state.remindedAt.getTime() + AGAIN_MS) return []
  const { requestId, workspaceId } = state
  return [
    { type: 'ReminderIssued', data: { requestId, workspaceId, reminder, remindedAt: at.toISOString() } },
  ]
}
