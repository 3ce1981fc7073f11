import type { StoredEvent } from '#platform/event-store/event-store.ts'
import type { From } from '#projections/engine/definition/projection.ts'

const WORKSPACE = '3e3c5a0e-4b51-4a6f-9f0b-5d9b8f6f1a01'

/** Returns the event with a workspace in its metadata. */
export const inWorkspace = (stored: StoredEvent): StoredEvent => ({
  ...stored,
  metadata: { ...stored.metadata, workspaceId: WORKSPACE },
})

/** Empty tables, except for the audit entry that a mail entry needs of its cause. */
export const emptyTables = Object.assign(
  (table: string) => {
    const found = (ids: readonly string[]) =>
      table === 'audit_entries' ? ids.map((id) => ({ id, target_kind: 'request', target_id: id })) : []
    const rowsOf = (ids: readonly string[]): object =>
      Object.assign(Promise.resolve(found(ids)), {
        whereIn: (_: string, others: readonly string[]) => rowsOf(others),
      })
    return rowsOf([])
  },
  {
    async query(sql: (table: (name: string) => string) => string, bindings: readonly unknown[]) {
      if (!sql((name) => name).includes("SELECT 'cause'")) return []
      const causes = bindings.at(-2) as readonly string[]
      const about = { part: 'cause', workspace_id: WORKSPACE, kind: 'request', perhaps_sent: '0' }
      const unknown = { label: null, label_of: null, fields: null }
      return causes.map((id) => ({ ...about, ...unknown, id, cause_id: id }))
    },
  },
) as unknown as From
