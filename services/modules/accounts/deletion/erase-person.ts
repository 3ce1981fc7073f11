import { bySystem } from '#platform/commands/execute-command.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import { forgetMailsAbout } from '#platform/mail/mailbox.ts'
import type { Platform } from '#platform/platform.ts'
import { userById } from '#projections/users/queries.ts'
import { endAccess, forgetViewsBy } from './access.store.ts'
import { userDecider } from '#modules/accounts/user.decider.ts'
import { userStream } from '#modules/accounts/user.events.ts'

/**
 * Appends `PersonErased` after the keys of a person were destroyed. Also empties the local mailbox, deletes
 * views of logs that filter by the address, and ends access that a restore may have brought back.
 */
export const recordErasure = async (
  { commands, clock, db }: Pick<Platform, 'commands' | 'clock' | 'db'>,
  userId: string,
): Promise<void> => {
  await endAccess(db, userId)
  const { state } = await commands.load(userDecider, userStream(userId))
  if (state.kind !== 'none') await forgetViewsBy(db, state.addressHash)
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
 * Destroys the keys of a person and of their address, which makes all their sealed data unreadable. Takes seconds, so do
 * not call it during a request. Idempotent. Throws without an erasure ledger.
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
