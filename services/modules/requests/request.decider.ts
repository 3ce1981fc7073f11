import { Rejected } from '#contract/errors.ts'
import type { RequestStatus } from '#contract/requests.ts'
import { unreachable, type Decider } from '#platform/commands/decider.ts'
import type { RequestEvent } from './request.events.ts'

type DataOf<T extends RequestEvent['type']> = Extract<RequestEvent, { type: T }>['data']
export type Evidence = DataOf<'RequestApproved'>['evidence']

type Question = {
  readonly requestId: string
  readonly workspaceId: string
  readonly requesterId: string
  readonly requesterUserId: string
  /** null: any approver */
  readonly approverId: string | null
  readonly approverUserId: string | null
  readonly expiresAt: Date
  /** The workspace's revision at which it was asked. */
  readonly workspaceRevision: number
}

export type RequestState =
  | { readonly kind: 'none' }
  | (Question & { readonly kind: 'pending' })
  | (Question & { readonly kind: 'approved' | 'declined'; readonly byUserId: string })
  | (Question & { readonly kind: 'withdrawn' })
  | (Question & { readonly kind: 'closed'; readonly reason: DataOf<'RequestClosed'>['reason'] })

export type Asked = Exclude<RequestState, { kind: 'none' }>
type Person = { readonly participantId: string; readonly userId: string }

/** Whoever acts on a request; their flags were read at that revision of the workspace. */
export type ActingParticipant = Person & {
  readonly email: string | null
  readonly workspaceRevision: number
  readonly at: Date
}

export type CreateRequest = {
  readonly type: 'CreateRequest'
  readonly requestId: string
  readonly workspaceId: string
  readonly requestType: DataOf<'RequestCreated'>['type']
  readonly title: string
  readonly details: string | null
  /** A new secret for each request. */
  readonly salt: string
  readonly requester: Person & { readonly email: string | null }
  /** null: any approver */
  readonly approver: { readonly participantId: string; readonly email: string | null } | null
  /** Whom the question goes to, as the workspace stands at its revision. */
  readonly asked: readonly Person[]
  readonly expiresAt: Date
  readonly workspaceRevision: number
}

export type Side = 'requester' | 'approver'
type CloseAsUnavailable = {
  readonly type: 'CloseAsUnavailable'
  readonly participantId: string
  /** As what they are not there any more. */
  readonly as: readonly Side[]
}

export type RequestCommand =
  | CreateRequest
  /** `evidence` is null when no proof was asked for, because the request no longer waits for an answer. */
  | (ActingParticipant & {
      readonly type: 'Approve'
      readonly evidence: Evidence | null
      /** Whether whoever asked may still ask, at the same revision of the workspace. */
      readonly requesterIsThere: boolean
    })
  | (ActingParticipant & { readonly type: 'Decline' })
  | (Person & { readonly type: 'Withdraw'; readonly at: Date })
  | { readonly type: 'Expire'; readonly at: Date }
  | CloseAsUnavailable
  | (Person &
      Pick<DataOf<'ApprovalRefused'>, 'deviceId' | 'reason' | 'triesLeft'> & { type: 'RefuseApproval' })
  | (Person & { readonly type: 'RefuseAssertion'; readonly deviceId: string })

const evolve = (state: RequestState, event: RequestEvent): RequestState => {
  if (event.type === 'RequestCreated') {
    const { requestId, workspaceId, requesterId, requesterUserId, approverId, workspaceRevision } = event.data
    return {
      kind: 'pending',
      requestId,
      workspaceId,
      requesterId,
      requesterUserId,
      approverId,
      approverUserId: event.data.approverUserId ?? null,
      expiresAt: new Date(event.data.expiresAt),
      workspaceRevision,
    }
  }
  if (state.kind === 'none') return state
  switch (event.type) {
    case 'RequestApproved':
      return { ...state, kind: 'approved', byUserId: event.data.userId }
    case 'RequestDeclined':
      return { ...state, kind: 'declined', byUserId: event.data.userId }
    case 'RequestWithdrawn':
      return { ...state, kind: 'withdrawn' }
    case 'RequestClosed':
      return { ...state, kind: 'closed', reason: event.data.reason }
    case 'ApprovalRefused':
    case 'AssertionRefused':
      return state
    default:
      return unreachable(event)
  }
}

/** Still pending by its facts, but too late for an answer. */
export const isDue = (state: RequestState, at: Date): boolean =>
  state.kind === 'pending' && state.expiresAt <= at

/** Pending, and not too late. */
export const isOpen = (state: RequestState, at: Date): boolean =>
  state.kind === 'pending' && state.expiresAt > at

/** Addressed, and not whoever asked, not even under another participant record. */
export const mayDecide = (state: RequestState, { participantId, userId }: Person): boolean =>
  state.kind !== 'none' &&
  state.requesterId !== participantId &&
  state.requesterUserId !== userId &&
  (state.approverId === null || state.approverId === participantId)

