import type { Knex } from 'knex'
import { hmac } from '../primitives/ids.ts'
import type { KeyRing, NumberedSecret } from '../config/key-ring.ts'
import { createWrapping, type WrappedKey } from './key-wrapping.ts'

/** The database stores which master keys wrap data keys, so that all processes agree during a rotation. */

const keyMark = ({ secret }: NumberedSecret): string => hmac(secret, 'mark', 'MASTER_KEY')
const rowOf = (one: NumberedSecret) => ({ number: one.number, mark: keyMark(one) })

/** The first start registers its newest master key. Later ones change nothing. */
export const markMasterKey = async (db: Knex, { newest }: KeyRing): Promise<void> => {
  if (await db('master_keys').first('number')) return
  await db.transaction(async (trx) => {
    // Two processes may start at the same time.
    await trx.raw('LOCK TABLE master_keys IN SHARE ROW EXCLUSIVE MODE')
    if (!(await trx('master_keys').first('number'))) await trx('master_keys').insert(rowOf(newest))
  })
}

/** Returns the numbers of master keys in use that the ring lacks or holds with another secret. */
export const unfitMasterKeys = async (db: Knex, ring: KeyRing): Promise<readonly number[]> => {
  const rows: { number: number; mark: string }[] = await db('master_keys').orderBy('number')
  return rows
    .filter(({ number, mark }) => {
      const secret = ring.find(number)
      return secret === undefined || keyMark({ number, secret }) !== mark
    })
    .map(({ number }) => number)
}

/** Returns the number of the master key that wraps new data keys. */
export const currentMasterKey = async (db: Knex): Promise<number> => {
  const row = await db('master_keys').max<{ number: number | null }>({ number: 'number' }).first()
  if (!row?.number) throw new Error('no master key is marked: requireSecrets comes first')
  return row.number
}

export const isForeignKeyViolation = (error: unknown): boolean =>
  (error as { code?: string } | null)?.code === '23503'

export type Rotation = {
  /** The number of the master key that now wraps all data keys. */
  readonly number: number
  readonly rewrapped: number
  /** The numbers of the older master keys. */
  readonly removed: readonly number[]
}

const BATCH = 500

/** Wraps data keys of older master keys with the newest one and returns how many. Skips keys that were changed in the meantime. */
const rewrapOlder = async (db: Knex, ring: KeyRing): Promise<number> => {
  const { newest } = ring
  const wrapping = createWrapping(ring)
  let rewrapped = 0
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const rows: WrappedKey[] = await db('data_keys')
      .where('master_number', '<', newest.number)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .select('id', 'wrapped', 'master_number')
    for (const row of rows) {
      const wrapped = wrapping.wrap(newest.number, row.id, wrapping.unwrap(row))
      rewrapped += await db('data_keys')
        .where({ id: row.id, master_number: row.master_number })
        .update({ wrapped, master_number: newest.number })
    }
    if (rows.length < BATCH) return rewrapped
    after = rows.at(-1)!.id
  }
}

/**
 * Wraps every data key with the newest master key of the ring, then removes the older master keys. Processes that have both keys
 * keep running. May be interrupted and repeated. The ring must match the database.
 */
export const rotateMasterKey = async (db: Knex, ring: KeyRing): Promise<Rotation> => {
  const { newest } = ring
  await db('master_keys').insert(rowOf(newest)).onConflict('number').ignore()
  let rewrapped = 0
  for (;;) {
    rewrapped += await rewrapOlder(db, ring)
    try {
      const rows: { number: number }[] = await db('master_keys')
        .where('number', '<', newest.number)
        .delete()
        .returning('number')
      return { number: newest.number, rewrapped, removed: rows.map(({ number }) => number) }
    } catch (error) {
      // Another process has just created a data key with an older number.
      if (!isForeignKeyViolation(error)) throw error
    }
  }
}
