import Type, { type Static } from 'typebox'
import { IsoTime, PageQuery, Search } from './common.ts'
import { endpoint } from './endpoint.ts'

export const MailboxMessage = Type.Object(
  {
    id: Type.String(),
    to: Type.String(),
    subject: Type.String(),
    text: Type.String(),
    html: Type.String(),
    receivedAt: IsoTime,
  },
  { $id: 'MailboxMessage' },
)
export type MailboxMessage = Static<typeof MailboxMessage>

export const mailboxMessages = endpoint({
  operation: 'mailbox.messages',
  summary: 'The mails that the product has sent, newest first (local mode, and this machine, only)',
  method: 'GET',
  path: '/mailbox/messages',
  access: 'public',
  readModels: [],
  query: Type.Object({
    ...PageQuery,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 100 })),
    /** The whole address. */
    to: Type.Optional(Search(254)),
    /** A part of address, subject or text. */
    q: Type.Optional(Search(200)),
  }),
  status: 200,
  reply: Type.Array(MailboxMessage),
  errors: ['route.not-found'],
})
