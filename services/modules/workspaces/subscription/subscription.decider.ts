import {
  addDays,
  dateIn,
  endOf,
  subscriptionOf,
  termOf,
  type Dates,
} from '#contract/workspaces/subscription.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import type { Told } from '#modules/workspaces/workspace.state.ts'

/** What time brings to a subscription: rules of `time.decider.ts`. */

/** So many days before the end it is told that it comes. */
const REMINDER_DAYS = 7

/** Whether what ends on that day is the trial, and no period. */
export const isTrialsEnd = ({ trialEndsOn, periods }: Dates, endsOn: string): boolean =>
  endsOn === trialEndsOn && !periods.some((period) => period.endsOn === endsOn)

/** Whether it is active, where that has changed by itself. Only as it is today: an end that was overtaken is not told. */
const turn = (workspaceId: string, state: Dates & Told, now: Date): WorkspaceEvent[] => {
  const { toldStartOf, toldEndOf } = state
  const today = dateIn(state.timezone, now)
  // Told by clocks that ran ahead: it becomes true by itself.
  if ((toldEndOf ?? '') >= today || (toldStartOf ?? '') > today) return []
  const { startsOn, endsOn } = termOf(state, now)
  switch (subscriptionOf(state, now)) {
    case 'trial':
      return []
    case 'premium':
      if (toldStartOf !== null && toldStartOf >= startsOn) return []
      return [{ type: 'SubscriptionStarted', data: { workspaceId, startsOn, endsOn } }]
    case 'inactive': {
      if (toldEndOf === endsOn) return []
      const type = isTrialsEnd(state, endsOn) ? 'TrialEnded' : 'SubscriptionEnded'
      return [{ type, data: { workspaceId, endsOn } }]
    }
  }
}

const reminder = (workspaceId: string, state: Dates & Told, now: Date): WorkspaceEvent[] => {
  const endsOn = endOf(state, now)
  if (endsOn === null || endsOn === state.remindedOf) return []
  if (addDays(dateIn(state.timezone, now), REMINDER_DAYS) < endsOn) return []
  return [{ type: 'PaymentReminderIssued', data: { workspaceId, endsOn } }]
}

/** What time has brought to a subscription: of each date once, and anew when it was corrected. */
export const broughtTo = (workspaceId: string, state: Dates & Told, now: Date): readonly WorkspaceEvent[] => [
  ...turn(workspaceId, state, now),
  ...reminder(workspaceId, state, now),
]
