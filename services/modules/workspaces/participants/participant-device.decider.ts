import type { Decider } from '#platform/commands/decider.ts'
import type { ParticipantDeviceEvent } from './participant-device.events.ts'

type Report = { readonly type: 'ReportDevice' } & ParticipantDeviceEvent['data']

/** Records each step once, by the id of its command. */
export const participantDeviceDecider: Decider<null, Report, ParticipantDeviceEvent> = {
  initialState: null,
  evolve: (state) => state,
  decide(command) {
    const { type: _, ...data } = command
    return [{ type: 'ParticipantDeviceReported', data }]
  },
}
