import type { Knex } from 'knex'
import type { Config } from '../config/config.ts'
import type { Rate } from '../limits/throttle.ts'
import { hmac, sha256 } from '../primitives/ids.ts'
import { changeRow, type MacTable, type SealedRows } from '../secrets/row-macs.ts'

/** How often a caller may present tokens of any purpose. */
export const TOKENS_BY_CALLER: Rate = { door: 'token-ip', limit: 30, windowMs: 60_000 }

export type MailToken = {
  readonly subjectId: string
  readonly generation: number
  /** The password chosen at sign-up. It becomes valid when the address is confirmed. */
  readonly passwordHash: string | null
  /** The id of the sign-up command, if it came from a browser. */
  readonly signUpId: string | null
  readonly expiresAt: Date
  readonly usedAt: Date | null
}

/**
 * The secrets in mail links: an HMAC of purpose, subject and generation. The mail worker computes them, so no event, job or row
 * contains one. Rows contain a hash. A new generation replaces the old one. A token is valid for one purpose only.
 */
export type MailTokens = {
  /** 256 bits, base64url, 43 characters. */
  token(subjectId: string, generation: number): string
  /** Makes the token of the next generation the only valid one and returns that generation. Keeps the password unless one is given. */
  renew(
    subjectId: string,
    expiresAt: Date,
    password?: Pick<MailToken, 'passwordHash' | 'signUpId'>,
  ): Promise<number>
  /**
   * Makes the token of this generation the only valid one, unless there is a newer one. For subjects whose events count the
   * generations. Call it before the event is appended, so that every mail has a known token.
   */
  remember(subjectId: string, generation: number, expiresAt: Date): Promise<void>
  /** Returns undefined if the token is unknown, replaced or expired. Returns a used one. */
  find(token: string, now: Date): Promise<MailToken | undefined>
  /** Returns the current token of a subject. */
  current(subjectId: string): Promise<MailToken | undefined>
  markUsed(subjectId: string, now: Date): Promise<void>
  /** Returns the token if it is unused, or if this command has spent it in an earlier attempt. */
  findUnspent(token: string, by: Spender): Promise<MailToken | undefined>
  /**
   * Spends the token in the caller's transaction. Returns 'repeated' if this command has already spent it, and undefined if another
   * command has.
   */
  spend(token: string, by: Spender): Promise<'spent' | 'repeated' | undefined>
  /** Invalidates the token and deletes its password. */
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

export const MAIL_TOKEN_ROWS: MacTable = {
  table: 'mail_tokens',
  key: ['purpose', 'subject_id'],
  claims: [
    'purpose',
    'subject_id',
    'generation',
    'token_hash',
    'password_hash',
    'sign_up_id',
    'expires_at',
    'used_at',
    'spent_by',
  ],
  excused: { spent_told: 'says only whether the event of the spending is recorded' },
}

const hashOf = (token: string): string => sha256(token).toString('hex')

export type MailTokenParts = SealedRows & { readonly config: Pick<Config, 'TOKEN_SECRET'> }

/** `purpose`: what the token allows. It is part of each token, so never rename it. */
export const createMailTokens = ({ db, rowMacs, config }: MailTokenParts, purpose: string): MailTokens => {
  const token: MailTokens['token'] = (subjectId, generation) =>
    hmac(config.TOKEN_SECRET, purpose, subjectId, String(generation))
  const rowsOf = (presented: string) =>
    db<Row>('mail_tokens').where({ purpose, token_hash: hashOf(presented) } as Partial<Row>)
  const tokenIn = (row: Row | undefined): MailToken | undefined => {
    const genuine = rowMacs.genuine(MAIL_TOKEN_ROWS, row)
    return genuine && toToken(genuine)
  }
  const change = (find: Knex.QueryBuilder, changes: Partial<Row>) =>
    changeRow<Row>({ db, rowMacs }, MAIL_TOKEN_ROWS, find, changes)
  const ofSubject = (subjectId: string) =>
    db<Row>('mail_tokens').where({ purpose, subject_id: subjectId } as Partial<Row>)
  const sealed = (row: Pick<Row, 'subject_id' | 'generation' | 'expires_at'> & Partial<Row>) =>
    rowMacs.sealed(MAIL_TOKEN_ROWS, {
      purpose,
      token_hash: hashOf(token(row.subject_id, row.generation)),
      password_hash: null,
      sign_up_id: null,
      used_at: null,
      spent_by: null,
      ...row,
    })
  return {
    token,
    renew: (subjectId, expiresAt, password) =>
      db.transaction(async (trx) => {
        const key = { purpose, subject_id: subjectId }
        const stored = await trx<Row>('mail_tokens').where(key).forUpdate().first()
        const before = rowMacs.genuine(MAIL_TOKEN_ROWS, stored)
        const generation = (stored?.generation ?? 0) + 1
        await trx('mail_tokens')
          .insert(
            sealed({
              subject_id: subjectId,
              generation,
              password_hash: (password ? password.passwordHash : before?.password_hash) ?? null,
              sign_up_id: (password ? password.signUpId : before?.sign_up_id) ?? null,
              expires_at: expiresAt,
            }),
          )
          .onConflict(['purpose', 'subject_id'])
          .merge()
        return generation
      }),
    async remember(subjectId, generation, expiresAt) {
      await db('mail_tokens')
        .insert(sealed({ subject_id: subjectId, generation, expires_at: expiresAt }))
        .onConflict(['purpose', 'subject_id'])
        .merge()
        .where('mail_tokens.generation', '<=', generation)
    },
    async find(presented, now) {
      return tokenIn(await rowsOf(presented).where('expires_at', '>', now).first())
    },
    async current(subjectId) {
      return tokenIn(await ofSubject(subjectId).first())
    },
    async markUsed(subjectId, now) {
      await change(ofSubject(subjectId).whereNull('used_at'), { used_at: now })
    },
    async findUnspent(presented, { commandId, now }) {
      const row = await rowsOf(presented)
        .where((or) => {
          void or
            .where('spent_by', commandId)
            .orWhere((fresh) => void fresh.whereNull('used_at').where('expires_at', '>', now))
        })
        .first()
      return tokenIn(row)
    },
    async spend(presented, { commandId, now }) {
      const unused = rowsOf(presented).whereNull('used_at').where('expires_at', '>', now)
      if (await change(unused, { used_at: now, spent_by: commandId, spent_told: false })) return 'spent'
      return tokenIn(await rowsOf(presented).where('spent_by', commandId).first()) && 'repeated'
    },
    async revoke(subjectId, now) {
      await change(ofSubject(subjectId), { expires_at: now, password_hash: null, sign_up_id: null })
    },
  }
}
