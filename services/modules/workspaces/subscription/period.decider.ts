import { Rejected } from '#contract/errors.ts'
import { addYears, dateIn, type Stretch } from '#contract/workspaces/subscription.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import type { KnownWorkspace } from '#modules/workspaces/workspace.state.ts'

/** On which days a workspace is active, as super admins say: rules of `workspace.decider.ts`, on whose stream they stand. */

type Given = {
  readonly periodId: string
  /** null: any number */
  readonly seats: number | null
  readonly reason?: string
  readonly now: Date
}
export type AddPeriod = Given & Stretch & { readonly type: 'AddPeriod' }
/** Of 20 years from today, where the workspace is. */
export type AddEternalPeriod = Given & { readonly type: 'AddEternalPeriod' }
/** Ends it sooner or later than was said, also on a day that has been: then it ended on that day. */
export type EndPeriod = {
  readonly type: 'EndPeriod'
  readonly periodId: string
  readonly endsOn: string
  /** Only if it ends on this day so far. */
  readonly expectedEndsOn?: string | undefined
  readonly reason: string
  readonly now: Date
}
export type PeriodCommand = AddPeriod | AddEternalPeriod | EndPeriod

const ETERNAL_YEARS = 20
const MOST_PERIODS = 100

const refused = (field: string, problem: string) => new Rejected('input.invalid', [{ field, problem }])

/** Throws `input.invalid` for days that run backwards, or lie further from today than an eternal period lasts. */
const requireDays = ({ startsOn, endsOn }: Stretch, today: string): void => {
  if (endsOn < startsOn) throw refused('endDate', 'is before startDate')
  if (endsOn > addYears(today, ETERNAL_YEARS)) throw refused('endDate', 'is more than 20 years from today')
  if (startsOn < addYears(today, -ETERNAL_YEARS)) throw refused('startDate', 'is more than 20 years ago')
}

const add = (
  { periodId, seats, reason }: Given,
  { kind, startsOn, endsOn }: Stretch & { readonly kind: 'period' | 'eternal' },
  { id: workspaceId, periods }: KnownWorkspace,
): WorkspaceEvent[] => {
  if (periods.length >= MOST_PERIODS) throw refused('workspaceId', `has ${MOST_PERIODS} periods already`)
  const words = reason === undefined ? {} : { reason }
  return [
    {
      type: 'ActivityPeriodAdded',
      data: { workspaceId, periodId, kind, startsOn, endsOn, seats, ...words },
    },
  ]
}

const addPeriod = (command: AddPeriod, state: KnownWorkspace): WorkspaceEvent[] => {
  const { startsOn, endsOn } = command
  requireDays(command, dateIn(state.timezone, command.now))
  return add(command, { kind: 'period', startsOn, endsOn }, state)
}

const addEternalPeriod = (command: AddEternalPeriod, state: KnownWorkspace): WorkspaceEvent[] => {
  const startsOn = dateIn(state.timezone, command.now)
  return add(command, { kind: 'eternal', startsOn, endsOn: addYears(startsOn, ETERNAL_YEARS) }, state)
}

const endPeriod = (command: EndPeriod, state: KnownWorkspace): WorkspaceEvent[] => {
  const { periodId, endsOn, expectedEndsOn = null, reason, now } = command
  const period = state.periods.find((one) => one.periodId === periodId)
  if (!period) throw new Rejected('period.not-found')
  const { startsOn } = period
  requireDays({ startsOn, endsOn }, dateIn(state.timezone, now))
  if (endsOn === period.endsOn) return []
  if (expectedEndsOn !== null && expectedEndsOn !== period.endsOn)
    throw new Rejected('command.conflict', [{ field: 'expectedEndDate', problem: 'is not its last day' }])
  return [{ type: 'ActivityPeriodChanged', data: { workspaceId: state.id, periodId, endsOn, reason } }]
}

export const periodRules = {
  AddPeriod: addPeriod,
  AddEternalPeriod: addEternalPeriod,
  EndPeriod: endPeriod,
} as const
