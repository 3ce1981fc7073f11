import { createSecretKey, randomBytes, randomUUID, type KeyObject } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import { createKeyCache } from './key-cache.ts'
import type { KeyRing } from '../config/key-ring.ts'
import { createWrapping, type WrappedKey } from './key-wrapping.ts'
import { currentMasterKey, isForeignKeyViolation } from './master-keys.ts'

/**
 * The keys that seal personal data: one per subject and, inside a workspace, per subject and workspace.
 * They stand in a table of their own, wrapped by a master key. Destroying a key erases what it sealed.
 */

export type KeyName = {
  /** `person:<user id>`, `address:<hmac>`, `workspace:<id>`, `fingerprints:<day>` or `newcomers` */
  readonly subject: string
  readonly workspaceId: string | null
}
export type DataKey = { readonly id: string; readonly secret: KeyObject }
/** All keys of a subject, wherever they are, or all keys inside a workspace. */
export type Erased = { readonly subject: string } | { readonly workspaceId: string }
export type EraseOptions = {
  /** No process runs that would have to be waited for. */
  readonly alone?: boolean
  /** When it was wanted, where that was before. */
  readonly at?: Date
}

export type Keys = {
  /**
   * The keys for these names, made when they do not exist; in the order asked. What is erased gets a key that
   * nobody keeps: whoever comes late succeeds, and what it seals is gone at once. To be used without waiting.
   */
  toSeal(names: readonly KeyName[]): Promise<readonly DataKey[]>
  /** The keys that still exist; a destroyed one is missing from the map. To be used without waiting. */
  toRead(ids: readonly string[]): Promise<ReadonlyMap<string, DataKey>>
  /**
   * Destroys the keys, for ever, and with them the keys of all fingerprints. Once it resolves no process seals or
   * opens anything under them. Nothing is ever sealed again for that person or workspace; an address may be typed
   * anew, and gets another key. May be repeated. Waits for the processes.
   */
  erase(what: Erased, options?: EraseOptions): Promise<void>
}

type Row = WrappedKey & { readonly subject: string; readonly workspace_id: string | null }

/** For so long a process may use a key since it began to read that it lives. */
export const LEASE_MS = 3_000
/** More than anybody takes from a key's lease to the last value sealed or opened with it. */
const MARGIN_MS = 1_000

/** Their keys stand beside the others, and die with every erasure. */
export const FINGERPRINTS = 'fingerprints:'
const isOfFingerprints = `subject LIKE '${FINGERPRINTS}%'`

/** Whoever was invited may be invited again, by somebody who knows the address. */
const ADDRESSES = 'address:'

const nameOf = ({ subject, workspaceId }: KeyName): string => `${subject} ${workspaceId ?? ''}`
const living = (db: Knex) => db<Row>('data_keys').whereNull('dying_at')

