import type { RequestEvent } from '#modules/requests/request.events.ts'
import { asLine } from '../owned.ts'
import { signedBy } from './devices.ts'
import { filledEntry } from './kind-entries.ts'
import { withoutAbsent, type Described } from '../described.ts'

const request = (data: { requestId: string; title?: string | null }): Described['target'] => ({
  kind: 'request',
  id: data.requestId,
  ...(data.title !== undefined && { label: data.title }),
})
/** The colleague who was away, if a deputy decided. */
type OnBehalf = { readonly onBehalfOf?: string; readonly onBehalfOfEmail?: string | null }
const onBehalfOf = ({ onBehalfOf: id, onBehalfOfEmail: email = null }: OnBehalf) =>
  id === undefined ? [] : [{ field: 'onBehalfOf', before: null, after: email } as const]

const reasonOf = ({ reason }: { readonly reason?: string | null }) =>
  reason === undefined ? [] : [{ field: 'declineReason', before: null, after: reason } as const]

/** A description for each fact of a request; a missing one does not compile. */
export const requestEntries: {
  readonly [K in RequestEvent['type']]: (data: Extract<RequestEvent, { type: K }>['data']) => Described
} = {
  RequestCreated: (data): Described => ({
    action: 'request.created',
    target: request(data),
    fields: withoutAbsent({
      type: data.type,
      status: 'pending',
      approver: data.approverEmail,
      expiresAt: data.expiresAt,
    }),
    // No later entry compares the long text, so the state of the request does not keep it.
    ...(data.details !== undefined && {
      changes: [{ field: 'details', before: null, after: data.details }],
    }),
    ...(data.assurance && { assurance: data.assurance }),
    ...(data.evidence && { evidence: data.evidence }),
  }),
  RuleApplied: (data): Described => ({
    action: 'request.rule-applied',
    target: request(data),
    fields: { approvalsNeeded: data.count, ...(data.before !== null && { callBefore: data.before }) },
  }),
  ApprovalGiven: (data): Described => ({
    action: 'request.approval-given',
    target: request(data),
    changes: [...onBehalfOf(data), ...signedBy(data.evidence)],
    assurance: data.assurance,
    evidence: data.evidence,
  }),
  GlassBroken: (data): Described => ({
    action: 'request.glass-broken',
    target: request(data),
    fields: { status: 'approved' },
    changes: [{ field: 'glassReason', before: null, after: data.reason }, ...signedBy(data.evidence)],
    assurance: data.assurance,
    evidence: data.evidence,
  }),
  GlassConfirmed: (data): Described => ({
    action: 'request.glass-confirmed',
    target: request(data),
    changes: signedBy(data.evidence),
    assurance: data.assurance,
    evidence: data.evidence,
  }),
  DeclineGiven: (data): Described => ({
    action: 'request.decline-given',
    target: request(data),
    changes: [...onBehalfOf(data), ...reasonOf(data)],
    assurance: data.assurance,
  }),
  RequestApproved: (data): Described => ({
    action: 'request.approved',
    target: request(data),
    fields: withoutAbsent({
      status: 'approved',
      approverCall: data.call,
    }),
    changes: [...onBehalfOf(data), ...signedBy(data.evidence)],
    assurance: data.assurance,
    evidence: data.evidence,
  }),
  RequestDeclined: (data): Described => ({
    action: 'request.declined',
    target: request(data),
    fields: { status: 'declined' },
    changes: [...onBehalfOf(data), ...reasonOf(data)],
    assurance: data.assurance,
  }),
  RequestWithdrawn: (data): Described => ({
    action: 'request.withdrawn',
    target: request(data),
    fields: { status: 'declined', closedReason: 'withdrawn' },
    outcome: 'closed',
  }),
  RequestReminded: (data): Described => ({ action: 'request.reminded', target: request(data) }),
  RequestEscalated: (data): Described => ({ action: 'request.escalated', target: request(data) }),
  RequestParked: (data): Described => ({
    action: 'request.parked',
    target: request(data),
    fields: { peopleMissing: data.missing },
  }),
  RequestUnparked: (data): Described => ({ action: 'request.unparked', target: request(data) }),
  ReminderIssued: (data): Described => ({ action: 'request.reminder-due', target: request(data) }),
  RequestClosed: (data): Described => ({
    action: data.reason === 'expired' ? 'request.expired' : 'request.closed',
    target: request(data),
    fields: { status: 'declined', closedReason: data.reason },
    outcome: 'closed',
  }),
  ApprovalRefused: (data): Described => ({
    action: 'request.approval-refused',
    target: request(data),
    fields: { reason: data.reason, triesLeft: data.triesLeft },
    outcome: 'refused',
  }),
  AssertionRefused: (data): Described => ({
    action: 'request.approval-refused',
    target: request(data),
    fields: { reason: 'bad-signature' },
    outcome: 'refused',
  }),
  NumberRefused: (data): Described => ({
    action: 'request.number-refused',
    target: request(data),
    fields: { triesLeft: data.triesLeft },
    outcome: 'refused',
  }),
  CallDescribed: (data): Described => ({
    action: 'request.call-described',
    target: request(data),
    fields: { asks: data.asks, call: data.call, calledBack: data.calledBack },
  }),
  FilesAttached: (data): Described => ({
    action: 'request.files-attached',
    target: request(data),
    fields: { files: data.files.map(({ sha256 }) => sha256).join(', ') },
    // In the order of the hashes.
    changes: [{ field: 'fileNames', before: null, after: asLine(data.names) }],
  }),
  EarlierReplaced: (data): Described => ({
    action: 'request.replaced-earlier',
    target: request(data),
    fields: { replaces: data.replaces },
  }),
  FieldsFilled: filledEntry,
  BothWereCalled: (data): Described => ({
    action: 'request.both-called',
    target: request(data),
    fields: { approverCall: data.call },
    outcome: 'refused',
  }),
  ClaimDenied: (data): Described => ({
    action: 'request.claim-denied',
    target: request(data),
    fields: { approverCall: data.call },
    outcome: 'refused',
  }),
  RequestReported: (data): Described => ({
    action: 'request.reported',
    target: request(data),
  }),
  CreationRefused: (data): Described => ({
    action: 'request.creation-refused',
    target: request(data),
    fields: withoutAbsent({ reason: data.reason, triesLeft: data.triesLeft }),
    outcome: 'refused',
  }),
}
