import type { CommandContext } from '#platform/commands/execute-command.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import type { Platform } from '#platform/platform.ts'
import { endAccess } from './access.store.ts'
import { isDeleted, isUnderWay } from './deletion.decider.ts'
import { userDecider, type UserCommand } from '#modules/accounts/user.decider.ts'
import type { UserState } from '#modules/accounts/user.state.ts'
import { userStream } from '#modules/accounts/user.events.ts'

/** The context of one command. `step` gives each command of a deletion its own command id; null: the caller has no role. */
type ContextOf = (step: string, role: 'admin' | 'regular user' | null) => CommandContext
type Leaver = { readonly userId: string; readonly addressHash: string; readonly deletionId: string }
type Step = { readonly after: Position; readonly contextOf: ContextOf }
/** `refusedBy`: a workspace that would lose its last admin. */
type Outcome = { readonly refusedBy: string | null; readonly position: Position }

/** The memberships of one person, in all workspaces. */
export type Memberships = {
  refusedBy(leaver: Leaver): Promise<readonly string[]>
  announceLeaving(leaver: Leaver, step: Step): Promise<Outcome>
  cancelLeaving(leaver: Leaver, step: Step): Promise<Outcome>
  leave(leaver: Leaver, step: Step): Promise<Outcome>
}

type DeletionId = { readonly userId: string; readonly deletionId: string }

export type Deletions = {
  /**
   * Requests a deletion and returns its ids. If another deletion is under way or done, returns that one. Returns the
   * workspaces that would lose their last admin instead, and then nothing has changed.
   */
  begin(
    deletion: DeletionId,
    contextOf: ContextOf,
  ): Promise<DeletionId | { readonly refusedBy: readonly string[] }>
  /** The workspaces that would lose their last admin now, else the one that refused the deletion. */
  refusedBy(deletion: DeletionId): Promise<readonly string[]>
  /**
   * Runs the remaining steps, up to a deleted account or a refused deletion. Idempotent, and safe to run concurrently.
   * Returns the position of the last event, or null when a workspace refused.
   */
  resume(deletion: DeletionId, contextOf: ContextOf): Promise<Position | null>
  /** Ends all access to a deleted account and all its memberships. Returns the position of the last event. */
  complete(deletion: DeletionId, step: Step): Promise<Position>
  /** Takes the announced leaving of a refused deletion back. */
  cancel(deletion: DeletionId, step: Step): Promise<void>
}

type Account = Exclude<UserState, { kind: 'none' }>

/**
 * Deletes accounts. No append spans two streams, so first each workspace records that the person is leaving. Once all
 * have, `AccountDeleted` is appended. The first of `AccountDeleted` and `DeletionRefused` on the user stream is final.
 */
export const createDeletions = (
  { commands, db, log }: Pick<Platform, 'commands' | 'db' | 'log'>,
  memberships: Memberships,
): Deletions => {
  const accountOf = async (userId: string): Promise<{ state: Account; position: Position }> => {
    const { state, position } = await commands.load(userDecider, userStream(userId))
    if (state.kind === 'none' || position === null) throw new Error('there is no such account')
    return { state, position }
  }
  const execute = async (context: CommandContext, command: UserCommand) => {
    await commands.execute({
      decider: userDecider,
      stream: userStream(command.userId),
      workspaceId: null,
      context,
      command,
    })
    return accountOf(command.userId)
  }
  const leaverOf = async (deletion: DeletionId): Promise<Leaver> => {
    const { addressHash } = (await accountOf(deletion.userId)).state
    return { ...deletion, addressHash }
  }

  const deletions: Deletions = {
    async begin(deletion, contextOf) {
      const { userId, deletionId } = deletion
      const { state } = await accountOf(userId)
      const mayBegin = !isDeleted(state) && state.deletion?.refusedBy !== null
      const refusedBy = mayBegin ? await memberships.refusedBy(await leaverOf(deletion)) : []
      if (refusedBy.length > 0) return { refusedBy }
      const command = { type: 'RequestDeletion', ...deletion } as const
      const after = await execute(contextOf(command.type, null), command)
      return { userId, deletionId: after.state.deletion?.id ?? deletionId }
    },

    async refusedBy(deletion) {
      const { refusedBy: recorded } = (await accountOf(deletion.userId)).state.deletion ?? {}
      const current = await memberships.refusedBy(await leaverOf(deletion))
      return current.length === 0 && recorded ? [recorded] : current
    },

    async resume(deletion, contextOf) {
      const leaver = await leaverOf(deletion)
      let { state, position } = await accountOf(deletion.userId)
      if (isUnderWay(state, deletion.deletionId)) {
        const step = { after: position, contextOf }
        const { refusedBy: workspaceId } = await memberships.announceLeaving(leaver, step)
        const command =
          workspaceId === null
            ? ({ type: 'DeleteAccount', ...deletion } as const)
            : ({ type: 'RefuseDeletion', ...deletion, workspaceId } as const)
        ;({ state, position } = await execute(contextOf(command.type, null), command))
      }
      if (isDeleted(state)) return deletions.complete(deletion, { after: position, contextOf })
      await memberships.cancelLeaving(leaver, { after: position, contextOf })
      return null
    },

    async complete(deletion, step) {
      await endAccess(db, deletion.userId)
      const { refusedBy, position } = await memberships.leave(await leaverOf(deletion), step)
      // Only if the person joined at the moment of the deletion, and all other admins left after that.
      if (refusedBy !== null) log.error({ workspaceId: refusedBy }, 'a deleted account is the last admin')
      return position
    },

    async cancel(deletion, step) {
      await memberships.cancelLeaving(await leaverOf(deletion), step)
    },
  }
  return deletions
}
