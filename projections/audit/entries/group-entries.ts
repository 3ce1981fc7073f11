import type { GroupEvent } from '#modules/workspaces/groups/group.events.ts'
import type { Described } from '../described.ts'

type Descriptions = {
  readonly [K in GroupEvent['type']]: (data: Extract<GroupEvent, { type: K }>['data']) => Described
}

/** The audit entries of groups. */
export const groupDescriptions: Descriptions = {
  GroupWritten: (data): Described => ({
    action: 'group.written',
    target: { kind: 'group', id: data.groupId, label: data.name },
    fields: { name: data.name, members: data.participantIds.length },
  }),
  GroupRemoved: (data): Described => ({
    action: 'group.removed',
    target: { kind: 'group', id: data.groupId },
    outcome: 'closed',
  }),
}
