import { Rejected } from '#contract/errors.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import { memberOfUser, type Joined, type KnownWorkspace } from '#modules/workspaces/workspace.state.ts'

/**
 * Rules about lifting the protection when no second admin is left; part of `workspace.decider.ts`. A super admin starts it, everybody who
 * may decide can stop it.
 */

/** Changes nothing if a lifting waits already. */
export type StartLift = {
  readonly type: 'StartLift'
  readonly liftId: string
  /** User id of the super admin. */
  readonly startedBy: string
  readonly reason: string
  readonly endsAt: Date
}
export type WithdrawLift = { readonly type: 'WithdrawLift' }
export type StopLift = { readonly type: 'StopLift'; readonly userId: string }
/** Lifts the protection once the waiting time has passed. */
export type LiftProtection = {
  readonly type: 'LiftProtection'
  readonly liftId: string
  /** null once erased. */
  readonly reason: string | null
  readonly now: Date
}
export type LiftCommand = StartLift | WithdrawLift | StopLift | LiftProtection

const DAY_MS = 86_400_000

/** The end of a waiting time that starts now. */
export const liftEnd = (now: Date, days: number): Date => new Date(now.getTime() + days * DAY_MS)

/** An admin or approver. */
export const mayDecide = ({ active, role, approver }: Joined): boolean =>
  active && (role === 'admin' || approver)

const requireProtected = (state: KnownWorkspace): void => {
  if (!state.peopleProtected) throw new Rejected('workspace.not-protected')
}

const start = (
  { liftId, startedBy, reason, endsAt }: StartLift,
  state: KnownWorkspace,
): readonly WorkspaceEvent[] => {
  requireProtected(state)
  if (state.lift) return []
  const data = { workspaceId: state.id, liftId, startedBy, reason, endsAt: endsAt.toISOString() }
  return [{ type: 'ProtectionLiftStarted', data }]
}

/** Ends a lifting that waits. A stop that comes too late is refused, because the protection is off. */
const end =
  (type: 'ProtectionLiftStopped' | 'ProtectionLiftWithdrawn') =>
  (state: KnownWorkspace): readonly WorkspaceEvent[] => {
    requireProtected(state)
    return state.lift ? [{ type, data: { workspaceId: state.id, liftId: state.lift.liftId } }] : []
  }

const stop = ({ userId }: StopLift, state: KnownWorkspace): readonly WorkspaceEvent[] => {
  const member = memberOfUser(state, userId)
  if (!member || !mayDecide(member)) throw new Rejected('access.denied')
  return end('ProtectionLiftStopped')(state)
}

const lift = (
  { liftId, reason, now }: LiftProtection,
  { id: workspaceId, lift: waiting }: KnownWorkspace,
): readonly WorkspaceEvent[] => {
  if (waiting?.liftId !== liftId || new Date(waiting.endsAt) > now) return []
  return [{ type: 'ProtectionLifted', data: { workspaceId, liftId, ...(reason !== null && { reason }) } }]
}

export const liftRules = {
  StartLift: start,
  WithdrawLift: (_: WithdrawLift, state: KnownWorkspace) => end('ProtectionLiftWithdrawn')(state),
  StopLift: stop,
  LiftProtection: lift,
} as const
