import type { Knex } from 'knex'
import type { Config } from '../config/config.ts'
import type { Rate } from '../limits/throttle.ts'
import { hmac, sha256 } from '../primitives/ids.ts'

/** How often a caller may present one, of whatever purpose. */
export const TOKENS_BY_CALLER: Rate = { door: 'token-ip', limit: 30, windowMs: 60_000 }

export type MailToken = {
  readonly subjectId: string
  readonly generation: number
  /** The password chosen at sign-up, which counts once the address is confirmed. */
  readonly passwordHash: string | null
  /** The command of the sign-up that chose it, if it came from a browser. */
  readonly signUpId: string | null
  readonly expiresAt: Date
  readonly usedAt: Date | null
}

/**
 * Secrets in mails: an HMAC of purpose, subject and generation, so that the mail worker can compute them
 * again and neither fact, job nor row holds one. Rows hold the hash; a new generation replaces the old. Those of
 * one purpose open nothing of another.
 */
export type MailTokens = {
  /** 256 bits, base64url, 43 characters */
  token(subjectId: string, generation: number): string
  /** Makes the next generation's token the only good one, and returns that generation. Keeps the password unless one is given. */
  renew(
    subjectId: string,
    expiresAt: Date,
    password?: Pick<MailToken, 'passwordHash' | 'signUpId'>,
  ): Promise<number>
  /**
   * Makes this generation's token the only good one, unless a newer one is; for subjects whose facts count the
   * generations. To be called before the fact is appended, so that no mail carries a token that is not known.
   */
  remember(subjectId: string, generation: number, expiresAt: Date): Promise<void>
  /** Undefined when unknown, replaced, or expired. A used one is still found. */
  find(token: string, now: Date): Promise<MailToken | undefined>
  /** The good token's row of a subject. */
  current(subjectId: string): Promise<MailToken | undefined>
  markUsed(subjectId: string, now: Date): Promise<void>
  /** The token while it is good for this command: nobody has used it, or this very command, which is sent again. */
  findUnspent(token: string, by: Spender): Promise<MailToken | undefined>
  /** Whether this command spends it, or has before; undefined when another one was faster. What it is good for belongs into the same transaction. */
  spend(token: string, by: Spender): Promise<'spent' | 'repeated' | undefined>
  /** The token, and the password that waits beside it, count no more. */
  revoke(subjectId: string, now: Date): Promise<void>
}

type Spender = { readonly commandId: string; readonly now: Date }

type Row = {
  purpose: string
  subject_id: string
  generation: number
  password_hash: string | null
  sign_up_id: string | null
  expires_at: Date
  used_at: Date | null
  spent_by: string | null
  spent_told: boolean
}

const toToken = (row: Row): MailToken => ({
  subjectId: row.subject_id,
  generation: row.generation,
  passwordHash: row.password_hash,
  signUpId: row.sign_up_id,
  expiresAt: row.expires_at,
  usedAt: row.used_at,
})

const hashOf = (token: string): string => sha256(token).toString('hex')

export type MailTokenParts = { readonly db: Knex; readonly config: Pick<Config, 'TOKEN_SECRET'> }

/** `purpose`: what whoever presents one may do; part of each token, and never renamed. */
export const createMailTokens = ({ db, config }: MailTokenParts, purpose: string): MailTokens => {
  const token: MailTokens['token'] = (subjectId, generation) =>
    hmac(config.TOKEN_SECRET, purpose, subjectId, String(generation))
  const rowsOf = (presented: string) =>
    db<Row>('mail_tokens').where({ purpose, token_hash: hashOf(presented) } as Partial<Row>)
  return {
    token,
    renew: (subjectId, expiresAt, password) =>
      db.transaction(async (trx) => {
        const key = { purpose, subject_id: subjectId }
        const before = await trx<Row>('mail_tokens').where(key).forUpdate().first()
        const generation = (before?.generation ?? 0) + 1
        await trx('mail_tokens')
          .insert({
            ...key,
            generation,
            token_hash: hashOf(token(subjectId, generation)),
            password_hash: (password ? password.passwordHash : before?.password_hash) ?? null,
            sign_up_id: (password ? password.signUpId : before?.sign_up_id) ?? null,
            expires_at: expiresAt,
            used_at: null,
          })
          .onConflict(['purpose', 'subject_id'])
          .merge()
        return generation
      }),
    async remember(subjectId, generation, expiresAt) {
      await db('mail_tokens')
        .insert({
          purpose,
          subject_id: subjectId,
          generation,
          token_hash: hashOf(token(subjectId, generation)),
          password_hash: null,
          expires_at: expiresAt,
          used_at: null,
        })
        .onConflict(['purpose', 'subject_id'])
        .merge()
        .where('mail_tokens.generation', '<=', generation)
    },
    async find(presented, now) {
      const row = await rowsOf(presented).where('expires_at', '>', now).first()
      return row && toToken(row)
    },
    async current(subjectId) {
      const row = await db<Row>('mail_tokens').where({ purpose, subject_id: subjectId }).first()
      return row && toToken(row)
    },
    async markUsed(subjectId, now) {
      await db('mail_tokens')
        .where({ purpose, subject_id: subjectId, used_at: null })
        .update({ used_at: now })
    },
    async findUnspent(presented, { commandId, now }) {
      const row = await rowsOf(presented)
        .where((or) => {
          void or
            .where('spent_by', commandId)
            .orWhere((fresh) => void fresh.whereNull('used_at').where('expires_at', '>', now))
        })
        .first()
      return row && toToken(row)
    },
    async spend(presented, { commandId, now }) {
      const spent = await rowsOf(presented)
        .whereNull('used_at')
        .where('expires_at', '>', now)
        .update({ used_at: now, spent_by: commandId, spent_told: false })
      if (spent > 0) return 'spent'
      return (await rowsOf(presented).where('spent_by', commandId).first()) && 'repeated'
    },
    async revoke(subjectId, now) {
      await db('mail_tokens')
        .where({ purpose, subject_id: subjectId })
        .update({ expires_at: now, password_hash: null, sign_up_id: null })
    },
  }
}
