import Type from 'typebox'
import { Email, Empty } from './common.ts'
import { endpoint } from './endpoint.ts'

const LoginPassword = Type.String({ minLength: 3, maxLength: 128 })
export const AccessToken = Type.Object({ access_token: Type.String() })

export const login = endpoint({
  operation: 'auth.login',
  summary: 'Log in with e-mail and password',
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  readModels: ['users'],
  body: Type.Object({ email: Email, password: LoginPassword }),
  status: 200,
  reply: AccessToken,
  errors: ['login.failed', 'rate.exceeded', 'service.busy'],
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
