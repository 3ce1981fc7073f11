import type { Knex } from 'knex'
import { Rejected } from '#contract/errors.ts'
import { callerNetwork } from './caller-network.ts'
import type { Clock } from '../primitives/clock.ts'
import type { Config } from '../config/config.ts'
import { hmac } from '../primitives/ids.ts'

/**
 * How often something may be done. `RATE_FACTOR` multiplies every limit except for guesses. A door that ends in `-ip` counts by the
 * network of the caller. Mails that a stranger can trigger are counted by the recipient's address.
 */
export type Rate = {
  /** The name of its counters: unique among rates and lockouts. */
  readonly door: string
  readonly limit: number
  /** At most a day, because counters are deleted after a day. */
  readonly windowMs: number
  /** Counts wrong guesses, so `RATE_FACTOR` does not apply. */
  readonly isGuess?: true
}

/** The number of wrong guesses before the first block, and the time after which they are forgotten. */
export type Lockout = {
  readonly door: string
  readonly free: number
  /** At most a day. */
  readonly forgottenMs: number
}

/**
 * Limits guesses and mails. The counters are in PostgreSQL, so neither a restart nor a lost Redis resets them, under an HMAC of
 * what they count.
 */
export type Throttle = {
  /**
   * Counts a guess for each lockout before it is checked, so that concurrent guesses cannot pass as one. After the free ones each
   * guess blocks for twice as long, from 2 s to 15 minutes. While one of them is blocked, it counts nothing and throws
   * `rate.exceeded` with `Retry-After`.
   */
  attempt(guesses: readonly Guess[], now: Date): Promise<void>
  /** Takes back one guess or use. */
  forgive(counted: Guess | Use): Promise<void>
  /** Takes back all guesses. */
  forget(guess: Guess): Promise<void>
  /** Counts one use. Returns false if the rate is exceeded. */
  allow(rate: Rate, subject: string, now: Date): Promise<boolean>
  /** Counts one use. Throws `rate.exceeded` with `Retry-After`. */
  require(rate: Rate, subject: string, now: Date): Promise<void>
  /** Like `require`, then runs `check`. Takes the use back if `check` fails because of an unavailable service. */
  judge<T>(use: Use, now: Date, check: () => Promise<T>): Promise<T>
}

export type Use = readonly [rate: Rate, subject: string]

/** Of several guesses, pass the one that more people share first: their locks are taken in this order. */
export type Guess = readonly [lockout: Lockout, subject: string]

/** Counters are deleted after this time. */
export const MEMORY_MS = 24 * 3_600_000

const blockMs = (failures: number, free: number): number =>
  failures < free ? 0 : Math.min(900_000, 2_000 * 2 ** (failures - free))

/** Returns `rate.exceeded` with the seconds to wait. */
export const tooMany = (retryAfterMs: number): Rejected =>
  new Rejected('rate.exceeded', [{ retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1_000)) }])

export const createThrottle = (
  db: Knex,
  { THROTTLE_KEY, RATE_FACTOR }: Pick<Config, 'THROTTLE_KEY' | 'RATE_FACTOR'>,
): Throttle => {
  const keyOf = ({ door }: Rate | Lockout, subject: string) =>
    `${door} ${hmac(THROTTLE_KEY, 'throttle', door, door.endsWith('-ip') ? callerNetwork(subject) : subject)}`
  const count = async (on: Knex, key: string, windowMs: number, now: Date) => {
    const { rows } = await on.raw(
      `INSERT INTO throttles AS t (key, count, since) VALUES (?, 1, ?)
       ON CONFLICT (key) DO UPDATE SET
         count = CASE WHEN t.since < ? THEN 1 ELSE t.count + 1 END,
         since = CASE WHEN t.since < ? THEN excluded.since ELSE t.since END
       RETURNING count, since, blocked_until`,
      [key, now, new Date(now.getTime() - windowMs), new Date(now.getTime() - windowMs)],
    )
    return rows[0] as { count: number; since: Date; blocked_until: Date | null }
  }
  const used = async (rate: Rate, subject: string, now: Date) => {
    const { limit, windowMs, isGuess } = rate
    const counted = await count(db, keyOf(rate, subject), windowMs, now)
    return {
      isAllowed: counted.count <= limit * (isGuess ? 1 : RATE_FACTOR),
      waitMs: counted.since.getTime() + windowMs - now.getTime(),
    }
  }
  const require: Throttle['require'] = async (rate, subject, now) => {
    const { isAllowed, waitMs } = await used(rate, subject, now)
    if (!isAllowed) throw tooMany(waitMs)
  }
  const counter = ([counted, subject]: Guess | Use) => db('throttles').where({ key: keyOf(counted, subject) })
  const forgive: Throttle['forgive'] = async (counted) => {
    await counter(counted).update({ count: db.raw('greatest(count - 1, 0)'), blocked_until: null })
  }
  return {
    require,
    forgive,
    attempt: (guesses, now) =>
      db.transaction(async (trx) => {
        for (const [lockout, subject] of guesses) {
          const { free, forgottenMs } = lockout
          const key = keyOf(lockout, subject)
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
    async forget(guess) {
      await counter(guess).delete()
    },
    async allow(rate, subject, now) {
      return (await used(rate, subject, now)).isAllowed
    },
    async judge(use, now, check) {
      await require(...use, now)
      try {
        return await check()
      } catch (error) {
        if (!(error instanceof Rejected) || error.status >= 500) await forgive(use)
        throw error
      }
    },
  }
}

/** Deletes expired counters. */
export const forgetCounters = async ({ db, clock }: { db: Knex; clock: Clock }): Promise<void> => {
  const now = clock.now()
  await db('throttles')
    .where('since', '<', new Date(now.getTime() - MEMORY_MS))
    .whereRaw('coalesce(blocked_until, since) < ?', [now])
    .delete()
}
