import type { Knex } from 'knex'

/** Tables that give access to an account. Tables that can open a session come before `sessions`. */
const ACCESS_TABLES = [
  'credentials',
  'identities',
  'sessions',
  'device_pins',
  'passkeys',
  'challenges',
  'pairings',
] as const

/** They give no access, but are about the person. */
const FURTHER_TABLES = ['dismissed_alerts', 'request_openings', 'history_views'] as const

/**
 * Deletes all sessions, passwords, PINs, passkeys, provider identities and mail tokens of an account, which alerts it
 * dismissed, which requests it opened and which views of logs it saved. Idempotent.
 */
export const endAccess = async (db: Knex, userId: string): Promise<void> => {
  for (const table of [...ACCESS_TABLES, ...FURTHER_TABLES])
    await db(table).where({ user_id: userId }).delete()
  await db('mail_tokens').where({ subject_id: userId }).delete()
}

/** Deletes the saved views of logs that filter by this address. Idempotent. */
export const forgetViewsBy = async (db: Knex, addressHash: string): Promise<void> => {
  await db('history_views').whereRaw('? = ANY (address_hashes)', [addressHash]).delete()
}
