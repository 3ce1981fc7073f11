import type { Knex } from 'knex'

/**
 * Password hashes of accounts that are verified, or are about to be: a row stands before the fact that verifies, so that
 * no break leaves an account without a password, and opens nothing until then.
 */
export type Credentials = {
  /** Also what a reset by mail calls: whatever was guessed before, the new password opens the account. */
  set(userId: string, addressHash: string, passwordHash: string): Promise<void>
  remove(userId: string): Promise<void>
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

type Credential = { readonly userId: string; readonly passwordHash: string }

/** NIST SP 800-63B: at most 100 in a row. The throttle's free tries and blocks are counted apart, and forgotten sooner. */
const WRONG_GUESSES = 100

export const createCredentials = (db: Knex): Credentials => ({
  async set(userId, addressHash, passwordHash) {
    await db('credentials')
      .insert({ user_id: userId, address_hash: addressHash, password_hash: passwordHash, wrong_guesses: 0 })
      .onConflict('user_id')
      .merge(['address_hash', 'password_hash', 'wrong_guesses'])
  },
  async remove(userId) {
    await db('credentials').where({ user_id: userId }).delete()
  },
  async find(addressHash) {
    const row = await db('credentials')
      .where({ address_hash: addressHash })
      .first<{ user_id: string; password_hash: string } | undefined>('user_id', 'password_hash')
    return row && { userId: row.user_id, passwordHash: row.password_hash }
  },
  async guess(addressHash) {
    const [row] = await db('credentials')
      .where({ address_hash: addressHash })
      .update({ wrong_guesses: db.raw('least(wrong_guesses, ?) + 1', [WRONG_GUESSES]) })
      .returning(['user_id', 'password_hash', 'wrong_guesses'])
    return (
      row && {
        userId: row.user_id,
        passwordHash: row.password_hash,
        isOff: row.wrong_guesses > WRONG_GUESSES,
      }
    )
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
