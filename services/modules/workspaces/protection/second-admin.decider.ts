import { Rejected } from '#contract/errors.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import {
  isActiveAdmin,
  isOpenInvitation,
  joined,
  type Joined,
  type KnownWorkspace,
} from '#modules/workspaces/workspace.state.ts'
import type { KindDefinition } from '#contract/requests/fields/kind-definition.ts'
import { isExpired, type Act, type DataOf, type PendingChange } from './change.state.ts'

/**
 * Turns what opens a door into a change, whichever command brings it: while people are protected, no admin does it alone. Part of
 * `workspace.decider.ts`.
 */

/** Binds a change to a number: `saltedHash`, and its salt. */
export type NumberProof = { readonly salt: string; readonly hash: string }

/** Of a kind of request that the command writes: its keyed hash, and the kind as it is; null for a new one. */
export type KindProof = { readonly look: string; readonly before: KindDefinition | null }

/** The participant who gives a command, and what a change needs if the command becomes one. */
export type Asker = {
  readonly userId: string
  readonly email: string | null
  /** The id of the change, by its number in the command. */
  readonly changeId: (index: number) => string
  /** 32 random bytes, base64url. */
  readonly salt: () => string
  /** The address of the participant whom the command is about; null if it is about none. */
  readonly targetEmail: string | null
  /** Of the call-back number that the command sets. */
  readonly number?: NumberProof
  readonly requestKind?: KindProof
  /** Whether at least two active admins have a usable device. Null: the command does not depend on it. */
  readonly adminsHaveDevices: boolean | null
  readonly now: Date
}
/** The operator is outside of the workspace and has no colleague there. */
export type GivenBy = Asker | 'operator'

/** The change that a repeated wish already waits for. */
export type WaitsFor = { readonly waitsFor: string }
export type Judged = WorkspaceEvent | WaitsFor

export const CHANGE_DAYS = 7
export const MAX_PENDING = 100
const DAY_MS = 86_400_000

const activeAdmins = (state: KnownWorkspace): readonly Joined[] => joined(state).filter(isActiveAdmin)

/** Whether the protection would be left with fewer than two active admins. */
const leavesTooFew = (state: KnownWorkspace, member: Joined): boolean =>
  isActiveAdmin(member) && activeAdmins(state).filter((other) => other !== member).length < 2

const joinedMember = (state: KnownWorkspace, participantId: string): Joined | undefined => {
  const member = state.members.get(participantId)
  return member?.kind === 'joined' ? member : undefined
}

const opensADoor = ({ approver, role }: { readonly approver: boolean; readonly role: string }): boolean =>
  approver || role === 'admin'

const ofInvitation = (
  data: Extract<WorkspaceEvent, { type: 'ParticipantInvited' }>['data'],
  state: KnownWorkspace,
  now: Date,
): Act | null => {
  const { participantId, invitationId, role, approver, requester, language } = data
  if (!opensADoor(data)) return null
  // Sent again while it is open: with the same rights, which a second admin has seen.
  if (isOpenInvitation(state.members.get(participantId), state, now)) return null
  return { kind: 'invite', participantId, invitationId, role, approver, requester, language }
}

const ofActivity = (member: Joined, active: boolean, state: KnownWorkspace): Act | null => {
  const { participantId, role } = member
  if (active) return opensADoor(member) ? { kind: 'activate', participantId } : null
  if (role !== 'admin') return null
  return { kind: 'deactivate', participantId, endsProtection: leavesTooFew(state, member) }
}

const ofMember = (event: WorkspaceEvent, member: Joined, state: KnownWorkspace): Act | null => {
  const { participantId } = member
  if (event.type === 'ParticipantRightsChanged')
    return event.data.approver && !member.approver ? { kind: 'make-approver', participantId } : null
  if (event.type === 'ParticipantPromoted') return { kind: 'promote', participantId }
  if (event.type === 'ParticipantActivityChanged') return ofActivity(member, event.data.active, state)
  if (event.type !== 'ParticipantRemoved' || member.role !== 'admin') return null
  return { kind: 'remove', participantId, endsProtection: leavesTooFew(state, member) }
}

/** One's own is one's own affair; so is one without deputies, which gives nobody a say. */
const ofAbsence = (
  data: Extract<WorkspaceEvent, { type: 'AbsenceSet' }>['data'],
  by: string | undefined,
): Act | null => {
  const { participantId, userId, from, until, deputyId, secondId } = data
  const deputies = [deputyId, secondId].filter((one) => one !== undefined)
  return userId === by || deputies.length === 0
    ? null
    : { kind: 'absence', participantId, from, until, deputies }
}

