import { Rejected } from '#contract/errors.ts'
import {
  endOtherSessions,
  endSession,
  listSessions,
  login,
  logout,
  refresh,
  superLogin,
} from '#contract/accounts/sessions.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import type { Call, Routes } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { noteSecurity } from '#platform/http/security-log.ts'
import { userById } from '#projections/users/queries.ts'
import { createKnownBrowsers } from '#modules/accounts/sessions/known-browsers.ts'
import type { PasskeyLogins } from './passkey-logins.ts'
import { roleInEvents } from '#modules/accounts/sessions/account-in-events.ts'
import type { PasswordGuesses } from './password-guesses.ts'
import { rejectIfReadModelBehind } from '#modules/accounts/sessions/read-model-behind.ts'
import {
  isBrowser,
  siteOf,
  type SessionTokens,
  type SessionCall,
} from '#modules/accounts/sessions/session-tokens.ts'
import type { Session, Sessions } from '#modules/accounts/sessions/session.store.ts'
import { recordReplays } from '#modules/accounts/sessions/record-replays.ts'

type Parts = {
  readonly sessions: Sessions
  readonly sessionTokens: SessionTokens
  readonly passkeyLogins: PasskeyLogins
  readonly passwordGuesses: PasswordGuesses
}

export const sessionRoutes = (
  routes: Routes,
  platform: Platform,
  { sessions, sessionTokens, passkeyLogins, passwordGuesses }: Parts,
): void => {
  const { config, db, log } = platform
  const knownBrowsers = createKnownBrowsers(config)

  /** Super admins have a separate login. Wrong guesses count for both. */
  const logIn = async (
    door: 'ordinary' | 'super',
    call: Call<typeof login> | Call<typeof superLogin>,
  ): Promise<{ access_token: string }> => {
    const { body } = call
    const hash = addressHash(config.ADDRESS_KEY, body.email)
    const secondFactor = 'assertion' in body ? body.assertion : undefined
    const guess = { addressHash: hash, password: body.password }
    const guessed = await passwordGuesses.guess(call, guess, async (user) => {
      if ((user.role === 'super admin') !== (door === 'super')) return undefined
      return door === 'ordinary' ? user : passkeyLogins.withSecondFactor(call, user, secondFactor)
    })
    if (!guessed) throw new Rejected('login.failed')
    const owner = { ...guessed.user, passwordId: guessed.passwordId, isPasswordProved: true }
    const tokens = await sessionTokens.open(call, owner, 'client' in body ? body.client : undefined)
    knownBrowsers.remember(call, hash)
    return tokens
  }

  routes.query(login, (call) => logIn('ordinary', call))
  routes.query(superLogin, (call) => logIn('super', call))

  routes.query(logout, async (call) => {
    rejectCrossSite(call)
    await sessions.end(call.caller.sessionId, call.now)
    sessionTokens.clear(call)
    return {}
  })

  routes.query(listSessions, async ({ caller, now }) => {
    const active = await sessions.list(caller.userId, now)
    return active.map((session) => ({ ...session, current: session.id === caller.sessionId }))
  })

  routes.command(endSession, async (call) => {
    const { caller, params, query, now } = call
    if (!(await sessions.endOwn(params.id, caller.userId, now))) throw new Rejected('session.not-found')
    if (query.pairedToo) await sessions.endPairedBy(params.id, caller.userId, now)
    if (params.id === caller.sessionId) sessionTokens.clear(call)
    return { position: null, reply: () => ({}) }
  })

  routes.command(endOtherSessions, async ({ caller, now }) => {
    await sessions.endOthers({ id: caller.sessionId, userId: caller.userId }, now)
    return { position: null, reply: () => ({}) }
  })

  /** The count that the client presents: in the cookie for browsers, else in the old token. */
  const presentedCount = (call: Call<typeof refresh>, session: Session): number => {
    const { caller } = call
    const isTokenOf = (count: number) => sessions.tokenId(session.id, count) === caller.tokenId
    if (!session.cookieBound) return [session.counter, session.counter - 1].find(isTokenOf) ?? -1
    // The highest: a program of before renews only one of the two cookies.
    const cookies = sessionTokens.presented(call)
    const count = Math.max(...cookies.flatMap((one) => sessions.countOfCookie(session.id, one) ?? []))
    if (!(isTokenOf(count) || isTokenOf(count - 1))) throw new Rejected('session.ended')
    return count
  }

  const reportReplay = async ({ requestId, raw }: Call<typeof refresh>, { id, userId }: Session) => {
    noteSecurity(platform, 'session.replayed', { requestId, userId, sessionId: id, ip: raw.request.ip })
    await recordReplays(platform).catch((error: unknown) =>
      log.warn({ err: error }, 'a replayed session is recorded later'),
    )
  }

  routes.query(refresh, async (call) => {
    rejectCrossSite(call)
    const { caller, now } = call
    const found = await sessions.find(caller.sessionId, now)
    const session = found?.userId === caller.userId ? found : undefined
    const user = session && (await userById(db, session.userId))
    if (session && !user)
      await rejectIfReadModelBehind(platform, session.userId, ({ kind }) => kind !== 'none')
    const role = user && (await roleInEvents(platform, user))
    if (!session || !role) throw new Rejected('session.ended')
    const rotation = await sessions.rotate(session.id, presentedCount(call, session), now)
    if (rotation.outcome === 'replayed') await reportReplay(call, session)
    if (rotation.outcome !== 'rotated') throw new Rejected('session.ended')
    return sessionTokens.issue(call, rotation.session, role)
  })
}

/** Other sites must not trigger the two GETs that have an effect. */
const rejectCrossSite = (call: SessionCall): void => {
  if (isBrowser(call) && siteOf(call) !== 'same-origin') throw new Rejected('access.denied')
}
