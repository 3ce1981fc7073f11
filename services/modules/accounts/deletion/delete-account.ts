import type { CommandContext } from '#platform/commands/execute-command.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import type { Platform } from '#platform/platform.ts'
import { endAccess } from './access.store.ts'
import { isDeleted, isUnderWay } from './deletion.decider.ts'
import { userDecider, type UserCommand, type UserState } from '#modules/accounts/user.decider.ts'
import { userStream } from '#modules/accounts/user.events.ts'

/** Who commands in which role, where there is one; `step` tells the commands of one deletion apart. */
type ContextOf = (step: string, role: 'admin' | 'regular user' | null) => CommandContext
type Leaver = { readonly userId: string; readonly addressHash: string; readonly deletionId: string }
type Step = { readonly after: Position; readonly contextOf: ContextOf }
/** `refusing`: a workspace that cannot do without the person */
type Done = { readonly refusing: string | null; readonly position: Position }

/** What workspaces do when somebody's account is to be deleted. */
export type Departures = {
  refusing(leaver: Leaver): Promise<readonly string[]>
  prepare(leaver: Leaver, step: Step): Promise<Done>
  stay(leaver: Leaver, step: Step): Promise<Done>
  leave(leaver: Leaver, step: Step): Promise<Done>
}

type Asked = { readonly userId: string; readonly deletionId: string }

export type Deletions = {
  /**
   * Begins, unless a workspace refuses as it stands: then nothing has changed. Where a deletion is under way, or done,
   * that one is taken up. Answers what to go on with, or the ids of the workspaces that refuse.
   */
  begin(asked: Asked, contextOf: ContextOf): Promise<Asked | { readonly refusing: readonly string[] }>
  /** The ids of the workspaces that refuse by now, or else of the one that did. */
  refusing(asked: Asked): Promise<readonly string[]>
  /**
   * Goes on from wherever it stands, until the account is gone from everywhere or it is refused and nothing has changed.
   * May be repeated, and by several at once. Answers where the account is out, null where it is not deleted.
   */
  goOn(asked: Asked, contextOf: ContextOf): Promise<Position | null>
  /** Of an account that is deleted: nothing opens it, and it is out of all workspaces, at the position that is answered. */
  leave(asked: Asked, step: Step): Promise<Position>
  /** Of a deletion that is refused: the workspaces count on the person again. */
  stay(asked: Asked, step: Step): Promise<void>
}

type Account = Exclude<UserState, { kind: 'none' }>

/**
 * Deletes accounts. No append spans two streams, so every workspace first says that it can do without the person, and
 * only when all have said so is the account deleted; what comes first on the user's stream, a refusal or that, stands.
 */
export const createDeletions = (
  { commands, db, log }: Pick<Platform, 'commands' | 'db' | 'log'>,
  departures: Departures,
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
  const leaverOf = async (asked: Asked): Promise<Leaver> => {
    const { addressHash } = (await accountOf(asked.userId)).state
    return { ...asked, addressHash }
  }

  const deletions: Deletions = {
    async begin(asked, contextOf) {
      const { userId, deletionId } = asked
      const { state } = await accountOf(userId)
      const mayBegin = !isDeleted(state) && state.deletion?.refusedBy !== null
      const refusing = mayBegin ? await departures.refusing(await leaverOf(asked)) : []
      if (refusing.length > 0) return { refusing }
      const command = { type: 'RequestDeletion', ...asked } as const
      const after = await execute(contextOf(command.type, null), command)
      return { userId, deletionId: after.state.deletion?.id ?? deletionId }
    },

    async refusing(asked) {
      const { refusedBy } = (await accountOf(asked.userId)).state.deletion ?? {}
      const refusing = await departures.refusing(await leaverOf(asked))
      return refusing.length === 0 && refusedBy ? [refusedBy] : refusing
    },

    async goOn(asked, contextOf) {
      const leaver = await leaverOf(asked)
      let { state, position } = await accountOf(asked.userId)
      if (isUnderWay(state, asked.deletionId)) {
        const { refusing: workspaceId } = await departures.prepare(leaver, { after: position, contextOf })
        const command =
          workspaceId === null
            ? ({ type: 'DeleteAccount', ...asked } as const)
            : ({ type: 'RefuseDeletion', ...asked, workspaceId } as const)
        ;({ state, position } = await execute(contextOf(command.type, null), command))
      }
      if (isDeleted(state)) return deletions.leave(asked, { after: position, contextOf })
      await departures.stay(leaver, { after: position, contextOf })
      return null
    },

    async leave(asked, step) {
      await endAccess(db, asked.userId)
      const { refusing, position } = await departures.leave(await leaverOf(asked), step)
      // Only who joined in the very moment, and then all other admins went.
      if (refusing !== null) log.error({ workspaceId: refusing }, 'a deleted account is the last admin')
      return position
    },

    async stay(asked, step) {
      await departures.stay(await leaverOf(asked), step)
    },
  }
  return deletions
}
