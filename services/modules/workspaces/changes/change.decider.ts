import { Rejected, type ErrorCode } from '#contract/errors.ts'
import type { OvertakenBy } from '#contract/workspaces/change.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import {
  evolve,
  isActiveAdmin,
  joined,
  memberOfUser,
  type Joined,
  type KnownWorkspace,
} from '#modules/workspaces/workspace.state.ts'
import { isExpired, type Act, type PendingChange } from '#modules/workspaces/protection/change.state.ts'
import { doorInvitations } from '#modules/workspaces/protection/second-admin.decider.ts'

import { commandOf, type ActCommand, type ApproveChange, type Decided, type OfChange } from './act.decider.ts'

/** Rules about changes that wait for a second admin; part of `workspace.decider.ts`. */

export type RefuseChange = Decided & { readonly type: 'RefuseChange' }
export type WithdrawChange = OfChange & { readonly type: 'WithdrawChange'; readonly userId: string }
/** Records a wrong PIN or signature. */
export type RefuseChangeApproval = {
  readonly type: 'RefuseChangeApproval'
  readonly changeId: string
  readonly userId: string
  readonly deviceId: string
  readonly reason: 'wrong-pin' | 'bad-signature'
  /** Null for a passkey. */
  readonly triesLeft: number | null
}
export type ChangeCommand = ApproveChange | RefuseChange | WithdrawChange | RefuseChangeApproval

/** Executes the rule of a command, without asking for a second admin. */
export type RunRule = (command: ActCommand, state: KnownWorkspace) => readonly WorkspaceEvent[]

/** Throws `change.closed` with the final state, unless the change waits. */
export const requirePending = (state: KnownWorkspace, changeId: string, now: Date): PendingChange => {
  const pending = state.pending.get(changeId)
  if (pending && !isExpired(pending, now)) return pending
  const ended = pending ? 'expired' : state.ended.get(changeId)?.state
  if (!ended) throw new Rejected('change.not-found')
  throw new Rejected('change.closed', [{ state: ended }])
}

const requireAdmin = (state: KnownWorkspace, userId: string): Joined => {
  const member = memberOfUser(state, userId)
  if (!member || !isActiveAdmin(member)) throw new Rejected('access.denied')
  return member
}

/** The admin who may decide. Nobody decides their own change, even under another participant id. */
const requireOther = (state: KnownWorkspace, changeId: string, userId: string): Joined => {
  const change = state.pending.get(changeId) ?? state.ended.get(changeId)
  if (!change) throw new Rejected('change.not-found')
  if (change.userId === userId) throw new Rejected('access.denied')
  return requireAdmin(state, userId)
}

/** The same checks, for the content to sign. Throws `change.not-found`, `change.closed` and `access.denied`. */
export const requireDecidable = (
  state: KnownWorkspace,
  { changeId, userId, now }: Pick<Decided, 'changeId' | 'userId' | 'now'>,
): { readonly change: PendingChange; readonly by: Joined } => {
  const by = requireOther(state, changeId, userId)
  return { change: requirePending(state, changeId, now), by }
}

const memberOf = (act: Act, state: KnownWorkspace): Joined | undefined => {
  const member = 'participantId' in act ? state.members.get(act.participantId) : undefined
  return member?.kind === 'joined' ? member : undefined
}

/** What a change of a member wants is so already. */
const ALREADY: { readonly [kind in Act['kind']]?: (member: Joined) => boolean } = {
  'make-approver': ({ approver }) => approver,
  promote: ({ role }) => role === 'admin',
  activate: ({ active }) => active,
  deactivate: ({ active }) => !active,
}

const ofTarget = (act: Act, state: KnownWorkspace): OvertakenBy | null => {
  if ('kindId' in act) return null
  if ('groupId' in act) {
    const isThere = (act.kind === 'group' && act.isNew) || state.groups.has(act.groupId)
    return isThere ? null : 'target-gone'
  }
  const member = memberOf(act, state)
  if (!member) return 'target-gone'
  return ALREADY[act.kind]?.(member) ? 'already' : null
}

/** An admin, or the owner of a call-back number. */
const mayStillAsk = ({ active, role, participantId }: Joined, act: Act): boolean =>
  active && (role === 'admin' || (act.kind === 'call-back' && act.participantId === participantId))

/** Why the change cannot be done any more, as far as its people tell; null: it can. */
const hindrance = (
  { act, userId, addressHash }: PendingChange,
  state: KnownWorkspace,
): OvertakenBy | null => {
  const asker = memberOfUser(state, userId)
  if (!asker || !mayStillAsk(asker, act)) return 'requester-gone'
  if (act.kind === 'delete') return null
  if (act.kind === 'protect') return state.peopleProtected === act.on ? 'already' : null
  if (act.kind === 'glass') return state.breakGlass === act.on ? 'already' : null
  if (act.kind === 'invite')
    return joined(state).some((one) => one.addressHash === addressHash) ? 'already' : null
  return ofTarget(act, state)
}

const OVERTAKEN: { readonly [code in ErrorCode]?: OvertakenBy } = {
  'participant.not-found': 'target-gone',
  'participant.exists': 'already',
  'deputy.unsuitable': 'target-gone',
  'group.not-found': 'target-gone',
  'group.exists': 'already',
  'group.limit': 'already',
  'workspace.full': 'no-seat',
  'invitation.limit': 'no-seat',
  'participant.last-admin': 'too-few-admins',
}

const tooFew = (act: Act, after: KnownWorkspace, adminsHaveDevices: boolean): boolean => {
  const admins = joined(after).filter(isActiveAdmin).length
  if (act.kind === 'protect') return act.on && (admins < 2 || !adminsHaveDevices)
  const takesAdmin = act.kind === 'deactivate' || act.kind === 'remove'
  return takesAdmin && after.peopleProtected && !act.endsProtection && admins < 2
}

