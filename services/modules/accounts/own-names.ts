import type { Actor } from '#platform/facts/facts.ts'
import type { CommandContext, Commands } from '#platform/commands/execute-command.ts'
import { runOnce } from '#platform/primitives/run-once.ts'
import type { Platform } from '#platform/platform.ts'
import { factsUntil } from '#projections/engine/queries/after-command.ts'
import { NAMES_BY_ACCOUNT } from './accounts.rates.ts'
import { userDecider, type ChangeUserSettings } from './user.decider.ts'
import { userStream, type UserEvent } from './user.events.ts'

/** What a person says about their name, and the revision of the fact that says so. */
export type ToldName = { readonly name: string | null; readonly revision: number }

type ByOwner = {
  readonly caller: { readonly userId: string; readonly role: Actor['role'] }
  readonly contextOf: (actor: Actor) => CommandContext
  readonly now: Date
}
type Wanted = Pick<ChangeUserSettings, 'language' | 'name' | 'requestMails' | 'timeZone' | 'proposedZone'>

/** The names that people give themselves. */
export const createOwnNames = (
  platform: Pick<Platform, 'commands' | 'codec' | 'eventStore' | 'db' | 'throttle'>,
) => {
  const { commands, throttle } = platform

  /** The state holds no name, so it is read from the facts up to the loaded position. Null for somebody who was never named. */
  const told = async (
    userId: string,
    { load }: Pick<Commands, 'load'> = commands,
  ): Promise<ToldName | null> => {
    const stream = userStream(userId)
    const { state, position } = await load(userDecider, stream)
    if (state.kind === 'none' || state.isNamed === null || position === null) return null
    const last = (await factsUntil(platform, stream, position, ['UserNamed'])).at(-1)
    if (!last) return null
    const { name = null } = last.data as Extract<UserEvent, { type: 'UserNamed' }>['data']
    return { name, revision: last.revision }
  }

  return {
    told,
    /** A name that is so already makes no fact. A later fact makes the append conflict, and the command is built again. */
    async change({ caller, contextOf, now }: ByOwner, { name, ...settings }: Wanted) {
      const { userId, role } = caller
      const count = runOnce(() => throttle.require(NAMES_BY_ACCOUNT, userId, now))
      return commands.execute({
        decider: userDecider,
        stream: userStream(userId),
        workspaceId: null,
        context: contextOf({ kind: 'user', userId, role }),
        async command(): Promise<ChangeUserSettings> {
          const isNew = name !== undefined && ((await told(userId))?.name ?? null) !== name
          return {
            type: 'ChangeUserSettings',
            userId,
            ...settings,
            ...(isNew && { name }),
          }
        },
        async beforeAppend(events) {
          if (events.some(({ type }) => type === 'UserNamed')) await count()
        },
      })
    },
  }
}
export type OwnNames = ReturnType<typeof createOwnNames>
