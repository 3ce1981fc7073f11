import type { Endpoint } from '#contract/endpoint.ts'
import { Rejected } from '#contract/errors.ts'
import type { Caller } from '#platform/http/http.ts'

const FRESH_LOGIN_MS = 5 * 60_000

type Asked = {
  readonly caller: Caller
  readonly params: unknown
  readonly body: unknown
  readonly now: Date
}

/**
 * Throws `session.paired` or `login.too-old` if the endpoint declares it, so that a stolen session opens no door. Refreshing does not
 * count as a login.
 */
export const requireFreshLogin = (
  { needsFreshLogin, refusesPaired }: Pick<Endpoint, 'needsFreshLogin' | 'refusesPaired'>,
  { caller, params, body, now }: Asked,
): void => {
  const { login, sessionId } = caller
  if (refusesPaired && login?.pairedBy !== null) throw new Rejected('session.paired')
  const isNeeded =
    typeof needsFreshLogin === 'function' ? needsFreshLogin({ params, body, sessionId }) : needsFreshLogin
  if (isNeeded && (!login || now.getTime() - login.at.getTime() > FRESH_LOGIN_MS))
    throw new Rejected('login.too-old')
}
