import { Rejected } from '#contract/errors.ts'
import { unsubscribe } from '#contract/accounts/unsubscribe.ts'
import type { Routes } from '#platform/http/http.ts'
import { TOKENS_BY_CALLER } from '#platform/mail/mail-tokens.ts'
import { unsubscriberOf } from '#platform/mail/unsubscribe-token.ts'
import type { Platform } from '#platform/platform.ts'
import { userDecider } from './user.decider.ts'
import { userStream } from './user.events.ts'

export const unsubscribeRoutes = (
  routes: Routes,
  { commands, config, throttle }: Pick<Platform, 'commands' | 'config' | 'throttle'>,
): void => {
  routes.command(unsubscribe, async (call) => {
    const { now, params, raw } = call
    await throttle.require(TOKENS_BY_CALLER, raw.request.ip, now)
    const userId = unsubscriberOf(config, params.unsubscribeToken)
    if (userId === undefined) throw new Rejected('token.not-found')
    const { position } = await commands.execute({
      decider: userDecider,
      stream: userStream(userId),
      workspaceId: null,
      context: call.contextOf({ kind: 'anonymous', userId: null, role: null }),
      command: { type: 'ChangeUserSettings', userId, requestMails: 'never' },
    })
    return { position, reply: () => ({}) }
  })
}
