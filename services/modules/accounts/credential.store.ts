import type { Knex } from 'knex'

/** Password hashes. Only a verified account has a row here, so an unverified one cannot log in. */
export type Credentials = {
  set(userId: string, addressHash: string, passwordHash: string): Promise<void>
  remove(userId: string): Promise<void>
  find(addressHash: string): Promise<{ readonly userId: string; readonly passwordHash: string } | undefined>
}

export const createCredentials = (db: Knex): Credentials => ({
  async set(userId, addressHash, passwordHash) {
    await db('credentials')
      .insert({ user_id: userId, address_hash: addressHash, password_hash: passwordHash })
      .onConflict('user_id')
      .merge(['address_hash', 'password_hash'])
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
})
