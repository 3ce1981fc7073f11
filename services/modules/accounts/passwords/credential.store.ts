import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { isReadModelAway } from '#contract/errors.ts'
import type { User } from '#contract/accounts/users.ts'
import { UNSYNCED } from '#platform/postgres/database.ts'
import { changeRow, type MacTable, type SealedRows } from '#platform/secrets/row-macs.ts'
import { userBeside, userColumns } from '#projections/users/queries.ts'

/**
 * Password hashes. A row is written before the event that verifies its account, so a crash never leaves a verified
 * account without a password. An unverified account cannot log in.
 */
export type Credentials = {
  /** Also resets the count of wrong guesses. Returns the `passwordId`. */
  set(userId: string, addressHash: string, passwordHash: string): Promise<string>
  /** Replaces an outdated hash of the same password, unless the password has changed since. */
  renew(userId: string, from: string, to: string): Promise<void>
  remove(userId: string): Promise<void>
  has(userId: string): Promise<boolean>
  /** The query of the row that `has` looks for, as a part of another one. */
  of(userId: string): Knex.QueryBuilder
  passwordIdOf(userId: string): Promise<string | undefined>
  find(addressHash: string): Promise<Credential | undefined>
  /**
   * Finds the credential and counts a wrong guess before it is checked, so that parallel guesses cannot share one. Undo
   * it with `forgive` or `forget`, or by opening a session. After 100 wrong guesses in a row the password is off until then, or until
   * `set`. `user` throws like `userById`.
   */
  guess(addressHash: string): Promise<GuessedCredential | undefined>
  /** The guess could not be checked. */
  forgive(userId: string): Promise<void>
  /** The guess was right: resets the count. */
  forget(userId: string): Promise<void>
}

export type Credential = {
  readonly userId: string
  readonly passwordHash: string
  /** Changes with each new password. */
  readonly passwordId: string
}

type GuessedCredential = Credential & { readonly isOff: boolean; user(): User | undefined }

/** NIST SP 800-63B: at most 100 in a row. The throttle counts separately and forgets sooner. */
const MAX_WRONG_GUESSES = 100

export const CREDENTIAL_ROWS: MacTable = {
  table: 'credentials',
  key: ['user_id'],
  claims: ['user_id', 'address_hash', 'password_hash', 'password_id'],
  excused: {
    wrong_guesses: 'limits guesses only; throttles count them as well',
    guesses_told: 'says only whether the owner was told',
    updated_at: 'decides nothing',
  },
}

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

export const createCredentials = ({ db, rowMacs }: SealedRows): Credentials => ({
  async set(userId, addressHash, passwordHash) {
    const passwordId = randomUUID()
    await db('credentials')
      .insert(
        rowMacs.sealed(CREDENTIAL_ROWS, {
          user_id: userId,
          address_hash: addressHash,
          password_hash: passwordHash,
          password_id: passwordId,
          wrong_guesses: 0,
          guesses_told: false,
        }),
      )
      .onConflict('user_id')
      .merge()
    return passwordId
  },
  async renew(userId, from, to) {
    const outdated = db('credentials').where({ user_id: userId, password_hash: from })
    await changeRow({ db, rowMacs }, CREDENTIAL_ROWS, outdated, { password_hash: to })
  },
  async remove(userId) {
    await db('credentials').where({ user_id: userId }).delete()
  },
  async has(userId) {
    return (await db('credentials').where({ user_id: userId }).first('user_id')) !== undefined
  },
  of: (userId) => db('credentials').where({ user_id: userId }).select('user_id'),
  async passwordIdOf(userId) {
    return (await db('credentials').where({ user_id: userId }).first('password_id'))?.password_id
  },
  async find(addressHash) {
    const row = await db<Row>('credentials')
      .where({ address_hash: addressHash } as Partial<Row>)
      .first()
    const genuine = rowMacs.genuine(CREDENTIAL_ROWS, row)
    return genuine && toCredential(genuine)
  },
  async guess(addressHash) {
    const countWith = async (columns: readonly string[]): Promise<Row | undefined> => {
      const [guessed] = await db('credentials')
        .where({ address_hash: addressHash })
        .update({ wrong_guesses: db.raw('least(wrong_guesses, ?) + 1', [MAX_WRONG_GUESSES]) })
        .returning(['*', UNSYNCED, ...columns].map((column) => db.raw(column)))
      return rowMacs.genuine<Row>(CREDENTIAL_ROWS, guessed)
    }
    const known = (row: Row, user: () => User | undefined): GuessedCredential => ({
      ...toCredential(row),
      isOff: row.wrong_guesses > MAX_WRONG_GUESSES,
      user,
    })
    try {
      const row = await countWith(userColumns('credentials.user_id'))
      return row && known(row, () => userBeside(row))
    } catch (error) {
      if (!isReadModelAway(error)) throw error
      // A wrong guess counts also now.
      const row = await countWith([])
      return (
        row &&
        known(row, () => {
          throw error
        })
      )
    }
  },
  async forgive(userId) {
    await db('credentials')
      .where({ user_id: userId })
      .where('wrong_guesses', '<=', MAX_WRONG_GUESSES)
      .update({ wrong_guesses: db.raw('greatest(wrong_guesses - 1, 0)') })
  },
  async forget(userId) {
    await db('credentials').where({ user_id: userId }).update({ wrong_guesses: 0, guesses_told: false })
  },
})
