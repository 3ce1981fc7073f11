import type { Catalogue } from '#platform/facts/facts.ts'
import { addressEvents } from './accounts/address.events.ts'
import { userEvents } from './accounts/user.events.ts'
import { contactEvents } from './contacts/contact.events.ts'
import { mailEvents } from './mails/mail.events.ts'
import { operationEvents } from './operations/operation.events.ts'
import { muteEvents } from '#modules/requests/limits/mute.events.ts'
import { requestEvents } from './requests/request.events.ts'
import { workspaceEvents } from './workspaces/workspace.events.ts'

/** Every fact of the product. */
export const allEvents = {
  ...userEvents,
  ...addressEvents,
  ...workspaceEvents,
  ...requestEvents,
  ...muteEvents,
  ...contactEvents,
  ...mailEvents,
  ...operationEvents,
} satisfies Catalogue
