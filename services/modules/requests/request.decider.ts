import { Rejected } from '#contract/errors.ts'
import { unreachable, type Decider } from '#platform/commands/decider.ts'
import type { RequestEvent } from './request.events.ts'
import {
  evolve,
  isDue,
  isOpen,
  mayDecide,
  refuseClosed,
  refuseWithoutRequester,
  type Asked,
  type DataOf,
  type Person,
  type RequestState,
} from './request.state.ts'

export type Evidence = DataOf<'RequestApproved'>['evidence']

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
  /** Of the requester's own device; null without one. */
  readonly evidence: Evidence | null
}

export type Side = 'requester' | 'approver'
type CloseAsUnavailable = {
  readonly type: 'CloseAsUnavailable'
  readonly participantId: string
  /** As what they are not there any more. */
  readonly as: readonly Side[]
}

type RefuseNumber = Person & {
  readonly type: 'RefuseNumber'
  readonly deviceId: string
  /** Of the proof: the same answer told twice is one try. */
  readonly challenge: string
  readonly workspaceRevision: number
  readonly at: Date
}
type Report = Person & {
  readonly type: 'Report'
  /** Whether the question went to them. */
  readonly wasAsked: boolean
  readonly workspaceRevision: number
  readonly at: Date
}
type RefuseCreation = { readonly type: 'RefuseCreation' } & DataOf<'CreationRefused'>

/** So many wrong numbers close a verification. */
export const NUMBER_TRIES = 2

export type RequestCommand =
  | CreateRequest
  /** `evidence` is null when no proof was asked for, because the request no longer waits for an answer. */
  | (ActingParticipant & {
      readonly type: 'Approve'
      readonly evidence: Evidence | null
      /** Whether whoever asked may still ask, at the same revision of the workspace. */
      readonly requesterIsThere: boolean
      /** Of a verification, whether it came with the number that was spoken. */
      readonly hasNumber: boolean
    })
  | (ActingParticipant & { readonly type: 'Decline' })
  | (Person & { readonly type: 'Withdraw'; readonly at: Date })
  | { readonly type: 'Expire'; readonly at: Date }
  | CloseAsUnavailable
  | (Person &
      Pick<DataOf<'ApprovalRefused'>, 'deviceId' | 'reason' | 'triesLeft'> & { type: 'RefuseApproval' })
  | (Person & { readonly type: 'RefuseAssertion'; readonly deviceId: string })
  | RefuseNumber
  | Report
  | RefuseCreation

const assuranceOf = ({ clientDataJSON }: Evidence) => (clientDataJSON === undefined ? 'pin' : 'passkey')

const create = (command: CreateRequest, state: RequestState): RequestEvent[] => {
  if (state.kind !== 'none') return []
  const { requester, approver, asked, requestId, workspaceId, details, evidence } = command
  if (asked.length === 0) throw new Rejected('approver.unavailable')
  if (command.requestType === 'verification' && evidence === null) throw new Rejected('proof.missing')
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
    ...(evidence && { assurance: assuranceOf(evidence), evidence }),
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
  if (state.requestType === 'verification' && !command.hasNumber) throw new Rejected('number.missing')
  return [{ type: 'RequestApproved', data: { ...data, assurance: assuranceOf(evidence), evidence } }]
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

const refuseNumber = (command: RefuseNumber, state: Asked): RequestEvent[] => {
  const { participantId, userId, deviceId, challenge, workspaceRevision } = command
  if (!isOpen(state, command.at) || state.mismatches.includes(challenge)) return []
  const triesLeft = NUMBER_TRIES - state.mismatches.length - 1
  const data = { ...idsOf(state), participantId, userId, deviceId, challenge, triesLeft, workspaceRevision }
  const refused: RequestEvent = { type: 'NumberRefused', data }
  if (triesLeft > 0) return [refused]
  return [refused, { type: 'RequestClosed', data: { ...idsOf(state), reason: 'code-mismatch' } }]
}

const report = (command: Report, state: Asked): RequestEvent[] => {
  const { participantId, userId, workspaceRevision } = command
  const isOwn = state.requesterUserId === userId
  const decided = 'byUserId' in state && state.byUserId === userId
  if (!isOwn && !command.wasAsked && !decided) throw new Rejected('access.denied')
  if (state.reportedBy.includes(userId)) return []
  const as: Side = isOwn ? 'requester' : 'approver'
  const data = { ...idsOf(state), participantId, userId, as, workspaceRevision }
  const reported: RequestEvent = { type: 'RequestReported', data }
  if (!isOpen(state, command.at)) return [reported]
  return [reported, { type: 'RequestClosed', data: { ...idsOf(state), reason: 'reported' } }]
}

const decide = (command: RequestCommand, state: RequestState): readonly RequestEvent[] => {
  if (command.type === 'CreateRequest') return create(command, state)
  if (command.type === 'RefuseCreation') {
    const { type: _, ...data } = command
    return [{ type: 'CreationRefused', data }]
  }
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
    case 'RefuseNumber':
      return refuseNumber(command, state)
    case 'Report':
      return report(command, state)
    default:
      return unreachable(command)
  }
}

export const requestDecider: Decider<RequestState, RequestCommand, RequestEvent> = {
  initialState: { kind: 'none' },
  evolve,
  decide,
}
