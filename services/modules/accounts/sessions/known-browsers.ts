import type { Config } from '#platform/config/config.ts'
import { hmac, randomToken } from '#platform/primitives/ids.ts'
import { isBrowser, apiCookie, type SessionCall } from './session-tokens.ts'

const COOKIE = 'known_browser'
const YEAR_SECONDS = 365 * 86_400

/**
 * Browsers that have logged in with an address before. Their wrong guesses are counted separately, so guesses from
 * elsewhere cannot lock people out of their own browser.
 */
export type KnownBrowsers = {
  /** The id of a browser that is known for this address. The cookie cannot be forged. */
  idOf(call: SessionCall, addressHash: string): string | undefined
  /** Call this after a login. A browser is known only for the last address. */
  remember(call: SessionCall, addressHash: string): void
}

export const createKnownBrowsers = (config: Config): KnownBrowsers => {
  const cookie = (id: string, addressHash: string) =>
    `${id}.${hmac(config.TOKEN_SECRET, 'known-browser', id, addressHash)}`
  const idOf: KnownBrowsers['idOf'] = ({ raw }, addressHash) => {
    const presented = raw.request.cookies[COOKIE]
    const id = presented?.split('.')[0] ?? ''
    return presented === cookie(id, addressHash) ? id : undefined
  }
  return {
    idOf,
    remember(call, addressHash) {
      if (!isBrowser(call)) return
      const value = cookie(idOf(call, addressHash) ?? randomToken(), addressHash)
      call.raw.reply.setCookie(COOKIE, value, { ...apiCookie(config), maxAge: YEAR_SECONDS })
    },
  }
}
