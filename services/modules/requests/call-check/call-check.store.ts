import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Knex } from 'knex'
import { Rejected } from '#contract/errors.ts'
import type { Request } from '#contract/requests/requests.ts'
import type { MacTable, SealedRows } from '#platform/secrets/row-macs.ts'
import { addTryIn, PAIR_TRIES, triesIn, type PairMemory } from '#modules/requests/pairs/pair-try.store.ts'
import { NUMBER_TRIES } from '#modules/requests/call-check/answer.decider.ts'

/**
 * The spoken number and the delivery state of pending verifications. The number is stored in no event, not even sealed or
 * hashed, because with 90 possible numbers anybody could guess it.
 */
export type CallChecks = {
  /** Draws the number. Does nothing if the request has one. */
  open(check: {
    readonly requestId: string
    readonly requesterUserId: string
    readonly expiresAt: Date
  }): Promise<void>
  /**
   * Judges the number; never as right when no try is left. `last`: it is wrong, and the two have no try left over all their checks.
   * Counts the try first, under a lock of the two and of the row, so that concurrent answers cannot share a try. The same challenge
   * with the same number counts once. Throws `challenge.spent` for the same challenge with another number.
   */
  judge(
    requestId: string,
    answer: { readonly challenge: string; readonly number: string },
    pair: PairMemory,
  ): Promise<'right' | 'wrong' | 'last'>
  /** Undefined unless the user is the requester. */
  shownTo(requestId: string, userId: string): Promise<Required<Pick<Request, 'number' | 'seen'>> | undefined>
  undelivered(requestIds: readonly string[]): Promise<string[]>
  /** Keeps the first time, and notifies the requester. The same applies to `opened`. */
  delivered(requestIds: readonly string[], now: Date): Promise<void>
  opened(requestId: string, now: Date): Promise<void>
  /** Keeps the last time that a wrong number was typed, and notifies the requester. */
  wrong(requestId: string, now: Date): Promise<void>
  forget(requestId: string): Promise<void>
}

/** PostgreSQL channel; the payload is the requester's user id. */
export const SEEN = 'request_seen'

export const CALL_CHECK_ROWS: MacTable = {
  table: 'call_checks',
  key: ['request_id'],
  claims: ['request_id', 'requester_user_id', 'number', 'expires_at'],
  excused: {
    tried: 'limits tries only; each wrong one is an event as well',
    delivered_at: 'shown to the requester only',
    opened_at: 'shown to the requester only',
    wrong_at: 'shown to the requester only',
  },
}

type Row = { readonly number: string; readonly tried: Readonly<Record<string, string>> }
type Shown = Pick<Row, 'number'> & {
  readonly delivered_at: Date | null
  readonly opened_at: Date | null
  readonly wrong_at: Date | null
}

const iso = (time: Date | null): string | null => time?.toISOString() ?? null

export const createCallChecks = ({ db, rowMacs }: SealedRows): CallChecks => {
  const mark = async (rows: Knex.QueryBuilder): Promise<void> => {
    await db
      .with('marked', rows.returning('requester_user_id'))
      .from('marked')
      .select(db.raw('pg_notify(?, requester_user_id::text)', [SEEN]))
  }
  return {
    async open({ requestId, requesterUserId, expiresAt }) {
      await db('call_checks')
        .insert(
          rowMacs.sealed(CALL_CHECK_ROWS, {
            request_id: requestId,
            requester_user_id: requesterUserId,
            number: String(randomInt(10, 100)),
            expires_at: expiresAt,
          }),
        )
        .onConflict('request_id')
        .ignore()
    },
    judge: (requestId, { challenge, number }, pair) =>
      db.transaction(async (trx) => {
        // Its lock also keeps two processes from taking a try of this check at once.
        const ofPair = await triesIn(trx, pair)
        const check = () => trx('call_checks').where({ request_id: requestId })
        const row = rowMacs.genuine<Row>(CALL_CHECK_ROWS, await check().first())
        if (!row) return 'wrong'
        const earlier = row.tried[challenge]
        if (earlier !== undefined && earlier !== number) throw new Rejected('challenge.spent')
        if (earlier === undefined) {
          if (ofPair >= PAIR_TRIES) return 'last'
          if (Object.keys(row.tried).length >= NUMBER_TRIES) return 'wrong'
          await check().update({ tried: JSON.stringify({ ...row.tried, [challenge]: number }) })
        }
        if (timingSafeEqual(Buffer.from(row.number), Buffer.from(number))) return 'right'
        if (earlier === undefined) await addTryIn(trx, pair, challenge)
        return ofPair + (earlier === undefined ? 1 : 0) >= PAIR_TRIES ? 'last' : 'wrong'
      }),
    async shownTo(requestId, userId) {
      const own = { request_id: requestId, requester_user_id: userId }
      const row = rowMacs.genuine<Shown>(CALL_CHECK_ROWS, await db('call_checks').where(own).first())
      return (
        row && {
          number: row.number,
          seen: {
            deliveredAt: iso(row.delivered_at),
            openedAt: iso(row.opened_at),
            ...(row.wrong_at && { wrongAt: iso(row.wrong_at) }),
          },
        }
      )
    },
    undelivered: (requestIds) =>
      db('call_checks')
        .whereIn('request_id', [...requestIds])
        .whereNull('delivered_at')
        .pluck('request_id'),
    delivered: (requestIds, now) =>
      mark(
        db('call_checks')
          .whereIn('request_id', [...requestIds])
          .whereNull('delivered_at')
          .update({ delivered_at: now }),
      ),
    opened: (requestId, now) =>
      mark(
        db('call_checks')
          .where({ request_id: requestId })
          .whereNull('opened_at')
          .update({ opened_at: now, delivered_at: db.raw('coalesce(delivered_at, ?)', [now]) }),
      ),
    wrong: (requestId, now) =>
      mark(db('call_checks').where({ request_id: requestId }).update({ wrong_at: now })),
    async forget(requestId) {
      await db('call_checks').where({ request_id: requestId }).delete()
    },
  }
}

/** Deletes expired call checks and old prepared requests. Runs periodically. */
export const forgetCallChecks = async ({
  db,
  clock,
}: {
  db: Knex
  clock: { now(): Date }
}): Promise<void> => {
  const now = clock.now()
  await db('call_checks').where('expires_at', '<=', now).delete()
  await db('check_people').where('expires_at', '<=', now).delete()
  await db('prepared_requests')
    .where('prepared_at', '<', new Date(now.getTime() - PREPARED_MS))
    .delete()
}

/** Longer than the life of a challenge, so that a retry finds its salt. */
const PREPARED_MS = 10 * 60_000

/** Salts of prepared requests, by challenge. */
export const createPreparedRequests = (db: Knex) => ({
  async keep(challenge: string, salt: string, now: Date): Promise<void> {
    await db('prepared_requests')
      .insert({ challenge, salt, prepared_at: now })
      .onConflict('challenge')
      .ignore()
  },
  saltOf: async (challenge: string): Promise<string | undefined> =>
    (await db('prepared_requests').where({ challenge }).first('salt'))?.salt,
})
