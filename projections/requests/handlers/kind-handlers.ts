import { allEvents } from '#modules/all.events.ts'
import { handlers } from '../../engine/definition/projection.ts'
import { requestsTables } from '../tables.ts'

/** The handlers of kinds of request. Part of `projection.ts`. */
export const kindHandlers = handlers(allEvents, requestsTables, {
  KindWritten({ data: { kindId, workspaceId, version, builtIn, definition }, metadata }, changes) {
    const row = { id: kindId, version, definition }
    const isFirst = version === (builtIn === null ? 1 : 2)
    if (!isFirst) return changes.patch('request_kinds', row)
    const own = { workspace_id: workspaceId, built_in: builtIn, created_at: metadata.at }
    changes.put('request_kinds', { ...row, ...own })
  },
})
