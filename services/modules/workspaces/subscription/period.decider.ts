import { Rejected } from '#contract/errors.ts'
import { addYears, dateIn, type DateRange } from '#contract/workspaces/subscription/subscription.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import type { KnownWorkspace } from '#modules/workspaces/workspace.state.ts'

/** Rules about activity periods, which super admins manage; part of `workspace.decider.ts`. */

type PeriodFields = {
  readonly periodId: string
  /** null: unlimited. */
  readonly seats: number | null
  readonly reason?: string
  readonly now: Date
}
export type AddPeriod = PeriodFields & DateRange & { readonly type: 'AddPeriod' }
/** 20 years from today in the workspace's time zone. */
export type AddEternalPeriod = PeriodFields & { readonly type: 'AddEternalPeriod' }
/** Changes the last day, also to a day in the past. */
export type EndPeriod = {
  readonly type: 'EndPeriod'
  readonly periodId: string
  readonly endsOn: string
  /** Throws `command.conflict` unless the period currently ends on this day. */
  readonly expectedEndsOn?: string | undefined
  readonly reason: string
  readonly now: Date
}
export type PeriodCommand = AddPeriod | AddEternalPeriod | EndPeriod

export const ETERNAL_YEARS = 20
export const MAX_PERIODS = 100

const refused = (field: string, problem: string) => new Rejected('input.invalid', [{ field, problem }])

/** Throws `input.invalid` if the end is before the start, or a day is more than 20 years from today. */
const requireDays = ({ startsOn, endsOn }: DateRange, today: string): void => {
  if (endsOn < startsOn) throw refused('endDate', 'is before startDate')
  if (endsOn > addYears(today, ETERNAL_YEARS)) throw refused('endDate', 'is more than 20 years from today')
  if (startsOn < addYears(today, -ETERNAL_YEARS)) throw refused('startDate', 'is more than 20 years ago')
}

const add = (
  { periodId, seats, reason }: PeriodFields,
  { kind, startsOn, endsOn }: DateRange & { readonly kind: 'period' | 'eternal' },
  { id: workspaceId, periods }: KnownWorkspace,
): WorkspaceEvent[] => {
  if (periods.length >= MAX_PERIODS) throw refused('workspaceId', `has ${MAX_PERIODS} periods already`)
  return [
    {
      type: 'ActivityPeriodAdded',
      data: { workspaceId, periodId, kind, startsOn, endsOn, seats, ...(reason !== undefined && { reason }) },
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
