import type { Config } from '#platform/config/config.ts'
import { hmac, randomToken } from '#platform/primitives/ids.ts'
import { isBrowser, apiCookie, type SessionCall } from './session-tokens.ts'

const COOKIE = 'known_browser'
const YEAR_SECONDS = 365 * 86_400

/**
 * Browsers in which somebody has logged in with an address before. Their guesses are counted by themselves, so that
 * nobody can shut people out of their own browser by guessing at their address from elsewhere.
 */
export type KnownBrowsers = {
  /** The browser's id, if it is known for this address (its HMAC); nobody can make one up. */
  idOf(call: SessionCall, addressHash: string): string | undefined
  /** To be called when somebody has logged in. Of several addresses a browser is known for the last one. */
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
