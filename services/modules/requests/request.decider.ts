import { Rejected } from '#contract/errors.ts'
import { unreachable, type Decider } from '#platform/commands/decider.ts'
import type { CallWay, Weakness } from '#contract/requests/requests.ts'
import { create, type CreateRequest } from './creating/creation.decider.ts'
import { absentFor, mayAnswer } from './deputies/stand-in.decider.ts'
import { dispute, refuseNumber, type Dispute, type RefuseNumber } from './call-check/answer.decider.ts'
import { byTime, type ByTime } from './reminders/by-time.decider.ts'
import { remind, type Remind } from './reminders/reminder.decider.ts'
import { approveByRule, declineByRule, hasRule, requireNeeded } from './rules/by-rule.decider.ts'
import { judgeRule, type JudgeRule } from './rules/parking.decider.ts'
import type { Signer } from './rules/signing.decider.ts'
import { decideGlass, type GlassCommand } from './glass/glass.decider.ts'
import type { RequestEvent } from './request.events.ts'
import {
  assuranceOf,
  evolve,
  idsOf,
  isDue,
  isOpen,
  refuseClosed,
  refuseWithoutRequester,
  type DataOf,
  type ExistingRequest,
  type Person,
  type RequestState,
  type StandIn,
} from './request.state.ts'

/** The participant who acts on a request, with the rights that they had at `workspaceRevision`. */
export type ActingParticipant = Person & {
  readonly email: string | null
  readonly workspaceRevision: number
  readonly at: Date
  /** Who may decide in the workspace then, with their groups. Only for a request with a rule. */
  readonly people: readonly Signer[]
  /** Who stands in then for those who may decide the request. */
  readonly standIns: readonly StandIn[]
  /** Address of the colleague for whom they decide; null without one. */
  readonly absentEmail: string | null
}

export type Side = 'requester' | 'approver'
type CloseAsUnavailable = {
  readonly type: 'CloseAsUnavailable'
  readonly participantId: string
  /** The roles in which the participant is unavailable. */
  readonly as: readonly Side[]
}

type Report = Person & {
  readonly type: 'Report'
  /** Whether they were eligible to answer when the request was created. */
  readonly wasEligible: boolean
  readonly workspaceRevision: number
  readonly at: Date
}
type RefuseCreation = { readonly type: 'RefuseCreation' } & DataOf<'CreationRefused'>

export type RequestCommand =
  | CreateRequest
  /** `evidence` is null if the request is closed: then no proof is checked. */
  | (ActingParticipant & {
      readonly type: 'Approve'
      readonly evidence: DataOf<'RequestApproved'>['evidence'] | null
      /** At `workspaceRevision`. */
      readonly requesterIsAvailable: boolean
      /** Whether the right number came with it. Only verifications have one. */
      readonly hasNumber: boolean
      /** Only for a check whose requester described the call. */
      readonly confirmed: { readonly call: CallWay; readonly weak: readonly Weakness[] } | null
    })
  /** `reason` is null if none was given. */
  | (ActingParticipant & { readonly type: 'Decline'; readonly reason: string | null })
  | (Person & { readonly type: 'Withdraw'; readonly at: Date })
  | Remind
  | ByTime
  | { readonly type: 'Expire'; readonly at: Date }
  | CloseAsUnavailable
  | JudgeRule
  | (Person &
      Pick<DataOf<'ApprovalRefused'>, 'deviceId' | 'reason' | 'triesLeft'> & { type: 'RefuseApproval' })
  | (Person & { readonly type: 'RefuseAssertion'; readonly deviceId: string })
  | RefuseNumber
  | GlassCommand
  | Dispute
  | Report
  | RefuseCreation

type Decision = RequestCommand & { readonly type: 'Approve' | 'Decline' }

/** Who decides, and for whom. */
const decidedBy = (by: ActingParticipant, state: ExistingRequest) => {
  const { participantId, userId, email, workspaceRevision, absentEmail } = by
  const absent = absentFor(state, by)
  return {
    ...idsOf(state),
    participantId,
    userId,
    email,
    workspaceRevision,
    ...(absent && {
      onBehalfOf: absent.participantId,
      onBehalfOfUserId: absent.userId,
      onBehalfOfEmail: absentEmail,
    }),
  }
}

