import { Rejected } from '#contract/errors.ts'
import { loginPasskey, passkeyOptions } from '#contract/accounts/sessions.ts'
import type { Routes } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { PASSKEY_LOGINS_BY_CALLER } from '#modules/accounts/accounts.rates.ts'
import type { PasskeyLogins } from './passkey-logins.ts'
import type { SessionTokens } from '#modules/accounts/sessions/session-tokens.ts'

type Parts = { readonly sessionTokens: SessionTokens; readonly passkeyLogins: PasskeyLogins }

export const passkeyRoutes = (
  routes: Routes,
  { throttle }: Pick<Platform, 'throttle'>,
  { sessionTokens, passkeyLogins }: Parts,
): void => {
  routes.query(passkeyOptions, ({ now }) => passkeyLogins.options(now))

  routes.command(loginPasskey, async (call) => {
    const { body, now, raw } = call
    const guess = [PASSKEY_LOGINS_BY_CALLER, raw.request.ip] as const
    const user = await throttle.guess([guess], now, () => passkeyLogins.verify(call, body.response))
    if (!user) throw new Rejected('login.failed')
    return { position: user.position, reply: () => sessionTokens.open(call, user, body.client) }
  })
}
