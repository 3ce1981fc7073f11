import type { Knex } from 'knex'
import { isSealed, seal, unseal } from '#platform/facts/sealing.ts'
import type { Platform } from '#platform/platform.ts'

/** Notes of super admins about workspaces, one row each. The text is sealed with a key of the workspace, and ends with it. */

type Stored = {
  readonly version: string
  readonly text: string
  /** User id. */
  readonly changedBy: string
  readonly changedAt: Date
}
type Row = {
  readonly workspace_id: string
  readonly version: string
  readonly sealed: unknown
  readonly changed_by: string
  readonly changed_at: Date
}
export type Notes = {
  /** Undefined without a note. */
  find(workspaceId: string): Promise<Stored | undefined>
  /**
   * Stores the note, or deletes it if the text is empty. False if it is not the one of the version `before`, null for none, and nothing
   * is stored then. Idempotent for each `version`.
   */
  write(workspaceId: string, note: Stored, before: string | null): Promise<boolean>
}

const TABLE = 'workspace_notes'
const placeOf = ({ workspace_id, version }: Pick<Row, 'workspace_id' | 'version'>): string =>
  `note ${workspace_id}/${version}`

export const createNotes = ({ db, keys }: Pick<Platform, 'db' | 'keys'>): Notes => {
  const rows = () => db<Row>(TABLE)

  const sealed = async (
    workspaceId: string,
    { version, text, changedBy, changedAt }: Stored,
  ): Promise<Row> => {
    const [key] = await keys.toSeal([{ subject: `workspace:${workspaceId}`, workspaceId }])
    const placed = { workspace_id: workspaceId, version }
    return {
      ...placed,
      sealed: seal(key!, placeOf(placed), text),
      changed_by: changedBy,
      changed_at: changedAt,
    }
  }

  const replace = async (workspaceId: string, note: Stored, before: string | null): Promise<number> => {
    const known = rows().where({ workspace_id: workspaceId, version: before ?? note.version })
    if (note.text === '') return known.delete()
    const row = await sealed(workspaceId, note)
    if (before !== null) return known.update(row)
    return (await rows().insert(row).onConflict('workspace_id').ignore().returning('version')).length
  }

  return {
    async find(workspaceId) {
      const row = await rows().where({ workspace_id: workspaceId }).first()
      if (!row || !isSealed(row.sealed)) return undefined
      const key = (await keys.toRead([row.sealed.key])).get(row.sealed.key)
      if (!key) return undefined
      const { version, changed_by: changedBy, changed_at: changedAt } = row
      const text = unseal(key, placeOf(row), row.sealed).value as string
      return { version, text, changedBy, changedAt }
    },
    async write(workspaceId, note, before) {
      if ((await replace(workspaceId, note, before)) > 0) return true
      const now = await rows().where({ workspace_id: workspaceId }).first('version')
      return note.text === '' ? now === undefined : now?.version === note.version
    },
  }
}

/** Call when the keys of the workspace are destroyed. */
export const forgetNote = async (db: Knex, workspaceId: string): Promise<void> => {
  await db(TABLE).where({ workspace_id: workspaceId }).delete()
}
