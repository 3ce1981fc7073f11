import type { Knex } from 'knex'
import type { Session as ListedSession, SessionKind } from '#contract/accounts/sessions.ts'
import { derivedId, hmac } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { changeRow, type MacTable, type SealedRows } from '#platform/secrets/row-macs.ts'

/**
 * One row per login, read on each request, so logging out takes effect immediately. Each refresh increments the counter.
 * Token id and cookie are derived from the counter, so a retry gets the same successor and the table holds no secrets.
 */
export type Session = {
  readonly id: string
  readonly userId: string
  readonly kind: SessionKind
  /** For browsers: refreshing needs the httpOnly cookie as well as the token. */
  readonly cookieBound: boolean
  readonly counter: number
  readonly loginAt: Date
}

/** The session that signs in a phone, whose login time the phone's session inherits. */
export type Pairing = Pick<Session, 'id' | 'loginAt'>

export type Rotation =
  | { readonly outcome: 'rotated'; readonly session: Session }
  /** An old token was used after the grace period, so a copy exists. The session has ended. */
  | { readonly outcome: 'replayed' }
  | { readonly outcome: 'ended' }

export type Sessions = {
  /**
   * Ends the one longest unused if the user has more than 50. Undefined if the password changed after it was checked: a change
   * ends all sessions and must not miss this one.
   */
  open(session: {
    readonly id: string
    readonly userId: string
    readonly kind: SessionKind
    readonly cookieBound: boolean
    /** A description for its owner, null if unknown. */
    readonly device: string | null
    /** `password_id` of the credential that was checked, if any. */
    readonly passwordId?: string | undefined
    /** The person just typed it, so its wrong guesses are forgotten. */
    readonly isPasswordProved?: boolean | undefined
    readonly pairedBy?: Pairing | undefined
    readonly now: Date
  }): Promise<Session | undefined>
  /** Undefined once it has ended, was idle too long, or has passed its absolute end. */
  find(id: string, now: Date): Promise<Session | undefined>
  /** Increments the counter. Within 10 s of a rotation the old count gets the same successor. */
  rotate(id: string, presented: number, now: Date): Promise<Rotation>
  /** Makes the login of an active session fresh. Undefined once it has ended. */
  renewLogin(id: string, now: Date): Promise<Session | undefined>
  end(id: string, now: Date): Promise<void>
  /** Idempotent. False if the user has no such session. */
  endOwn(id: string, userId: string, now: Date): Promise<boolean>
  /** Ends the sessions that this one has paired. */
  endPairedBy(id: string, userId: string, now: Date): Promise<void>
  endOthers(current: { readonly id: string; readonly userId: string }, now: Date): Promise<void>
  endAll(userId: string, now: Date): Promise<void>
  /** Active sessions, last used first, at most 50. */
  list(userId: string, now: Date): Promise<readonly Omit<ListedSession, 'current'>[]>
  /** The `jti` of the access token at this count. */
  tokenId(id: string, counter: number): string
  /** The refresh cookie at this count. */
  cookie(id: string, counter: number): string
  /** The count of a presented cookie, undefined if forged. */
  countOfCookie(id: string, cookie: string): number | undefined
}

const LAST_USED = [{ column: 'rotated_at', order: 'desc' }, 'id']
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A person's active sessions. */
const MAX_SESSIONS = 50
/** Long on the phone, where each approval needs its own signature. */
const LIVES = {
  web: { idleMs: 8 * HOUR, absoluteMs: DAY },
  mobile: { idleMs: 30 * DAY, absoluteMs: 90 * DAY },
  'super admin': { idleMs: HOUR / 2, absoluteMs: 8 * HOUR },
}
/** For clients without a cookie, where the old token alone refreshes. */
const BEARER_LIFE = { idleMs: HOUR, absoluteMs: 12 * HOUR }
const GRACE_MS = 10_000
const OPEN = 'SELECT open_session(json_populate_record(null::sessions, ?::json), ?, ?, ?, ?) AS is_open'

export const lifeOf = ({ kind, cookieBound }: Pick<Session, 'kind' | 'cookieBound'>) =>
  cookieBound || kind === 'super admin' ? LIVES[kind] : BEARER_LIFE

/** What a session row claims. Whatever ends a session removes the MAC, so that no row makes it live again. */
export const SESSION_ROWS: MacTable = {
  table: 'sessions',
  key: ['id'],
  claims: [
    'id',
    'user_id',
    'kind',
    'device',
    'cookie_bound',
    'counter',
    'created_at',
    'login_at',
    'paired_by',
    'rotated_at',
    'idle_until',
    'ends_at',
  ],
  excused: {
    revoked_at: 'the end removes the MAC',
    replayed_at: 'the end removes the MAC',
    replay_told: 'says only whether the owner was told',
  },
  endedBy: 'revoked_at',
}

/** The columns that end a session. */
const ended = (now: Date) => ({ revoked_at: now, mac: null })

type Row = {
  id: string
  user_id: string
  kind: SessionKind
  device: string | null
  cookie_bound: boolean
  counter: number
  /** Null for sessions of earlier versions, which were opened at their login. */
  created_at: Date | null
  login_at: Date
  paired_by: string | null
  rotated_at: Date
}

