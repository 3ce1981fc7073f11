import Type, { type Static } from 'typebox'
import { Id, IdParams, IsoTime, NextCursor, PageQuery, Search, nullable, words } from '../common.ts'
import { GivenName } from '../person.ts'
import { endpoint } from '../endpoint.ts'

/** The actions of audit entries, `noun.past-verb`. The wire type is any text, because a client may be older than the server. */
export const AUDIT_ACTIONS = [
  'workspace.created',
  'workspace.settings-changed',
  'workspace.protection-lift-started',
  'workspace.protection-lift-stopped',
  'workspace.protection-lift-withdrawn',
  'workspace.protection-lifted',
  'workspace.drill-results-changed',
  'workspace.working-hours-changed',
  'workspace.onboarding-completed',
  'workspace.offer-requested',
  'workspace.offer-answered',
  'workspace.billing-confirmed',
  'workspace.period-added',
  'workspace.period-changed',
  'workspace.trial-ended',
  'workspace.subscription-started',
  'workspace.subscription-ended',
  'workspace.payment-reminder-issued',
  'workspace.history-exported',
  'workspace.closed',
  'workspace.deleted',
  'workspace.erased',
  'participant.invited',
  'participant.joined',
  'participant.invitation-revoked',
  'participant.invitation-expired',
  'participant.activated',
  'participant.deactivated',
  'participant.rights-changed',
  'participant.promoted',
  'participant.name-changed',
  'participant.name-alike',
  'workspace.history-contradicted',
  'participant.call-back-changed',
  'participant.call-back-removed',
  'participant.absence-set',
  'participant.absence-ended',
  'participant.approvals-muted',
  'participant.approvals-unmuted',
  'participant.muted',
  'participant.many-sides-asked',
  'participant.device-enrolled',
  'participant.device-waiting',
  'participant.device-vouched',
  'participant.device-stopped',
  'participant.device-removed',
  'participant.device-disabled',
  'participant.device-reminded',
  'participant.departure-announced',
  'participant.departure-cancelled',
  'participant.left',
  'participant.removed',
  'group.written',
  'group.removed',
  'change.asked',
  'change.approved',
  'change.refused',
  'change.withdrawn',
  'change.expired',
  'change.overtaken',
  'change.approval-refused',
  'request.created',
  'request.approved',
  'request.declined',
  'request.withdrawn',
  'request.reminded',
  'request.reminder-due',
  'request.escalated',
  'request.parked',
  'request.unparked',
  'request.expired',
  'request.closed',
  'request.approval-refused',
  'request.number-refused',
  'request.call-described',
  'request.replaced-earlier',
  'request.files-attached',
  'request.fields-filled',
  'request.rule-applied',
  'request.approval-given',
  'request.decline-given',
  'request.glass-broken',
  'request.glass-confirmed',
  'request.both-called',
  'request.claim-denied',
  'request.pair-locked',
  'request.pair-unlocked',
  'request.reported',
  'request.creation-refused',
  'kind.approved',
  'kind.written',
  'drill.sent',
  'drill.asked',
  'drill.ended',
  'mail.sent',
  'mail.dropped',
  'mail.failed',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]
/** The nouns of the actions, as filters. */
export type AuditNoun = AuditAction extends infer A
  ? A extends `${infer Noun}.${string}`
    ? Noun
    : never
  : never

export const AUDIT_TARGETS = [
  'workspace',
  'period',
  'participant',
  'group',
  'change',
  'request',
  'kind',
  'drill',
] as const
export type AuditTarget = (typeof AUDIT_TARGETS)[number]

export * from '../audit-fields.ts'

export const MailCounts = Type.Object({
  sent: Type.Integer(),
  /** Nobody knows whether the mail server took these. */
  perhapsSent: Type.Integer(),
  dropped: Type.Integer(),
  failed: Type.Integer(),
})
export type MailCounts = Static<typeof MailCounts>

export const HistoryEntry = Type.Object(
  {
    sequence: Type.Integer(),
    id: Id,
    at: IsoTime,
    action: Type.String(),
    actor: Type.Object({
      userId: nullable(Id),
      email: nullable(Type.String()),
      /** In this workspace, as of now. */
      name: GivenName,
      role: nullable(Type.String()),
    }),
    target: Type.Object({
      kind: Type.String(),
      id: Type.String(),
      label: nullable(Type.String()),
      /** Of a participant, as of now. */
      name: GivenName,
    }),
    changes: Type.Array(Type.Object({ field: Type.String(), before: Type.Unknown(), after: Type.Unknown() })),
    outcome: Type.Union([Type.Literal('ok'), Type.Literal('refused'), Type.Literal('closed')]),
    ip: nullable(Type.String()),
    device: nullable(Type.String()),
    requestId: nullable(Type.String()),
    assurance: nullable(Type.String()),
    hash: Type.String(),
    /** The hash of the previous entry, from which `hash` is derived; null for the first entry. */
    previousHash: nullable(Type.String()),
    /** Outcomes of the mails that the entry caused. Null if it caused none, or if `mails` is not `folded`. */
    mails: nullable(MailCounts),
  },
  { $id: 'HistoryEntry' },
)
export type HistoryEntry = Static<typeof HistoryEntry>

export const HistoryFilters = {
  actor: Type.Optional(Search(254)),
  action: Type.Optional(Search(80)),
  target: Type.Optional(Search(254)),
  status: Type.Optional(Type.Union([Type.Literal('ok'), Type.Literal('refused'), Type.Literal('closed')])),
  from: Type.Optional(IsoTime),
  to: Type.Optional(IsoTime),
  q: Type.Optional(Search(200)),
  /** Omits entries about mails, and adds their counts to the entries that caused them. */
  mails: Type.Optional(Type.Literal('folded')),
}

export const workspaceHistory = endpoint({
  operation: 'workspaces.history',
  summary: 'List the audit log, newest first',
  method: 'GET',
  path: '/workspaces/history/{id}',
  access: 'workspace admin',
  scope: { workspace: 'id' },
  readModels: ['audit'],
  params: IdParams,
  query: Type.Object({
    ...PageQuery,
    ...HistoryFilters,
  }),
  status: 200,
  reply: Type.Object({
    entries: Type.Array(HistoryEntry),
    nextCursor: NextCursor,
    /** Number of matching entries; a lower bound unless `totalIsExact`. */
    total: Type.Integer(),
    totalIsExact: Type.Boolean(),
    /** The newest entry of the chain; null for an empty log. */
    head: nullable(Type.Object({ sequence: Type.Integer(), hash: Type.String() })),
  }),
  errors: [],
})

export const HistoryMail = Type.Object(
  {
    /** An account, or an invited participant. Both ids are null for other recipients. */
    recipient: Type.Object({
      userId: nullable(Id),
      participantId: nullable(Id),
      email: nullable(Type.String()),
      name: GivenName,
    }),
    purpose: Type.String(),
    outcome: words(['sent', 'perhapsSent', 'dropped', 'failed']),
    reason: nullable(Type.String()),
    at: IsoTime,
  },
  { $id: 'HistoryMail' },
)
export type HistoryMail = Static<typeof HistoryMail>

export const historyMails = endpoint({
  operation: 'workspaces.history-mails',
  summary: 'The mails that an audit entry caused, those that were not sent first',
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
