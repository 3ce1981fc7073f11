import type { Config } from '#platform/config/config.ts'
import { hmac } from '#platform/primitives/ids.ts'
import { isBrowser, apiCookie, type SessionCall } from '#modules/accounts/sessions/session-tokens.ts'
import type { AnonymousCall } from '#modules/accounts/accounts-by-address.ts'

const COOKIE = 'sign_up'
const DAY_SECONDS = 86_400

/**
 * Remembers which browser signed up. Anybody can sign up with a colleague's address and choose a password, so that
 * password counts only if the confirmation link opens in the same browser.
 */
export type SignUpBrowsers = {
  /** Sets the same cookie for every address. */
  remember(call: SessionCall & AnonymousCall, addressHash: string): void
  isOf(call: SessionCall, signUpId: string | null, addressHash: string): boolean
}

export const createSignUpBrowsers = (config: Config): SignUpBrowsers => {
  const cookie = (signUpId: string, addressHash: string) =>
    hmac(config.TOKEN_SECRET, 'sign-up-browser', signUpId, addressHash)
  return {
    remember(call, addressHash) {
      if (!isBrowser(call)) return
      const value = cookie(call.commandId, addressHash)
      call.raw.reply.setCookie(COOKIE, value, { ...apiCookie(config), maxAge: DAY_SECONDS })
    },
    isOf: ({ raw }, signUpId, addressHash) =>
      signUpId !== null && raw.request.cookies[COOKIE] === cookie(signUpId, addressHash),
  }
}
