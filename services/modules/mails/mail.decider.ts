import { unreachable, type Decider } from '#platform/decider.ts'
import type { MailEvent } from './mail.events.ts'

/** What became of one mail; null while nothing has. */
export type MailState = { readonly outcome: 'sent' | 'dropped' | 'failed' | null }

const evolve = (_state: MailState, event: MailEvent): MailState => {
  switch (event.type) {
    case 'MailSent':
      return { outcome: 'sent' }
    case 'MailDropped':
      return { outcome: 'dropped' }
    case 'MailFailed':
      return { outcome: 'failed' }
    default:
      return unreachable(event)
  }
}

/** Records the given outcome, unless there is one: the first stands. */
export const mailDecider: Decider<MailState, MailEvent, MailEvent> = {
  initialState: { outcome: null },
  evolve,
  decide: (outcome, state) => (state.outcome === null ? [outcome] : []),
}
