import { MANY_SIDES } from '#contract/requests/alerts.ts'
import type { Decider } from '#platform/commands/decider.ts'
import { MANY_SIDES_MS, MOST_SIDES, type CallAroundEvent } from './call-around.events.ts'

type CallAroundState = { readonly until: Date }

type Notice = { readonly type: 'Notice'; readonly at: Date } & Omit<CallAroundEvent['data'], 'until'>

/** Records once in ten minutes that many colleagues ask one person. `at`: of the last check. */
export const callAroundDecider: Decider<CallAroundState, Notice, CallAroundEvent> = {
  initialState: { until: new Date(0) },
  evolve: (_state, { data }) => ({ until: new Date(data.until) }),
  decide(command, { until }) {
    const { type: _, at, askedBy, ...data } = command
    if (askedBy.length < MANY_SIDES || until >= at) return []
    const end = new Date(at.getTime() + MANY_SIDES_MS).toISOString()
    return [{ type: 'ManySidesAsked', data: { ...data, askedBy: askedBy.slice(0, MOST_SIDES), until: end } }]
  },
}
