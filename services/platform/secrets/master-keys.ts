import type { Knex } from 'knex'
import { hmac } from '../primitives/ids.ts'
import type { KeyRing, NumberedSecret } from '../config/key-ring.ts'
import { createWrapping, type WrappedKey } from './key-wrapping.ts'

/** Which master keys wrap data keys stands in the database, so that all processes agree while one takes over. */

const markOf = ({ secret }: NumberedSecret): string => hmac(secret, 'mark', 'MASTER_KEY')
const rowOf = (one: NumberedSecret) => ({ number: one.number, mark: markOf(one) })

/** The first to come says that its newest key wraps; later ones change nothing. */
export const markMasterKey = async (db: Knex, { newest }: KeyRing): Promise<void> => {
  if (await db('master_keys').first('number')) return
  await db.transaction(async (trx) => {
    // Of two that come first one marks.
    await trx.raw('LOCK TABLE master_keys IN SHARE ROW EXCLUSIVE MODE')
    if (!(await trx('master_keys').first('number'))) await trx('master_keys').insert(rowOf(newest))
  })
}

/** Numbers that wrap data keys here and that the ring lacks, or holds with another secret. */
export const unfitMasterKeys = async (db: Knex, ring: KeyRing): Promise<readonly number[]> => {
  const rows: { number: number; mark: string }[] = await db('master_keys').orderBy('number')
  return rows
    .filter(({ number, mark }) => {
      const secret = ring.find(number)
      return secret === undefined || markOf({ number, secret }) !== mark
    })
    .map(({ number }) => number)
}

/** The number that wraps new data keys. */
export const currentMasterKey = async (db: Knex): Promise<number> => {
  const row = await db('master_keys').max<{ number: number | null }>({ number: 'number' }).first()
  if (!row?.number) throw new Error('no master key is marked: requireSecrets comes first')
  return row.number
}

/** The row that a foreign key names is gone, or one that goes is still named. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  (error as { code?: string } | null)?.code === '23503'

export type Rotation = {
  /** The number that wraps everything now. */
  readonly number: number
  readonly rewrapped: number
  /** Numbers that wrap nothing any more. */
  readonly removed: readonly number[]
}

const BATCH = 500

/** Wraps with the newest what an older one wraps; answers how many. What meanwhile was done or destroyed it leaves. */
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
 * Wraps every data key with the ring's newest master key while processes that hold both go on sealing and reading,
 * then takes the older ones out of the table. May be interrupted and repeated. For a ring that fits the database.
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
      // Somebody had read the older number and made a key with it a moment ago.
      if (!isForeignKeyViolation(error)) throw error
    }
  }
}
