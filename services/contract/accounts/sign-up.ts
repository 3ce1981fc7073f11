import Type from 'typebox'
import { Email, Empty, Message } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** An installation may ask for more; `GET /auth/options` tells. */
export const NewPassword = Type.String({ minLength: 6, maxLength: 128 })
export const Token = Type.String({ minLength: 20, maxLength: 200, pattern: '^[A-Za-z0-9_-]+$' })

export const signup = endpoint({
  operation: 'auth.signup',
  summary: 'Create an account; with the token of an invitation it is verified at once',
  method: 'POST',
  path: '/auth/signup',
  access: 'public',
  command: true,
  readModels: ['users'],
  body: Type.Object({
    email: Type.Optional(Email),
    password: NewPassword,
    verificationToken: Type.Optional(Token),
  }),
  status: 201,
  reply: Message,
  errors: ['password.guessable', 'account.exists', 'invitation.not-found', 'rate.exceeded', 'service.busy'],
})

export const verifyEmail = endpoint({
  operation: 'auth.verify-email',
  summary:
    'Confirm an e-mail address, or that a sign-in at a provider was one’s own; a second call with the same token answers the same. Another browser than the one that signed up sends a password, which then becomes the account’s',
  method: 'POST',
  path: '/auth/verifyEmail/{verificationToken}',
  access: 'public',
  command: true,
  readModels: ['users'],
  params: Type.Object({ verificationToken: Token }),
  body: Type.Object({ password: Type.Optional(NewPassword) }),
  status: 200,
  reply: Empty,
  errors: [
    'token.not-found',
    'identity.other-browser',
    'password.needed',
    'password.guessable',
    'service.busy',
    'rate.exceeded',
  ],
})

export const initiateVerification = endpoint({
  operation: 'auth.initiate-verification',
  summary: 'Send the confirmation mail again; answers the same for unknown addresses',
  method: 'POST',
  path: '/auth/initiate-verification',
  access: 'public',
  command: true,
  readModels: [],
  body: Type.Object({ email: Email }),
  status: 200,
  reply: Message,
  errors: ['rate.exceeded'],
})
