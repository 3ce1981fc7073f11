import {
  addDays,
  dateIn,
  endOf,
  subscriptionOf,
  termOf,
  type Dates,
} from '#contract/workspaces/subscription/subscription.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import type { RecordedDates } from '#modules/workspaces/workspace.state.ts'

/** Events for dates of the subscription that have passed; part of `deadline.decider.ts`. */

const REMINDER_DAYS = 7

/** Whether the trial, and no period, ends on that day. */
export const isTrialEnd = ({ trialEndsOn, periods }: Dates, endsOn: string): boolean =>
  endsOn === trialEndsOn && !periods.some((period) => period.endsOn === endsOn)

/** The start or end that has passed. Compares with today only, so an end that a later period replaced is not recorded. */
const startOrEnd = (workspaceId: string, state: Dates & RecordedDates, now: Date): WorkspaceEvent[] => {
  const { recordedStart, recordedEnd } = state
  const today = dateIn(state.timezone, now)
  // Recorded by a process whose clock ran ahead.
  if ((recordedEnd ?? '') >= today || (recordedStart ?? '') > today) return []
  const { startsOn, endsOn } = termOf(state, now)
  switch (subscriptionOf(state, now)) {
    case 'trial':
      return []
    case 'premium':
      if (recordedStart !== null && recordedStart >= startsOn) return []
      return [{ type: 'SubscriptionStarted', data: { workspaceId, startsOn, endsOn } }]
    case 'inactive': {
      if (recordedEnd === endsOn) return []
      const type = isTrialEnd(state, endsOn) ? 'TrialEnded' : 'SubscriptionEnded'
      return [{ type, data: { workspaceId, endsOn } }]
    }
  }
}

const reminder = (workspaceId: string, state: Dates & RecordedDates, now: Date): WorkspaceEvent[] => {
  const endsOn = endOf(state, now)
  if (endsOn === null || endsOn === state.remindedEnd) return []
  if (addDays(dateIn(state.timezone, now), REMINDER_DAYS) < endsOn) return []
  return [{ type: 'PaymentReminderIssued', data: { workspaceId, endsOn } }]
}

/** Events of the subscription that are due at `now` and not recorded yet. A corrected date is recorded again. */
export const dueSubscriptionEvents = (
  workspaceId: string,
  state: Dates & RecordedDates,
  now: Date,
): readonly WorkspaceEvent[] => [...startOrEnd(workspaceId, state, now), ...reminder(workspaceId, state, now)]
