import { randomUUID } from 'node:crypto'
import { deviceName } from '#contract/accounts/device-name.ts'
import { Rejected } from '#contract/errors.ts'
import type { Client, SessionKind } from '#contract/accounts/sessions.ts'
import type { UserRole } from '#contract/accounts/users.ts'
import type { Config } from '#platform/config/config.ts'
import type { Call } from '#platform/http/http.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { lifeOf, type Pairing, type Session, type Sessions } from './session.store.ts'

const REFRESH_COOKIE = 'refresh_token'
/** Set beside the other one where the site is https: no other host can set or shadow it. */
const HOST_COOKIE = `__Host-${REFRESH_COOKIE}`
export type SessionCall = Pick<Call<Endpoint>, 'raw' | 'now'>

/** Signs an access token with this lifetime in seconds. */
export type SignToken = (
  claims: {
    readonly sub: string
    readonly sid: string
    readonly jti: string
    readonly role: UserRole
    readonly kind: SessionKind
  },
  seconds: number,
) => string

const ACCESS_SECONDS: { readonly [kind in SessionKind]: number } = {
  web: 600,
  mobile: 600,
  'super admin': 300,
}

/** The tokens and cookies that clients get, the same for every way to log in. */
export type SessionTokens = {
  /**
   * Opens a session for an authenticated user. Throws `login.failed` if the password changed after it was checked.
   */
  open(
    call: SessionCall,
    user: {
      readonly id: string
      readonly role: UserRole
      readonly passwordId?: string | undefined
      readonly isPasswordProved?: boolean
      /** The id of the session, if an event names it. */
      readonly sessionId?: string
      readonly pairedBy?: Pairing
    },
    client: Client | undefined,
  ): Promise<{ access_token: string }>
  /** The refresh cookies that a browser presents, under both names. Anybody can have made them up. */
  presented(call: SessionCall): readonly string[]
  /** Returns the access token for the session's counter, and sets the refresh cookie for browsers. */
  issue(call: SessionCall, session: Session, role: UserRole): { access_token: string }
  /** Returns the access token for the session's counter. */
  sign(session: Session, role: UserRole): { access_token: string }
  /** Clears the refresh cookie. */
  clear(call: SessionCall): void
}

/** Options of cookies that only the API reads: hidden from scripts, not sent by other sites. */
export const apiCookie = ({ PUBLIC_BASE_URL }: Config) =>
  ({
    httpOnly: true,
    sameSite: 'strict',
    path: '/auth',
    secure: PUBLIC_BASE_URL.startsWith('https:'),
  }) as const

export const createSessionTokens = (
  config: Config,
  sessions: Sessions,
  signToken: SignToken,
): SessionTokens => {
  const cookieOptions = apiCookie(config)
  // Programs of before know only the first name. They may run beside this one.
  const cookies = [
    { name: REFRESH_COOKIE, options: cookieOptions },
    ...(cookieOptions.secure ? [{ name: HOST_COOKIE, options: { ...cookieOptions, path: '/' } }] : []),
  ]
  const sign: SessionTokens['sign'] = ({ id, userId, kind, counter }, role) => {
    const claims = { sub: userId, sid: id, jti: sessions.tokenId(id, counter), role, kind }
    return { access_token: signToken(claims, ACCESS_SECONDS[kind]) }
  }
  const issue: SessionTokens['issue'] = ({ raw }, session, role) => {
    const { id, kind, counter, cookieBound } = session
    // A phone keeps the cookie when its browser closes.
    const lifetime = kind === 'mobile' && { maxAge: lifeOf(session).idleMs / 1_000 }
    if (cookieBound)
      for (const { name, options } of cookies)
        raw.reply.setCookie(name, sessions.cookie(id, counter), { ...options, ...lifetime })
    return sign(session, role)
  }
  return {
    issue,
    sign,
    presented: ({ raw }) => cookies.flatMap(({ name }) => raw.request.cookies[name] ?? []),
    async open(call, { id, role, passwordId, isPasswordProved, sessionId, pairedBy }, client = 'web') {
      const session = await sessions.open({
        id: sessionId ?? randomUUID(),
        userId: id,
        kind: role === 'super admin' ? role : client,
        cookieBound: isBrowser(call),
        device: deviceName(call.raw.request.headers['user-agent'] ?? '') || null,
        passwordId,
        isPasswordProved,
        pairedBy,
        now: call.now,
      })
      if (!session) throw new Rejected('login.failed')
      return issue(call, session, role)
    },
    clear({ raw }) {
      for (const { name, options } of cookies) raw.reply.clearCookie(name, options)
    },
  }
}

export const siteOf = ({ raw }: SessionCall) => raw.request.headers['sec-fetch-site']

/** Only browsers send `Sec-Fetch-Site`. */
export const isBrowser = (call: SessionCall): boolean => siteOf(call) !== undefined
