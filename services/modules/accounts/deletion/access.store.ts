import type { Knex } from 'knex'

/** Rows by which somebody gets in; each names the account. What opens sessions goes before they do. */
const KEYS_OF_THE_DOOR = [
  'credentials',
  'identities',
  'sessions',
  'device_pins',
  'passkeys',
  'challenges',
  'pairings',
] as const

/** Nothing opens the account any more: no session, password, PIN, account of a provider, link in a mail. May be repeated. */
export const endAccess = async (db: Knex, userId: string): Promise<void> => {
  for (const table of KEYS_OF_THE_DOOR) await db(table).where({ user_id: userId }).delete()
  await db('mail_tokens').where({ subject_id: userId }).delete()
}
