import { Rejected } from '#contract/errors.ts'
import { MAX_GROUPS } from '#contract/workspaces/approving/groups.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import type { KnownWorkspace } from '#modules/workspaces/workspace.state.ts'

/** Rules about groups of participants; part of `workspace.decider.ts`. */

export type WriteGroup = {
  readonly type: 'WriteGroup'
  readonly groupId: string
  /** Whether this creates it. */
  readonly isNew: boolean
  readonly name: string
  readonly looks: readonly string[]
  readonly participantIds: readonly string[]
  /** A second admin has approved it: who has left meanwhile is left out. */
  readonly isApproved: boolean
  readonly now: Date
}
export type RemoveGroup = { readonly type: 'RemoveGroup'; readonly groupId: string }
export type GroupCommand = WriteGroup | RemoveGroup

/** The names that wait for a second admin, of groups other than this one. */
const waiting = ({ groupId, isApproved, now }: WriteGroup, state: KnownWorkspace) =>
  isApproved
    ? []
    : [...state.pending.values()].flatMap(({ act, expiresAt }) =>
        act.kind === 'group' && act.groupId !== groupId && new Date(expiresAt) > now ? act : [],
      )

const requireRoom = (command: WriteGroup, state: KnownWorkspace): void => {
  const { groupId, isNew, looks } = command
  const asked = waiting(command, state)
  if (isNew && state.groups.size + asked.filter((act) => act.isNew).length >= MAX_GROUPS)
    throw new Rejected('group.limit')
  const others = [...state.groups.delete(groupId).values(), ...asked]
  if (others.some((other) => other.looks.some((look) => looks.includes(look))))
    throw new Rejected('group.exists')
}

const membersFor = ({ participantIds, isApproved }: WriteGroup, { members }: KnownWorkspace) => {
  const kinds = participantIds.map((id) => members.get(id)?.kind)
  if (isApproved) return participantIds.filter((_, at) => kinds[at] === 'joined')
  if (kinds.includes(undefined)) throw new Rejected('participant.not-found')
  if (kinds.includes('invited')) throw new Rejected('participant.pending')
  return participantIds
}

const areSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((id) => others.includes(id))

const write = (command: WriteGroup, state: KnownWorkspace): readonly WorkspaceEvent[] => {
  const { groupId, isNew, name, looks } = command
  const known = state.groups.get(groupId)
  if (!known && !isNew) throw new Rejected('group.not-found')
  requireRoom(command, state)
  const participantIds = membersFor(command, state)
  if (known && known.looks[0] === looks[0] && areSame(known.participantIds, participantIds)) return []
  const data = {
    workspaceId: state.id,
    groupId,
    name,
    looks: [...looks],
    participantIds: [...participantIds],
  }
  return [{ type: 'GroupWritten', data }]
}

const remove = ({ groupId }: RemoveGroup, state: KnownWorkspace): readonly WorkspaceEvent[] => {
  if (!state.groups.has(groupId)) throw new Rejected('group.not-found')
  return [{ type: 'GroupRemoved', data: { workspaceId: state.id, groupId } }]
}

export const groupRules = { WriteGroup: write, RemoveGroup: remove } as const