/** Rules name groups, so a group says who decides. */
const ofGroup = ({ type, data }: WorkspaceEvent, { groups }: KnownWorkspace): Act | null => {
  if (type === 'GroupRemoved') return { kind: 'group-removed', groupId: data.groupId }
  if (type !== 'GroupWritten') return null
  const { groupId, looks, participantIds } = data
  const known = groups.get(groupId)
  const before = [...(known?.participantIds ?? [])]
  return { kind: 'group', groupId, isNew: !known, looks, participantIds, before }
}

const ofParticipant = (event: WorkspaceEvent, state: KnownWorkspace): Act | null => {
  if (!('participantId' in event.data) || event.data.participantId === undefined) return null
  const member = joinedMember(state, event.data.participantId)
  return member ? ofMember(event, member, state) : null
}

/** Of what is sealed the act has a hash. */
const ofTyped = (
  { type, data }: WorkspaceEvent,
  { number, requestKind }: Pick<Asker, 'number' | 'requestKind'>,
): Act | null => {
  if (type === 'CallBackNumberChanged')
    return { kind: 'call-back', participantId: data.participantId, numberHash: number?.hash ?? '' }
  if (type !== 'KindApproved') return null
  return { kind: 'kind', kindId: data.kindId, version: data.version, look: requestKind?.look ?? '' }
}

/** What of an event needs a second admin; null: nothing. */
const actIn = (
  event: WorkspaceEvent,
  state: KnownWorkspace,
  asker: Pick<Asker, 'now' | 'number' | 'requestKind'> & { readonly userId?: string },
): Act | null => {
  if (event.type === 'PeopleProtectionChanged') return { kind: 'protect', on: event.data.protected }
  if (!state.peopleProtected) return null
  if (event.type === 'WorkspaceDeleted') return { kind: 'delete' }
  if (event.type === 'BreakGlassAllowed') return { kind: 'glass', on: event.data.allowed }
  if (event.type === 'ParticipantInvited') return ofInvitation(event.data, state, asker.now)
  if (event.type === 'AbsenceSet') return ofAbsence(event.data, asker.userId)
  return ofTyped(event, asker) ?? ofGroup(event, state) ?? ofParticipant(event, state)
}

type About = Pick<PendingChange, 'act' | 'addressHash'>

const kindIn = (act: Act): string | null => ('kindId' in act ? act.kindId : null)

/** One change of each kind waits for each target. */
const isAboutTheSame = (one: About, other: About): boolean => {
  if (one.act.kind !== other.act.kind) return false
  if (one.act.kind === 'invite') return one.addressHash === other.addressHash
  const target = ({ act }: About) =>
    'participantId' in act ? act.participantId : 'groupId' in act ? act.groupId : kindIn(act)
  return target(one) === target(other)
}

const grants = (act: Act): string => {
  if (act.kind === 'invite') return `${act.role} ${act.approver} ${act.requester}`
  if (act.kind === 'protect' || act.kind === 'glass') return String(act.on)
  if (act.kind === 'call-back') return act.numberHash
  if (act.kind === 'kind') return `${act.version} ${act.look}`
  if (act.kind === 'absence') return [act.from, act.until, ...act.deputies].join(' ')
  return act.kind === 'group' ? [act.looks[0], ...act.participantIds.toSorted()].join(' ') : ''
}

const open = (state: KnownWorkspace, now: Date): readonly PendingChange[] =>
  [...state.pending.values()].filter((change) => !isExpired(change, now))

type Context = {
  readonly state: KnownWorkspace
  readonly asker: Asker
  /** With the changes that this command asks for. */
  readonly pending: PendingChange[]
  /** How many changes this command asks for so far. */
  asked: number
}

/** Only a call-back number is also asked for by somebody who is no admin: its owner. */
const requireAsker = (act: Act, state: KnownWorkspace, asker: Asker): Joined => {
  const askers = act.kind === 'call-back' ? joined(state).filter(({ active }) => active) : activeAdmins(state)
  const by = askers.find(({ userId }) => userId === asker.userId)
  if (!by) throw new Rejected('access.denied')
  return by
}

