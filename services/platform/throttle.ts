import type { Knex } from 'knex'
import { Rejected } from '#contract/errors.ts'
import { callerNetwork } from './caller-network.ts'
import type { Clock } from './clock.ts'
import { hmac } from './ids.ts'

/**
 * One service for every door that a guess could open, and for what could flood a mailbox. Counters stand in
 * Postgres, under an HMAC of what they count, so that neither a restart nor a lost Redis resets them.
 */
export type Throttle = {
  /**
   * Counts a guess at every one of these, before it is judged, so that guesses made at once cannot pass as one: some are
   * free, then the block doubles from 2 s to 15 minutes. Throws `rate.exceeded` with `Retry-After`, and counts
   * nothing, while one of them is blocked.
   */
  attempt(guesses: readonly Guess[], now: Date): Promise<void>
  /** It was no wrong guess. */
  forgive(guess: Guess): Promise<void>
  /** Nor were those before it. */
  forget(guess: Guess): Promise<void>
  /** Counts one use of a limited operation; false when `limit` uses within `windowMs` are exceeded. */
  allow(door: CountedDoor, subject: string, rate: Rate & { readonly now: Date }): Promise<boolean>
}

export type Rate = { readonly limit: number; readonly windowMs: number }

/** What for, and by or at whom; of several the one that more people share comes first, as locks are taken in this order. */
export type Guess = readonly [door: GuessedDoor, subject: string]
export type GuessedDoor = keyof typeof FAILURES
export type CountedDoor = 'sign-up' | 'sign-up-ip' | 'token-ip' | 'invitations' | 'requests'

/** No counter is asked for what happened before. */
const MEMORY_MS = 24 * 3_600_000

/** Many colleagues share an address of the network, so it may fail more often, and is forgiven sooner. */
const FAILURES = {
  login: { free: 5, forgottenMs: MEMORY_MS },
  'login-ip': { free: 20, forgottenMs: 900_000 },
  'provider-ip': { free: 20, forgottenMs: 900_000 },
}

const blockMs = (failures: number, free: number): number =>
  failures < free ? 0 : Math.min(900_000, 2_000 * 2 ** (failures - free))

/** `rate.exceeded`, telling when to come back. */
export const tooMany = (retryAfterMs: number): Rejected =>
  new Rejected('rate.exceeded', [{ retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1_000)) }])

export const createThrottle = (db: Knex, pepper: string): Throttle => {
  const keyOf = (door: GuessedDoor | CountedDoor, subject: string) =>
    `${door} ${hmac(pepper, 'throttle', door, door.endsWith('-ip') ? callerNetwork(subject) : subject)}`
  const count = async (on: Knex, key: string, windowMs: number, now: Date) => {
    const { rows } = await on.raw(
      `INSERT INTO throttles AS t (key, count, since) VALUES (?, 1, ?)
       ON CONFLICT (key) DO UPDATE SET
         count = CASE WHEN t.since < ? THEN 1 ELSE t.count + 1 END,
         since = CASE WHEN t.since < ? THEN excluded.since ELSE t.since END
       RETURNING count, blocked_until`,
      [key, now, new Date(now.getTime() - windowMs), new Date(now.getTime() - windowMs)],
    )
    return rows[0] as { count: number; blocked_until: Date | null }
  }
  const guessed = ([door, subject]: Guess) => db('throttles').where({ key: keyOf(door, subject) })
  return {
    attempt: (guesses, now) =>
      db.transaction(async (trx) => {
        for (const [door, subject] of guesses) {
          const { free, forgottenMs } = FAILURES[door]
          const key = keyOf(door, subject)
          const counted = await count(trx, key, forgottenMs, now)
          const waitMs = (counted.blocked_until?.getTime() ?? 0) - now.getTime()
          if (waitMs > 0) throw tooMany(waitMs)
          const blockedMs = blockMs(counted.count, free)
          if (blockedMs === 0) continue
          await trx('throttles')
            .where({ key })
            .update({ blocked_until: new Date(now.getTime() + blockedMs) })
        }
      }),
    async forgive(guess) {
      await guessed(guess).update({ count: db.raw('greatest(count - 1, 0)'), blocked_until: null })
    },
    async forget(guess) {
      await guessed(guess).delete()
    },
    allow: async (door, subject, { limit, windowMs, now }) =>
      (await count(db, keyOf(door, subject), windowMs, now)).count <= limit,
  }
}

/** Deletes counters that nobody is measured by any more; to be repeated. */
export const forgetCounters = async ({ db, clock }: { db: Knex; clock: Clock }): Promise<void> => {
  const now = clock.now()
  await db('throttles')
    .where('since', '<', new Date(now.getTime() - MEMORY_MS))
    .whereRaw('coalesce(blocked_until, since) < ?', [now])
    .delete()
}
