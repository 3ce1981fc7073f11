import { sendContact } from '#contract/accounts/visitors.ts'
import type { Routes } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { runOnce } from '#platform/primitives/run-once.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import { contactDecider } from './contact.decider.ts'
import { contactStream } from './contact.events.ts'
import { CONTACTS_BY_CALLER } from './contacts.rates.ts'

export const contactRoutes = (routes: Routes, { config, commands, throttle }: Platform): void => {
  routes.command(sendContact, async (call) => {
    const { commandId, language, now, raw } = call
    const { consent: _, wantsUpdates = false, ...typed } = call.body
    await commands.execute({
      decider: contactDecider,
      stream: contactStream(commandId),
      workspaceId: null,
      context: call.contextOf({ kind: 'anonymous', userId: null, role: null }),
      command: {
        contactId: commandId,
        addressHash: addressHash(config.ADDRESS_KEY, typed.businessEmail),
        ...typed,
        wantsUpdates,
        language,
      },
      beforeAppend: runOnce(() => throttle.require(CONTACTS_BY_CALLER, raw.request.ip, now)),
    })
    return { position: null, reply: () => ({}) }
  })
}
