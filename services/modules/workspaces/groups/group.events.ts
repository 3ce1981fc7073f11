import Type from 'typebox'
import { MAX_GROUP_MEMBERS } from '#contract/workspaces/approving/groups.ts'
import { clear, fact, personal, type EventOf } from '#platform/facts/facts.ts'

/** Part of the stream `workspace-<workspaceId>`: who may decide by a rule follows from one revision of the workspace. */

const id = clear('id')
/** Those in a group. */
export const membersOfGroup = () => Type.Array(id, { maxItems: MAX_GROUP_MEMBERS })
/** As `groupLooks` says. They compare names, which decisions do not see. */
export const looksOfGroup = () => Type.Array(clear('hash'), { maxItems: 4 })

export const groupEvents = {
  /** A group was created, or its name or members changed. */
  GroupWritten: fact(
    1,
    Type.Object({
      workspaceId: id,
      groupId: id,
      name: personal(Type.String(), { workspace: 'workspaceId' }),
      looks: looksOfGroup(),
      /** All of them. */
      participantIds: membersOfGroup(),
    }),
  ),
  GroupRemoved: fact(1, Type.Object({ workspaceId: id, groupId: id })),
} as const

export type GroupEvent = EventOf<typeof groupEvents>
