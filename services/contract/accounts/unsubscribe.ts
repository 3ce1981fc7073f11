import Type from 'typebox'
import { Empty, Token } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** A mail program may send it by itself (RFC 8058), a mail scanner that opens links does not. */
export const unsubscribe = endpoint({
  operation: 'users.unsubscribe',
  summary: 'Get no more mails about ordinary requests, with the link of a digest',
  method: 'POST',
  path: '/users/unsubscribe/{unsubscribeToken}',
  access: 'public',
  command: true,
  readModels: ['users'],
  params: Type.Object({ unsubscribeToken: Token }),
  status: 200,
  reply: Empty,
  errors: ['token.not-found', 'rate.exceeded'],
})
