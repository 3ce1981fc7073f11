import { timingSafeEqual } from 'node:crypto'
import type { Config } from '#platform/config/config.ts'
import { hmac } from '#platform/primitives/ids.ts'
import { apiCookie, type SessionCall } from '#modules/accounts/sessions/session-tokens.ts'

const COOKIE = 'reveal'
const WEEK_SECONDS = 7 * 86_400

/** What stands between a visitor and the way to sign up, where an access code is configured. It guards no data. */
export type AccessGate = {
  /** Whether the browser has given the code, or none is asked for. */
  isOpen(request: SessionCall['raw']['request']): boolean
  /** Opens the gate for a week with the very code, and shuts it with any other; answers whether it is open. */
  tryCode(call: SessionCall, code: string): boolean
}

export const createAccessGate = (config: Config): AccessGate => {
  const { ACCESS_CODE, TOKEN_SECRET } = config
  // Follows from the code, so that a new one shuts the gate for all.
  const passOf = (code: string) => hmac(TOKEN_SECRET, 'access-code', code)
  const pass = ACCESS_CODE === undefined ? undefined : passOf(ACCESS_CODE)
  // The landing page reads it too, when a link leads there from elsewhere.
  const options = { ...apiCookie(config), path: '/', sameSite: 'lax' } as const
  const isPass = (given: string) =>
    pass !== undefined &&
    given.length === pass.length &&
    timingSafeEqual(Buffer.from(given), Buffer.from(pass))
  return {
    isOpen: ({ cookies }) => pass === undefined || isPass(cookies[COOKIE] ?? ''),
    tryCode({ raw: { reply } }, code) {
      if (pass === undefined) return true
      const isRight = isPass(passOf(code))
      if (isRight) reply.setCookie(COOKIE, pass, { ...options, maxAge: WEEK_SECONDS })
      else reply.clearCookie(COOKIE, options)
      return isRight
    },
  }
}
