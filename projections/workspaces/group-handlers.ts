import { allEvents } from '#modules/all.events.ts'
import { handlers } from '../engine/definition/projection.ts'
import { workspacesTables } from './tables.ts'

/** The handlers of groups. Part of `projection.ts`. */
export const groupHandlers = handlers(allEvents, workspacesTables, {
  GroupWritten({ data: { groupId: id, workspaceId, name, participantIds } }, changes) {
    const row = { workspace_id: workspaceId, name, member_ids: participantIds, removed_at: null }
    changes.put('groups', { id, ...row })
  },
  GroupRemoved({ data: { groupId: id }, metadata }, changes) {
    changes.patch('groups', { id, removed_at: metadata.at })
  },
})
