import type { Catalogue } from '#platform/facts/facts.ts'
import { addressEvents } from '#modules/accounts/address.events.ts'
import { userEvents } from '#modules/accounts/user.events.ts'
import { contactEvents } from '#modules/contacts/contact.events.ts'
import { digestEvents } from '#modules/mails/digests/digest.events.ts'
import { mailEvents } from '#modules/mails/mail.events.ts'
import { operationEvents } from '#modules/operations/operation.events.ts'
import { drillEvents } from '#modules/requests/drills/drill.events.ts'
import { glassEvents } from '#modules/requests/glass/glass.events.ts'
import { kindEvents } from '#modules/requests/kinds/kind.events.ts'
import { callAroundEvents } from '#modules/requests/limits/call-around.events.ts'
import { muteEvents } from '#modules/requests/limits/mute.events.ts'
import { pairEvents } from '#modules/requests/pairs/pair.events.ts'
import { reminderEvents } from '#modules/requests/reminders/reminder.events.ts'
import { replacingEvents } from '#modules/requests/replacing/replacing.events.ts'
import { requestEvents } from '#modules/requests/request.events.ts'
import { ruleEvents } from '#modules/requests/rules/rule.events.ts'
import { absenceEvents } from '#modules/workspaces/absence/absence.events.ts'
import { groupEvents } from '#modules/workspaces/groups/group.events.ts'
import { kindChangeEvents } from '#modules/workspaces/kinds/kind-change.events.ts'
import { operatorEvents } from '#modules/workspaces/operator/operator.events.ts'
import { participantDeviceEvents } from '#modules/workspaces/participants/participant-device.events.ts'
import { changeEvents } from '#modules/workspaces/protection/change.events.ts'
import { workspaceEvents } from '#modules/workspaces/workspace.events.ts'

/** Every event type of the product. */
export const allEvents = {
  ...userEvents,
  ...addressEvents,
  ...workspaceEvents,
  ...changeEvents,
  ...groupEvents,
  ...absenceEvents,
  ...kindChangeEvents,
  ...participantDeviceEvents,
  ...requestEvents,
  ...replacingEvents,
  ...ruleEvents,
  ...reminderEvents,
  ...glassEvents,
  ...muteEvents,
  ...callAroundEvents,
  ...pairEvents,
  ...kindEvents,
  ...drillEvents,
  ...contactEvents,
  ...mailEvents,
  ...digestEvents,
  ...operationEvents,
  ...operatorEvents,
} satisfies Catalogue
