import type { Query } from '#contract/endpoint.ts'
import {
  OVERVIEW_DAYS,
  OVERVIEW_SIDES,
  type Overview,
  type OverviewDays,
  type OverviewSide,
  type workspaceOverview,
} from '#contract/requests/overview.ts'
import type { requestList } from '#contract/requests/requests.ts'
import { addDays } from '#contract/workspaces/subscription/subscription.ts'
import { workspacePath } from '#shared/paths.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What the drawer lists. */
export const LISTS = {
  waiting: { status: 'pending' },
  checks: { type: 'verification' },
} as const satisfies Readonly<Record<string, Query<typeof requestList>>>
export type List = keyof typeof LISTS

export type OverviewFilters = {
  readonly days: OverviewDays
  readonly person: string
  readonly as: OverviewSide
  readonly list: List | ''
}

/** Reads the filters from the address. Unknown values count as not set. */
export const filtersOf = (params: URLSearchParams): OverviewFilters => {
  const person = params.get('person') ?? ''
  return {
    days: OVERVIEW_DAYS.find((days) => days === params.get('days')) ?? '90',
    person: UUID.test(person) ? person : '',
    as: OVERVIEW_SIDES.find((side) => side === params.get('as')) ?? 'approver',
    list: (Object.keys(LISTS) as List[]).find((list) => list === params.get('list')) ?? '',
  }
}

/** The part of a query that narrows to a person. */
export const ofPerson = ({ person, as }: OverviewFilters) => (person ? { person, as } : {})

export const askedFor = (filters: OverviewFilters): Query<typeof workspaceOverview> => ({
  days: filters.days,
  ...ofPerson(filters),
})

export const OUTCOMES = ['approved', 'declined', 'closed'] as const
export type Outcome = (typeof OUTCOMES)[number]
const ACTIONS: Readonly<Record<Outcome, Readonly<Record<string, string>>>> = {
  approved: { action: 'request.approved' },
  declined: { action: 'request.declined' },
  closed: { action: 'request', outcome: 'closed' },
}

/** The audit log of a workspace, with these filters. */
export const logPath = (workspaceId: string, filters: Readonly<Record<string, string>>): string =>
  `${workspacePath(workspaceId)}?${new URLSearchParams({ tab: 'audit', ...filters })}`

/** The entries of the log behind a bar of a week. */
export const weekLogPath = (workspaceId: string, { week }: Overview['weeks'][number], outcome: Outcome) =>
  logPath(workspaceId, { ...ACTIONS[outcome], from: week, to: addDays(week, 6) })

/** The number of a calendar week by its Monday, YYYY-MM-DD (ISO 8601): that of the year in which its Thursday lies. */
export const weekNumber = (monday: string): number => {
  const thursday = addDays(monday, 3)
  const days = (Date.parse(thursday) - Date.parse(`${thursday.slice(0, 4)}-01-01`)) / 86_400_000
  return Math.floor(days / 7) + 1
}

type Units = Readonly<Record<'day' | 'hour' | 'minute' | 'second', string>>

/** '1 h 12 min', with at most two units. */
export const formatDuration = (seconds: number, units: Units): string => {
  const all = [
    [Math.floor(seconds / 86_400), units.day],
    [Math.floor(seconds / 3_600) % 24, units.hour],
    [Math.floor(seconds / 60) % 60, units.minute],
    [Math.floor(seconds) % 60, units.second],
  ] as const
  const first = all.findIndex(([count]) => count > 0)
  if (first < 0) return `0 ${units.second}`
  const shown = all.slice(first, first + 2).filter(([count]) => count > 0)
  return shown.map(([count, unit]) => `${count} ${unit}`).join(' ')
}
