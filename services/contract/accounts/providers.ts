import Type from 'typebox'
import { TimeZone } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { AccessToken, Client, ProviderToken } from './sessions.ts'

const SignIn = Type.Object({
  access_token: ProviderToken,
  client: Type.Optional(Client),
  /** Of the browser. It becomes that of a new account. */
  timeZone: Type.Optional(TimeZone),
})

export const verifyGoogle = endpoint({
  operation: 'auth.verify-google',
  summary:
    'Log in with an access token that Google issued for our client id; the first login creates an account',
  method: 'POST',
  path: '/auth/google/verify',
  access: 'public',
  readModels: ['users'],
  body: SignIn,
  status: 200,
  reply: AccessToken,
  errors: [
    'google.refused',
    'identity.unconfirmed',
    'provider.off',
    'command.conflict',
    'rate.exceeded',
    'google.unavailable',
  ],
})

export const verifyMicrosoft = endpoint({
  operation: 'auth.verify-microsoft',
  summary:
    'Log in with an ID token that Microsoft issued for our client id; the first login creates an account',
  method: 'POST',
  path: '/auth/microsoft/verify',
  access: 'public',
  readModels: ['users'],
  body: SignIn,
  status: 200,
  reply: AccessToken,
  errors: [
    'microsoft.refused',
    'identity.unconfirmed',
    'provider.off',
    'command.conflict',
    'rate.exceeded',
    'microsoft.unavailable',
  ],
})
