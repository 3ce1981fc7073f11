import { randomInt } from 'node:crypto'
import type { Knex } from 'knex'
import {
  PAIR_CODE_LENGTH,
  PAIR_CODE_SIGNS,
  type Pairing,
  type PairState,
} from '#contract/accounts/pairing.ts'
import { hmac, randomToken } from '#platform/primitives/ids.ts'
import { changeRow, type MacTable, type SealedRows } from '#platform/secrets/row-macs.ts'

/**
 * One row for each phone that is being signed in. A desktop shows a code, one phone claims it, the desktop confirms, and
 * the phone gets a session for its claim. Each step is one statement, so exactly one of two concurrent calls wins.
 */
export type Pairings = {
  /** Replaces earlier pairings of the same user. Undefined on a code collision. */
  show(shown: Shown, now: Date): Promise<{ readonly code: string; readonly expiresAt: Date } | undefined>
  claim(
    code: string,
    name: string,
    now: Date,
  ): Promise<{ readonly claim: string; readonly number: string } | undefined>
  /** Only for the session that showed it. Undefined once it is refused or expired. */
  find(own: Own, now: Date): Promise<Pairing | undefined>
  /** Idempotent. `waiting`: no phone has claimed it yet. */
  confirm(own: Own, now: Date): Promise<'confirmed' | 'waiting' | undefined>
  /** Idempotent. False once the phone has a session. */
  refuse(own: Own, now: Date): Promise<boolean>
  /** Spends the claim. `waiting`: the desktop has not confirmed yet. */
  finish(claim: string, now: Date): Promise<Finished | 'waiting' | undefined>
  /** The phone has its session. */
  done(id: string): Promise<void>
  /** The state for the phone that claimed it. */
  stateOf(claim: string, now: Date): Promise<PairState | undefined>
}

export type Own = { readonly id: string; readonly sessionId: string }
type Shown = Own & { readonly userId: string; readonly passwordId: string | undefined }
export type Finished = {
  readonly id: string
  readonly userId: string
  readonly sessionId: string
  readonly passwordId: string | undefined
  readonly name: string | null
}

/** The channel of notifications. Each carries the id of a pairing. */
export const PAIRINGS = 'pairing'

const VALID_FOR_MS = 120_000
const DAY_MS = 86_400_000

type Row = {
  readonly id: string
  readonly user_id: string
  readonly session_id: string
  readonly password_id: string | null
  /** `taken`: the phone spent its claim and is about to get its session. */
  readonly state: PairState | 'taken' | 'refused'
  readonly number: string | null
  readonly name: string | null
  readonly expires_at: Date
}

export const PAIRING_ROWS: MacTable = {
  table: 'pairings',
  key: ['id'],
  claims: [
    'id',
    'user_id',
    'session_id',
    'password_id',
    'state',
    'code_hash',
    'claim_hash',
    'number',
    'name',
    'expires_at',
  ],
  excused: {},
}

/** Undefined for a refused pairing. */
const publicState = (state: Row['state']): PairState | undefined => {
  if (state === 'refused') return undefined
  return state === 'taken' ? 'confirmed' : state
}

export const createPairings = ({ db, rowMacs }: SealedRows, secret: string): Pairings => {
  const codeOf = (id: string): string => {
    const bytes = Buffer.from(hmac(secret, 'pair-code', id), 'base64url')
    return [...bytes.subarray(0, PAIR_CODE_LENGTH)]
      .map((byte) => PAIR_CODE_SIGNS[byte % PAIR_CODE_SIGNS.length])
      .join('')
  }
  const hashOf = (kind: 'code' | 'claim', value: string) => hmac(secret, `pair-${kind}-hash`, value)
  const unexpired = (of: object, now: Date) =>
    db<Row>('pairings')
      .where(of as Partial<Row>)
      .where('expires_at', '>', now)
  const owned = ({ id, sessionId }: Own, now: Date) => unexpired({ id, session_id: sessionId }, now)
  const notify = async ({ id }: Pick<Row, 'id'>) =>
    void (await db.raw('SELECT pg_notify(?, ?)', [PAIRINGS, id]))

  const change = (find: Knex.QueryBuilder, changes: Partial<Row> & { readonly claim_hash?: string }) =>
    changeRow<Row>({ db, rowMacs }, PAIRING_ROWS, find, changes)

  const stateOf: Pairings['stateOf'] = async (claim, now) => {
    const stored = await unexpired({ claim_hash: hashOf('claim', claim) }, now).first()
    const row = rowMacs.genuine<Row>(PAIRING_ROWS, stored)
    return row && publicState(row.state)
  }

  return {
    stateOf,
    async show({ id, userId, sessionId, passwordId }, now) {
      await db('pairings')
        .where('expires_at', '<', new Date(now.getTime() - DAY_MS))
        .delete()
      await db('pairings').where({ user_id: userId }).whereNot({ id }).delete()
      const code = codeOf(id)
      await db('pairings')
        .insert(
          rowMacs.sealed(PAIRING_ROWS, {
            id,
            user_id: userId,
            session_id: sessionId,
            password_id: passwordId ?? null,
            state: 'shown',
            code_hash: hashOf('code', code),
            claim_hash: null,
            number: null,
            name: null,
            expires_at: new Date(now.getTime() + VALID_FOR_MS),
          }),
        )
        .onConflict()
        .ignore()
      const row = await db<Row>('pairings').where({ id, user_id: userId }).first('expires_at')
      return row && { code, expiresAt: row.expires_at }
    },
    async claim(code, name, now) {
      const claim = randomToken()
      const number = String(randomInt(10, 100))
      const row = await change(unexpired({ code_hash: hashOf('code', code), state: 'shown' }, now), {
        state: 'claimed',
        claim_hash: hashOf('claim', claim),
        number,
        name,
        // Extended, to leave time for comparing the numbers.
        expires_at: new Date(now.getTime() + VALID_FOR_MS),
      })
      if (!row) return undefined
      await notify(row)
      return { claim, number }
    },
    async find(own, now) {
      const row = rowMacs.genuine<Row>(PAIRING_ROWS, await owned(own, now).first())
      const state = row && publicState(row.state)
      if (!row || !state) return undefined
      const { number, name, expires_at } = row
      return { state, number, name, expiresAt: expires_at.toISOString() }
    },
    async confirm(own, now) {
      const claimed = owned(own, now).whereIn('state', ['claimed', 'confirmed'])
      const row = await change(claimed, { state: 'confirmed' })
      if (row) {
        await notify(row)
        return 'confirmed'
      }
      return (await owned(own, now).where({ state: 'shown' }).first('id')) && 'waiting'
    },
    async refuse(own, now) {
      const open = owned(own, now).whereNotIn('state', ['taken', 'finished'])
      const row = await change(open, { state: 'refused' })
      if (row) await notify(row)
      return row !== undefined
    },
    async finish(claim, now) {
      const claimed = { claim_hash: hashOf('claim', claim) }
      const row = await change(unexpired({ ...claimed, state: 'confirmed' }, now), { state: 'taken' })
      if (!row) return (await stateOf(claim, now)) === 'claimed' ? 'waiting' : undefined
      const { id, user_id: userId, session_id: sessionId, password_id, name } = row
      return { id, userId, sessionId, passwordId: password_id ?? undefined, name }
    },
    async done(id) {
      await change(db('pairings').where({ id }), { state: 'finished' })
      await notify({ id })
    },
  }
}
