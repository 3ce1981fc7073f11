import { timingSafeEqual } from 'node:crypto'
import type { Config } from '#platform/config/config.ts'
import { hmac } from '#platform/primitives/ids.ts'
import { apiCookie, type SessionCall } from '#modules/accounts/sessions/session-tokens.ts'

const COOKIE = 'reveal'
const WEEK_SECONDS = 7 * 86_400

/** Hides sign-up behind an access code, if one is configured. It protects no data. */
export type AccessGate = {
  /** True if the browser has the cookie, or no code is configured. */
  isOpen(request: SessionCall['raw']['request']): boolean
  /** Sets the cookie for a week if the code is right, else clears it. Returns whether the gate is open. */
  tryCode(call: SessionCall, code: string): boolean
}

export const createAccessGate = (config: Config): AccessGate => {
  const { ACCESS_CODE, TOKEN_SECRET } = config
  // Derived from the code, so a new code invalidates all cookies.
  const passOf = (code: string) => hmac(TOKEN_SECRET, 'access-code', code)
  const pass = ACCESS_CODE === undefined ? undefined : passOf(ACCESS_CODE)
  // `lax`: the landing page needs the cookie when a link from another site opens it.
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
