import Type from 'typebox'
import { Email, Empty, Message } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { Client } from './sessions.ts'
import { NewPassword, Token } from './sign-up.ts'

export const resetPassword = endpoint({
  operation: 'auth.reset-password',
  summary: 'Send a link by which a new password is set; answers the same for unknown addresses',
  method: 'POST',
  path: '/auth/reset-password',
  access: 'public',
  command: true,
  readModels: [],
  body: Type.Object({
    email: Email,
    /** Which page the link leads to; `web` where it is missing. */
    client: Type.Optional(Client),
  }),
  status: 200,
  reply: Message,
  errors: ['rate.exceeded'],
})

/** Historic names: what `verificationUuid` carries is the secret of the mail. */
const PasswordChange = Type.Object({ verificationUuid: Token, password: NewPassword, confirm: NewPassword })

export const changePassword = endpoint({
  operation: 'auth.change-password',
  summary:
    'Set a new password by the link of a mail, which counts once; ends all sessions, and confirms the address',
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
  summary: 'The same by a link that was asked for on a phone',
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
