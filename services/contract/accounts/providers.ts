import Type from 'typebox'
import { endpoint } from '../endpoint.ts'
import { AccessToken, Client } from './sessions.ts'

/** An access token from Google or an ID token from Microsoft, in the syntax of RFC 6750. */
const ProviderToken = Type.Object({
  access_token: Type.String({ minLength: 1, maxLength: 16_384, pattern: '^[A-Za-z0-9._~+/-]+=*$' }),
  client: Type.Optional(Client),
})

export const verifyGoogle = endpoint({
  operation: 'auth.verify-google',
  summary:
    'Log in with an access token that Google issued for our client id; the first login creates an account',
  method: 'POST',
  path: '/auth/google/verify',
  access: 'public',
  readModels: ['users'],
  body: ProviderToken,
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
  body: ProviderToken,
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
