import Type, { type Static } from 'typebox'
import { Id, IdParams, IsoTime, PageQuery, nullable } from './common.ts'
import { endpoint } from './endpoint.ts'

export const MailCounts = Type.Object({
  sent: Type.Integer(),
  dropped: Type.Integer(),
  failed: Type.Integer(),
})
export type MailCounts = Static<typeof MailCounts>

export const HistoryMail = Type.Object(
  {
    /** A person with an account, or a participant by the invitation; both null where the mail went to neither. */
    recipient: Type.Object({
      userId: nullable(Id),
      participantId: nullable(Id),
      email: nullable(Type.String()),
    }),
    purpose: Type.String(),
    outcome: Type.Union([Type.Literal('sent'), Type.Literal('dropped'), Type.Literal('failed')]),
    reason: nullable(Type.String()),
    at: IsoTime,
  },
  { $id: 'HistoryMail' },
)
export type HistoryMail = Static<typeof HistoryMail>

export const historyMails = endpoint({
  operation: 'workspaces.history-mails',
  summary:
    'The mails of an entry of the audit log, or of the entry that caused them, what was not sent first',
  method: 'GET',
  path: '/workspaces/history-mails/{id}',
  access: 'workspace admin',
  scope: { workspace: 'id' },
  readModels: ['audit'],
  params: IdParams,
  query: Type.Object({ ...PageQuery, cause: Id }),
  status: 200,
  reply: Type.Array(HistoryMail),
  errors: [],
})
