import type { Knex } from 'knex'

export type WaitingDigest = {
  readonly stream: string
  /** The person has chosen to get mails at once or never, so nothing waits for its time. */
  readonly isWanted: boolean
}

/**
 * Returns digests that are due, or wanted at once, after `after`. May miss one while the read model is behind. Ignores dead letters: a
 * run after their repair finds the rest.
 */
export const waitingDigests = (
  db: Knex,
  now: Date,
  { after, limit }: { readonly after: WaitingDigest | null; readonly limit: number },
): Promise<WaitingDigest[]> =>
  db('waiting_digests as d')
    .join('users as u', 'u.id', 'd.user_id')
    .where(
      (asked) => void asked.where('due_at', '<=', now).orWhereIn('u.request_mails', ['at-once', 'never']),
    )
    .modify((asked) => {
      if (after) asked.where('stream', '>', after.stream)
    })
    .orderBy('stream')
    .limit(limit)
    .select('stream', db.raw(`u.request_mails IN ('at-once', 'never') AS "isWanted"`))