const finalStatus = (state: Asked): { status: RequestStatus; closedReason: string | null } => {
  switch (state.kind) {
    case 'approved':
    case 'declined':
      return { status: state.kind, closedReason: null }
    case 'withdrawn':
      return { status: 'declined', closedReason: 'withdrawn' }
    case 'closed':
      return { status: 'declined', closedReason: state.reason }
    case 'pending':
      return { status: 'declined', closedReason: 'expired' }
    default:
      return unreachable(state)
  }
}

/** Throws `request.closed`, with how it ended, unless it is open. */
export const refuseClosed = (state: Asked, at: Date): void => {
  if (!isOpen(state, at)) throw new Rejected('request.closed', [finalStatus(state)])
}

/** Throws `request.closed`, as it ends when the requester is gone. */
export const refuseWithoutRequester = (): never => {
  throw new Rejected('request.closed', [{ status: 'declined', closedReason: 'requester-unavailable' }])
}

const create = (command: CreateRequest, state: RequestState): RequestEvent[] => {
  if (state.kind !== 'none') return []
  const { requester, approver, asked, requestId, workspaceId, details } = command
  if (asked.length === 0) throw new Rejected('approver.unavailable')
  const data: DataOf<'RequestCreated'> = {
    requestId,
    workspaceId,
    type: command.requestType,
    title: command.title,
    ...(details !== null && { details }),
    salt: command.salt,
    requesterId: requester.participantId,
    requesterUserId: requester.userId,
    requesterEmail: requester.email,
    approverId: approver?.participantId ?? null,
    ...(approver && { approverUserId: asked[0]!.userId, approverEmail: approver.email }),
    expiresAt: command.expiresAt.toISOString(),
    workspaceRevision: command.workspaceRevision,
  }
  return [{ type: 'RequestCreated', data }]
}

const idsOf = ({ requestId, workspaceId }: Asked) => ({ requestId, workspaceId })

type Decision = RequestCommand & { readonly type: 'Approve' | 'Decline' }

const answer = (command: Decision, state: Asked): RequestEvent[] => {
  if (!mayDecide(state, command)) throw new Rejected('access.denied')
  const kind = command.type === 'Approve' ? 'approved' : 'declined'
  if (state.kind === kind && state.byUserId === command.userId) return []
  refuseClosed(state, command.at)
  const { participantId, userId, email, workspaceRevision } = command
  const data = { ...idsOf(state), participantId, userId, email, workspaceRevision }
  if (command.type === 'Decline')
    return [{ type: 'RequestDeclined', data: { ...data, assurance: 'session' } }]
  if (!command.requesterIsThere) refuseWithoutRequester()
  const { evidence } = command
  if (evidence === null) throw new Rejected('proof.missing')
  const assurance = evidence.clientDataJSON === undefined ? 'pin' : 'passkey'
  return [{ type: 'RequestApproved', data: { ...data, assurance, evidence } }]
}

const withdraw = (command: RequestCommand & { type: 'Withdraw' }, state: Asked): RequestEvent[] => {
  if (state.requesterUserId !== command.userId) throw new Rejected('access.denied')
  if (state.kind === 'withdrawn') return []
  refuseClosed(state, command.at)
  return [{ type: 'RequestWithdrawn', data: { ...idsOf(state), participantId: command.participantId } }]
}

const closeWithout = ({ participantId, as }: CloseAsUnavailable, state: Asked): RequestEvent[] => {
  if (state.kind !== 'pending') return []
  const close = (reason: DataOf<'RequestClosed'>['reason']): RequestEvent[] => [
    { type: 'RequestClosed', data: { ...idsOf(state), reason } },
  ]
  const isGone = (side: Side, id: string | null) => id === participantId && as.includes(side)
  if (isGone('requester', state.requesterId)) return close('requester-unavailable')
  return isGone('approver', state.approverId) ? close('approver-unavailable') : []
}

const decide = (command: RequestCommand, state: RequestState): readonly RequestEvent[] => {
  if (command.type === 'CreateRequest') return create(command, state)
  if (state.kind === 'none') throw new Rejected('request.not-found')
  switch (command.type) {
    case 'Approve':
    case 'Decline':
      return answer(command, state)
    case 'Withdraw':
      return withdraw(command, state)
    case 'Expire':
      if (!isDue(state, command.at)) return []
      return [{ type: 'RequestClosed', data: { ...idsOf(state), reason: 'expired' } }]
    case 'CloseAsUnavailable':
      return closeWithout(command, state)
    case 'RefuseApproval': {
      const { participantId, userId, deviceId, reason, triesLeft } = command
      const data = { ...idsOf(state), participantId, userId, deviceId, reason, triesLeft }
      return [{ type: 'ApprovalRefused', data }]
    }
    case 'RefuseAssertion': {
      const { participantId, userId, deviceId } = command
      return [{ type: 'AssertionRefused', data: { ...idsOf(state), participantId, userId, deviceId } }]
    }
    default:
      return unreachable(command)
  }
}

export const requestDecider: Decider<RequestState, RequestCommand, RequestEvent> = {
  initialState: { kind: 'none' },
  evolve,
  decide,
}
