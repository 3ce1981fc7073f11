import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import { Rejected } from '#contract/errors.ts'
import { bounded, type Bounded } from '../primitives/bounded.ts'
import { UNSYNCED } from '../postgres/database.ts'
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

type Taken = { readonly has_place: boolean; readonly blocked_until: Date | null }

const TAKE = 'SELECT has_place, blocked_until FROM take_guess_places(?, ?, ?, ?, ?, ?)'
const LEAVE = `WITH gone AS (DELETE FROM guesses_in_flight WHERE id = ?),
  forgotten AS (DELETE FROM throttles WHERE key = ANY (?)) SELECT ${UNSYNCED}`

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
  const takePlace = async (id: string, all: readonly Counted[], now: Date): Promise<boolean> => {
    const keys = all.map(({ key }) => key)
    const free = all.map((counted) => counted.free)
    const since = all.map(({ forgottenMs }) => new Date(now.getTime() - forgottenMs))
    const bindings = [id, keys, free, since, now, CHECK_SECONDS] as Knex.RawBinding[]
    const { rows } = await db.raw<{ rows: [Taken] }>(TAKE, bindings)
    const [{ has_place: hasPlace, blocked_until: until }] = rows
    if (until !== null) throw tooMany(until.getTime() - now.getTime())
    return hasPlace
  }

  const waitForPlace = async (id: string, all: readonly Counted[], now: Date): Promise<void> => {
    const until = performance.now() + PATIENCE_MS
    while (!(await takePlace(id, all, now))) {
      if (performance.now() > until) throw new Rejected('service.busy')
      await pause(ASK_AGAIN_MS)
    }
  }

  const leave = async (id: string, forgotten: readonly string[] = []): Promise<void> => {
    await db.raw(LEAVE, [id, forgotten as string[]])
  }

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
      await trx('guesses_in_flight').where({ id }).delete()
    })

  return async <T>(
    all: readonly Counted[],
    now: Date,
    check: () => Promise<T | undefined>,
    /** The keys whose wrong guesses a right one takes back. */
    forgotten: readonly string[] = [],
  ): Promise<T | undefined> => {
    const id = randomUUID()
    await lineOf(all[0]!.key)(() => waitForPlace(id, all, now))
    let found: T | undefined
    try {
      found = await check()
    } catch (error) {
      await leave(id)
      throw error
    }
    await (found === undefined ? countWrong(id, all, now) : leave(id, forgotten))
    return found
  }
}

const COUNT = `INSERT INTO throttles AS t (key, count, since) VALUES (?, ?, ?)
  ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN t.since < ? THEN excluded.count ELSE t.count + excluded.count END,
    since = CASE WHEN t.since < ? THEN excluded.since ELSE t.since END
  RETURNING count, since`

type Uses = {
  readonly key: string
  readonly windowMs: number
  readonly uses: number
  readonly isUnsynced?: boolean
}

/** Counts one in a window that begins with the first. */
export const countUses = async (
  on: Knex,
  { key, windowMs, uses, isUnsynced = false }: Uses,
  now: Date,
): Promise<{ readonly count: number; readonly since: Date }> => {
  const began = new Date(now.getTime() - windowMs)
  const sql = isUnsynced ? `${COUNT}, ${UNSYNCED}` : COUNT
  const { rows } = await on.raw(sql, [key, uses, now, began, began])
  return rows[0]
}
