import type { Knex } from 'knex'
import { Rejected } from '#contract/errors.ts'
import type { FileType } from '#contract/requests/files.ts'
import type { Sealed } from '#platform/facts/sealing.ts'
import { changeRow, type MacTable, type SealedRows } from '#platform/secrets/row-macs.ts'

/** What people have uploaded for their requests. The bytes lie elsewhere, under the same id. */
export type FileRows = {
  /** Makes room for a file of up to `bytes`, and knows it from then on by its id. */
  reserve(file: Reserved, limits: FileLimits, now: Date): Promise<Reservation>
  /** The file is whole. */
  complete(file: Omit<FileRow, 'workspaceId' | 'userId' | 'requestId'>): Promise<void>
  /** Gives files to a request. Throws `file.used` if another has one of them, or one is removed. */
  claim(ids: readonly string[], requestId: string, now: Date): Promise<void>
  /** The files are of no request again. */
  release(requestId: string): Promise<void>
  /** Requests that were to have files a while ago, and are not known to exist. */
  claims(now: Date): Promise<string[]>
  /** The request exists. */
  confirm(requestId: string): Promise<void>
  /** Undefined unless the file is whole. */
  find(id: string): Promise<FileRow | undefined>
  /**
   * Marks files that nobody can use any more: of no request after a day, broken off an hour ago, or of an erased person or workspace.
   * Returns those that are marked, at most a hundred.
   */
  doom(now: Date): Promise<string[]>
  /** Forgets files whose bytes are removed. */
  forget(ids: readonly string[]): Promise<void>
}

type Reserved = {
  readonly id: string
  readonly workspaceId: string
  readonly userId: string
  readonly size: number
}
export type FileRow = Reserved & {
  /** Null for a file of no request. */
  readonly requestId: string | null
  readonly name: Sealed
  readonly keyId: string
  readonly type: FileType
  readonly sha256: string
}
export type FileLimits = {
  /** Files of no request. */
  readonly unused: { readonly person: number; readonly workspace: number }
  readonly bytesADay: { readonly person: number; readonly workspace: number }
}
export type Reservation =
  | { readonly outcome: 'reserved' }
  | { readonly outcome: 'exists' }
  | { readonly outcome: 'limit'; readonly of: 'person' | 'workspace'; readonly until: Date }

type Counts = {
  readonly files: number
  readonly size: string
  readonly first_unused: Date | null
  readonly first: Date | null
}

export const FILE_ROWS: MacTable = {
  table: 'files',
  key: ['id'],
  claims: ['id', 'workspace_id', 'user_id', 'bytes', 'name', 'key_id', 'type', 'sha256'],
  excused: {
    started_at: 'says only when it is too late',
    request_id: 'the events of the request name its files',
    claimed_at: 'says only when to look for the request',
    removed: 'a file that nobody may use any more',
  },
}

type Stored = {
  readonly id: string
  readonly workspace_id: string
  readonly user_id: string
  readonly bytes: number
  readonly name: Sealed
  readonly key_id: string
  readonly type: FileType
  readonly sha256: string
  readonly request_id: string | null
}

const HOUR_MS = 3_600_000
/** How long a file waits for a request. */
export const UNUSED_MS = 24 * HOUR_MS
const AT_ONCE = 100
/** Longer than the append of a request takes. */
const CREATION_MS = 10 * 60_000

const COUNT = `SELECT count(*) FILTER (WHERE request_id IS NULL)::int AS files, coalesce(sum(bytes), 0) AS size,
    min(started_at) FILTER (WHERE request_id IS NULL) AS first_unused, min(started_at) AS first
  FROM files WHERE workspace_id = ? AND started_at > ? AND user_id = coalesce(?, user_id)`

export const createFileRows = ({ db, rowMacs }: SealedRows): FileRows => ({
  reserve: ({ id, workspaceId, userId, size }, limits, now) =>
    db.transaction(async (trx) => {
      await trx.raw('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', [`files ${workspaceId}`])
      if (await trx('files').where({ id }).first('id')) return { outcome: 'exists' }
      for (const owner of ['person', 'workspace'] as const) {
        const bindings = [
          workspaceId,
          new Date(now.getTime() - UNUSED_MS),
          owner === 'person' ? userId : null,
        ]
        const { rows } = await trx.raw<{ rows: [Counts] }>(COUNT, bindings as Knex.RawBinding[])
        const { files, size: sum, first_unused: firstUnused, first } = rows[0]
        const isFull = files >= limits.unused[owner]
        if (!isFull && Number(sum) + size <= limits.bytesADay[owner]) continue
        const since = (isFull ? firstUnused : first) ?? now
        return { outcome: 'limit', of: owner, until: new Date(since.getTime() + UNUSED_MS) }
      }
      const row = { id, workspace_id: workspaceId, user_id: userId, bytes: size }
      const open = { name: null, key_id: null, type: null, sha256: null }
      await trx('files').insert({ ...rowMacs.sealed(FILE_ROWS, { ...row, ...open }), started_at: now })
      return { outcome: 'reserved' }
    }),
  async complete({ id, name, keyId, type, size, sha256 }) {
    const whole = { bytes: size, name, key_id: keyId, type, sha256 }
    await changeRow({ db, rowMacs }, FILE_ROWS, db('files').where({ id }), whole)
  },
  async find(id) {
    const stored: Stored | undefined = await db('files')
      .where({ id, removed: false })
      .whereNotNull('sha256')
      .first(...FILE_ROWS.claims, 'mac', 'request_id')
    const row = rowMacs.genuine(FILE_ROWS, stored)
    return (
      row && {
        id: row.id,
        workspaceId: row.workspace_id,
        userId: row.user_id,
        size: row.bytes,
        name: row.name,
        keyId: row.key_id,
        type: row.type,
        sha256: row.sha256,
        requestId: row.request_id,
      }
    )
  },
  claim: (ids, requestId, now) =>
    db.transaction(async (trx) => {
      const claimed = await trx('files')
        .whereIn('id', [...ids])
        .where({ removed: false })
        .where((any) => void any.whereNull('request_id').orWhere({ request_id: requestId }))
        .update({ request_id: requestId, claimed_at: now })
      if (claimed !== ids.length) throw new Rejected('file.used')
    }),
  async release(requestId) {
    await db('files').where({ request_id: requestId }).update({ request_id: null, claimed_at: null })
  },
  claims: (now) =>
    db('files')
      .where('claimed_at', '<=', new Date(now.getTime() - CREATION_MS))
      .distinct()
      .limit(AT_ONCE)
      .pluck('request_id'),
  async confirm(requestId) {
    await db('files').where({ request_id: requestId }).update({ claimed_at: null })
  },
  async doom(now) {
    const before = (ms: number) => new Date(now.getTime() - ms)
    await db.raw(
      `UPDATE files SET removed = true WHERE request_id IS NULL AND NOT removed
         AND (started_at <= ? OR started_at <= ? AND sha256 IS NULL)`,
      [before(UNUSED_MS), before(HOUR_MS)],
    )
    for (const whose of ['e.workspace_id = files.workspace_id', `e.subject = 'person:' || files.user_id`])
      await db.raw(`UPDATE files SET removed = true FROM erasures e WHERE NOT removed AND ${whose}`)
    return db('files').where({ removed: true }).orderBy('started_at').limit(AT_ONCE).pluck('id')
  },
  async forget(ids) {
    await db('files')
      .whereIn('id', [...ids])
      .delete()
  },
})
