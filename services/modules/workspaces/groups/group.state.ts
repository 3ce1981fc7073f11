import { Map as PersistentMap } from 'immutable'
import type { GroupEvent } from './group.events.ts'

/** The groups of a workspace, folded from its events: ids alone. */

export type KnownGroup = { readonly looks: readonly string[]; readonly participantIds: readonly string[] }
/** By id. */
export type Groups = PersistentMap<string, KnownGroup>

export const noGroups = (): Groups => PersistentMap()

export const evolveGroups = (groups: Groups, { type, data }: GroupEvent): Groups => {
  if (type === 'GroupRemoved') return groups.delete(data.groupId)
  const { groupId, looks, participantIds } = data
  return groups.set(groupId, { looks, participantIds })
}

/** The groups without somebody who has left. */
export const withoutMember = (groups: Groups, participantId: string): Groups =>
  groups.map((group) =>
    group.participantIds.includes(participantId)
      ? { ...group, participantIds: group.participantIds.filter((one) => one !== participantId) }
      : group,
  )
