import { Rejected } from '#contract/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { userDecider } from '#modules/accounts/user.decider.ts'
import type { UserState } from '#modules/accounts/user.state.ts'
import { userStream } from '#modules/accounts/user.events.ts'

/**
 * Call this before rejecting a user because of the read model. Throws `read-model.behind` if the account's own stream
 * satisfies `isFit`.
 */
export const rejectIfReadModelBehind = async (
  { commands }: Pick<Platform, 'commands'>,
  userId: string,
  isFit: (state: UserState) => boolean,
): Promise<void> => {
  const { state } = await commands.load(userDecider, userStream(userId))
  if (isFit(state)) throw new Rejected('read-model.behind')
}