/** Nobody else has seen the open invitations that open a door, so they end when the protection begins. */
const revokeUnseen = (state: KnownWorkspace, now: Date): WorkspaceEvent[] =>
  doorInvitations(state, now).map(({ participantId, invitationId }) => ({
    type: 'InvitationRevoked',
    data: { workspaceId: state.id, participantId, invitationId },
  }))

/** Kinds stand on another stream, which the command has looked at. */
const hindranceOf = (
  change: PendingChange,
  state: KnownWorkspace,
  { kindHindrance = null }: ApproveChange,
): OvertakenBy | null => hindrance(change, state) ?? (change.act.kind === 'kind' ? kindHindrance : null)

/** The events of an approved change, or why it cannot be done any more. Throws for what may pass, such as `workspace.inactive`. */
const execute = (
  change: PendingChange,
  command: ApproveChange,
  state: KnownWorkspace,
  run: RunRule,
): readonly WorkspaceEvent[] | OvertakenBy => {
  const { act } = change
  const hindered = hindranceOf(change, state, command)
  if (hindered) return hindered
  try {
    const events = run(commandOf(change, command), state)
    if (events.length === 0) return 'already'
    const after = events.reduce(evolve, state) as KnownWorkspace
    if (tooFew(act, after, command.adminsHaveDevices)) return 'too-few-admins'
    const workspaceId = state.id
    if (act.kind === 'protect' && act.on) return [...events, ...revokeUnseen(state, command.now)]
    if (!('endsProtection' in act) || !act.endsProtection || !after.peopleProtected) return events
    return [...events, { type: 'PeopleProtectionChanged', data: { workspaceId, protected: false } }]
  } catch (error) {
    const reason = error instanceof Rejected ? OVERTAKEN[error.code] : undefined
    if (!reason) throw error
    return reason
  }
}

export const approveChange = (
  command: ApproveChange,
  state: KnownWorkspace,
  run: RunRule,
): readonly WorkspaceEvent[] => {
  const { changeId, userId, email, evidence, now } = command
  const { participantId } = requireOther(state, changeId, userId)
  const ended = state.ended.get(changeId)
  if (ended && ['done', 'overtaken'].includes(ended.state) && ended.decidedBy === userId) return []
  const change = requirePending(state, changeId, now)
  if (evidence === null) throw new Rejected('proof.missing')
  const by = { workspaceId: state.id, changeId, participantId, userId, email }
  const done = execute(change, command, state, run)
  if (typeof done === 'string') return [{ type: 'ChangeOvertaken', data: { ...by, reason: done } }]
  const assurance = evidence.clientDataJSON === undefined ? 'pin' : 'passkey'
  return [{ type: 'ChangeApproved', data: { ...by, assurance, evidence } }, ...done]
}

const refuse = ({ changeId, userId, email, now }: RefuseChange, state: KnownWorkspace): WorkspaceEvent[] => {
  const { participantId } = requireOther(state, changeId, userId)
  const ended = state.ended.get(changeId)
  if (ended?.state === 'refused' && ended.decidedBy === userId) return []
  const { act } = requirePending(state, changeId, now)
  // Otherwise somebody who must go could keep themselves.
  if (memberOf(act, state)?.userId === userId) throw new Rejected('access.denied')
  return [{ type: 'ChangeRefused', data: { workspaceId: state.id, changeId, participantId, userId, email } }]
}

const withdraw = ({ changeId, userId, now }: WithdrawChange, state: KnownWorkspace): WorkspaceEvent[] => {
  const { participantId } = requireAdmin(state, userId)
  const change = state.pending.get(changeId) ?? state.ended.get(changeId)
  if (!change) throw new Rejected('change.not-found')
  if (change.userId !== userId) throw new Rejected('access.denied')
  if (state.ended.get(changeId)?.state === 'withdrawn') return []
  requirePending(state, changeId, now)
  return [{ type: 'ChangeWithdrawn', data: { workspaceId: state.id, changeId, participantId, userId } }]
}

const refuseApproval = (command: RefuseChangeApproval, state: KnownWorkspace): WorkspaceEvent[] => {
  const { changeId, userId, deviceId, reason, triesLeft } = command
  const { participantId } = requireOther(state, changeId, userId)
  const ids = { workspaceId: state.id, changeId, participantId, userId, deviceId }
  return [
    { type: 'ChangeApprovalRefused', data: { ...ids, reason, ...(triesLeft !== null && { triesLeft }) } },
  ]
}

export const changeRules = {
  RefuseChange: refuse,
  WithdrawChange: withdraw,
  RefuseChangeApproval: refuseApproval,
} as const

/** Closes the pending changes that the events of a command make impossible. */
export const withOvertaken = (
  events: readonly WorkspaceEvent[],
  state: KnownWorkspace,
): readonly WorkspaceEvent[] => {
  if (events.length === 0 || state.pending.size === 0) return events
  const after = events.reduce(evolve, state) as KnownWorkspace
  if (after.kind !== 'open') return events
  const overtaken = [...after.pending.values()].flatMap((change): WorkspaceEvent[] => {
    const reason = hindrance(change, after)
    if (!reason) return []
    return [{ type: 'ChangeOvertaken', data: { workspaceId: state.id, changeId: change.changeId, reason } }]
  })
  return [...events, ...overtaken]
}

/** Records each passed expiry once. */
export const expiredChanges = (state: KnownWorkspace, now: Date): readonly WorkspaceEvent[] =>
  [...state.pending.values()].flatMap((change) =>
    isExpired(change, now)
      ? [{ type: 'ChangeExpired' as const, data: { workspaceId: state.id, changeId: change.changeId } }]
      : [],
  )
