import type { Knex } from 'knex'
import { inBatches } from '../primitives/batches.ts'
import type { Beside } from './reactor-checkpoints.ts'

/** An effect of an event on a recipient: a mail or a push. It holds no personal data. */
export type NewEffect = {
  /** uuid v5 of event id, purpose and recipient */
  readonly id: string
  readonly purpose: string
  readonly recipient: string
  readonly eventId: string
  /** The stream and revision of the event. */
  readonly stream: string
  readonly revision: number
  /** Of the event, if it has one. */
  readonly traceparent: string | null
  /** Its slot, if it keeps a pace: see `mail-pace.ts`. Due at once without one. */
  readonly notBefore?: Date
}

/**
 * A final outcome. The event store has an event for each of a mail. `perhapsSent`: nobody knows whether the mail server took the
 * mail, and it is not tried again.
 */
export type Outcome = 'sent' | 'perhapsSent' | 'dropped' | 'failed'

const PUSHES = 'push.'
/** A purpose for Web Push. Its outcomes are not recorded as events. */
export type PushPurpose = `${typeof PUSHES}${string}`
export const isPush = ({ purpose }: Pick<NewEffect, 'purpose'>): boolean => purpose.startsWith(PUSHES)

/** An effect that only this worker may perform until its lease ends. */
export type ClaimedEffect = NewEffect & {
  /** A fencing token: each claim increments it, and changes with an older one have no effect. */
  readonly fence: number
  /** 1 for the first attempt. */
  readonly attempt: number
  readonly giveUpAt: Date
  /** Nobody else may claim it before then. */
  readonly leaseUntil: Date
  /** How many mails its event causes; null if they are more than ten. */
  readonly mails: number | null
  /** The mail server has accepted the mail; only its outcome is not recorded yet. */
  readonly isSent: boolean
  /** Nobody knows whether the mail server took the mail in an earlier attempt: it did not answer, or the worker ended meanwhile. */
  readonly isPerhapsSent: boolean
}

export type Settled = { readonly effect: ClaimedEffect; readonly outcome: Outcome }
export type DueEffect = Pick<ClaimedEffect, 'id' | 'fence' | 'purpose'>

export type Recorded = Pick<DueEffect, 'id' | 'purpose'> & { readonly isDue: boolean }

/** Stores every effect for ever. (The queue may lose jobs.) Callers pass the time. */
export type EffectLedger = {
  /** A statement that stores effects, and returns those that were not stored yet. */
  recording(effects: readonly NewEffect[], now: Date): Beside<Recorded>
  /** Returns undefined unless the effect is due or the lease of its worker has ended. What is claimed in the same turn is one statement. */
  claim(id: string, now: Date): Promise<ClaimedEffect | undefined>
  /** Starts a full lease. Returns undefined if another worker has claimed the effect. */
  renew(effect: ClaimedEffect, now: Date): Promise<ClaimedEffect | undefined>
  /** Records that these mails were sent, so that a later claim does not send them again. Not those that another worker has claimed. */
  noteSent(effects: readonly ClaimedEffect[], now: Date): Promise<void>
  /** Stores the outcomes in one statement. Returns those whose effects no other worker has claimed. */
  settle(settled: readonly Settled[], now: Date): Promise<readonly Settled[]>
  /** Schedules another attempt. Returns false like `renew`. */
  retryAt(
    effect: ClaimedEffect,
    at: Date,
    now: Date,
    options?: { readonly isPerhapsSent: boolean },
  ): Promise<boolean>
  /** Counts the mails of an event, with any outcome. */
  mailsOf(eventId: string): Promise<number>
  /**
   * Returns at most `max` effects that can be claimed now, ordered by id, after the id `after`; with `since` only those whose time came
   * after it.
   */
  due(now: Date, max: number, after: string | null, since?: Date): Promise<readonly DueEffect[]>
  /** Returns the first time after `since` at which an effect is due that waits for its time; null if none does. */
  nextDue(since: Date): Promise<Date | null>
}

