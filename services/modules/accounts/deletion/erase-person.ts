import { bySystem } from '#platform/commands/execute-command.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import { forgetMailsAbout } from '#platform/mail/mailbox.ts'
import type { Platform } from '#platform/platform.ts'
import { userById } from '#projections/users/queries.ts'
import { endAccess } from './access.store.ts'
import { userDecider } from '#modules/accounts/user.decider.ts'
import { userStream } from '#modules/accounts/user.events.ts'

/**
 * Says as a fact that the keys of a person are destroyed, by which read models forget; the local mailbox forgets with
 * them, and what a restore brought back opens nothing.
 */
export const recordErasure = async (
  { commands, clock, db }: Pick<Platform, 'commands' | 'clock' | 'db'>,
  userId: string,
): Promise<void> => {
  await endAccess(db, userId)
  const address = (await userById(db, userId))?.email
  if (address) await forgetMailsAbout(db, { address })
  await commands.execute({
    decider: userDecider,
    stream: userStream(userId),
    workspaceId: null,
    context: bySystem(derivedId('erase', userId), clock.now()),
    command: { type: 'Erase', userId },
  })
}

/**
 * Makes everything that was sealed for a person and for their address unreadable for ever, and forgets what shows it.
 * Takes seconds, so it is no part of a request; may be repeated. Throws without a ledger of erasures.
 */
export const erasePerson = async (
  platform: Pick<Platform, 'commands' | 'clock' | 'db' | 'erasures'>,
  userId: string,
): Promise<void> => {
  const { commands, erasures } = platform
  const { state } = await commands.load(userDecider, userStream(userId))
  if (state.kind === 'none' || state.kind === 'erased') return
  await Promise.all([
    erasures.erase({ subject: `person:${userId}` }),
    erasures.erase({ subject: `address:${state.addressHash}` }),
  ])
  await recordErasure(platform, userId)
}
