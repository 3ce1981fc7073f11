import type { Decider } from '#platform/commands/decider.ts'
import type { ContactEvent } from './contact.events.ts'

export type SendContact = ContactEvent['data']

/** The state says whether the message was sent. */
export const contactDecider: Decider<boolean, SendContact, ContactEvent> = {
  initialState: false,
  evolve: () => true,
  decide: (data, isSent) => (isSent ? [] : [{ type: 'ContactSent', data }]),
}