/** Longer than any attempt. */
export const LEASE_MS = 60_000
const GIVE_UP_AFTER_MS = 24 * 3_600_000
/** So many mails of an event are counted with each claim. */
const FEW = 10
const CLAIMS = { atOnce: 1, most: 64 }

type Row = {
  id: string
  purpose: string
  recipient: string
  event_id: string
  stream: string
  /** A bigint as text. */
  revision: string
  traceparent: string | null
  next_at: Date
  fence: string
  attempts: number
  give_up_at: Date
  lease_until: Date
  mails: number
  sent_at: Date | null
  handed_at: Date | null
}

const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms)

const toClaimed = (row: Row): ClaimedEffect => ({
  id: row.id,
  purpose: row.purpose,
  recipient: row.recipient,
  eventId: row.event_id,
  stream: row.stream,
  revision: Number(row.revision),
  traceparent: row.traceparent,
  fence: Number(row.fence),
  attempt: row.attempts,
  giveUpAt: row.give_up_at,
  leaseUntil: row.lease_until,
  mails: row.mails > FEW ? null : row.mails,
  isSent: row.sent_at !== null,
  isPerhapsSent: row.handed_at !== null && row.sent_at === null,
})

/** Effects without an outcome. The condition is written so that the partial indexes of both states apply. */
export const openEffects = (db: Knex) => db('effects').whereRaw(`(status = 'pending' OR status = 'sending')`)
/** Mails without an outcome. A push that waits for its push service must not count as a late mail. */
export const openMails = (db: Knex) => openEffects(db).whereNot('purpose', 'like', `${PUSHES}%`)

/** What has been sent about an event: so many mails or pushes, the last of them at `at`. */
export type Sent = {
  readonly eventId: string
  readonly isPush: boolean
  readonly count: number
  readonly at: Date
}

/** The query of what was sent about these events, in rows of `Sent`. */
export const sentQuery = (db: Knex, eventIds: readonly string[]) =>
  db.raw<{ rows: Sent[] }>(
    `SELECT event_id AS "eventId", purpose LIKE :pushes AS "isPush", count(*)::int AS count, max(updated_at) AS at
     FROM effects WHERE event_id = ANY (:eventIds::uuid[]) AND status IN ('sent', 'perhapsSent') GROUP BY 1, 2`,
    { pushes: `${PUSHES}%`, eventIds } as never,
  )

const RECORD = `INSERT INTO effects
    (id, purpose, recipient, event_id, stream, revision, traceparent, next_at, created_at, updated_at)
  SELECT id, purpose, recipient, "eventId", stream, revision, traceparent, coalesce("notBefore", ?::timestamptz),
    coalesce("notBefore", ?::timestamptz), ?::timestamptz
  FROM json_to_recordset(?) AS e (
    id uuid, purpose text, recipient text, "eventId" uuid, stream text, revision bigint, traceparent text,
    "notBefore" timestamptz)
  ON CONFLICT (id) DO NOTHING RETURNING id, purpose, next_at <= ?::timestamptz AS "isDue"`
const CLAIMABLE = `(status = 'pending' AND next_at <= :now OR status = 'sending' AND lease_until <= :now)`
/** Who claims an effect in the middle of an attempt does not know how far the other worker came. */
const CLAIM = `UPDATE effects e SET status = 'sending', fence = fence + 1, attempts = attempts + 1, lease_until = :leaseUntil,
    handed_at = CASE WHEN status = 'sending' THEN coalesce(handed_at, updated_at) ELSE handed_at END,
    give_up_at = coalesce(give_up_at, :giveUpAt), updated_at = :now
  WHERE id = ANY (:ids::uuid[]) AND ${CLAIMABLE}
  RETURNING id, purpose, recipient, event_id, stream, revision, traceparent, fence, attempts, give_up_at, lease_until, sent_at,
    handed_at, (SELECT count(*)::int FROM (SELECT FROM effects o
    WHERE o.event_id = e.event_id AND o.purpose NOT LIKE '${PUSHES}%' LIMIT ${FEW + 1}) AS few) AS mails`
