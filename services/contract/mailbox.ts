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
  summary: 'Lists sent mails, newest first (only in local mode and from this machine)',
  method: 'GET',
  path: '/mailbox/messages',
  access: 'public',
  readModels: [],
  query: Type.Object({
    ...PageQuery,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 100 })),
    /** A complete address. */
    to: Type.Optional(Search(254)),
    /** Part of the address, subject or text. */
    q: Type.Optional(Search(200)),
  }),
  status: 200,
  reply: Type.Array(MailboxMessage),
  errors: ['route.not-found'],
})

export const DemoLogin = Type.Object({
  as: Type.Union([
    Type.Literal('admin'),
    Type.Literal('requester'),
    Type.Literal('approver'),
    Type.Literal('super admin'),
  ]),
  email: Type.String(),
  password: Type.String(),
})
export type DemoLogin = Static<typeof DemoLogin>

export const fillWithDemo = endpoint({
  operation: 'mailbox.demo',
  summary: 'Fill an installation without workspaces with a demo company (local mode, and this machine, only)',
  method: 'POST',
  path: '/mailbox/demo',
  access: 'public',
  command: true,
  readModels: [],
  status: 201,
  reply: Type.Object({ logins: Type.Array(DemoLogin) }),
  errors: ['route.not-found'],
})
