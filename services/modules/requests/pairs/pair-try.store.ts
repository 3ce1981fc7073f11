import type { Knex } from 'knex'

/**
 * Wrong numbers of two people over all their call checks. The rows only count; each wrong number and each lock is an event as well.
 * They name no person.
 */

/** Wrong numbers of two people within a day that lock their call checks. */
export const PAIR_TRIES = 3
const DAY_MS = 24 * 3_600_000

export type PairMemory = {
  readonly pairId: string
  /** Tries until then do not count: an admin has unlocked the two. */
  readonly unlockedAt: Date | null
  readonly now: Date
}

/** How many wrong numbers count. Others who judge a number of the same two wait until the transaction ends. */
export const triesIn = async (trx: Knex, { pairId, unlockedAt, now }: PairMemory): Promise<number> => {
  await trx.raw('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', [`pair_tries ${pairId}`])
  const since = Math.max(now.getTime() - DAY_MS, unlockedAt?.getTime() ?? 0)
  const tries = trx('pair_tries').where({ pair_id: pairId }).where('at', '>', new Date(since))
  const [counted] = await tries.count({ wrong: '*' })
  return Number(counted!['wrong'])
}

/** Counts a wrong number, once per challenge. Needs the lock of `triesIn`. */
export const addTryIn = async (trx: Knex, { pairId, now }: PairMemory, challenge: string): Promise<void> => {
  await trx('pair_tries').insert({ pair_id: pairId, challenge, at: now }).onConflict().ignore()
}

/** Deletes the tries that no longer count. Runs periodically. */
export const forgetPairTries = async ({ db, clock }: { db: Knex; clock: { now(): Date } }): Promise<void> => {
  await db('pair_tries')
    .where('at', '<=', new Date(clock.now().getTime() - DAY_MS))
    .delete()
}
