import type { Knex } from 'knex'

/**
 * A program that knows no MACs changes a row and leaves its MAC. Such a row then has none, so that in a rolling upgrade it is not taken
 * for an altered one.
 */
const CLAIMS = {
  sessions: 'user_id, counter, login_at, rotated_at, idle_until, ends_at',
  mail_tokens: 'generation, token_hash, password_hash, sign_up_id, expires_at, used_at, spent_by',
  credentials: 'address_hash, password_hash, password_id',
  passkeys: 'counter',
  challenges: 'spent_by',
  pairings: 'state, claim_hash, number, name, expires_at',
  identities: 'user_id',
}

export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE FUNCTION drop_mac() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.mac := NULL;
      RETURN NEW;
    END
    $$`)
  for (const [table, columns] of Object.entries(CLAIMS)) {
    const of = (row: string) => columns.split(', ').map((column) => `${row}.${column}`)
    await knex.raw(`
      CREATE TRIGGER changed_without_mac BEFORE UPDATE ON ${table} FOR EACH ROW
      WHEN (NEW.mac = OLD.mac AND (${of('NEW').join(', ')}, 1) IS DISTINCT FROM (${of('OLD').join(', ')}, 1))
      EXECUTE FUNCTION drop_mac()`)
  }
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
