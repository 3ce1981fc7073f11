import Type, { type Static } from 'typebox'
import { Email, Empty, Id, IdParams, IsoTime, nullable } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { Assertion, RequestOptions } from './passkeys.ts'

const LoginPassword = Type.String({ minLength: 3, maxLength: 128 })
export const AccessToken = Type.Object({ access_token: Type.String() })

/** What somebody logs in with: the phone page's sessions live longer; left out, `web`. */
export const Client = Type.Union([Type.Literal('web'), Type.Literal('mobile')])
export type Client = Static<typeof Client>
export const SessionKind = Type.Union([Client, Type.Literal('super admin')])
export type SessionKind = Static<typeof SessionKind>

export const login = endpoint({
  operation: 'auth.login',
  summary:
    'Log in with e-mail and password; as `mobile` for 90 days, of which 30 in a row may pass unused, else for 24 hours and 8',
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  readModels: ['users'],
  body: Type.Object({ email: Email, password: LoginPassword, client: Type.Optional(Client) }),
  status: 200,
  reply: AccessToken,
  errors: ['login.failed', 'rate.exceeded', 'service.busy'],
})

export const superLogin = endpoint({
  operation: 'auth.login-super',
  summary:
    'Log in as super admin; nobody else gets in here, and they nowhere else. Whoever has a passkey signs with it too: without `assertion` it answers 401 `passkey.needed`, with what is to be signed in `details[0].options`',
  method: 'POST',
  path: '/auth/login/super',
  access: 'public',
  readModels: ['users'],
  body: Type.Object({ email: Email, password: LoginPassword, assertion: Type.Optional(Assertion) }),
  status: 200,
  reply: AccessToken,
  errors: ['login.failed', 'passkey.needed', 'rate.exceeded', 'service.busy'],
})

export const passkeyOptions = endpoint({
  operation: 'auth.passkey-options',
  summary: 'What a passkey signs to log in, whosoever it is; good for ten minutes and one login',
  method: 'POST',
  path: '/auth/passkey-options',
  access: 'public',
  readModels: [],
  status: 200,
  reply: RequestOptions,
  errors: [],
})

export const loginPasskey = endpoint({
  operation: 'auth.login-passkey',
  summary:
    'Log in with a passkey; as `mobile` for as long as with a password. Super admins do not get in here',
  method: 'POST',
  path: '/auth/login-passkey',
  access: 'public',
  readModels: ['users'],
  body: Type.Object({ response: Assertion, client: Type.Optional(Client) }),
  status: 200,
  reply: AccessToken,
  errors: ['login.failed', 'rate.exceeded'],
})

export const logout = endpoint({
  operation: 'auth.logout',
  summary: 'End the session; idempotent, also with an expired token',
  method: 'GET',
  path: '/auth/logout',
  access: 'any token',
  readModels: [],
  status: 200,
  reply: Empty,
  errors: [],
})

export const refresh = endpoint({
  operation: 'auth.refresh',
  summary: 'Exchange the old access token, which may be expired, for a new one with the role as it is now',
  method: 'GET',
  path: '/auth/refresh',
  access: 'any token',
  readModels: ['users'],
  status: 200,
  reply: AccessToken,
  errors: ['session.ended', 'access.denied', 'rate.exceeded'],
})

export const Session = Type.Object(
  {
    id: Id,
    kind: SessionKind,
    /** Its system and browser, like `Android, Chrome`; null where the client told neither. */
    device: nullable(Type.String()),
    createdAt: IsoTime,
    /** To within the life of an access token. */
    lastUsedAt: IsoTime,
    /** The one that asks. */
    current: Type.Boolean(),
  },
  { $id: 'Session' },
)
export type Session = Static<typeof Session>

export const listSessions = endpoint({
  operation: 'users.sessions',
  summary: 'The caller’s sessions, the last used first; a hundred at most',
  method: 'GET',
  path: '/users/sessions',
  access: 'session',
  readModels: [],
  status: 200,
  reply: Type.Array(Session),
  errors: [],
})

export const endSession = endpoint({
  operation: 'users.end-session',
  summary: 'End one of the caller’s sessions at once; of the one that asks it is a logout',
  method: 'DELETE',
  path: '/users/end-session/{id}',
  access: 'session',
  command: true,
  readModels: [],
  params: IdParams,
  status: 200,
  reply: Empty,
  errors: ['session.not-found'],
})

export const endOtherSessions = endpoint({
  operation: 'users.end-other-sessions',
  summary: 'End all of the caller’s sessions but the one that asks',
  method: 'DELETE',
  path: '/users/end-other-sessions',
  access: 'session',
  command: true,
  readModels: [],
  status: 200,
  reply: Empty,
  errors: [],
})
