import type { User, UserRole } from '#contract/accounts/users.ts'
import type { Platform } from '#platform/platform.ts'
import { isAway } from '#platform/stores/stores.ts'
import { userDecider } from '#modules/accounts/user.decider.ts'
import { userStream } from '#modules/accounts/user.events.ts'

/**
 * Returns the role of an account as its events have it, or undefined if it is not verified there: a row of a read model alone makes
 * nobody an admin. While the event store is away, people still log in with the role in the read model; a super admin does not.
 */
export const roleInEvents = async (
  { commands }: Pick<Platform, 'commands'>,
  { id, role, verified }: Pick<User, 'id' | 'role' | 'verified'>,
): Promise<UserRole | undefined> => {
  try {
    const { state } = await commands.load(userDecider, userStream(id))
    return state.kind === 'verified' ? state.role : undefined
  } catch (error) {
    if (!isAway(error) || role === 'super admin') throw error
    return verified ? role : undefined
  }
}
