import Type, { type Static } from 'typebox'
import { Email, Empty, Id, IdParams, IsoTime, nullable } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { Assertion, RequestOptions } from './passkeys.ts'

const LoginPassword = Type.String({ minLength: 3, maxLength: 128 })
/** An access token from Google or an ID token from Microsoft, in the syntax of RFC 6750. */
export const ProviderToken = Type.String({
  minLength: 1,
  maxLength: 16_384,
  pattern: '^[A-Za-z0-9._~+/-]+=*$',
})
export const AccessToken = Type.Object({ access_token: Type.String() })

/** Sessions of `mobile`, the phone pages, last longer. Default: `web`. */
export const Client = Type.Union([Type.Literal('web'), Type.Literal('mobile')])
export type Client = Static<typeof Client>
export const SessionKind = Type.Union([Client, Type.Literal('super admin')])
export type SessionKind = Static<typeof SessionKind>

export const login = endpoint({
  operation: 'auth.login',
  summary:
    'Log in with e-mail and password; a `mobile` session lasts 90 days, or 30 days unused, a `web` session 24 hours, or 8 hours unused',
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
    'Log in as a super admin, which works only here. With an enrolled passkey an `assertion` is required: without one it answers 401 `passkey.needed`, with the options in `details[0].options`',
  method: 'POST',
  path: '/auth/login/super',
  access: 'public',
  readModels: ['users'],
  body: Type.Object({ email: Email, password: LoginPassword, assertion: Type.Optional(Assertion) }),
  status: 200,
  reply: AccessToken,
  errors: ['login.failed', 'passkey.needed', 'device.waiting', 'rate.exceeded', 'service.busy'],
})

export const passkeyOptions = endpoint({
  operation: 'auth.passkey-options',
  summary: 'Options for a login with any passkey; valid for ten minutes and one login',
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
  summary: 'Log in with a passkey, not for super admins; the session lasts as long as with a password',
  method: 'POST',
  path: '/auth/login-passkey',
  access: 'public',
  readModels: ['users'],
  body: Type.Object({ response: Assertion, client: Type.Optional(Client) }),
  status: 200,
  reply: AccessToken,
  errors: ['login.failed', 'device.waiting', 'rate.exceeded'],
})

export const logout = endpoint({
  operation: 'auth.logout',
  summary: 'End the session; idempotent, and works with an expired token',
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
  summary: 'Exchange an access token, even an expired one, for a new one with the current role',
  method: 'GET',
  path: '/auth/refresh',
  access: 'any token',
  readModels: ['users'],
  status: 200,
  reply: AccessToken,
  errors: ['session.ended', 'access.denied', 'rate.exceeded'],
})

export const stepUp = endpoint({
  operation: 'auth.step-up',
  summary:
    'Prove again who is calling, by password, by an assertion with the options of `auth.passkey-options`, or by a token of a linked provider; what needs a fresh login then works for five minutes. Returns a token of the same session',
  method: 'POST',
  path: '/auth/step-up',
  access: 'session',
  readModels: ['users'],
  /** One of them. A super admin with a passkey needs the assertion. */
  body: Type.Object({
    password: Type.Optional(LoginPassword),
    assertion: Type.Optional(Assertion),
    providerToken: Type.Optional(ProviderToken),
  }),
  status: 200,
  reply: AccessToken,
  errors: [
    'input.invalid',
    'login.failed',
    'passkey.needed',
    'provider.off',
    'google.refused',
    'microsoft.refused',
    'service.busy',
    'google.unavailable',
    'microsoft.unavailable',
  ],
})

export const Session = Type.Object(
  {
    id: Id,
    kind: SessionKind,
    /** Operating system and browser, e.g. `Android, Chrome`, null if unknown. */
    device: nullable(Type.String()),
    createdAt: IsoTime,
    /** The time of the last refresh. */
    lastUsedAt: IsoTime,
    /** The session of this call. */
    current: Type.Boolean(),
    /** The session that signed this one in, null unless it was paired. */
    pairedBy: nullable(Id),
  },
  { $id: 'Session' },
)
export type Session = Static<typeof Session>

export const listSessions = endpoint({
  operation: 'users.sessions',
  summary: 'List the caller’s sessions, last used first, at most 50',
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
  summary:
    'End one of the caller’s sessions, with `pairedToo` also those that it has paired; for the current one this is a logout',
  method: 'DELETE',
  path: '/users/end-session/{id}',
  access: 'session',
  needsFreshLogin: ({ params, sessionId }) => (params as { id: string }).id !== sessionId,
  command: true,
  readModels: [],
  params: IdParams,
  query: Type.Object({ pairedToo: Type.Optional(Type.Boolean()) }),
  status: 200,
  reply: Empty,
  errors: ['session.not-found'],
})

export const endOtherSessions = endpoint({
  operation: 'users.end-other-sessions',
  summary: 'End all of the caller’s sessions except the current one',
  method: 'DELETE',
  path: '/users/end-other-sessions',
  access: 'session',
  needsFreshLogin: true,
  command: true,
  readModels: [],
  status: 200,
  reply: Empty,
  errors: [],
})
