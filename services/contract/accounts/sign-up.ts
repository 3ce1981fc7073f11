import Type from 'typebox'
import { Email, Message, TimeZone, Token } from '../common.ts'
import { PersonName } from '../person.ts'
import { endpoint } from '../endpoint.ts'

/** An installation may require more characters, see `GET /auth/options`. */
export const NewPassword = Type.String({ minLength: 6, maxLength: 128 })

export const signup = endpoint({
  operation: 'auth.signup',
  summary: 'Create an account; with an invitation token it is verified immediately',
  method: 'POST',
  path: '/auth/signup',
  access: 'public',
  command: true,
  readModels: ['users'],
  body: Type.Object({
    email: Type.Optional(Email),
    password: NewPassword,
    name: Type.Optional(PersonName),
    verificationToken: Type.Optional(Token),
  }),
  status: 201,
  reply: Message,
  errors: ['password.guessable', 'account.exists', 'invitation.not-found', 'rate.exceeded', 'service.busy'],
})

export const verifyEmail = endpoint({
  operation: 'auth.verify-email',
  summary:
    'Confirm an e-mail address or a sign-in at a provider; repeating the call gives the same answer. The browser that signed up gets an `access_token`, once; any other must send a new `password`, and logs in afterwards',
  method: 'POST',
  path: '/auth/verifyEmail/{verificationToken}',
  access: 'public',
  command: true,
  readModels: ['users'],
  params: Type.Object({ verificationToken: Token }),
  body: Type.Object({
    password: Type.Optional(NewPassword),
    /** Of the browser. It becomes that of a new account. */
    timeZone: Type.Optional(TimeZone),
  }),
  status: 200,
  reply: Type.Object({ access_token: Type.Optional(Type.String()) }),
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
  summary: 'Resend the confirmation mail; the reply is the same for unknown addresses',
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
