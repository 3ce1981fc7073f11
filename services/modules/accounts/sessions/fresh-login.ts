import { Rejected } from '#contract/errors.ts'
import type { Caller } from '#platform/http/http.ts'
import type { Sessions } from './session.store.ts'

const FRESH_LOGIN_MS = 5 * 60_000

/** Throws `login.too-old`, so that a stolen session cannot enrol a key or sign in a phone. Refreshing does not count as a login. */
export const requireFreshLogin = async (
  sessions: Pick<Sessions, 'find'>,
  { caller, now }: { readonly caller: Caller; readonly now: Date },
): Promise<void> => {
  const session = await sessions.find(caller.sessionId, now)
  if (session?.userId !== caller.userId || now.getTime() - session.loginAt.getTime() > FRESH_LOGIN_MS)
    throw new Rejected('login.too-old')
}
