import { Rejected } from '#contract/errors.ts'
import { bySystem } from '#platform/commands/execute-command.ts'
import type { Witness } from '#platform/config/witness-settings.ts'
import type { Platform } from '#platform/platform.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import { workspaceDecider } from '#modules/workspaces/workspace.decider.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'

/** Records that a witness has seen another history, once for each witness however often it says so. The admins get a mail. */
export const noticeContradiction = async (
  { clock, commands, log }: Pick<Platform, 'clock' | 'commands' | 'log'>,
  workspaceId: string,
  { key, verifierKey }: Witness,
): Promise<void> => {
  try {
    await commands.execute({
      decider: workspaceDecider,
      stream: workspaceStream(workspaceId),
      workspaceId,
      context: bySystem(derivedId('contradicted', workspaceId, verifierKey), clock.now()),
      command: { type: 'NoticeContradiction', witness: key.name },
    })
  } catch (error) {
    // Closed meanwhile, or an older program still runs: the witness is asked again.
    if (!(error instanceof Rejected)) throw error
    log.warn({ workspaceId, code: error.code }, 'that a witness has seen another history is not recorded yet')
  }
}
