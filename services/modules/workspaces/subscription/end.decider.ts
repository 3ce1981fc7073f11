import type { EndChange, EndNotChanged } from '#contract/workspaces/operator/several-periods.ts'
import { addDays, addYears, dateIn, endOf } from '#contract/workspaces/subscription/subscription.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import type { KnownWorkspace } from '#modules/workspaces/workspace.state.ts'
import { ETERNAL_YEARS, MAX_PERIODS } from './period.decider.ts'

/** The rule about the end of a workspace's activity, which super admins set for several workspaces; part of `workspace.decider.ts`. */

/** Does nothing where it cannot: `judgeEnd` says why. */
export type ChangeEnd = {
  readonly type: 'ChangeEnd'
  readonly change: EndChange
  readonly endsOn: string
  /** Of a period that is added. */
  readonly periodId: string
  /** Undefined: as many as in the period that ends last. */
  readonly seats: number | undefined
  readonly reason: string
  readonly now: Date
}
type JudgedEnd = WorkspaceEvent | 'unchanged' | EndNotChanged

/** Adds a period that follows the activity of today without a gap, or begins today. */
const extend = ({ endsOn, periodId, reason, seats, now }: ChangeEnd, state: KnownWorkspace): JudgedEnd => {
  const { id: workspaceId, periods } = state
  const today = dateIn(state.timezone, now)
  if (endsOn < today) return 'period.past'
  if (endsOn > addYears(today, ETERNAL_YEARS)) return 'period.too-far'
  const end = endOf(state, now)
  if (end !== null && end >= endsOn) return 'unchanged'
  if (periods.length >= MAX_PERIODS) return 'period.limit'
  const last = periods.toSorted((a, b) => a.endsOn.localeCompare(b.endsOn)).at(-1)
  const startsOn = end === null ? today : addDays(end, 1)
  return {
    type: 'ActivityPeriodAdded',
    data: {
      workspaceId,
      periodId,
      kind: 'period',
      startsOn,
      endsOn,
      seats: seats ?? last?.seats ?? null,
      reason,
    },
  }
}

/** Changes the last day of the one period that goes on beyond it. */
const end = ({ endsOn, reason }: ChangeEnd, { id: workspaceId, ...state }: KnownWorkspace): JudgedEnd => {
  const [further, ...others] = state.periods.filter((period) => period.endsOn > endsOn)
  if (state.trialEndsOn > endsOn) return 'period.trial'
  if (!further) return 'unchanged'
  if (others.length > 0) return 'period.several'
  if (further.startsOn > endsOn) return 'period.later'
  return {
    type: 'ActivityPeriodChanged',
    data: { workspaceId, periodId: further.periodId, endsOn, reason },
  }
}

/** The event, or why there is none. */
export const judgeEnd = (command: ChangeEnd, state: KnownWorkspace): JudgedEnd =>
  (command.change === 'extend' ? extend : end)(command, state)

const changeEnd = (command: ChangeEnd, state: KnownWorkspace): WorkspaceEvent[] => {
  const judged = judgeEnd(command, state)
  return typeof judged === 'string' ? [] : [judged]
}

export const endRules = { ChangeEnd: changeEnd } as const
