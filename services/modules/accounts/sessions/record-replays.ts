import { bySystem } from '#platform/commands/execute-command.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { userDecider } from '#modules/accounts/user.decider.ts'
import { userStream } from '#modules/accounts/user.events.ts'

/**
 * Appends `SessionReplayed` for sessions that a replayed token ended, which mails their owners. The session ends even
 * while the event store is down; the worker then repeats this. Idempotent.
 */
export const recordReplays = async ({
  db,
  commands,
  clock,
}: Pick<Platform, 'db' | 'commands' | 'clock'>): Promise<void> => {
  const replayed = await db('sessions')
    .whereNotNull('replayed_at')
    .where({ replay_told: false })
    .select('id', 'user_id')
  for (const { id: sessionId, user_id: userId } of replayed) {
    await commands.execute({
      decider: userDecider,
      stream: userStream(userId),
      workspaceId: null,
      context: bySystem(derivedId('session-replayed', sessionId), clock.now()),
      command: { type: 'ReportReplay', userId, sessionId },
    })
    await db('sessions').where({ id: sessionId }).update({ replay_told: true })
  }
}
