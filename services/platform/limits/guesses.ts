import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import { Rejected } from '#contract/errors.ts'
import { bounded, type Bounded } from '../primitives/bounded.ts'
import { tooMany } from './too-many.ts'

/** The number of wrong guesses before the first block, and the time after which they are forgotten. */
export type Lockout = {
  readonly door: string
  readonly free: number
  /** At most a day. */
  readonly forgottenMs: number
}

/** A lockout with the key of its counter. */
export type Counted = Omit<Lockout, 'door'> & { readonly key: string }

/** Longer than any check. After it, the guesses of a dead process no longer hold places. */
const CHECK_SECONDS = 30
const ASK_AGAIN_MS = 15
const PATIENCE_MS = 10_000
/** How many guesses of one key wait in this process. */
const WAITING = 1_000
const KEYS = 10_000

const blockMs = (wrong: number, free: number): number =>
  wrong < free ? 0 : Math.min(900_000, 2_000 * 2 ** (wrong - free))

type Row = {
  readonly key: string
  readonly count: number | null
  readonly since: Date | null
  readonly blocked_until: Date | null
  readonly in_flight: number
}

/**
 * Checks guesses so that only wrong ones count, and that parallel ones get no more tries than sequential ones: a guess takes a
 * place before its check, and a key has as many places as it has tries left before its next block. A guess without a place waits
 * for one. Places are rows, so all processes share them.
 */
export const createGuesses = (db: Knex) => {
  const lines = new LRUCache<string, Bounded>({ max: KEYS })
  /** One guess of a key at a time asks for a place. */
  const lineOf = (key: string): Bounded => {
    const line = lines.get(key) ?? bounded({ atOnce: 1, waiting: WAITING })
    lines.set(key, line)
    return line
  }

  /** Throws `rate.exceeded` if a key is blocked. Returns false if one has no place left. */
  const takePlace = (id: string, all: readonly Counted[], now: Date): Promise<boolean> =>
    db.transaction(async (trx) => {
      for (const { key } of all) await trx.raw('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', [key])
      const { rows } = await trx.raw<{ rows: Row[] }>(
        `SELECT key, count, since, blocked_until,
           (SELECT count(*)::int FROM guesses_in_flight g WHERE g.key = k.key AND g.until > clock_timestamp()) AS in_flight
         FROM unnest(?::text[]) AS k (key) LEFT JOIN throttles USING (key)`,
        [all.map(({ key }) => key)],
      )
      const rowOf = new Map(rows.map((row) => [row.key, row]))
      for (const { key } of all) {
        const waitMs = (rowOf.get(key)?.blocked_until?.getTime() ?? 0) - now.getTime()
        if (waitMs > 0) throw tooMany(waitMs)
      }
      const hasPlace = ({ key, free, forgottenMs }: Counted): boolean => {
        const { count, since, in_flight } = rowOf.get(key)!
        const wrong = since && since.getTime() >= now.getTime() - forgottenMs ? (count ?? 0) : 0
        return in_flight < Math.max(1, free - wrong)
      }
      if (!all.every(hasPlace)) return false
      await trx.raw(
        `INSERT INTO guesses_in_flight (id, key, until)
         SELECT ?, key, clock_timestamp() + make_interval(secs => ?) FROM unnest(?::text[]) AS k (key)`,
        [id, CHECK_SECONDS, all.map(({ key }) => key)],
      )
      return true
    })

  const waitForPlace = async (id: string, all: readonly Counted[], now: Date): Promise<void> => {
    const until = performance.now() + PATIENCE_MS
    while (!(await takePlace(id, all, now))) {
      if (performance.now() > until) throw new Rejected('service.busy')
      await pause(ASK_AGAIN_MS)
    }
  }

  const leave = (on: Knex, id: string) => on('guesses_in_flight').where({ id }).delete()

  /** Leaves the place and counts the guess in one transaction, so that it is never in neither. */
  const countWrong = (id: string, all: readonly Counted[], now: Date): Promise<void> =>
    db.transaction(async (trx) => {
      for (const { key, free, forgottenMs } of all) {
        const wrong = await countUses(trx, { key, windowMs: forgottenMs, uses: 1 }, now)
        const blockedMs = blockMs(wrong.count, free)
        if (blockedMs > 0)
          await trx('throttles')
            .where({ key })
            .update({ blocked_until: new Date(now.getTime() + blockedMs) })
      }
      await leave(trx, id)
    })

  return async <T>(
    all: readonly Counted[],
    now: Date,
    check: () => Promise<T | undefined>,
  ): Promise<T | undefined> => {
    const id = randomUUID()
    await lineOf(all[0]!.key)(() => waitForPlace(id, all, now))
    let found: T | undefined
    try {
      found = await check()
    } catch (error) {
      await leave(db, id)
      throw error
    }
    await (found === undefined ? countWrong(id, all, now) : leave(db, id))
    return found
  }
}

/** Counts one in a window that begins with the first. */
export const countUses = async (
  on: Knex,
  { key, windowMs, uses }: { readonly key: string; readonly windowMs: number; readonly uses: number },
  now: Date,
): Promise<{ readonly count: number; readonly since: Date }> => {
  const began = new Date(now.getTime() - windowMs)
  const { rows } = await on.raw(
    `INSERT INTO throttles AS t (key, count, since) VALUES (?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET
       count = CASE WHEN t.since < ? THEN excluded.count ELSE t.count + excluded.count END,
       since = CASE WHEN t.since < ? THEN excluded.since ELSE t.since END
     RETURNING count, since`,
    [key, uses, now, began, began],
  )
  return rows[0]
}
