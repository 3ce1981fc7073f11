import { Rejected } from '#contract/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { userDecider, type UserState } from '#modules/accounts/user.decider.ts'
import { userStream } from '#modules/accounts/user.events.ts'

/**
 * Before somebody is refused because of what the read model says of an account, its own facts are asked: throws
 * `read-model.behind` when by them `isFit`, so that nobody is taken for a stranger whom it has not got to yet.
 */
export const rejectIfReadModelBehind = async (
  { commands }: Pick<Platform, 'commands'>,
  userId: string,
  isFit: (state: UserState) => boolean,
): Promise<void> => {
  const { state } = await commands.load(userDecider, userStream(userId))
  if (isFit(state)) throw new Rejected('read-model.behind')
}
