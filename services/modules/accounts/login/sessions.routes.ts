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
import type { Guess } from '#platform/limits/throttle.ts'
import { userById } from '#projections/users/queries.ts'
import { LOGINS_BY_ADDRESS, LOGINS_BY_CALLER } from '#modules/accounts/accounts.rates.ts'
import type { Credential, Credentials } from '#modules/accounts/passwords/credential.store.ts'
import { createKnownBrowsers } from '#modules/accounts/sessions/known-browsers.ts'
import type { PasskeyLogins } from './passkey-logins.ts'
import { roleInEvents } from '#modules/accounts/sessions/account-in-events.ts'
import { rejectIfReadModelBehind } from '#modules/accounts/sessions/read-model-behind.ts'
import {
  REFRESH_COOKIE,
  isBrowser,
  siteOf,
  type SessionTokens,
  type SessionCall,
} from '#modules/accounts/sessions/session-tokens.ts'
import type { Session, Sessions } from '#modules/accounts/sessions/session.store.ts'
import { recordReplays } from '#modules/accounts/sessions/record-replays.ts'

type Parts = {
  readonly credentials: Credentials
  readonly sessions: Sessions
  readonly sessionTokens: SessionTokens
  readonly passkeyLogins: PasskeyLogins
}

type Guessed = Awaited<ReturnType<Credentials['guess']>>

export const sessionRoutes = (
  routes: Routes,
  platform: Platform,
  { credentials, sessions, sessionTokens, passkeyLogins }: Parts,
): void => {
  const { config, db, log, passwords, throttle } = platform
  const knownBrowsers = createKnownBrowsers(config)

  /** The user whose password this is. Takes the same time without an account, or with a password that is off. */
  const userWithPassword = async (account: Guessed, password: string) => {
    const isRight = await passwords.verify(account?.passwordHash, password)
    if (!account || !isRight || account.isOff) return undefined
    const user = await userById(db, account.userId)
    if (!user?.verified)
      await rejectIfReadModelBehind(platform, account.userId, ({ kind }) => kind === 'verified')
    const role = user?.verified ? await roleInEvents(platform, user) : undefined
    return user && role && { ...user, role }
  }

  /** Rehashes an outdated hash. Under load it waits for the next login. */
  const rehash = async ({ userId, passwordHash }: Credential, password: string): Promise<void> => {
    if (!passwords.isOutdated(passwordHash)) return
    const newHash = await passwords.hash(password).catch((error: unknown) => {
      if (error instanceof Rejected) return undefined
      throw error
    })
    if (newHash !== undefined) await credentials.renew(userId, passwordHash, newHash)
  }

  /** Super admins have a separate login. Wrong guesses count for both. */
  const logIn = async (
    door: 'ordinary' | 'super',
    call: Call<typeof login> | Call<typeof superLogin>,
  ): Promise<{ access_token: string }> => {
    const { body, now, raw } = call
    const hash = addressHash(config.ADDRESS_KEY, body.email)
    const browser = knownBrowsers.idOf(call, hash)
    const byCaller: readonly Guess[] = browser === undefined ? [[LOGINS_BY_CALLER, raw.request.ip]] : []
    const atAccount: Guess = [LOGINS_BY_ADDRESS, browser === undefined ? hash : `${hash} ${browser}`]
    const secondFactor = 'assertion' in body ? body.assertion : undefined
    const authenticate = async (account: Guessed) => {
      const user = await userWithPassword(account, body.password)
      if (!user || (user.role === 'super admin') !== (door === 'super')) return undefined
      return door === 'ordinary' ? user : passkeyLogins.withSecondFactor(call, user, secondFactor)
    }
    const authenticated = await throttle.guess([...byCaller, atAccount], now, async () => {
      const account = await credentials.guess(hash)
      if (account?.isOff)
        noteSecurity(platform, 'password.off', {
          requestId: call.requestId,
          userId: account.userId,
          address: hash,
          ip: raw.request.ip,
        })
      const user = await authenticate(account).catch(async (error: unknown) => {
        if (account) await credentials.forgive(account.userId)
        throw error
      })
      return user && { user, account }
    })
    if (!authenticated) throw new Rejected('login.failed')
    const { user, account } = authenticated
    await throttle.forget(atAccount)
    await credentials.forget(user.id)
    if (account) await rehash(account, body.password)
    const owner = { ...user, passwordId: account?.passwordId }
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
    const { caller, params, now } = call
    if (!(await sessions.endOwn(params.id, caller.userId, now))) throw new Rejected('session.not-found')
    if (params.id === caller.sessionId) sessionTokens.clear(call)
    return { position: null, reply: () => ({}) }
  })

  routes.command(endOtherSessions, async ({ caller, now }) => {
    await sessions.endOthers({ id: caller.sessionId, userId: caller.userId }, now)
    return { position: null, reply: () => ({}) }
  })

  /** The count that the client presents: in the cookie for browsers, else in the old token. */
  const presentedCount = ({ caller, raw }: Call<typeof refresh>, session: Session): number => {
    const isTokenOf = (count: number) => sessions.tokenId(session.id, count) === caller.tokenId
    if (!session.cookieBound) return [session.counter, session.counter - 1].find(isTokenOf) ?? -1
    const count = sessions.countOfCookie(session.id, raw.request.cookies[REFRESH_COOKIE] ?? '')
    if (count === undefined || !(isTokenOf(count) || isTokenOf(count - 1)))
      throw new Rejected('session.ended')
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
