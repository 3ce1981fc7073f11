import { bySystem } from '#platform/commands/execute-command.ts'
import type { Due } from '#platform/effects/due.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { dueEscalationsOf, type DueEscalation } from '#projections/requests/pending-queries.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { workspaceFold } from '#modules/workspaces/workspace.state.ts'
import { requestDecider } from '#modules/requests/request.decider.ts'
import { requestStream } from '#modules/requests/request.events.ts'

/** Records that further people are asked, which tells them. They may decide from the time of the rule on, also while no worker runs. */
export const dueEscalations = ({ commands, db }: Pick<Platform, 'commands' | 'db'>): Due<DueEscalation> => ({
  name: 'escalations',
  next: (now, page) => dueEscalationsOf(db, now, page),
  async act({ id, workspaceId }, now) {
    const { revision: workspaceRevision } = await commands.load(workspaceFold, workspaceStream(workspaceId))
    await commands.execute({
      decider: requestDecider,
      stream: requestStream(id),
      workspaceId,
      context: bySystem(derivedId('escalate', id), now),
      command: { type: 'Escalate', at: now, workspaceRevision },
    })
  },
})
