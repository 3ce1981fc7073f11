import Type from 'typebox'
import { endpoint } from '../endpoint.ts'
import { AccessToken, Client } from './sessions.ts'

/** An access token of Google, or an ID token of Microsoft; as RFC 6750 writes tokens. */
const ProviderToken = Type.Object({
  access_token: Type.String({ minLength: 1, maxLength: 16_384, pattern: '^[A-Za-z0-9._~+/-]+=*$' }),
  client: Type.Optional(Client),
})

export const verifyGoogle = endpoint({
  operation: 'auth.verify-google',
  summary: 'Log in with the access token that Google gave for our client id; the first time makes an account',
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
  summary: 'Log in with the ID token that Microsoft gave for our client id; the first time makes an account',
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
