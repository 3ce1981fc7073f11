import { Rejected } from '#contract/errors.ts'
import type { CommandContext } from '#platform/commands/execute-command.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import type { Platform } from '#platform/platform.ts'
import { sharedWorkspaces } from '#projections/workspaces/queries.ts'
import { workspaceDecider } from '#modules/workspaces/workspace.decider.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { memberOfUser, type Joined } from '#modules/workspaces/workspace.state.ts'
import type { AccountName } from '#modules/workspaces/name.decider.ts'

const READ_MODEL_MS = 10_000

/**
 * Brings the name of an account into each workspace in which its owner takes part, or into one. Idempotent for each revision of the
 * name. Returns the position of the last event that was appended. Throws `read-model.behind` if the read model does not get there in time.
 */
export const createTellName =
  ({ commands, db, positions }: Pick<Platform, 'commands' | 'db' | 'positions'>) =>
  async (
    { userId, ...named }: AccountName & { readonly userId: string },
    {
      contextOf,
      after,
      only,
    }: {
      /** `role`: of the person in that workspace. */
      readonly contextOf: (role: Joined['role'] | null) => CommandContext
      readonly after?: Position
      readonly only?: string
    },
  ): Promise<Position | null> => {
    if (after !== undefined && !(await positions.reached(after, ['workspaces'], READ_MODEL_MS)))
      throw new Rejected('read-model.behind')
    let last: Position | null = null
    for (const workspaceId of only === undefined ? await sharedWorkspaces(db, userId, userId) : [only]) {
      try {
        const { events, position } = await commands.execute({
          decider: workspaceDecider,
          stream: workspaceStream(workspaceId),
          workspaceId,
          context: (state) => contextOf(memberOfUser(state, userId)?.role ?? null),
          command: { type: 'TakeOverName', userId, ...named },
        })
        if (events.length > 0) last = position
      } catch (error) {
        // It may have been closed meanwhile.
        if (!(error instanceof Rejected) || error.code !== 'workspace.not-found') throw error
      }
    }
    return last
  }
