import { allEvents } from '#modules/all.events.ts'
import { handlers } from '../../engine/definition/projection.ts'
import { requestsTables } from '../tables.ts'

/** The handlers of kinds and of what is filled in. Part of `projection.ts`. */
export const kindHandlers = handlers(allEvents, requestsTables, {
  FieldsFilled({ data: { requestId, kindId, kindVersion, filled } }, changes) {
    const people = filled?.fields.flatMap(({ type, value }) => (type === 'person' ? (value as string) : []))
    const kind = { kind_id: kindId, kind_version: kindVersion }
    changes.patch('requests', { id: requestId, ...kind, filled, filled_people: people ?? null })
  },
  KindWritten({ data: { kindId, workspaceId, version, builtIn, definition }, metadata }, changes) {
    const row = { id: kindId, version, definition }
    const isFirst = version === (builtIn === null ? 1 : 2)
    if (!isFirst) return changes.patch('request_kinds', row)
    const own = { workspace_id: workspaceId, built_in: builtIn, created_at: metadata.at }
    changes.put('request_kinds', { ...row, ...own })
  },
})
