import { randomUUID } from 'node:crypto'
import { login, logout, refresh, type UserRole } from '#contract/accounts.ts'
import { Rejected } from '#contract/errors.ts'
import { addressHash } from '#platform/addresses.ts'
import type { Call, Routes } from '#platform/http.ts'
import type { Platform } from '#platform/platform.ts'
import { userById } from '#projections/users/queries.ts'
import type { Credentials } from './credential.store.ts'
import type { Session, Sessions } from './session.store.ts'

/** Signs an access token of ten minutes. */
export type SignToken = (claims: {
  readonly sub: string
  readonly sid: string
  readonly jti: string
  readonly role: UserRole
}) => string

type Parts = {
  readonly credentials: Credentials
  readonly sessions: Sessions
  readonly signToken: SignToken
}

const REFRESH_COOKIE = 'refresh_token'
type SessionCall = Pick<Call<typeof refresh>, 'raw' | 'now'>

export const sessionRoutes = (
  routes: Routes,
  { config, db, passwords, throttle }: Platform,
  { credentials, sessions, signToken }: Parts,
): void => {
  const cookieOptions = {
    httpOnly: true,
    sameSite: 'strict',
    path: '/auth',
    secure: config.PUBLIC_BASE_URL.startsWith('https:'),
  } as const

  const answerWith = ({ raw }: SessionCall, session: Session, role: UserRole) => {
    if (session.cookieBound)
      raw.reply.setCookie(REFRESH_COOKIE, sessions.cookie(session.id, session.counter), cookieOptions)
    return {
      access_token: signToken({
        sub: session.userId,
        sid: session.id,
        jti: sessions.tokenId(session.id, session.counter),
        role,
      }),
    }
  }

  routes.query(login, async (call) => {
    const { body, now, raw } = call
    const hash = addressHash(config.PEPPER, body.email)
    const guesses = [['login', hash] as const, ['login-ip', raw.request.ip] as const]
    for (const [door, subject] of guesses) await throttle.refuse(door, subject, now)
    const account = await credentials.find(hash)
    const right = await passwords.verify(account?.passwordHash, body.password)
    const user = account && right ? await userById(db, account.userId) : undefined
    if (!user || user.role === 'super admin') {
      for (const [door, subject] of guesses) await throttle.failed(door, subject, now)
      throw new Rejected('login.failed')
    }
    await throttle.succeeded('login', hash)
    const session = await sessions.open({
      id: randomUUID(),
      userId: user.id,
      cookieBound: isBrowser(call),
      now,
    })
    return answerWith(call, session, user.role)
  })

  routes.query(logout, async (call) => {
    refuseCrossSite(call)
    await sessions.end(call.caller.sessionId, call.now)
    call.raw.reply.clearCookie(REFRESH_COOKIE, cookieOptions)
    return {}
  })

  /** The count that the client proves to hold: by its cookie in a browser, else by the old token itself. */
  const presentedCount = ({ caller, raw }: Call<typeof refresh>, session: Session): number => {
    const isTokenOf = (count: number) => sessions.tokenId(session.id, count) === caller.tokenId
    if (!session.cookieBound) return [session.counter, session.counter - 1].find(isTokenOf) ?? -1
    const count = sessions.countOfCookie(session.id, raw.request.cookies[REFRESH_COOKIE] ?? '')
    if (count === undefined || !(isTokenOf(count) || isTokenOf(count - 1)))
      throw new Rejected('session.ended')
    return count
  }

  routes.query(refresh, async (call) => {
    refuseCrossSite(call)
    const { caller, now } = call
    const session = await sessions.find(caller.sessionId, now)
    const user = session && (await userById(db, session.userId))
    if (!session || !user) throw new Rejected('session.ended')
    const rotation = await sessions.rotate(session.id, presentedCount(call, session), now)
    if (rotation.outcome !== 'rotated') throw new Rejected('session.ended')
    return answerWith(call, rotation.session, user.role)
  })
}

const siteOf = ({ raw }: SessionCall) => raw.request.headers['sec-fetch-site']

/** Any browser says where a request comes from; other clients do not. */
const isBrowser = (call: SessionCall): boolean => siteOf(call) !== undefined

/** The two GETs with an effect are not for other sites to trigger. */
const refuseCrossSite = (call: SessionCall): void => {
  if (isBrowser(call) && siteOf(call) !== 'same-origin') throw new Rejected('access.denied')
}
