import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Knex } from 'knex'
import { Rejected } from '#contract/errors.ts'
import type { Request } from '#contract/requests/requests.ts'
import { NUMBER_TRIES } from '#modules/requests/request.decider.ts'

/**
 * What a verification has while it waits, in rows: its number, of which there are so few that no fact may hold it,
 * however sealed or hashed; and when it was seen.
 */
export type CallChecks = {
  /** Makes its number, once. */
  open(check: {
    readonly requestId: string
    readonly requesterUserId: string
    readonly expiresAt: Date
  }): Promise<void>
  /**
   * Whether this is the number. The try is counted before it is judged, so that answers that come at once cannot share one; the
   * same one told again is the same try. Where none is left nothing is right. Throws `challenge.spent` for one challenge
   * with two numbers.
   */
  isRight(
    requestId: string,
    answer: { readonly challenge: string; readonly number: string },
  ): Promise<boolean>
  /** Nothing to anybody but whoever asked. */
  shownTo(requestId: string, userId: string): Promise<Required<Pick<Request, 'number' | 'seen'>> | undefined>
  /** Which of them nobody has been told of yet. */
  undelivered(requestIds: readonly string[]): Promise<string[]>
  /** The first time counts, and whoever asked is told. */
  delivered(requestIds: readonly string[], now: Date): Promise<void>
  opened(requestId: string, now: Date): Promise<void>
  forget(requestId: string): Promise<void>
}

/** Told with the user who asked, whose question has been seen. */
export const SEEN = 'request_seen'

type Row = { readonly number: string; readonly tried: Readonly<Record<string, string>> }

const iso = (time: Date | null): string | null => time?.toISOString() ?? null

export const createCallChecks = (db: Knex): CallChecks => {
  const see = async (rows: Knex.QueryBuilder): Promise<void> => {
    await db
      .with('marked', rows.returning('requester_user_id'))
      .from('marked')
      .select(db.raw('pg_notify(?, requester_user_id::text)', [SEEN]))
  }
  return {
    async open({ requestId, requesterUserId, expiresAt }) {
      await db('call_checks')
        .insert({
          request_id: requestId,
          requester_user_id: requesterUserId,
          number: String(randomInt(10, 100)),
          expires_at: expiresAt,
        })
        .onConflict('request_id')
        .ignore()
    },
    isRight: (requestId, { challenge, number }) =>
      db.transaction(async (trx) => {
        const check = () => trx('call_checks').where({ request_id: requestId })
        const row: Row | undefined = await check().forUpdate().first('number', 'tried')
        if (!row) return false
        const before = row.tried[challenge]
        if (before !== undefined && before !== number) throw new Rejected('challenge.spent')
        if (before === undefined) {
          if (Object.keys(row.tried).length >= NUMBER_TRIES) return false
          await check().update({ tried: JSON.stringify({ ...row.tried, [challenge]: number }) })
        }
        return timingSafeEqual(Buffer.from(row.number), Buffer.from(number))
      }),
    async shownTo(requestId, userId) {
      const row = await db('call_checks').where({ request_id: requestId, requester_user_id: userId }).first()
      return (
        row && {
          number: row.number,
          seen: { deliveredAt: iso(row.delivered_at), openedAt: iso(row.opened_at) },
        }
      )
    },
    undelivered: (requestIds) =>
      db('call_checks')
        .whereIn('request_id', [...requestIds])
        .whereNull('delivered_at')
        .pluck('request_id'),
    delivered: (requestIds, now) =>
      see(
        db('call_checks')
          .whereIn('request_id', [...requestIds])
          .whereNull('delivered_at')
          .update({ delivered_at: now }),
      ),
    opened: (requestId, now) =>
      see(
        db('call_checks')
          .where({ request_id: requestId })
          .whereNull('opened_at')
          .update({ opened_at: now, delivered_at: db.raw('coalesce(delivered_at, ?)', [now]) }),
      ),
    async forget(requestId) {
      await db('call_checks').where({ request_id: requestId }).delete()
    },
  }
}

/** Deletes those whose time is over, and what was prepared long ago; to be repeated. */
export const forgetCallChecks = async ({
  db,
  clock,
}: {
  db: Knex
  clock: { now(): Date }
}): Promise<void> => {
  const now = clock.now()
  await db('call_checks').where('expires_at', '<=', now).delete()
  await db('prepared_requests')
    .where('prepared_at', '<', new Date(now.getTime() - PREPARED_MS))
    .delete()
}

/** A retry finds what was prepared: longer than a challenge is good for, and far shorter than any erasure waits. */
const PREPARED_MS = 10 * 60_000

/** The salts of texts that are prepared for a signature. */
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
