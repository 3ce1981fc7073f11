import { Map as PersistentMap } from 'immutable'
import type { Change, ChangeState, ChangedField } from '#contract/workspaces/change.ts'
import type { WrittenKind } from '#contract/requests/fields/kind-definition.ts'
import { unreachable } from '#platform/commands/decider.ts'
import type { ChangeEvent } from './change.events.ts'

/** The changes of a workspace that need a second admin, folded from its events. They hold no personal fields. */

export type DataOf<T extends ChangeEvent['type']> = Extract<ChangeEvent, { type: T }>['data']
export type Act = DataOf<'ChangeAsked'>['act']

export type PendingChange = {
  readonly changeId: string
  readonly act: Act
  /** Who asked. */
  readonly participantId: string
  readonly userId: string
  /** Of an invitation. */
  readonly addressHash: string | null
  readonly expiresAt: string
}
export type EndedChange = {
  readonly state: Exclude<ChangeState, 'pending'>
  /** The admin who asked. */
  readonly userId: string
  /** User id of the admin who decided; null for a change that nobody decided. */
  readonly decidedBy: string | null
}
/** A lifting of the protection that waits. It is lifted by its event alone, so that stopping is possible until then. */
export type ProtectionLift = Pick<DataOf<'ProtectionLiftStarted'>, 'liftId' | 'startedBy' | 'endsAt'>
export type Changes = {
  readonly peopleProtected: boolean
  /** Whether an admin alone may decide what nobody can decide in time. */
  readonly breakGlass: boolean
  readonly lift: ProtectionLift | null
  /** Without an end, by id; some may be past their expiry. */
  readonly pending: PersistentMap<string, PendingChange>
  readonly ended: PersistentMap<string, EndedChange>
}

export const noChanges = (): Changes => ({
  peopleProtected: false,
  breakGlass: false,
  lift: null,
  pending: PersistentMap(),
  ended: PersistentMap(),
})

const end = (
  changes: Changes,
  changeId: string,
  state: EndedChange['state'],
  decidedBy: string | null,
): Changes => {
  const change = changes.pending.get(changeId)
  if (!change) return changes
  const { userId } = change
  return {
    ...changes,
    pending: changes.pending.delete(changeId),
    ended: changes.ended.set(changeId, { state, userId, decidedBy }),
  }
}

/** Also of an approved one, which then could not be carried out. */
const overtake = (changes: Changes, { changeId, userId }: DataOf<'ChangeOvertaken'>): Changes => {
  const done = changes.ended.get(changeId)
  if (!done) return end(changes, changeId, 'overtaken', userId ?? null)
  return { ...changes, ended: changes.ended.set(changeId, { ...done, state: 'overtaken' }) }
}

export const evolveChanges = (changes: Changes, { type, data }: ChangeEvent): Changes => {
  switch (type) {
    case 'PeopleProtectionChanged':
      return { ...changes, peopleProtected: data.protected, lift: null }
    case 'BreakGlassAllowed':
      return { ...changes, breakGlass: data.allowed }
    case 'ProtectionLiftStarted': {
      const { liftId, startedBy, endsAt } = data
      return { ...changes, lift: { liftId, startedBy, endsAt } }
    }
    case 'ProtectionLiftStopped':
    case 'ProtectionLiftWithdrawn':
      return { ...changes, lift: null }
    case 'ProtectionLifted':
      return { ...changes, peopleProtected: false, lift: null }
    case 'ChangeAsked': {
      const { changeId, act, participantId, userId, addressHash = null, expiresAt } = data
      const change = { changeId, act, participantId, userId, addressHash, expiresAt }
      return { ...changes, pending: changes.pending.set(changeId, change) }
    }
    case 'ChangeApproved':
      return end(changes, data.changeId, 'done', data.userId)
    case 'ChangeRefused':
      return end(changes, data.changeId, 'refused', data.userId)
    case 'ChangeWithdrawn':
      return end(changes, data.changeId, 'withdrawn', null)
    case 'ChangeExpired':
      return end(changes, data.changeId, 'expired', null)
    case 'ChangeOvertaken':
      return overtake(changes, data)
    case 'ChangeApprovalRefused':
      return changes
    default:
      return unreachable(type)
  }
}

