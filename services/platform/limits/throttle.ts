import type { Knex } from 'knex'
import { Rejected } from '#contract/errors.ts'
import { callerNetwork } from './caller-network.ts'
import type { Clock } from '../primitives/clock.ts'
import type { Config } from '../config/config.ts'
import { countUses, createGuesses, type Lockout } from './guesses.ts'
import { hmac } from '../primitives/ids.ts'
import { tooMany } from './too-many.ts'

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

/**
 * Limits guesses and mails. The counters are in PostgreSQL, so neither a restart nor a lost Redis resets them, under an HMAC of
 * what they count.
 */
export type Throttle = {
  /**
   * Checks a guess: `check` returns undefined for a wrong one. Only that counts, for each lockout. Parallel guesses beyond the
   * tries that are left wait for one another, also across processes. After the free ones each wrong guess blocks for twice as
   * long, from 2 s to 15 minutes. While a lockout blocks, this throws `rate.exceeded` with `Retry-After` and checks nothing;
   * after a long wait it throws `service.busy`. A right one takes back the wrong ones of `forgotten`.
   */
  guess<T>(
    guesses: readonly Guess[],
    now: Date,
    check: () => Promise<T | undefined>,
    forgotten?: readonly Guess[],
  ): Promise<T | undefined>
  /** Takes back one use. */
  forgive(use: Use): Promise<void>
  /** Takes back all wrong guesses. */
  forget(guess: Guess): Promise<void>
  /** Counts one use. Returns false if the rate is exceeded. */
  allow(rate: Rate, subject: string, now: Date): Promise<boolean>
  /** Counts many uses at once, also beyond the limit. */
  charge(rate: Rate, subject: string, now: Date, uses: number): Promise<void>
  /** Counts one use. Throws `rate.exceeded` with `Retry-After`. */
  require(rate: Rate, subject: string, now: Date): Promise<void>
  /** Like `require`, then runs `check`. Takes the use back if `check` fails because of an unavailable service. */
  judge<T>(use: Use, now: Date, check: () => Promise<T>): Promise<T>
}

export type Use = readonly [rate: Rate, subject: string]

/** Of several guesses, pass the one that more people share first: they queue and take their locks in this order. */
export type Guess = readonly [lockout: Lockout, subject: string]

/** Counters are deleted after this time. */
export const MEMORY_MS = 24 * 3_600_000

export const createThrottle = (
  db: Knex,
  { THROTTLE_KEY, RATE_FACTOR }: Pick<Config, 'THROTTLE_KEY' | 'RATE_FACTOR'>,
): Throttle => {
  const keyOf = ({ door }: Rate | Lockout, subject: string) =>
    `${door} ${hmac(THROTTLE_KEY, 'throttle', door, door.endsWith('-ip') ? callerNetwork(subject) : subject)}`
  const used = async (rate: Rate, subject: string, now: Date, uses = 1) => {
    const { limit, windowMs, isGuess } = rate
    const key = keyOf(rate, subject)
    const counted = await countUses(db, { key, windowMs, uses, isUnsynced: !isGuess }, now)
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
  const forgive: Throttle['forgive'] = async (use) => {
    await counter(use).update({ count: db.raw('greatest(count - 1, 0)') })
  }
  const guess = createGuesses(db)
  return {
    require,
    forgive,
    guess: (guesses, now, check, forgotten = []) =>
      guess(
        guesses.map(([lockout, subject]) => ({ ...lockout, key: keyOf(lockout, subject) })),
        now,
        check,
        forgotten.map((one) => keyOf(...one)),
      ),
    async forget(wrong) {
      await counter(wrong).delete()
    },
    async charge(rate, subject, now, uses) {
      await used(rate, subject, now, uses)
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

/** Deletes expired counters, and the places of guesses whose process died. */
export const forgetCounters = async ({ db, clock }: { db: Knex; clock: Clock }): Promise<void> => {
  const now = clock.now()
  await db('throttles')
    .where('since', '<', new Date(now.getTime() - MEMORY_MS))
    .whereRaw('coalesce(blocked_until, since) < ?', [now])
    .delete()
  await db('guesses_in_flight').whereRaw('until < clock_timestamp()').delete()
}
