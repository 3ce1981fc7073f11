import type { Knex } from 'knex'
import { Rejected } from '#contract/errors.ts'

/**
 * Challenges for devices to sign. Each is valid for 120 s, for one command and for one purpose. The command that spends it is
 * stored, so that only a retry of the same command can present it again.
 */
export type Challenges = {
  /** `canonical`: the text whose hash is the challenge, if there is one. Returns the time of expiry. */
  issue(challenge: {
    readonly challenge: string
    readonly userId: string
    readonly canonical: string | null
    readonly now: Date
  }): Promise<Date>
  /** Throws `challenge.spent` if it is unknown, expired, spent, or of another user. */
  find(challenge: string, userId: string, by: Spender): Promise<Found>
  /** Returns the canonical text, even of an expired or spent challenge. For repeated commands. */
  issuedFor(challenge: string, userId: string): Promise<string | null>
  /** Throws `challenge.spent` if another command has spent it. */
  spend(challenge: string, by: Spender): Promise<void>
}

type Found = {
  readonly canonical: string | null
  /** Whether this command has already spent the challenge. */
  readonly isRepeated: boolean
}
type Spender = { readonly commandId: string; readonly now: Date }

const VALID_MS = 120_000

/** `purpose`: the kind of command that the challenges prove; stored with them. */
export const createChallenges = (db: Knex, purpose: string): Challenges => {
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
      const expiresAt = new Date(now.getTime() + VALID_MS)
      await db('challenges')
        .where('expires_at', '<', new Date(now.getTime() - 86_400_000))
        .delete()
      await db('challenges')
        .insert({ challenge, purpose, user_id: userId, canonical, expires_at: expiresAt })
        .onConflict('challenge')
        .ignore()
      return expiresAt
    },
    async find(challenge, userId, by) {
      const row = await usable(challenge, by).where({ user_id: userId }).first('canonical', 'spent_by')
      if (!row) throw new Rejected('challenge.spent')
      return { canonical: row.canonical, isRepeated: row.spent_by !== null }
    },
    async issuedFor(challenge, userId) {
      const row = await db('challenges').where({ challenge, purpose, user_id: userId }).first('canonical')
      return row?.canonical ?? null
    },
    async spend(challenge, by) {
      const spent = await usable(challenge, by).update({ spent_by: by.commandId })
      if (spent === 0) throw new Rejected('challenge.spent')
    },
  }
}