const SETTLE = `UPDATE effects e SET status = s.outcome, lease_until = NULL, updated_at = :now
  FROM json_to_recordset(:outcomes) AS s (id uuid, fence bigint, outcome text)
  WHERE e.id = s.id AND e.fence = s.fence AND e.status = 'sending' RETURNING e.id, e.fence`

export const createEffectLedger = (db: Knex): EffectLedger => {
  const claimable = (now: Date) => db('effects').whereRaw(CLAIMABLE, { now })
  /** Of the effects that no other worker has claimed. */
  const held = (effects: readonly ClaimedEffect[]) =>
    db('effects')
      .where({ status: 'sending' })
      .whereIn(
        ['id', 'fence'],
        effects.map(({ id, fence }) => [id, fence]),
      )

  type Asked = { readonly id: string; readonly now: Date }
  const claimAll = async (asked: readonly Asked[]): Promise<readonly (ClaimedEffect | undefined)[]> => {
    const now = new Date(Math.max(...asked.map((one) => one.now.getTime())))
    const times = { now, leaseUntil: after(now, LEASE_MS), giveUpAt: after(now, GIVE_UP_AFTER_MS) }
    const { rows } = await db.raw<{ rows: Row[] }>(CLAIM, { ids: asked.map(({ id }) => id), ...times })
    const claimed = new Map(rows.map((row) => [row.id, toClaimed(row)]))
    return asked.map(({ id }) => {
      const effect = claimed.get(id)
      // A second call for the same one gets none.
      claimed.delete(id)
      return effect
    })
  }
  const claim = inBatches(claimAll, CLAIMS)

  return {
    // What keeps a pace is as late as its slot, not as the command that filled the queue.
    recording: (effects, now) => ({
      sql: RECORD,
      bindings: [now, now, now, JSON.stringify(effects), now],
    }),
    claim: (id, now) => claim({ id, now }),
    async renew(effect, now) {
      const leaseUntil = after(now, LEASE_MS)
      const isOurs = (await held([effect]).update({ lease_until: leaseUntil, updated_at: now })) > 0
      return isOurs ? { ...effect, leaseUntil } : undefined
    },
    async noteSent(effects, now) {
      await held(effects).update({ sent_at: now, updated_at: now })
    },
    async settle(settled, now) {
      const outcomes = settled.map(({ effect: { id, fence }, outcome }) => ({ id, fence, outcome }))
      const { rows } = await db.raw<{ rows: { id: string; fence: string }[] }>(SETTLE, {
        outcomes: JSON.stringify(outcomes),
        now,
      })
      const ours = new Set(rows.map(({ id, fence }) => `${id} ${fence}`))
      return settled.filter(({ effect: { id, fence } }) => ours.has(`${id} ${fence}`))
    },
    async retryAt(effect, at, now, { isPerhapsSent } = effect) {
      const changes = { status: 'pending', lease_until: null, next_at: at, updated_at: now }
      const handedAt = { handed_at: isPerhapsSent ? now : null }
      return (await held([effect]).update({ ...changes, ...handedAt })) > 0
    },
    async mailsOf(eventId) {
      const [row] = await db('effects')
        .where({ event_id: eventId })
        .whereNot('purpose', 'like', `${PUSHES}%`)
        .count({ count: '*' })
      return Number(row!['count'])
    },
    async nextDue(since) {
      const row = await db('effects')
        .where('status', 'pending')
        .where('next_at', '>', since)
        .orderBy('next_at')
        .first<{ next_at: Date } | undefined>('next_at')
      return row?.next_at ?? null
    },
    async due(now, max, previous, since) {
      const page = claimable(now).orderBy('id').limit(max).select('id', 'fence', 'purpose')
      if (since) page.where('status', 'pending').where('next_at', '>', since)
      const rows = await (previous === null ? page : page.where('id', '>', previous))
      return rows.map(({ id, fence, purpose }) => ({ id, purpose, fence: Number(fence) }))
    },
  }
}
