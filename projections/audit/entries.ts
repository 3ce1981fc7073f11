import { requestEvents } from '#modules/requests/request.events.ts'
import { workspaceEvents } from '#modules/workspaces/workspace.events.ts'
import type { EventOf } from '#platform/facts/facts.ts'

/** The facts that concern a workspace; each of them has an entry. How mails have theirs says `mails.ts`. */
export const auditedEvents = { ...workspaceEvents, ...requestEvents }

type Audited = EventOf<typeof auditedEvents>

/**
 * What one fact says in an audit log, before it is compared with what was known of its target. What was personal in the
 * fact comes and goes as `Owned`, and is looked at by nobody in between.
 */
export type Described = {
  /** `noun.past-verb` */
  readonly action: string
  readonly target: { readonly kind: string; readonly id: string; readonly label?: unknown }
  /** The target's fields as they are from now on. */
  readonly fields?: { readonly [field: string]: unknown }
  /** What the entry tells beside the target's fields. */
  readonly changes?: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[]
  /** Of an entry about mails: the fact that caused them. */
  readonly causeId?: string
  /** Nothing is told any more of what is known of the target. */
  readonly forgets?: true
  readonly outcome?: 'refused' | 'closed'
  readonly assurance?: string
}

type Describe = {
  readonly [K in Audited['type']]: (data: Extract<Audited, { type: K }>['data']) => Described
}

const workspace = (data: { workspaceId: string; name?: string | null }) => ({
  kind: 'workspace',
  id: data.workspaceId,
  ...(data.name !== undefined && { label: data.name }),
})
const participant = (data: { participantId: string; email?: string | null }) => ({
  kind: 'participant',
  id: data.participantId,
  ...(data.email !== undefined && { label: data.email }),
})
const request = (data: { requestId: string; title?: string | null }) => ({
  kind: 'request',
  id: data.requestId,
  ...(data.title !== undefined && { label: data.title }),
})
/** Only what the fact names: an absent field is unchanged, not empty. */
const given = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** Keyed by every audited fact: one without a description does not compile. */
export const describe: Describe = {
  WorkspaceCreated: (data) => ({
    action: 'workspace.created',
    target: workspace(data),
    fields: given({
      name: data.name,
      description: data.description,
      timezone: data.timezone,
      endDate: data.trialEndsOn,
    }),
  }),
  WorkspaceSettingsChanged: (data) => ({
    action: 'workspace.settings-changed',
    target: workspace(data),
    fields: given({
      name: data.name,
      description: data.description,
      billingUser: data.billingUser,
      timezone: data.timezone,
    }),
  }),
  OnboardingCompleted: (data) => ({ action: 'workspace.onboarding-completed', target: workspace(data) }),
  WorkspaceClosed: (data) => ({ action: 'workspace.closed', target: workspace(data), outcome: 'closed' }),
  WorkspaceErased: (data) => ({
    action: 'workspace.erased',
    target: workspace(data),
    outcome: 'closed',
    forgets: true,
  }),
  ParticipantInvited: (data) => ({
    action: 'participant.invited',
    target: participant(data),
    fields: { role: data.role, approver: data.approver, requester: data.requester, invite: 'pending' },
  }),
  ParticipantJoined: (data) => ({
    action: 'participant.joined',
    target: participant(data),
    fields: {
      role: data.role,
      approver: data.approver,
      requester: data.requester,
      active: true,
      invite: 'accepted',
    },
  }),
  ParticipantLeft: (data) => ({
    action: 'participant.left',
    target: participant(data),
    fields: { active: false },
  }),
  RequestCreated: (data) => ({
    action: 'request.created',
    target: request(data),
    fields: given({
      type: data.type,
      status: 'pending',
      approver: data.approverEmail,
      expiresAt: data.expiresAt,
    }),
  }),
  RequestApproved: (data) => ({
    action: 'request.approved',
    target: request(data),
    fields: { status: 'approved' },
    assurance: data.assurance,
  }),
  RequestDeclined: (data) => ({
    action: 'request.declined',
    target: request(data),
    fields: { status: 'declined' },
    assurance: data.assurance,
  }),
  RequestWithdrawn: (data) => ({
    action: 'request.withdrawn',
    target: request(data),
    fields: { status: 'declined', closedReason: 'withdrawn' },
    outcome: 'closed',
  }),
  RequestClosed: (data) => ({
    action: data.reason === 'expired' ? 'request.expired' : 'request.closed',
    target: request(data),
    fields: { status: 'declined', closedReason: data.reason },
    outcome: 'closed',
  }),
  ApprovalRefused: (data) => ({
    action: 'request.approval-refused',
    target: request(data),
    fields: { reason: data.reason, triesLeft: data.triesLeft },
    outcome: 'refused',
  }),
}
