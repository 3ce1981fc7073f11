import { randomUUID } from 'node:crypto'
import { bySystem } from '#platform/commands/execute-command.ts'
import type { Platform } from '#platform/platform.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import { addressDecider } from './address.decider.ts'
import { addressStream } from './address.events.ts'
import { LOGINS_BY_ADDRESS } from '#modules/accounts/accounts.rates.ts'
import { createCredentials } from '#modules/accounts/passwords/credential.store.ts'
import { createSessions } from '#modules/accounts/sessions/session.store.ts'
import { firstPasskey } from './mail-token.store.ts'
import { requireGoodPassword } from '#modules/accounts/passwords/new-password.ts'
import { userDecider, type UserCommand } from './user.decider.ts'
import { userStream } from './user.events.ts'

/** NIST SP 800-63B, for a password that is the only factor. */
export const SUPER_PASSWORD_LENGTH = 15

/** The next passkey counts as the first, because a lost one would lock the person out for the waiting time. */
const resetDevices = async ({ commands, clock, db }: Platform, userId: string): Promise<void> => {
  await commands.execute({
    decider: userDecider,
    stream: userStream(userId),
    workspaceId: null,
    context: bySystem(randomUUID(), clock.now()),
    command: { type: 'ResetDevices', userId },
    beforeAppend: async () => void (await db('passkeys').where({ user_id: userId }).delete()),
  })
}

/**
 * Creates a super admin. For an existing one it resets the password, ends all sessions and removes all passkeys, because
 * a lost passkey would lock the person out. Throws `account.exists` for the address of an ordinary account, or
 * `password.guessable`.
 */
export const setSuperAdmin = async (
  platform: Platform,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<'created' | 'reset'> => {
  const { commands, clock, config, passwords, throttle } = platform
  const now = clock.now()
  const hash = addressHash(config.ADDRESS_KEY, email)
  requireGoodPassword(config, password, [email])
  const passwordHash = await passwords.hash(password)
  const credentials = createCredentials(platform)
  const newUserId = randomUUID()
  const { state } = await commands.execute({
    decider: addressDecider,
    stream: addressStream(hash),
    workspaceId: null,
    context: bySystem(newUserId, now),
    command: { type: 'ReserveAddress', addressHash: hash, userId: newUserId },
  })
  const userId = state.userId ?? newUserId
  const { events } = await commands.execute({
    decider: userDecider,
    stream: userStream(userId),
    workspaceId: null,
    context: bySystem(randomUUID(), now),
    async command(before): Promise<UserCommand> {
      const command = { type: 'CreateSuperAdmin', userId, email, addressHash: hash, language: 'en' } as const
      userDecider.decide(command, before)
      // Before the event: a crash must not leave an account without a password.
      await credentials.set(userId, hash, passwordHash)
      return command
    },
  })
  await resetDevices(platform, userId)
  await firstPasskey(platform).allow(userId, now)
  await createSessions(platform, config.TOKEN_SECRET).endAll(userId, now)
  // Earlier wrong guesses must not block the new password.
  await throttle.forget([LOGINS_BY_ADDRESS, hash])
  return events.length > 0 ? 'created' : 'reset'
}
