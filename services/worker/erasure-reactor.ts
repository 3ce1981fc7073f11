import { isDeleted } from '#modules/accounts/deletion/deletion.decider.ts'
import { erasePerson } from '#modules/accounts/deletion/erase-person.ts'
import { userDecider } from '#modules/accounts/user.decider.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import { ACCOUNT_ERASED } from '#modules/accounts/accounts.mail-kinds.ts'
import { allEvents } from '#modules/all.events.ts'
import { eraseWorkspace } from '#modules/workspaces/erase-workspace.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { workspaceFold } from '#modules/workspaces/workspace.state.ts'
import { commandReactor, type CommandReactor } from '#platform/effects/reactors.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * Destroys the keys of a deleted account once its last mail is sent or given up, which needs the address. Also
 * destroys the keys of a workspace that the person was the last to leave. An own reactor, because an erasure takes
 * seconds.
 */
export const erasureReactor = (platform: Platform): CommandReactor => {
  const { commands } = platform
  return commandReactor(allEvents, 'erasures', {
    async MailOutcomesRecorded({ data }) {
      for (const { purpose, recipient } of data.outcomes)
        if (purpose === ACCOUNT_ERASED) await erasePerson(platform, recipient)
    },
    async ParticipantLeft({ data: { userId, workspaceId } }) {
      const person = await commands.load(userDecider, userStream(userId))
      const workspace = await commands.load(workspaceFold, workspaceStream(workspaceId))
      if (isDeleted(person.state) && workspace.state.kind === 'closed')
        await eraseWorkspace(platform, workspaceId)
    },
  })
}