const approve = (
  { evidence, confirmed, ...command }: RequestCommand & { readonly type: 'Approve' },
  state: ExistingRequest,
): RequestEvent[] => {
  if (!command.requesterIsAvailable) refuseWithoutRequester()
  if (evidence === null) throw new Rejected('proof.missing')
  if (state.requestType === 'verification' && !command.hasNumber) throw new Rejected('number.missing')
  if (state.described !== null && confirmed === null) throw new Rejected('call.missing')
  const data = decidedBy(command, state)
  const call = confirmed && { call: confirmed.call, weak: [...confirmed.weak] }
  const approved = { ...data, assurance: assuranceOf(evidence), evidence, ...call }
  if (hasRule(state)) return approveByRule(approved, state, command)
  return [{ type: 'RequestApproved', data: approved }]
}

/** A check that says what is asked for has two answers for a no, and both alert the admins. */
const decline = (
  { reason, ...command }: RequestCommand & { readonly type: 'Decline' },
  state: ExistingRequest,
): RequestEvent[] => {
  if (state.described !== null) throw new Rejected('call.no-decline')
  const data = decidedBy(command, state)
  const declined = { ...data, assurance: 'session' as const, ...(reason !== null && { reason }) }
  if (hasRule(state)) return declineByRule(declined, state, command)
  return [{ type: 'RequestDeclined', data: declined }]
}

const answer = (command: Decision, state: ExistingRequest): RequestEvent[] => {
  if (!mayAnswer(state, command)) throw new Rejected('access.denied')
  const kind = command.type === 'Approve' ? 'approved' : 'declined'
  if (state.kind === kind && state.byUserId === command.userId) return []
  refuseClosed(state, command.at)
  // Before a proof is asked for.
  if (hasRule(state)) requireNeeded(state, command)
  if (command.type === 'Approve') return approve(command, state)
  return decline(command, state)
}

const withdraw = (command: RequestCommand & { type: 'Withdraw' }, state: ExistingRequest): RequestEvent[] => {
  if (state.requesterUserId !== command.userId) throw new Rejected('access.denied')
  if (state.kind === 'withdrawn') return []
  refuseClosed(state, command.at)
  return [{ type: 'RequestWithdrawn', data: { ...idsOf(state), participantId: command.participantId } }]
}

const closeWithout = ({ participantId, as }: CloseAsUnavailable, state: ExistingRequest): RequestEvent[] => {
  if (state.kind !== 'pending') return []
  const close = (reason: DataOf<'RequestClosed'>['reason']): RequestEvent[] => [
    { type: 'RequestClosed', data: { ...idsOf(state), reason } },
  ]
  const isGone = (side: Side, id: string | null) => id === participantId && as.includes(side)
  if (isGone('requester', state.requesterId)) return close('requester-unavailable')
  return isGone('approver', state.approverId) ? close('approver-unavailable') : []
}

const report = (command: Report, state: ExistingRequest): RequestEvent[] => {
  const { participantId, userId, workspaceRevision } = command
  const isOwn = state.requesterUserId === userId
  const decided = 'byUserId' in state && state.byUserId === userId
  if (!isOwn && !command.wasEligible && !decided) throw new Rejected('access.denied')
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
    case 'Remind':
      return remind(command, state)
    case 'Escalate':
    case 'RemindByTime':
      return byTime(command, state)
    case 'Expire':
      if (!isDue(state, command.at)) return []
      return [{ type: 'RequestClosed', data: { ...idsOf(state), reason: 'expired' } }]
    case 'JudgeRule':
      return judgeRule(command, state)
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
    case 'BreakGlass':
    case 'ConfirmGlass':
      return decideGlass(command, state)
    case 'RefuseNumber':
      return refuseNumber(command, state)
    case 'CloseAsBothCalled':
    case 'DenyClaim':
      return dispute(command, state)
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
