import { allEvents } from '#modules/all.events.ts'
import { handlers } from '../engine/definition/projection.ts'
import { workspacesTables } from './tables.ts'

/** The columns of an absence. */
export const NOT_AWAY = { absent_from: null, absent_until: null, deputy_ids: null }

/** The handlers of groups and absences. Part of `projection.ts`. */
export const groupHandlers = handlers(allEvents, workspacesTables, {
  GroupWritten({ data: { groupId: id, workspaceId, name, participantIds } }, changes) {
    const row = { workspace_id: workspaceId, name, member_ids: participantIds, removed_at: null }
    changes.put('groups', { id, ...row })
  },
  AbsenceSet({ data: { participantId: id, from, until, deputyId, secondId } }, changes) {
    const deputies = [deputyId, secondId].filter((one) => one !== undefined)
    changes.patch('participants', { id, absent_from: from, absent_until: until, deputy_ids: deputies })
  },
  AbsenceEnded({ data: { participantId: id } }, changes) {
    changes.patch('participants', { id, ...NOT_AWAY })
  },
  GroupRemoved({ data: { groupId: id }, metadata }, changes) {
    changes.patch('groups', { id, removed_at: metadata.at })
  },
})
