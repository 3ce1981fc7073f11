import type { Knex } from 'knex'
import { Rejected } from '#contract/errors.ts'
import { callerNetwork } from './caller-network.ts'
import type { Clock } from '../primitives/clock.ts'
import type { Config } from '../config/config.ts'
import { hmac } from '../primitives/ids.ts'

/**
 * How often something may be done in production; `RATE_FACTOR` multiplies all but guesses. A door that ends in `-ip` counts
 * the caller's network; what a stranger can have sent to an address is counted by the address, whoever asks and wherever.
 */
export type Rate = {
  /** Unique among rates and lockouts: its counters go by it. */
  readonly door: string
  readonly limit: number
  /** At most a day: no counter is kept for longer. */
  readonly windowMs: number
  /** How often somebody may be wrong: the same in local mode, where everything else may be done more often. */
  readonly isGuess?: true
}

/** How many wrong guesses in a row are free, and when they are forgotten. */
export type Lockout = {
  readonly door: string
  readonly free: number
  /** At most a day. */
  readonly forgottenMs: number
}

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
  /** It was no wrong guess, or is not to count as a use. */
  forgive(counted: Guess | Use): Promise<void>
  /** Nor were those before it. */
  forget(guess: Guess): Promise<void>
  /** Counts one use of a limited operation; false when its rate is exceeded. */
  allow(rate: Rate, subject: string, now: Date): Promise<boolean>
  /** The same; throws `rate.exceeded` with `Retry-After`. */
  require(rate: Rate, subject: string, now: Date): Promise<void>
  /** The same before `judge` is asked; where that could not tell, because something is away, the use is forgiven. */
  judge<T>(use: Use, now: Date, judge: () => Promise<T>): Promise<T>
}

export type Use = readonly [rate: Rate, subject: string]

/** What for, and by or at whom; of several the one that more people share comes first, as locks are taken in this order. */
export type Guess = readonly [lockout: Lockout, subject: string]

/** No counter is asked for what happened before. */
export const MEMORY_MS = 24 * 3_600_000

const blockMs = (failures: number, free: number): number =>
  failures < free ? 0 : Math.min(900_000, 2_000 * 2 ** (failures - free))

/** `rate.exceeded`, telling when to come back. */
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
    async judge(use, now, judge) {
      await require(...use, now)
      try {
        return await judge()
      } catch (error) {
        if (!(error instanceof Rejected) || error.status >= 500) await forgive(use)
        throw error
      }
    },
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
