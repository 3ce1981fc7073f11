import Type from 'typebox'
import { Email, Empty, Message, Token } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { Client } from './sessions.ts'
import { NewPassword } from './sign-up.ts'

export const resetPassword = endpoint({
  operation: 'auth.reset-password',
  summary: 'Send a reset link; the reply is the same for unknown addresses',
  method: 'POST',
  path: '/auth/reset-password',
  access: 'public',
  command: true,
  readModels: [],
  body: Type.Object({
    email: Email,
    /** The page that the link opens. Default: `web`. */
    client: Type.Optional(Client),
  }),
  status: 200,
  reply: Message,
  errors: ['rate.exceeded'],
})

/** `verificationUuid` is a historic name for the token from the mail. */
const PasswordChange = Type.Object({ verificationUuid: Token, password: NewPassword, confirm: NewPassword })

export const changePassword = endpoint({
  operation: 'auth.change-password',
  summary:
    'Set a new password with the single-use token from a mail; ends all sessions and confirms the address',
  method: 'POST',
  path: '/auth/change-password',
  access: 'public',
  command: true,
  readModels: ['users'],
  body: PasswordChange,
  status: 200,
  reply: Empty,
  errors: ['token.not-found', 'password.guessable', 'service.busy', 'rate.exceeded'],
})

export const mobileChangePassword = endpoint({
  operation: 'auth.mobile-change-password',
  summary: 'Set a new password with a token that was requested on a phone',
  method: 'POST',
  path: '/auth/mobile-change-password',
  access: 'public',
  command: true,
  readModels: ['users'],
  body: PasswordChange,
  status: 200,
  reply: Empty,
  errors: ['token.not-found', 'password.guessable', 'service.busy', 'rate.exceeded'],
})
