import type { Knex } from 'knex'
import { Rejected } from '#contract/errors.ts'

/**
 * Challenges that a device signs: good for 120 s and for one command. Spending names the command, so that the
 * retry of a command whose outcome got lost may present the same challenge again, and nothing else may. Those of
 * one purpose open nothing of another.
 */
export type Challenges = {
  /** `canonical` is the text whose hash the challenge is, where it has one. Returns when it expires. */
  issue(challenge: {
    readonly challenge: string
    readonly userId: string
    readonly canonical: string | null
    readonly now: Date
  }): Promise<Date>
  /** Throws `challenge.spent` when unknown, expired, spent, or somebody else's. */
  find(challenge: string, userId: string, by: Spender): Promise<Found>
  /** What it was issued for, whether or not it is good any more: a repeated command finds what it made. */
  issuedFor(challenge: string, userId: string): Promise<string | null>
  /** Throws `challenge.spent` when another command was faster. */
  spend(challenge: string, by: Spender): Promise<void>
}

/** Its canonical text, and whether this command has spent it already. */
type Found = { readonly canonical: string | null; readonly isRepeated: boolean }
type Spender = { readonly commandId: string; readonly now: Date }

const GOOD_FOR_MS = 120_000

/** `purpose`: the command that they prove; stored with them. */
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
      const expiresAt = new Date(now.getTime() + GOOD_FOR_MS)
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
