import { bySystem, type CommandContext } from '#platform/commands/execute-command.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import type { Platform } from '#platform/platform.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import { userDecider } from '#modules/accounts/user.decider.ts'
import { userStream } from '#modules/accounts/user.events.ts'

type SpentToken = { readonly userId: string; readonly purpose: string; readonly generation: number }
type Parts = Pick<Platform, 'db' | 'commands' | 'clock'>

const commandIdOf = ({ userId, purpose, generation }: SpentToken) =>
  derivedId('password-changed', userId, purpose, generation)

/** Appends `PasswordChanged`, which confirms the address and mails the owner. Idempotent for each token. */
export const recordPasswordChange = async (
  { db, commands }: Pick<Parts, 'db' | 'commands'>,
  spent: SpentToken,
  context: CommandContext,
): Promise<Position | null> => {
  const { userId, purpose, generation } = spent
  const commandId = commandIdOf(spent)
  const { position } = await commands.execute({
    decider: userDecider,
    stream: userStream(userId),
    workspaceId: null,
    context: { ...context, commandId, content: commandId },
    command: { type: 'ReportPasswordChange', userId },
  })
  await db('mail_tokens').where({ purpose, subject_id: userId, generation }).update({ spent_told: true })
  return position
}

/** Records the changes that a crash left unrecorded, of one account or of all. Runs periodically. */
export const recordPasswordChanges = async (platform: Parts, ofUser?: string): Promise<void> => {
  const { db, clock } = platform
  const rows = await db('mail_tokens')
    .where({ spent_told: false, ...(ofUser !== undefined && { subject_id: ofUser }) })
    .select('purpose', 'subject_id', 'generation')
  for (const { subject_id: userId, purpose, generation } of rows) {
    const spent = { userId, purpose, generation }
    await recordPasswordChange(platform, spent, bySystem(commandIdOf(spent), clock.now()))
  }
}
