import { createSecretKey, randomBytes, randomUUID, type KeyObject } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import { createKeyCache } from './key-cache.ts'
import type { KeyRing } from '../config/key-ring.ts'
import { createWrapping, type WrappedKey } from './key-wrapping.ts'
import { currentMasterKey, isForeignKeyViolation } from './master-keys.ts'

/**
 * The keys that seal personal data: one per subject and, inside a workspace, per subject and workspace. They have their own
 * table, wrapped by a master key. Destroying a key erases everything that it sealed.
 */

export type KeyName = {
  /** `person:<user id>`, `address:<hmac>`, `workspace:<id>`, `fingerprints:<day>` or `newcomers` */
  readonly subject: string
  readonly workspaceId: string | null
}
export type DataKey = { readonly id: string; readonly secret: KeyObject }
/** All keys of a subject, in every workspace, or all keys inside a workspace. */
export type Erased = { readonly subject: string } | { readonly workspaceId: string }
export type EraseOptions = {
  /** No other process runs, so there is no lease to wait for. */
  readonly alone?: boolean
  /** The time of the request; now by default. */
  readonly at?: Date
}

export type Keys = {
  /**
   * Returns the keys for these names in order, and creates the missing ones. An erased name gets a key that is never stored: a
   * late command succeeds, and nobody can read what it sealed. Use the keys synchronously. Throws KeysTooSlow.
   */
  toSeal(names: readonly KeyName[]): Promise<readonly DataKey[]>
  /** Returns the keys that still exist. Use them synchronously. Throws KeysTooSlow. */
  toRead(ids: readonly string[]): Promise<ReadonlyMap<string, DataKey>>
  /**
   * Destroys the keys, and all fingerprint keys with them. Waits until no process can use them any more (4 s by default). The person or
   * workspace never gets a key again; an address that somebody enters again gets a new one. Idempotent.
   */
  erase(what: Erased, options?: EraseOptions): Promise<void>
}

type Row = WrappedKey & { readonly subject: string; readonly workspace_id: string | null }

/** A process may use a key for this time, counted from the start of the read that found it. */
export const LEASE_MS = 3_000
/** An upper bound for the time from the lease check to the last value sealed or opened, as a part of the lease. */
const MARGIN = 1 / 3

/** How often keys are asked for before the database counts as unavailable. */
const ROUNDS = 5

/** The database answers slower than a lease lasts, so no key may be used. Counts as an unavailable store. */
export class KeysTooSlow extends Error {
  readonly code = 'ETIMEDOUT'
  constructor(leaseMs: number) {
    super(
      `the database answered ${ROUNDS} times slower than the ${leaseMs} ms for which a data key may be used`,
    )
  }
}

/** Fingerprint keys are data keys too. Every erasure destroys all of them. */
export const FINGERPRINTS = 'fingerprints:'
const isOfFingerprints = `subject LIKE '${FINGERPRINTS}%'`

/** An erased address may be invited again by somebody who knows it. */
const ADDRESSES = 'address:'

const nameOf = ({ subject, workspaceId }: KeyName): string => `${subject} ${workspaceId ?? ''}`
const living = (db: Knex) => db<Row>('data_keys').whereNull('dying_at')

/** All processes of an installation must have the same lease. */
export const createKeys = (db: Knex, ring: KeyRing, leaseMs = LEASE_MS): Keys => {
  const wrapping = createWrapping(ring)
  const cache = createKeyCache<DataKey>(leaseMs)

  const remember = (rows: readonly Row[], readFrom: number): void => {
    for (const row of rows) {
      const key = { id: row.id, secret: createSecretKey(wrapping.unwrap(row)) }
      cache.put(nameOf({ subject: row.subject, workspaceId: row.workspace_id }), key, readFrom)
    }
  }

  const readNames = async (names: readonly KeyName[]): Promise<void> => {
    const readFrom = performance.now()
    const rows = await living(db).where((any) => {
      // One index lookup per name, which a list of pairs with nulls would not be.
      for (const { subject, workspaceId } of names) void any.orWhere({ subject, workspace_id: workspaceId })
    })
    remember(rows, readFrom)
  }

  /** Creates the keys that neither exist nor are erased. The database decides both in one statement. */
  const create = async (names: readonly KeyName[]): Promise<void> => {
    const readFrom = performance.now()
    const number = await currentMasterKey(db)
    const created = names.map(({ subject, workspaceId }) => {
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
          created.map(({ id }) => id),
          created.map(({ subject }) => subject),
          // Knex has no type for a list with nulls.
          created.map(({ workspaceId }) => workspaceId) as string[],
          created.map(({ wrapped }) => wrapped),
        ],
      )
      remember(rows, readFrom)
    } catch (error) {
      // A rotation has just removed that master key. The next attempt uses the new one.
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

  const ephemeralKey = (): DataKey => ({ id: randomUUID(), secret: createSecretKey(randomBytes(32)) })

  return {
    async toSeal(names) {
      const ephemeral = new Map<string, DataKey>()
      const keyOf = (name: KeyName) => cache.byName(nameOf(name)) ?? ephemeral.get(nameOf(name))
      const missing = () => [
        ...new Map(names.filter((name) => !keyOf(name)).map((name) => [nameOf(name), name])).values(),
      ]
      // A key may be destroyed, or a lease may end, while the database answers. Then start again.
      for (let round = 0; ; round += 1) {
        const keys = names.flatMap((name) => keyOf(name) ?? [])
        if (keys.length === names.length) return keys
        if (round === ROUNDS) throw new KeysTooSlow(leaseMs)
        await readNames(missing())
        const unknown = missing()
        if (unknown.length === 0) continue
        await create(unknown)
        const refused = missing()
        if (refused.length === 0) continue
        for (const name of await erasedAmong(refused)) ephemeral.set(nameOf(name), ephemeralKey())
      }
    },
    async toRead(ids) {
      const gone = new Set<string>()
      for (let round = 0; ; round += 1) {
        const found = new Map<string, DataKey>()
        const wanted = new Set<string>()
        for (const id of ids) {
          const key = cache.byId(id)
          if (key) found.set(id, key)
          else if (!gone.has(id)) wanted.add(id)
        }
        if (wanted.size === 0) return found
        if (round === ROUNDS) throw new KeysTooSlow(leaseMs)
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
        // Wait for transactions that create a key now. Later ones see the erasure.
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
      if (!alone) await pause(leaseMs + leaseMs * MARGIN)
      await doomed(db).whereNotNull('dying_at').delete()
      cache.clear()
    },
  }
}
