import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'

/**
 * Password hashes of accounts that are verified, or are about to be: a row stands before the fact that verifies, so that
 * no break leaves an account without a password, and opens nothing until then.
 */
export type Credentials = {
  /** Also what a reset by mail calls: whatever was guessed before, the new password opens the account. */
  set(userId: string, addressHash: string, passwordHash: string): Promise<void>
  /** The same password, hashed anew; nothing when it was changed meanwhile. */
  renew(userId: string, from: string, to: string): Promise<void>
  remove(userId: string): Promise<void>
  has(userId: string): Promise<boolean>
  /** Undefined for whoever has no password. */
  passwordIdOf(userId: string): Promise<string | undefined>
  find(addressHash: string): Promise<Credential | undefined>
  /**
   * The same, for a guess, which counts as wrong until `forgive` or `forget` says otherwise, so that guesses made at once
   * cannot pass as one. After a hundred in a row the password is off, and stays off until `set`.
   */
  guess(addressHash: string): Promise<(Credential & { readonly isOff: boolean }) | undefined>
  /** It was not judged. */
  forgive(userId: string): Promise<void>
  /** It was right, so those before it count no more. */
  forget(userId: string): Promise<void>
}

export type Credential = {
  readonly userId: string
  readonly passwordHash: string
  /** The same until another password is set. */
  readonly passwordId: string
}

/** NIST SP 800-63B: at most 100 in a row. The throttle's free tries and blocks are counted apart, and forgotten sooner. */
const WRONG_GUESSES = 100

type Row = {
  readonly user_id: string
  readonly password_hash: string
  readonly password_id: string
  readonly wrong_guesses: number
}

const toCredential = (row: Row): Credential => ({
  userId: row.user_id,
  passwordHash: row.password_hash,
  passwordId: row.password_id,
})

export const createCredentials = (db: Knex): Credentials => ({
  async set(userId, addressHash, passwordHash) {
    await db('credentials')
      .insert({
        user_id: userId,
        address_hash: addressHash,
        password_hash: passwordHash,
        password_id: randomUUID(),
        wrong_guesses: 0,
      })
      .onConflict('user_id')
      .merge()
  },
  async renew(userId, from, to) {
    await db('credentials').where({ user_id: userId, password_hash: from }).update({ password_hash: to })
  },
  async remove(userId) {
    await db('credentials').where({ user_id: userId }).delete()
  },
  async has(userId) {
    return (await db('credentials').where({ user_id: userId }).first('user_id')) !== undefined
  },
  async passwordIdOf(userId) {
    return (await db('credentials').where({ user_id: userId }).first('password_id'))?.password_id
  },
  async find(addressHash) {
    const row = await db<Row>('credentials')
      .where({ address_hash: addressHash } as Partial<Row>)
      .first()
    return row && toCredential(row)
  },
  async guess(addressHash) {
    const [row]: Row[] = await db('credentials')
      .where({ address_hash: addressHash })
      .update({ wrong_guesses: db.raw('least(wrong_guesses, ?) + 1', [WRONG_GUESSES]) })
      .returning('*')
    return row && { ...toCredential(row), isOff: row.wrong_guesses > WRONG_GUESSES }
  },
  async forgive(userId) {
    await db('credentials')
      .where({ user_id: userId })
      .where('wrong_guesses', '<=', WRONG_GUESSES)
      .update({ wrong_guesses: db.raw('greatest(wrong_guesses - 1, 0)') })
  },
  async forget(userId) {
    await db('credentials').where({ user_id: userId }).update({ wrong_guesses: 0 })
  },
})
