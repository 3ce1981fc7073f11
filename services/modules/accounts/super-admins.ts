import { randomUUID } from 'node:crypto'
import { bySystem } from '#platform/commands/execute-command.ts'
import type { Platform } from '#platform/platform.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import { addressDecider } from './address.decider.ts'
import { addressStream } from './address.events.ts'
import { createCredentials } from '#modules/accounts/passwords/credential.store.ts'
import { createSessions } from '#modules/accounts/sessions/session.store.ts'
import { requireGoodPassword } from '#modules/accounts/passwords/new-password.ts'
import { userDecider, type UserCommand } from './user.decider.ts'
import { userStream } from './user.events.ts'

/** Whoever sees everything has a password that nobody guesses: NIST SP 800-63B for one factor alone. */
export const SUPER_PASSWORD_LENGTH = 15

/** Whoever lost theirs would get in no more. */
const removePasskeys = async ({ commands, clock, db }: Platform, userId: string): Promise<void> => {
  const stream = userStream(userId)
  const { state } = await commands.load(userDecider, stream)
  for (const deviceId of state.kind === 'none' ? [] : state.devices.keys())
    await commands.execute({
      decider: userDecider,
      stream,
      workspaceId: null,
      context: bySystem(randomUUID(), clock.now()),
      command: { type: 'RemoveDevice', userId, deviceId },
      beforeAppend: async () => void (await db('passkeys').where({ device_id: deviceId }).delete()),
    })
}

/**
 * Makes a super admin of an address that has no account; of one who is there already the password is set anew, every
 * session ends and every passkey is removed. Answers which of both. Throws `account.exists` for the address of an ordinary account, and
 * `password.guessable`, changing nothing.
 */
export const setSuperAdmin = async (
  platform: Platform,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<'created' | 'reset'> => {
  const { commands, clock, config, db, passwords } = platform
  const now = clock.now()
  const hash = addressHash(config.ADDRESS_KEY, email)
  requireGoodPassword(config, password, [email])
  const passwordHash = await passwords.hash(password)
  const credentials = createCredentials(db)
  const wished = randomUUID()
  const { state } = await commands.execute({
    decider: addressDecider,
    stream: addressStream(hash),
    workspaceId: null,
    context: bySystem(wished, now),
    command: { type: 'ReserveAddress', addressHash: hash, userId: wished },
  })
  const userId = state.userId ?? wished
  const { events } = await commands.execute({
    decider: userDecider,
    stream: userStream(userId),
    workspaceId: null,
    context: bySystem(randomUUID(), now),
    async command(before): Promise<UserCommand> {
      const command = { type: 'CreateSuperAdmin', userId, email, addressHash: hash, language: 'en' } as const
      userDecider.decide(command, before)
      // Before the fact, as of everybody: an account without a password would let nobody in.
      await credentials.set(userId, hash, passwordHash)
      return command
    },
  })
  await removePasskeys(platform, userId)
  await createSessions(db, config.TOKEN_SECRET).endAll(userId, now)
  return events.length > 0 ? 'created' : 'reset'
}
