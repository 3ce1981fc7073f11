import type { Knex } from 'knex'
import { Rejected } from '#contract/errors.ts'
import { hmac } from './ids.ts'

/**
 * One service for every door that a guess could open, and for what could flood a mailbox. Counters stand in
 * Postgres, under an HMAC of what they count, so that neither a restart nor a lost Redis resets them.
 */
export type Throttle = {
  /** Throws `rate.exceeded` with `Retry-After` while the subject is blocked. Asked before a secret is compared. */
  refuse(door: GuessedDoor, subject: string, now: Date): Promise<void>
  /** Counts a wrong guess: some are free, then the block doubles from 2 s to 15 minutes. */
  failed(door: GuessedDoor, subject: string, now: Date): Promise<void>
  succeeded(door: GuessedDoor, subject: string): Promise<void>
  /** Counts one use of a limited operation; false when `limit` uses within `windowMs` are exceeded. */
  allow(door: CountedDoor, subject: string, rate: Rate & { readonly now: Date }): Promise<boolean>
}

export type Rate = { readonly limit: number; readonly windowMs: number }

export type GuessedDoor = keyof typeof FAILURES
export type CountedDoor = 'sign-up' | 'sign-up-ip' | 'token-ip' | 'invitations' | 'requests'

/** Many colleagues share an address of the network, so it may fail more often, and is forgiven sooner. */
const FAILURES = {
  login: { free: 5, forgottenMs: 24 * 3_600_000 },
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
    `${door} ${hmac(pepper, 'throttle', door, subject)}`
  const count = async (key: string, windowMs: number, now: Date) => {
    const { rows } = await db.raw(
      `INSERT INTO throttles AS t (key, count, since) VALUES (?, 1, ?)
       ON CONFLICT (key) DO UPDATE SET
         count = CASE WHEN t.since < ? THEN 1 ELSE t.count + 1 END,
         since = CASE WHEN t.since < ? THEN excluded.since ELSE t.since END
       RETURNING count`,
      [key, now, new Date(now.getTime() - windowMs), new Date(now.getTime() - windowMs)],
    )
    return rows[0].count as number
  }
  return {
    async refuse(door, subject, now) {
      const row = await db('throttles')
        .where({ key: keyOf(door, subject) })
        .first('blocked_until')
      const waitMs = row?.blocked_until ? row.blocked_until.getTime() - now.getTime() : 0
      if (waitMs > 0) throw tooMany(waitMs)
    },
    async failed(door, subject, now) {
      const key = keyOf(door, subject)
      const failures = await count(key, FAILURES[door].forgottenMs, now)
      const blockedMs = blockMs(failures, FAILURES[door].free)
      if (blockedMs === 0) return
      await db('throttles')
        .where({ key })
        .update({ blocked_until: new Date(now.getTime() + blockedMs) })
    },
    async succeeded(door, subject) {
      await db('throttles')
        .where({ key: keyOf(door, subject) })
        .delete()
    },
    allow: async (door, subject, { limit, windowMs, now }) =>
      (await count(keyOf(door, subject), windowMs, now)) <= limit,
  }
}
