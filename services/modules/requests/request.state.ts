import { Rejected } from '#contract/errors.ts'
import type { Request, RequestStatus } from '#contract/requests/requests.ts'
import { unreachable } from '#platform/commands/decider.ts'
import type { Evidence } from '#platform/facts/facts.ts'
import type { RequestEvent } from './request.events.ts'

/** The state of a request, folded from its events. It holds no personal fields. */

export type DataOf<T extends RequestEvent['type']> = Extract<RequestEvent, { type: T }>['data']

export type CallDescription = Pick<DataOf<'CallDescribed'>, 'asks' | 'call' | 'calledBack'>

export type SignedFiles = readonly DataOf<'FilesAttached'>['files'][number][]

type FilledFact = NonNullable<DataOf<'FieldsFilled'>['filled']>
/** The kind of a request with its fields, unsealed. */
export type FilledKind = Pick<DataOf<'FieldsFilled'>, 'kindId' | 'kindVersion'> & {
  readonly kind: FilledFact['kind']
  readonly fields: readonly FilledFact['fields'][number][]
}
/** Somebody who signed or could, with the ids of the groups that they are in. */
export type Signer = {
  readonly participantId: string
  readonly userId: string
  readonly groups: readonly string[]
  /** The colleague who is away, if somebody stands in: then `groups` are those of the colleague. */
  readonly inPlaceOf?: Person
}
export type AppliedRule = Omit<DataOf<'RuleApplied'>, 'requestId' | 'workspaceId' | 'shown'>

/** How an admin alone approved the request. */
export type BrokenGlass = Person & {
  readonly reasonHash: string
  readonly confirmUntil: Date
  /** User id of the second person. */
  readonly confirmedBy: string | null
}

type RequestFields = {
  readonly requestId: string
  readonly workspaceId: string
  readonly requestType: Request['type']
  readonly requesterId: string
  readonly requesterUserId: string
  /** null: any approver */
  readonly approverId: string | null
  readonly approverUserId: string | null
  readonly expiresAt: Date
  /** The workspace's revision when the request was created. */
  readonly workspaceRevision: number
  /** Challenges of the proofs that came with a wrong number. */
  readonly mismatches: readonly string[]
  /** What the requester says about the call; null for an approval, and for a check of an app of before. */
  readonly described: CallDescription | null
  /** In the order in which they are signed. */
  readonly files: SignedFiles
  /** Null for a free text. Its fields are sealed. */
  readonly requestKind: { readonly id: string; readonly version: number } | null
  /** The rule by which it is decided; null if the requester said who decides. */
  readonly rule: AppliedRule | null
  /** Whether further people are asked by it. */
  readonly escalated: boolean
  /** Whether it waits for enough people, and nobody is asked. */
  readonly isParked: boolean
  /** Whether nobody was asked when it was made. */
  readonly wasParkedFirst: boolean
  /** The workspace's revision at which people were asked last; null if nobody was yet. */
  readonly askedRevision: number | null
  /** Signatures before the last one. */
  readonly approvals: readonly Signer[]
  /** User ids of those who declined before the last one. */
  readonly declines: readonly string[]
  /** User ids of those for whom somebody else declined. */
  readonly declinedFor: readonly string[]
  readonly glass: BrokenGlass | null
  /** User id of the approver who denied the claim. */
  readonly deniedBy: string | null
  /** When the approvers were last reminded. */
  readonly remindedAt: Date | null
  /** The newest reminder that time alone has caused. */
  readonly reminder: DataOf<'ReminderIssued'>['reminder'] | null
  /** User ids. */
  readonly reportedBy: readonly string[]
}

export type RequestState =
  | { readonly kind: 'none' }
  | (RequestFields & { readonly kind: 'pending' })
  | (RequestFields & { readonly kind: 'approved' | 'declined'; readonly byUserId: string })
  | (RequestFields & { readonly kind: 'withdrawn' })
  | (RequestFields & { readonly kind: 'closed'; readonly reason: DataOf<'RequestClosed'>['reason'] })

export type ExistingRequest = Exclude<RequestState, { kind: 'none' }>
export type Person = { readonly participantId: string; readonly userId: string }
/** An approver who is away, and a colleague who may decide for them meanwhile. */
export type StandIn = { readonly absent: Person; readonly deputy: Person }

/** For whom the decision was made; undefined if for the one who made it. */
const absentIn = ({ onBehalfOf, onBehalfOfUserId }: DataOf<'ApprovalGiven'>): Person | undefined =>
  onBehalfOf === undefined || onBehalfOfUserId === undefined
    ? undefined
    : { participantId: onBehalfOf, userId: onBehalfOfUserId }

