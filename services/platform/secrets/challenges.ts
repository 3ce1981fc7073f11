import type { Knex } from 'knex'
import { Rejected } from '#contract/errors.ts'
import type { Clock } from '../primitives/clock.ts'
import {
  changeRow,
  type ChangeOptions,
  type MacTable,
  type Row as StoredRow,
  type SealedRows,
} from './row-macs.ts'

/**
 * Challenges for devices to sign. Each is valid for 120 s, for one command and for one purpose. The command that spends it is
 * stored, so that only a retry of the same command can present it again.
 */
export type Challenges = {
  /** Returns the time of expiry. */
  issue(challenge: NewChallenge): Promise<Date>
  /** Throws `challenge.spent` if it is unknown, expired, spent, or of another user. */
  find(challenge: string, userId: string, by: Spender): Promise<Found>
  /** Returns the canonical text, even of an expired or spent challenge. For repeated commands. */
  issuedFor(challenge: string, userId: string): Promise<string | null>
  /** Throws `challenge.spent` if another command has spent it. */
  spend(challenge: string, by: Spender, options?: ChangeOptions): Promise<void>
}

export type NewChallenge = {
  readonly challenge: string
  readonly userId: string
  /** The text whose hash is the challenge, if there is one. */
  readonly canonical: string | null
  readonly now: Date
}

type Found = {
  readonly canonical: string | null
  /** Whether this command has already spent the challenge. */
  readonly isRepeated: boolean
  readonly row: StoredRow
}
type Spender = { readonly commandId: string; readonly now: Date }

export const CHALLENGE_ROWS: MacTable = {
  table: 'challenges',
  key: ['challenge'],
  claims: ['challenge', 'purpose', 'user_id', 'canonical', 'expires_at', 'spent_by'],
  excused: {},
}

type Row = StoredRow & { readonly canonical: string | null; readonly spent_by: string | null }

/** How long a challenge is valid. */
export const CHALLENGE_MS = 120_000

/** A spent challenge is kept as long as its command may be repeated. */
const KEPT_MS = 86_400_000

/** Deletes challenges that nobody can use any more. Runs periodically. */
export const forgetChallenges = async ({ db, clock }: { db: Knex; clock: Clock }): Promise<void> => {
  await db('challenges')
    .where('expires_at', '<', new Date(clock.now().getTime() - KEPT_MS))
    .delete()
}

/** `purpose`: the kind of command that the challenges prove; stored with them. */
export const createChallenges = ({ db, rowMacs }: SealedRows, purpose: string): Challenges => {
  const usable = (challenge: string, { commandId, now }: Spender) =>
    db('challenges')
      .where({ challenge, purpose })
      .where((or) => {
        void or
          .where('spent_by', commandId)
          .orWhere((fresh) => void fresh.whereNull('spent_by').where('expires_at', '>', now))
      })
  return {
    async issue({ challenge, userId, canonical, now }) {
      const expiresAt = new Date(now.getTime() + CHALLENGE_MS)
      await db('challenges')
        .insert(
          rowMacs.sealed(CHALLENGE_ROWS, {
            challenge,
            purpose,
            user_id: userId,
            canonical,
            expires_at: expiresAt,
            spent_by: null,
          }),
        )
        .onConflict('challenge')
        .ignore()
      return expiresAt
    },
    async find(challenge, userId, by) {
      const stored = await usable(challenge, by).where({ user_id: userId }).first()
      const row = rowMacs.genuine<Row>(CHALLENGE_ROWS, stored)
      if (!row) throw new Rejected('challenge.spent')
      return { canonical: row.canonical, isRepeated: row.spent_by !== null, row }
    },
    async issuedFor(challenge, userId) {
      const row = await db('challenges').where({ challenge, purpose, user_id: userId }).first()
      return rowMacs.genuine<Row>(CHALLENGE_ROWS, row)?.canonical ?? null
    },
    async spend(challenge, by, options) {
      const changes = { spent_by: by.commandId }
      const find = usable(challenge, by)
      const spent = await changeRow({ db, rowMacs, ...options }, CHALLENGE_ROWS, find, changes)
      if (!spent) throw new Rejected('challenge.spent')
    },
  }
}