/** What of an event is sealed in its change: an address, a number, a name of a group or a kind, each with the salt of its hash. */
const secretIn = (event: WorkspaceEvent, { number, requestKind, salt }: Asker) => {
  if (event.type === 'CallBackNumberChanged')
    return { number: event.data.number, numberSalt: number?.salt ?? null }
  if (event.type === 'GroupWritten') return { groupName: event.data.name, groupSalt: salt() }
  if (event.type === 'KindApproved')
    return {
      requestKind: event.data.definition && {
        before: requestKind?.before ?? null,
        after: event.data.definition,
      },
      kindSalt: salt(),
    }
  if (event.type !== 'ParticipantInvited') return {}
  const { addressHash, email: invitedEmail, name: invitedName } = event.data
  return { addressHash, invitedEmail, ...(invitedName !== undefined && { invitedName }), salt: salt() }
}

/** The change for an event, the pending one that asks for the same, or why there is none. */
const judgeOne = (event: WorkspaceEvent, context: Context): Judged | 'change.exists' | 'change.limit' => {
  const { state, asker, pending } = context
  if (event.type === 'ChangeWithdrawn')
    pending.splice(0, Infinity, ...pending.filter(({ changeId }) => changeId !== event.data.changeId))
  const act = actIn(event, state, asker)
  if (act === null) return event
  const invited = event.type === 'ParticipantInvited' ? event.data : null
  const about = { act, addressHash: invited?.addressHash ?? null }
  const same = pending.find((other) => isAboutTheSame(other, about))
  if (same) return grants(same.act) === grants(act) ? { waitsFor: same.changeId } : 'change.exists'
  if (pending.length >= MAX_PENDING) return 'change.limit'
  const { participantId, userId } = requireAsker(act, state, asker)
  const changeId = asker.changeId(context.asked++)
  const expiresAt = new Date(asker.now.getTime() + CHANGE_DAYS * DAY_MS).toISOString()
  const target = 'participantId' in act ? joinedMember(state, act.participantId) : undefined
  pending.push({ changeId, ...about, participantId, userId, expiresAt })
  const data: DataOf<'ChangeAsked'> = {
    workspaceId: state.id,
    changeId,
    participantId,
    userId,
    email: asker.email,
    act,
    ...(target && { targetUserId: target.userId, targetEmail: asker.targetEmail }),
    ...secretIn(event, asker),
    expiresAt,
    further: 0,
  }
  return { type: 'ChangeAsked', data }
}

/** Judges the events of one command, one after the other. */
export const createJudge = (state: KnownWorkspace, asker: Asker) => {
  const context = { state, asker, pending: [...open(state, asker.now)], asked: 0 }
  return (event: WorkspaceEvent) => judgeOne(event, context)
}

/** Marks all but the first change of a command as further ones. */
export const counted = (events: readonly WorkspaceEvent[]): readonly WorkspaceEvent[] => {
  const all = events.filter(({ type }) => type === 'ChangeAsked')
  return events.map((event) =>
    event.type === 'ChangeAsked'
      ? { ...event, data: { ...event.data, further: event === all[0] ? all.length - 1 : null } }
      : event,
  )
}

/**
 * Replaces the events that need a second admin by changes. Throws `change.exists` if another change of the same target waits, and
 * `change.limit`. An event that needs one and comes from nobody who can ask is a defect.
 */
export const judge = (
  events: readonly WorkspaceEvent[],
  state: KnownWorkspace,
  by: GivenBy | undefined,
): readonly Judged[] => {
  if (by === 'operator') return events
  if (by === undefined) {
    if (events.some((event) => actIn(event, state, { now: new Date(0) }) !== null))
      throw new Error('a command that needs a second admin does not say who asks')
    return events
  }
  const judgeNext = createJudge(state, by)
  return events.map((event) => {
    const judged = judgeNext(event)
    if (typeof judged === 'string') throw new Rejected(judged)
    return judged
  })
}

/** The ids of the changes that a command waits for. */
export const waitingIn = (judged: readonly Judged[]): readonly string[] =>
  judged.flatMap((one) =>
    'waitsFor' in one ? one.waitsFor : one.type === 'ChangeAsked' ? one.data.changeId : [],
  )

export const isEvent = (judged: Judged): judged is WorkspaceEvent => 'type' in judged

/** Open invitations that make somebody an approver or admin. */
export const doorInvitations = (state: KnownWorkspace, now: Date) =>
  [...state.members.values()].flatMap((member) =>
    isOpenInvitation(member, state, now) && opensADoor(member) ? member : [],
  )
