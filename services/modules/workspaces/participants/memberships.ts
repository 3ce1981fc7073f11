import { Rejected } from '#contract/errors.ts'
import type { CommandContext } from '#platform/commands/execute-command.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import type { Platform } from '#platform/platform.ts'
import { placesOf } from '#projections/workspaces/queries.ts'
import { workspaceDecider, type WorkspaceCommand } from '#modules/workspaces/workspace.decider.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import {
  isNeededAdmin,
  joined,
  memberOfUser,
  workspaceFold,
  type Joined,
} from '#modules/workspaces/workspace.state.ts'

type Leaver = { readonly userId: string; readonly addressHash: string; readonly deletionId: string }

/** The context of one command. `step` gives each command of a deletion its own command id. */
type ContextOf = (step: string, role: Joined['role'] | null) => CommandContext

type Step = {
  /** The read model must have reached this position. */
  readonly after: Position
  readonly contextOf: ContextOf
}
type Outcome = {
  /** The first workspace that would be left without an active admin. */
  readonly refusedBy: string | null
  /** Of the last event that was appended, else `after`. */
  readonly position: Position
}

/** The workspace would be left with too few admins. */
const NEEDED: ReadonlySet<string> = new Set(['participant.last-admin', 'participant.needed-admin'])

const READ_MODEL_MS = 10_000

/**
 * Runs the steps of an account deletion in every workspace where the person is a participant or invited. All are idempotent.
 * The types of the commands are part of stored command ids.
 */
export const createMemberships = ({
  commands,
  db,
  positions,
}: Pick<Platform, 'commands' | 'db' | 'positions'>) => {
  /** Throws `read-model.behind` if the read model does not reach `after` in time. */
  const everywhere = async (
    leaver: Leaver,
    { after, contextOf }: Step,
    command: WorkspaceCommand,
  ): Promise<Outcome> => {
    if (!(await positions.reached(after, ['workspaces'], READ_MODEL_MS)))
      throw new Rejected('read-model.behind')
    let position = after
    let refusedBy: string | null = null
    for (const workspaceId of await placesOf(db, leaver)) {
      try {
        const done = await commands.execute({
          decider: workspaceDecider,
          stream: workspaceStream(workspaceId),
          workspaceId,
          context: (state) => contextOf(command.type, memberOfUser(state, leaver.userId)?.role ?? null),
          command,
        })
        if (done.position !== null && done.position > position) position = done.position
      } catch (error) {
        if (!(error instanceof Rejected)) throw error
        if (NEEDED.has(error.code)) refusedBy ??= workspaceId
        // Another participant may have closed the workspace meanwhile.
        else if (error.code !== 'workspace.not-found') throw error
        // Concurrent deletions visit workspaces in the same order. The one that is refused stops here, so the other can finish.
        if (refusedBy !== null && command.type === 'PrepareToLeave') break
      }
    }
    return { refusedBy, position }
  }

  return {
    /** Workspaces which an admin would leave whom they need. Appends nothing. */
    async refusedBy(leaver: Leaver): Promise<readonly string[]> {
      const workspaceIds: string[] = []
      for (const workspaceId of await placesOf(db, leaver)) {
        const { state } = await commands.load(workspaceFold, workspaceStream(workspaceId))
        const member = memberOfUser(state, leaver.userId)
        if (member && joined(state).length > 1 && isNeededAdmin(state, member)) workspaceIds.push(workspaceId)
      }
      return workspaceIds
    },
    /** From then on the person does not count as an admin, and invitations to them are removed. Stops at the first workspace that refuses. */
    announceLeaving: (leaver: Leaver, step: Step) =>
      everywhere(leaver, step, { type: 'PrepareToLeave', ...leaver }),
    /** Reverts `announceLeaving`, except for the invitations. */
    cancelLeaving: (leaver: Leaver, step: Step) => everywhere(leaver, step, { type: 'Stay', ...leaver }),
    leave: (leaver: Leaver, step: Step) => everywhere(leaver, step, { type: 'LeaveWorkspace', ...leaver }),
  }
}