const toSession = (row: Row): Session => ({
  id: row.id,
  userId: row.user_id,
  kind: row.kind,
  cookieBound: row.cookie_bound,
  counter: row.counter,
  loginAt: row.login_at,
})

export const createSessions = ({ db, rowMacs }: SealedRows, secret: string): Sessions => {
  const living = (on: Knex, of: { readonly id: string } | { readonly user_id: string }, now: Date) =>
    on<Row>('sessions')
      .where(of)
      .whereNull('revoked_at')
      .where('idle_until', '>', now)
      .where('ends_at', '>', now)
  const end = async (id: string, now: Date) => {
    await db('sessions').where({ id, revoked_at: null }).update(ended(now))
  }
  const one = async (id: string, now: Date) =>
    rowMacs.genuine<Row>(SESSION_ROWS, await living(db, { id }, now).first())
  const cookie = (id: string, counter: number) =>
    `v1.${id}.${counter}.${hmac(secret, 'refresh-cookie', id, String(counter))}`

  return {
    end,
    cookie,
    async endOwn(id, userId, now) {
      const revoked_at = db.raw('coalesce(revoked_at, ?)', [now])
      return (await db('sessions').where({ id, user_id: userId }).update({ revoked_at, mac: null })) > 0
    },
    async endPairedBy(id, userId, now) {
      await db('sessions').where({ paired_by: id, user_id: userId, revoked_at: null }).update(ended(now))
    },
    async endOthers({ id, userId }, now) {
      const others = db('sessions').where({ user_id: userId, revoked_at: null }).whereNot({ id })
      await others.update(ended(now))
    },
    async endAll(userId, now) {
      await db('sessions').where({ user_id: userId, revoked_at: null }).update(ended(now))
    },
    async list(userId, now) {
      const rows = await living(db, { user_id: userId }, now).orderBy(LAST_USED).limit(MAX_SESSIONS)
      const own = rows.filter((row) => rowMacs.genuine(SESSION_ROWS, row))
      return own.map(({ id, kind, device, created_at, login_at, paired_by, rotated_at }) => ({
        id,
        kind,
        device,
        createdAt: (created_at ?? login_at).toISOString(),
        lastUsedAt: rotated_at.toISOString(),
        pairedBy: paired_by,
      }))
    },
    tokenId: (id, counter) => derivedId('access-token', id, counter),
    /** The count of a presented cookie, undefined if forged. */
    countOfCookie(id, presented) {
      const counter = Number(presented.split('.')[2])
      return Number.isSafeInteger(counter) && presented === cookie(id, counter) ? counter : undefined
    },
    async open({ id, userId, kind, cookieBound, device, passwordId, isPasswordProved, pairedBy, now }) {
      const { idleMs, absoluteMs } = lifeOf({ kind, cookieBound })
      const loginAt = pairedBy?.loginAt ?? now
      const row = {
        id,
        user_id: userId,
        kind,
        device,
        cookie_bound: cookieBound,
        counter: 0,
        created_at: now,
        login_at: loginAt,
        paired_by: pairedBy?.id ?? null,
        rotated_at: now,
        idle_until: new Date(now.getTime() + idleMs),
        ends_at: new Date(now.getTime() + absoluteMs),
      }
      const opened = JSON.stringify(rowMacs.sealed(SESSION_ROWS, row))
      const bindings = [opened, passwordId ?? null, isPasswordProved ?? false, now, MAX_SESSIONS]
      const { rows } = await db.raw<{ rows: [{ is_open: boolean }] }>(OPEN, bindings as Knex.RawBinding[])
      return rows[0].is_open ? { id, userId, kind, cookieBound, counter: 0, loginAt } : undefined
    },
    async find(id, now) {
      const row = await one(id, now)
      return row && toSession(row)
    },
    async renewLogin(id, now) {
      const row = await changeRow<Row>({ db, rowMacs }, SESSION_ROWS, living(db, { id }, now), {
        login_at: now,
      })
      return row && toSession(row)
    },
    async rotate(id, presented, now) {
      const before = await one(id, now)
      if (!before) return { outcome: 'ended' }
      const row = await changeRow<Row>(
        { db, rowMacs },
        SESSION_ROWS,
        living(db, { id }, now).where({ counter: presented }),
        {
          counter: presented + 1,
          rotated_at: now,
          idle_until: new Date(now.getTime() + lifeOf(toSession(before)).idleMs),
        },
      )
      if (row) return { outcome: 'rotated', session: toSession(row) }
      const current = await one(id, now)
      if (!current) return { outcome: 'ended' }
      const inGrace = now.getTime() - current.rotated_at.getTime() <= GRACE_MS
      if (current.counter === presented + 1 && inGrace)
        return { outcome: 'rotated', session: toSession(current) }
      await db('sessions')
        .where({ id, revoked_at: null })
        .update({ ...ended(now), replayed_at: now })
      return { outcome: 'replayed' }
    },
  }
}

/** Deletes sessions past their absolute end. Runs periodically. */
export const forgetSessions = async ({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> => {
  await db('sessions').where('ends_at', '<', clock.now()).delete()
}