export const createKeys = (db: Knex, ring: KeyRing): Keys => {
  const wrapping = createWrapping(ring)
  const cache = createKeyCache<DataKey>(LEASE_MS)

  /** Keeps what was read since `readFrom`. */
  const remember = (rows: readonly Row[], readFrom: number): void => {
    for (const row of rows) {
      const key = { id: row.id, secret: createSecretKey(wrapping.unwrap(row)) }
      cache.put(nameOf({ subject: row.subject, workspaceId: row.workspace_id }), key, readFrom)
    }
  }

  const readNames = async (names: readonly KeyName[]): Promise<void> => {
    const readFrom = performance.now()
    const rows = await living(db).where((any) => {
      // Each a lookup of its own in the index, also where there is no workspace.
      for (const { subject, workspaceId } of names) void any.orWhere({ subject, workspace_id: workspaceId })
    })
    remember(rows, readFrom)
  }

  /** Makes them where nobody did meanwhile, and nothing is erased: the database decides both in one statement. */
  const make = async (names: readonly KeyName[]): Promise<void> => {
    const readFrom = performance.now()
    const number = await currentMasterKey(db)
    const made = names.map(({ subject, workspaceId }) => {
      const id = randomUUID()
      return { id, subject, workspaceId, wrapped: wrapping.wrap(number, id, randomBytes(32)) }
    })
    try {
      const { rows } = await db.raw<{ rows: Row[] }>(
        `INSERT INTO data_keys (id, subject, workspace_id, wrapped, master_number)
         SELECT id, subject, workspace_id, wrapped, ?
         FROM unnest(?::uuid[], ?::text[], ?::uuid[], ?::bytea[]) AS made (id, subject, workspace_id, wrapped)
         WHERE NOT EXISTS (SELECT FROM erasures e WHERE e.subject = made.subject AND e.subject NOT LIKE '${ADDRESSES}%')
           AND NOT EXISTS (SELECT FROM erasures e WHERE e.workspace_id = made.workspace_id)
         ON CONFLICT DO NOTHING
         RETURNING id, subject, workspace_id, wrapped, master_number`,
        [
          number,
          made.map(({ id }) => id),
          made.map(({ subject }) => subject),
          // Knex does not know that a list may hold nulls.
          made.map(({ workspaceId }) => workspaceId) as string[],
          made.map(({ wrapped }) => wrapped),
        ],
      )
      remember(rows, readFrom)
    } catch (error) {
      // A rotation took that number away; the next try asks for the new one.
      if (!isForeignKeyViolation(error)) throw error
    }
  }

  const erasedAmong = async (names: readonly KeyName[]): Promise<readonly KeyName[]> => {
    const rows: { subject: string | null; workspace_id: string | null }[] = await db('erasures')
      .whereIn('subject', [...new Set(names.map(({ subject }) => subject))])
      .orWhereIn('workspace_id', [...new Set(names.flatMap(({ workspaceId }) => workspaceId ?? []))])
    const erased = new Set(rows.flatMap((row) => row.subject ?? row.workspace_id ?? []))
    return names.filter(
      ({ subject, workspaceId }) =>
        (erased.has(subject) && !subject.startsWith(ADDRESSES)) ||
        (workspaceId !== null && erased.has(workspaceId)),
    )
  }

  const throwAway = (): DataKey => ({ id: randomUUID(), secret: createSecretKey(randomBytes(32)) })

  return {
    async toSeal(names) {
      const thrownAway = new Map<string, DataKey>()
      const keyOf = (name: KeyName) => cache.byName(nameOf(name)) ?? thrownAway.get(nameOf(name))
      const missing = () => [
        ...new Map(names.filter((name) => !keyOf(name)).map((name) => [nameOf(name), name])).values(),
      ]
      // A key may be destroyed, and a lease end, while the database answers: then all is asked again.
      for (;;) {
        const keys = names.flatMap((name) => keyOf(name) ?? [])
        if (keys.length === names.length) return keys
        await readNames(missing())
        const unknown = missing()
        if (unknown.length === 0) continue
        await make(unknown)
        const refused = missing()
        if (refused.length === 0) continue
        for (const name of await erasedAmong(refused)) thrownAway.set(nameOf(name), throwAway())
      }
    },
    async toRead(ids) {
      const gone = new Set<string>()
      for (;;) {
        const found = new Map<string, DataKey>()
        const wanted = new Set<string>()
        for (const id of ids) {
          const key = cache.byId(id)
          if (key) found.set(id, key)
          else if (!gone.has(id)) wanted.add(id)
        }
        if (wanted.size === 0) return found
        const readFrom = performance.now()
        const rows = await living(db).whereIn('id', [...wanted])
        remember(rows, readFrom)
        for (const { id } of rows) wanted.delete(id)
        for (const id of wanted) gone.add(id)
      }
    },
    async erase(what, { alone = false, at = new Date() } = {}) {
      const target = 'subject' in what ? { subject: what.subject } : { workspace_id: what.workspaceId }
      const doomed = (on: Knex) =>
        on('data_keys').where((any) => void any.where(target).orWhereRaw(isOfFingerprints))
      await db.transaction(async (trx) => {
        // Whoever makes a key now is waited for, and whoever comes after this sees what is erased.
        await trx.raw('LOCK TABLE data_keys IN SHARE ROW EXCLUSIVE MODE')
        await trx.raw(
          `INSERT INTO erasures AS e (subject, workspace_id, erased_at) VALUES (?, ?, ?)
           ON CONFLICT (subject, workspace_id) DO UPDATE SET erased_at = greatest(e.erased_at, excluded.erased_at)`,
          [
            'subject' in what ? what.subject : null,
            'subject' in what ? null : what.workspaceId,
            at,
          ] as never[],
        )
        await doomed(trx).whereNull('dying_at').update({ dying_at: trx.fn.now() })
      })
      if (!alone) await pause(LEASE_MS + MARGIN_MS)
      await doomed(db).whereNotNull('dying_at').delete()
      cache.clear()
    },
  }
}
