import Type, { type Static } from 'typebox'
import { IsoTime } from './common.ts'
import { endpoint } from './endpoint.ts'

export const live = endpoint({
  operation: 'health.live',
  summary: 'The process answers',
  method: 'GET',
  path: '/health/live',
  access: 'public',
  status: 200,
  reply: Type.Object({ status: Type.Literal('ok') }),
  errors: [],
})

export const ready = endpoint({
  operation: 'health.ready',
  summary: 'Each dependency, and how far the read models are',
  method: 'GET',
  path: '/health/ready',
  access: 'public',
  status: 200,
  reply: Type.Object({
    status: Type.Union([Type.Literal('ok'), Type.Literal('degraded')]),
    checks: Type.Record(Type.String(), Type.String()),
  }),
  errors: ['store.unavailable'],
})

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
  summary: 'Every mail the product has sent, newest first (local mode only)',
  method: 'GET',
  path: '/mailbox/messages',
  access: 'public',
  status: 200,
  reply: Type.Array(MailboxMessage),
  errors: [],
})
