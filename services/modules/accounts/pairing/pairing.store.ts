import { randomInt } from 'node:crypto'
import type { Knex } from 'knex'
import {
  PAIR_CODE_LENGTH,
  PAIR_CODE_SIGNS,
  type Pairing,
  type PairState,
} from '#contract/accounts/pairing.ts'
import { hmac, randomToken } from '#platform/primitives/ids.ts'

/**
 * Phones that are being signed in, a row each: a desktop shows a code, whoever has it claims it once, and by the claim
 * gets in when the desktop has said yes. Every step is one statement, so that of two at once one wins.
 */
export type Pairings = {
  /** Those that the same person has shown before are good no more. Undefined where the code is another's by chance. */
  show(shown: Shown, now: Date): Promise<{ readonly code: string; readonly expiresAt: Date } | undefined>
  claim(
    code: string,
    name: string,
    now: Date,
  ): Promise<{ readonly claim: string; readonly number: string } | undefined>
  /** For the session that showed it; undefined also once it is refused or expired. */
  find(own: Own, now: Date): Promise<Pairing | undefined>
  /** May be repeated. `waiting`: no phone has it yet. */
  confirm(own: Own, now: Date): Promise<'confirmed' | 'waiting' | undefined>
  /** May be repeated; false once a phone is in. */
  refuse(own: Own, now: Date): Promise<boolean>
  /** Once, and then the claim is used; `waiting`: the desktop has not said yes. */
  finish(claim: string, now: Date): Promise<Finished | 'waiting' | undefined>
  /** Its session is there, and is seen. */
  done(id: string): Promise<void>
  /** How far whoever claimed it is. */
  stateOf(claim: string, now: Date): Promise<PairState | undefined>
}

export type Own = { readonly id: string; readonly sessionId: string }
type Shown = Own & { readonly userId: string; readonly passwordId: string | undefined }
export type Finished = {
  readonly id: string
  readonly userId: string
  readonly sessionId: string
  readonly passwordId: string | undefined
}

/** Who waits for a pairing hears of it here, by its id. */
export const PAIRINGS = 'pairing'

const GOOD_FOR_MS = 120_000
const DAY_MS = 86_400_000

type Row = {
  readonly id: string
  readonly user_id: string
  readonly session_id: string
  readonly password_id: string | null
  /** taken: a phone has finished, and its session is about to be there */
  readonly state: PairState | 'taken' | 'refused'
  readonly number: string | null
  readonly name: string | null
  readonly expires_at: Date
}

/** Undefined: it is over, without a phone. */
const shownOf = (state: Row['state']): PairState | undefined => {
  if (state === 'refused') return undefined
  return state === 'taken' ? 'confirmed' : state
}

export const createPairings = (db: Knex, secret: string): Pairings => {
  const codeOf = (id: string): string => {
    const chance = Buffer.from(hmac(secret, 'pair-code', id), 'base64url')
    return [...chance.subarray(0, PAIR_CODE_LENGTH)]
      .map((byte) => PAIR_CODE_SIGNS[byte % PAIR_CODE_SIGNS.length])
      .join('')
  }
  const hashOf = (kind: 'code' | 'claim', value: string) => hmac(secret, `pair-${kind}-hash`, value)
  const living = (of: object, now: Date) =>
    db<Row>('pairings')
      .where(of as Partial<Row>)
      .where('expires_at', '>', now)
  const owned = ({ id, sessionId }: Own, now: Date) => living({ id, session_id: sessionId }, now)
  const tell = async ({ id }: Pick<Row, 'id'>) =>
    void (await db.raw('SELECT pg_notify(?, ?)', [PAIRINGS, id]))

  const stateOf: Pairings['stateOf'] = async (claim, now) => {
    const row = await living({ claim_hash: hashOf('claim', claim) }, now).first('state')
    return row && shownOf(row.state)
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
        .insert({
          id,
          user_id: userId,
          session_id: sessionId,
          password_id: passwordId ?? null,
          state: 'shown',
          code_hash: hashOf('code', code),
          expires_at: new Date(now.getTime() + GOOD_FOR_MS),
        })
        .onConflict()
        .ignore()
      const row = await db<Row>('pairings').where({ id, user_id: userId }).first('expires_at')
      return row && { code, expiresAt: row.expires_at }
    },
    async claim(code, name, now) {
      const claim = randomToken()
      const number = String(randomInt(10, 100))
      const [row] = await living({ code_hash: hashOf('code', code), state: 'shown' }, now)
        .update({
          state: 'claimed',
          claim_hash: hashOf('claim', claim),
          number,
          name,
          // Time to compare the numbers.
          expires_at: new Date(now.getTime() + GOOD_FOR_MS),
        } as never)
        .returning('id')
      if (!row) return undefined
      await tell(row)
      return { claim, number }
    },
    async find(own, now) {
      const row = await owned(own, now).first()
      const state = row && shownOf(row.state)
      if (!row || !state) return undefined
      const { number, name, expires_at } = row
      return { state, number, name, expiresAt: expires_at.toISOString() }
    },
    async confirm(own, now) {
      const [row] = await owned(own, now)
        .whereIn('state', ['claimed', 'confirmed'])
        .update({ state: 'confirmed' })
        .returning('id')
      if (row) {
        await tell(row)
        return 'confirmed'
      }
      return (await owned(own, now).where({ state: 'shown' }).first('id')) && 'waiting'
    },
    async refuse(own, now) {
      const [row] = await owned(own, now)
        .whereNotIn('state', ['taken', 'finished'])
        .update({ state: 'refused' })
        .returning('id')
      if (row) await tell(row)
      return row !== undefined
    },
    async finish(claim, now) {
      const claimed = { claim_hash: hashOf('claim', claim) }
      const [row] = await living({ ...claimed, state: 'confirmed' }, now)
        .update({ state: 'taken' })
        .returning('*')
      if (!row) return (await stateOf(claim, now)) === 'claimed' ? 'waiting' : undefined
      const { id, user_id: userId, session_id: sessionId, password_id } = row
      return { id, userId, sessionId, passwordId: password_id ?? undefined }
    },
    async done(id) {
      await db<Row>('pairings').where({ id }).update({ state: 'finished' })
      await tell({ id })
    },
  }
}