export const evolve = (state: RequestState, event: RequestEvent): RequestState => {
  if (event.type === 'RequestCreated') {
    const { requestId, workspaceId, requesterId, requesterUserId, approverId, workspaceRevision } = event.data
    return {
      kind: 'pending',
      requestId,
      workspaceId,
      requestType: event.data.type,
      requesterId,
      requesterUserId,
      approverId,
      approverUserId: event.data.approverUserId ?? null,
      expiresAt: new Date(event.data.expiresAt),
      workspaceRevision,
      described: null,
      files: [],
      requestKind: null,
      rule: null,
      escalated: false,
      isParked: false,
      wasParkedFirst: false,
      askedRevision: workspaceRevision,
      approvals: [],
      declines: [],
      declinedFor: [],
      glass: null,
      deniedBy: null,
      remindedAt: null,
      reminder: null,
      mismatches: [],
      reportedBy: [],
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
    case 'RequestReminded':
      return { ...state, remindedAt: new Date(event.data.remindedAt) }
    case 'ReminderIssued':
      return { ...state, reminder: event.data.reminder }
    case 'RequestClosed':
      return { ...state, kind: 'closed', reason: event.data.reason }
    case 'NumberRefused':
      return { ...state, mismatches: [...state.mismatches, event.data.challenge] }
    case 'CallDescribed': {
      const { asks, call, calledBack } = event.data
      return { ...state, described: { asks, call, calledBack } }
    }
    case 'FilesAttached':
      return { ...state, files: event.data.files }
    case 'FieldsFilled':
      return { ...state, requestKind: { id: event.data.kindId, version: event.data.kindVersion } }
    case 'RuleApplied': {
      const { requestId: _, workspaceId: _of, shown: _shown, ...rule } = event.data
      return { ...state, rule }
    }
    case 'RequestEscalated':
      return { ...state, escalated: true }
    case 'RequestParked':
      return event.data.fromTheStart
        ? { ...state, isParked: true, wasParkedFirst: true, askedRevision: null }
        : { ...state, isParked: true }
    case 'RequestUnparked':
      return { ...state, isParked: false, askedRevision: event.data.workspaceRevision }
    case 'ApprovalGiven': {
      const { participantId, userId, groups } = event.data
      const inPlaceOf = absentIn(event.data)
      const signer = { participantId, userId, groups, ...(inPlaceOf && { inPlaceOf }) }
      return { ...state, approvals: [...state.approvals, signer] }
    }
    case 'DeclineGiven': {
      const { userId, onBehalfOfUserId: absent } = event.data
      const declinedFor = absent === undefined ? state.declinedFor : [...state.declinedFor, absent]
      return { ...state, declines: [...state.declines, userId], declinedFor }
    }
    case 'GlassBroken': {
      const { participantId, userId, reasonHash, confirmUntil } = event.data
      const until = new Date(confirmUntil)
      const glass = { participantId, userId, reasonHash, confirmUntil: until, confirmedBy: null }
      return { ...state, kind: 'approved', byUserId: userId, glass }
    }
    case 'GlassConfirmed':
      return { ...state, glass: state.glass && { ...state.glass, confirmedBy: event.data.userId } }
    case 'ClaimDenied':
      return { ...state, deniedBy: event.data.userId }
    case 'RequestReported':
      return { ...state, reportedBy: [...state.reportedBy, event.data.userId] }
    case 'ApprovalRefused':
    case 'AssertionRefused':
    case 'CreationRefused':
    case 'BothWereCalled':
    case 'EarlierReplaced':
      return state
    default:
      return unreachable(event)
  }
}

export const assuranceOf = ({ clientDataJSON }: Pick<Evidence, 'clientDataJSON'>): 'pin' | 'passkey' =>
  clientDataJSON === undefined ? 'pin' : 'passkey'

export const idsOf = ({ requestId, workspaceId }: ExistingRequest) => ({ requestId, workspaceId })

/** Whether a wrong number alerts the admins. One that locks the two has an alert of its own. */
export const alertsAdmins = ({ triesLeft, locks }: DataOf<'NumberRefused'>): boolean =>
  triesLeft === 0 && !locks

/** Whether further people are asked at that time: recorded, or due by the rule. */
export const isEscalated = (
  { escalated, rule }: Pick<ExistingRequest, 'escalated' | 'rule'>,
  at: Date,
): boolean => escalated || (rule?.escalate !== undefined && new Date(rule.escalate.at) <= at)

/** The request as it asks people at that time. */
export const askedAt = <S extends Pick<ExistingRequest, 'escalated' | 'rule'>>(state: S, at: Date): S => ({
  ...state,
  escalated: isEscalated(state, at),
})

/** Pending, but past its expiry. */
export const isDue = (state: RequestState, at: Date): boolean =>
  state.kind === 'pending' && state.expiresAt <= at

/** Pending and not expired. */
export const isOpen = (state: RequestState, at: Date): boolean =>
  state.kind === 'pending' && state.expiresAt > at

/** Whether this person has approved or declined it. */
export const hasDecided = (state: ExistingRequest, userId: string): boolean =>
  ('byUserId' in state && state.byUserId === userId) ||
  state.approvals.some((one) => one.userId === userId) ||
  state.declines.includes(userId)

/** Whether the request is addressed to this person. The requester may not decide it, even under another participant id. */
export const mayDecide = (state: RequestState, { participantId, userId }: Person): boolean =>
  state.kind !== 'none' &&
  state.requesterId !== participantId &&
  state.requesterUserId !== userId &&
  (state.approverId === null || state.approverId === participantId)

const finalStatus = (state: ExistingRequest): { status: RequestStatus; closedReason: string | null } => {
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

/** Throws `request.closed` with the final status, unless the request is open. */
export const refuseClosed = (state: ExistingRequest, at: Date): void => {
  if (!isOpen(state, at)) throw new Rejected('request.closed', [finalStatus(state)])
}

/** Throws `request.closed` with the reason `requester-unavailable`. */
export const refuseWithoutRequester = (): never => {
  throw new Rejected('request.closed', [{ status: 'declined', closedReason: 'requester-unavailable' }])
}
