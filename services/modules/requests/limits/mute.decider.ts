import type { Decider } from '#platform/commands/decider.ts'
import type { MuteEvent } from './mute.events.ts'

type MuteState = { readonly until: Date }

type Mute = { readonly type: 'Mute'; readonly at: Date } & MuteEvent['data']

/** Records each mute once, even if further refusals prolong it. */
export const muteDecider: Decider<MuteState, Mute, MuteEvent> = {
  initialState: { until: new Date(0) },
  evolve: (state, { data }) => ({ ...state, until: new Date(data.until) }),
  decide(command, { until }) {
    const { type: _, at, ...data } = command
    return until > at ? [] : [{ type: 'RequesterMuted', data }]
  },
}
