import { randomUUID } from 'node:crypto'
import type { UserRole } from '#contract/users.ts'
import type { Config } from '#platform/config/config.ts'
import type { Call } from '#platform/http/http.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Session, Sessions } from './session.store.ts'

export const REFRESH_COOKIE = 'refresh_token'
export type SessionCall = Pick<Call<Endpoint>, 'raw' | 'now'>

/** Signs an access token of ten minutes. */
export type SignToken = (claims: {
  readonly sub: string
  readonly sid: string
  readonly jti: string
  readonly role: UserRole
}) => string

/** What a client gets of a session: the same, whichever way somebody logged in. */
export type SessionAnswers = {
  /** Opens a session for somebody who has just proved who they are. */
  enter(
    call: SessionCall,
    user: { readonly id: string; readonly role: UserRole },
  ): Promise<{ access_token: string }>
  /** The access token at the session's count, and a browser's cookie. */
  answer(call: SessionCall, session: Session, role: UserRole): { access_token: string }
  leave(call: SessionCall): void
}

/** Options of the cookies that only the API reads; scripts never see them, other sites never send them. */
export const ownCookie = ({ PUBLIC_BASE_URL }: Config) =>
  ({
    httpOnly: true,
    sameSite: 'strict',
    path: '/auth',
    secure: PUBLIC_BASE_URL.startsWith('https:'),
  }) as const

export const createSessionAnswers = (
  config: Config,
  sessions: Sessions,
  signToken: SignToken,
): SessionAnswers => {
  const cookieOptions = ownCookie(config)
  const answer: SessionAnswers['answer'] = ({ raw }, session, role) => {
    if (session.cookieBound)
      raw.reply.setCookie(REFRESH_COOKIE, sessions.cookie(session.id, session.counter), cookieOptions)
    const jti = sessions.tokenId(session.id, session.counter)
    return { access_token: signToken({ sub: session.userId, sid: session.id, jti, role }) }
  }
  return {
    answer,
    async enter(call, { id, role }) {
      const session = await sessions.open({
        id: randomUUID(),
        userId: id,
        cookieBound: isBrowser(call),
        now: call.now,
      })
      return answer(call, session, role)
    },
    leave({ raw }) {
      raw.reply.clearCookie(REFRESH_COOKIE, cookieOptions)
    },
  }
}

export const siteOf = ({ raw }: SessionCall) => raw.request.headers['sec-fetch-site']

/** Any browser says where a request comes from; other clients do not. */
export const isBrowser = (call: SessionCall): boolean => siteOf(call) !== undefined