export const isExpired = ({ expiresAt }: Pick<PendingChange, 'expiresAt'>, now: Date): boolean =>
  new Date(expiresAt) <= now

const field = (name: string, before: unknown, after: unknown): ChangedField => ({
  field: name,
  before,
  after,
})
const ends = ({ endsProtection }: { readonly endsProtection: boolean }): ChangedField[] =>
  endsProtection ? [field('peopleProtected', true, false)] : []

type Said = Pick<Change, 'action' | 'changes'> & { readonly target: Pick<Change['target'], 'kind' | 'id'> }
type OfKind = Extract<Act, { readonly kind: 'kind' }>
type OfGroup = Extract<Act, { readonly kind: 'group' | 'group-removed' }>

const sayGroup = (act: OfGroup, name: string | null): Said => {
  const target = { kind: 'group', id: act.groupId } as const
  if (act.kind === 'group-removed') return { action: 'group.removed', target, changes: [] }
  const { isNew, before, participantIds } = act
  return {
    action: 'group.written',
    target,
    changes: [field('name', null, name), field('participants', isNew ? null : before, participantIds)],
  }
}

const sayKind = ({ kindId: id, version }: OfKind, written: WrittenKind | null): Said => ({
  action: 'kind.written',
  target: { kind: 'kind', id },
  changes: [
    field('version', version === 1 ? null : version - 1, version),
    field('kind', written?.before ?? null, written?.after ?? null),
  ],
})

/**
 * Says what an act does, as people see and sign it. `typed`: the address of an invitation, the call-back number, or the name of the
 * group; null without one, and once erased. `written`: the kind of request, likewise.
 */
export const sayAct = (
  act: Act,
  workspaceId: string,
  typed: string | null,
  written: WrittenKind | null = null,
): Said => {
  const workspace = { kind: 'workspace', id: workspaceId } as const
  if (act.kind === 'protect')
    return {
      action: 'workspace.settings-changed',
      target: workspace,
      changes: [field('peopleProtected', !act.on, act.on)],
    }
  if (act.kind === 'glass')
    return {
      action: 'workspace.settings-changed',
      target: workspace,
      changes: [field('breakGlass', !act.on, act.on)],
    }
  if (act.kind === 'delete') return { action: 'workspace.deleted', target: workspace, changes: [] }
  if (act.kind === 'group' || act.kind === 'group-removed') return sayGroup(act, typed)
  if (act.kind === 'kind') return sayKind(act, written)
  const target = { kind: 'participant', id: act.participantId } as const
  switch (act.kind) {
    case 'invite':
      return {
        action: 'participant.invited',
        target,
        changes: [
          field('email', null, typed),
          field('role', null, act.role),
          field('approver', null, act.approver),
          field('requester', null, act.requester),
        ],
      }
    case 'make-approver':
      return { action: 'participant.rights-changed', target, changes: [field('approver', false, true)] }
    case 'promote':
      return { action: 'participant.promoted', target, changes: [field('role', 'regular user', 'admin')] }
    case 'activate':
      return { action: 'participant.activated', target, changes: [field('active', false, true)] }
    case 'deactivate':
      return {
        action: 'participant.deactivated',
        target,
        changes: [field('active', true, false), ...ends(act)],
      }
    case 'remove':
      return { action: 'participant.removed', target, changes: [field('role', 'admin', null), ...ends(act)] }
    case 'absence':
      return {
        action: 'participant.absence-set',
        target,
        changes: [
          field('absentFrom', null, act.from),
          field('absentUntil', null, act.until),
          field('deputies', null, act.deputies),
        ],
      }
    case 'call-back':
      return {
        action: 'participant.call-back-changed',
        target,
        changes: [field('callBackNumber', null, typed)],
      }
    default:
      return unreachable(act)
  }
}
