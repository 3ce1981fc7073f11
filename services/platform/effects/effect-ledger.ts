import type { Knex } from 'knex'

/** Which fact is to have which effect on whom. Nothing here is personal. */
export type NewEffect = {
  /** uuid v5 of event id, purpose and recipient */
  readonly id: string
  readonly purpose: string
  readonly recipient: string
  readonly eventId: string
  /** Where the causing fact stands. */
  readonly stream: string
  readonly revision: number
  /** of that fact, where it has one */
  readonly traceparent: string | null
}

/** What has come to be for good; each has its fact. */
export type Outcome = 'sent' | 'dropped' | 'failed'

const PUSHES = 'push.'
/** What Web Push tells, and no mail; nothing of it becomes a fact. */
export type PushPurpose = `${typeof PUSHES}${string}`
export const isPush = ({ purpose }: Pick<NewEffect, 'purpose'>): boolean => purpose.startsWith(PUSHES)

/** An effect that is this worker's alone until its lease ends. */
export type ClaimedEffect = NewEffect & {
  /** Grows with each claim; whoever holds an older one changes nothing any more. */
  readonly fence: number
  /** 1 for the first */
  readonly attempt: number
  readonly giveUpAt: Date
  /** The mail server has it; only its fact is still missing. */
  readonly isSent: boolean
}

export type Settled = { readonly effect: ClaimedEffect; readonly outcome: Outcome }
export type DueEffect = Pick<ClaimedEffect, 'id' | 'fence' | 'purpose'>

/** Remembers each effect for ever; the queue may forget. Times are the caller's. */
export type EffectLedger = {
  /** In the caller's transaction. Answers what was not yet known. */
  record(transaction: Knex, effects: readonly NewEffect[], now: Date): Promise<readonly DueEffect[]>
  /** Undefined unless it is due, or its worker's lease has ended. */
  claim(id: string, now: Date): Promise<ClaimedEffect | undefined>
  /** A full lease from now; false when it is somebody else's. */
  renew(effect: ClaimedEffect, now: Date): Promise<boolean>
  /** Whoever claims it next need not send it. False when it is somebody else's. */
  noteSent(effect: ClaimedEffect, now: Date): Promise<boolean>
  /** All in one statement. Answers those that were not somebody else's. */
  settle(settled: readonly Settled[], now: Date): Promise<readonly Settled[]>
  /** False when it is somebody else's. */
  retryAt(effect: ClaimedEffect, at: Date, now: Date): Promise<boolean>
  /** How many mails the fact has, whatever became of them. */
  mailsOf(eventId: string): Promise<number>
  /** At most `max` that could be claimed now, by id, after that one. */
  due(now: Date, max: number, after: string | null): Promise<readonly DueEffect[]>
}

/** Longer than any attempt lasts. */
export const LEASE_MS = 60_000
const GIVE_UP_AFTER_MS = 24 * 3_600_000

type Row = {
  id: string
  purpose: string
  recipient: string
  event_id: string
  stream: string
  /** bigint as text */
  revision: string
  traceparent: string | null
  fence: string
  attempts: number
  give_up_at: Date
  sent_at: Date | null
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
  isSent: row.sent_at !== null,
})

/** What has no outcome yet. Written so that the indexes of both states serve: the ledger keeps the rest for ever. */
export const openEffects = (db: Knex) => db('effects').whereRaw(`(status = 'pending' OR status = 'sending')`)
/** A push may have to wait for its push service; that says nothing of the mails. */
export const openMails = (db: Knex) => openEffects(db).whereNot('purpose', 'like', `${PUSHES}%`)

export const createEffectLedger = (db: Knex): EffectLedger => {
  const claimable = (now: Date) =>
    db('effects').whereRaw(
      `(status = 'pending' AND next_at <= :now OR status = 'sending' AND lease_until <= :now)`,
      { now },
    )
  const change = async ({ id, fence }: ClaimedEffect, columns: Record<string, unknown>) =>
    (await db('effects').where({ id, fence, status: 'sending' }).update(columns)) > 0

  return {
    async record(transaction, effects, now) {
      if (effects.length === 0) return []
      const { rows } = await transaction.raw<{ rows: Pick<Row, 'id' | 'purpose'>[] }>(
        `INSERT INTO effects (id, purpose, recipient, event_id, stream, revision, traceparent, next_at, created_at, updated_at)
         SELECT id, purpose, recipient, "eventId", stream, revision, traceparent, :now, :now, :now
         FROM json_to_recordset(:effects) AS e (
           id uuid, purpose text, recipient text, "eventId" uuid, stream text, revision bigint, traceparent text)
         ON CONFLICT (id) DO NOTHING RETURNING id, purpose`,
        { effects: JSON.stringify(effects), now },
      )
      return rows.map(({ id, purpose }) => ({ id, purpose, fence: 0 }))
    },
    async claim(id, now) {
      const [row] = await claimable(now)
        .where({ id })
        .update({
          status: 'sending',
          fence: db.raw('fence + 1'),
          attempts: db.raw('attempts + 1'),
          lease_until: after(now, LEASE_MS),
          give_up_at: db.raw('coalesce(give_up_at, ?)', [after(now, GIVE_UP_AFTER_MS)]),
          updated_at: now,
        })
        .returning<Row[]>('*')
      return row && toClaimed(row)
    },
    renew: (effect, now) => change(effect, { lease_until: after(now, LEASE_MS), updated_at: now }),
    noteSent: (effect, now) => change(effect, { sent_at: now, updated_at: now }),
    async settle(settled, now) {
      const outcomes = settled.map(({ effect: { id, fence }, outcome }) => ({ id, fence, outcome }))
      const { rows } = await db.raw<{ rows: { id: string; fence: string }[] }>(
        `UPDATE effects e SET status = s.outcome, lease_until = NULL, updated_at = :now
         FROM json_to_recordset(:outcomes) AS s (id uuid, fence bigint, outcome text)
         WHERE e.id = s.id AND e.fence = s.fence AND e.status = 'sending' RETURNING e.id, e.fence`,
        { outcomes: JSON.stringify(outcomes), now },
      )
      const ours = new Set(rows.map(({ id, fence }) => `${id} ${fence}`))
      return settled.filter(({ effect: { id, fence } }) => ours.has(`${id} ${fence}`))
    },
    retryAt: (effect, at, now) =>
      change(effect, { status: 'pending', lease_until: null, next_at: at, updated_at: now }),
    async mailsOf(eventId) {
      const [row] = await db('effects')
        .where({ event_id: eventId })
        .whereNot('purpose', 'like', `${PUSHES}%`)
        .count({ count: '*' })
      return Number(row!['count'])
    },
    async due(now, max, previous) {
      const page = claimable(now).orderBy('id').limit(max).select('id', 'fence', 'purpose')
      const rows = await (previous === null ? page : page.where('id', '>', previous))
      return rows.map(({ id, fence, purpose }) => ({ id, purpose, fence: Number(fence) }))
    },
  }
}
