import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  randomBytes,
  randomUUID,
  type KeyObject,
} from 'node:crypto'
import type { Knex } from 'knex'
import { sha256 } from './ids.ts'

/**
 * The keys that seal personal data: one per subject and, inside a workspace, per subject and workspace.
 * They stand in a table of their own, wrapped by the master key. Destroying a key erases what it sealed.
 */

export type KeyName = {
  /** `person:<user id>`, `address:<hmac>` or `workspace:<id>` */
  readonly subject: string
  readonly workspaceId: string | null
}
export type DataKey = { readonly id: string; readonly secret: KeyObject }

export type Keys = {
  /** The keys for these names, made when they do not exist; in the order asked. */
  toSeal(names: readonly KeyName[]): Promise<readonly DataKey[]>
  /** The keys that still exist; an erased one is missing from the map. */
  toRead(ids: readonly string[]): Promise<ReadonlyMap<string, DataKey>>
  /** Destroys all keys of a subject, or those of one workspace. What they sealed can never be read again. */
  erase(what: { readonly subject: string } | { readonly workspaceId: string }): Promise<void>
}

type Row = { id: string; subject: string; workspace_id: string | null; wrapped: Buffer }

/** A destroyed key may still be read by another process for this long. */
const CACHE_MS = 30_000
const CACHE_KEYS = 20_000

export const createKeys = (db: Knex, masterKey: string): Keys => {
  const master = createSecretKey(sha256(masterKey))
  const byId = new Map<string, { key: DataKey; until: number }>()
  const idByName = new Map<string, string>()
  const nameOf = (subject: string, workspaceId: string | null) => `${subject} ${workspaceId ?? ''}`

  const wrap = (id: string, secret: Buffer): Buffer => {
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', master, iv).setAAD(Buffer.from(id))
    return Buffer.concat([iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
  }
  const unwrap = ({ id, wrapped }: Row): DataKey => {
    const decipher = createDecipheriv('aes-256-gcm', master, wrapped.subarray(0, 12))
      .setAAD(Buffer.from(id))
      .setAuthTag(wrapped.subarray(-16))
    const secret = Buffer.concat([decipher.update(wrapped.subarray(12, -16)), decipher.final()])
    return { id, secret: createSecretKey(secret) }
  }
  const remember = (row: Row): DataKey => {
    const key = unwrap(row)
    if (byId.size >= CACHE_KEYS) {
      byId.clear()
      idByName.clear()
    }
    byId.set(key.id, { key, until: performance.now() + CACHE_MS })
    idByName.set(nameOf(row.subject, row.workspace_id), key.id)
    return key
  }
  const cached = (id: string | undefined): DataKey | undefined => {
    const entry = id === undefined ? undefined : byId.get(id)
    return entry && entry.until > performance.now() ? entry.key : undefined
  }
  const find = async ({ subject, workspaceId }: KeyName): Promise<DataKey | undefined> => {
    const known = cached(idByName.get(nameOf(subject, workspaceId)))
    if (known) return known
    const row = await db<Row>('data_keys').where({ subject, workspace_id: workspaceId }).first()
    return row && remember(row)
  }
  const findOrMake = async (name: KeyName): Promise<DataKey> => {
    const found = await find(name)
    if (found) return found
    const id = randomUUID()
    await db('data_keys')
      .insert({
        id,
        subject: name.subject,
        workspace_id: name.workspaceId,
        wrapped: wrap(id, randomBytes(32)),
      })
      .onConflict()
      .ignore()
    const made = await find(name)
    if (!made) throw new Error('a key was destroyed while it was about to seal')
    return made
  }

  return {
    toSeal: (names) => Promise.all(names.map(findOrMake)),
    async toRead(ids) {
      const found = new Map<string, DataKey>()
      const missing: string[] = []
      for (const id of new Set(ids)) {
        const key = cached(id)
        if (key) found.set(id, key)
        else missing.push(id)
      }
      if (missing.length > 0) {
        const rows = await db<Row>('data_keys').whereIn('id', missing)
        for (const row of rows) found.set(row.id, remember(row))
      }
      return found
    },
    async erase(what) {
      const rows = await db<Row>('data_keys')
        .where('subject' in what ? { subject: what.subject } : { workspace_id: what.workspaceId })
        .delete()
        .returning('*')
      for (const row of rows) {
        byId.delete(row.id)
        idByName.delete(nameOf(row.subject, row.workspace_id))
      }
    },
  }
}
