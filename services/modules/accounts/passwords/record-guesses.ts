import { randomUUID } from 'node:crypto'
import { bySystem } from '#platform/commands/execute-command.ts'
import type { Platform } from '#platform/platform.ts'
import { LOGINS_BY_ADDRESS } from '#modules/accounts/accounts.rates.ts'
import { userDecider } from '#modules/accounts/user.decider.ts'
import { userStream } from '#modules/accounts/user.events.ts'

/**
 * Appends `PasswordGuessed` for accounts at which so many passwords in a row were wrong that logins are blocked, once for each series.
 * The login itself does not, because it takes the same time with and without an account. Runs periodically.
 */
export const recordGuesses = async ({
  db,
  commands,
  clock,
}: Pick<Platform, 'db' | 'commands' | 'clock'>): Promise<void> => {
  const guessed = db('credentials').where('wrong_guesses', '>=', LOGINS_BY_ADDRESS.free)
  const untold = await guessed.where({ guesses_told: false }).pluck('user_id')
  for (const userId of untold) {
    // Told first: after a crash no mail is better than a mail at every start.
    const told = await db('credentials')
      .where({ user_id: userId, guesses_told: false })
      .where('wrong_guesses', '>=', LOGINS_BY_ADDRESS.free)
      .update({ guesses_told: true })
    if (told === 0) continue
    try {
      await commands.execute({
        decider: userDecider,
        stream: userStream(userId),
        workspaceId: null,
        context: bySystem(randomUUID(), clock.now()),
        command: { type: 'ReportGuesses', userId },
      })
    } catch (error) {
      await db('credentials').where({ user_id: userId }).update({ guesses_told: false })
      throw error
    }
  }
}
