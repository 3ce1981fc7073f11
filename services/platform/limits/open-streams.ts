import type { Knex } from 'knex'
import type { Clock } from '../primitives/clock.ts'

/** How many live streams of one person are open in all processes. */

export type OpenStream = { readonly id: string; readonly userId: string; readonly openedAt: Date }

/** Of one person, over all sessions and processes. */
export const MOST_STREAMS = 32
/** The channel that names the streams which give way, one a notification. */
export const GIVES_WAY = 'stream_gives_way'
/** Longer than two heartbeats of a stream. */
const OPEN_MS = 60_000

/**
 * Notes that these streams are open, and names the oldest of each person with more than `MOST_STREAMS`. It looks after it has written: of
 * two processes that write at once, the later look sees both.
 */
export const noteStreams = async (db: Knex, streams: readonly OpenStream[], now: Date): Promise<void> => {
  if (streams.length === 0) return
  const column = (key: keyof OpenStream) => streams.map((stream) => stream[key]) as never
  // In one order, so that two processes never wait for each other.
  await db.raw(
    `INSERT INTO open_streams (id, user_id, opened_at, until)
     SELECT id, user_id, opened_at, ? FROM unnest(?::uuid[], ?::uuid[], ?::timestamptz[]) AS s (id, user_id, opened_at) ORDER BY id
     ON CONFLICT (id) DO UPDATE SET until = excluded.until`,
    [new Date(now.getTime() + OPEN_MS), column('id'), column('userId'), column('openedAt')],
  )
  await db.raw(
    `WITH over AS (
       SELECT id FROM open_streams WHERE id IN (
         SELECT id FROM (
           SELECT id, row_number() OVER (PARTITION BY user_id ORDER BY opened_at DESC, id DESC) AS place
           FROM open_streams WHERE user_id = ANY (?::uuid[]) AND until > ?
         ) AS open WHERE place > ?
       ) ORDER BY id FOR UPDATE
     ), gone AS (DELETE FROM open_streams WHERE id IN (SELECT id FROM over) RETURNING id)
     SELECT pg_notify(?, id::text) FROM gone`,
    [[...new Set(column('userId'))] as never, now, MOST_STREAMS, GIVES_WAY],
  )
}

/** Notes that these streams are closed. */
export const noteStreamsClosed = async (db: Knex, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0)
    await db('open_streams')
      .whereRaw('id = ANY (?::uuid[])', [ids as never])
      .delete()
}

/** Deletes what no longer counts: the streams of processes that were killed. Runs periodically. */
export const forgetStreams = async ({ db, clock }: { db: Knex; clock: Clock }): Promise<void> => {
  await db('open_streams').where('until', '<=', clock.now()).delete()
}
