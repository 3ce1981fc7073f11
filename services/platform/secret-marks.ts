import type { Knex } from 'knex'
import type { Config } from './config.ts'
import { hmac } from './ids.ts'

/** A secret that opens or names what is stored is another one now. */
export class OtherSecret extends Error {}

const LASTING = ['MASTER_KEY', 'PEPPER'] as const
type Secrets = Pick<Config, (typeof LASTING)[number]>

const markOf = (secrets: Secrets, name: keyof Secrets): string => hmac(secrets[name], 'mark', name)

/** Which of the secrets that can never change are not those that the database is marked with. */
export const otherSecrets = async (db: Knex, secrets: Secrets): Promise<readonly string[]> => {
  const rows: { name: keyof Secrets; mark: string }[] = await db('secret_marks').orderBy('name')
  return rows.filter(({ name, mark }) => mark !== markOf(secrets, name)).map(({ name }) => name)
}

/**
 * The first to come marks the database. Whoever comes with other secrets would read every name as damaged, take
 * everybody for a stranger, and mix in what the right ones do not open: throws OtherSecret.
 */
export const requireSecrets = async ({
  db,
  config,
}: {
  readonly db: Knex
  readonly config: Secrets
}): Promise<void> => {
  const marks = LASTING.map((name) => ({ name, mark: markOf(config, name) }))
  await db('secret_marks').insert(marks).onConflict('name').ignore()
  const others = await otherSecrets(db, config)
  if (others.length > 0)
    throw new OtherSecret(
      `${others.join(', ')}: this database was made with another one. Bring that one back.`,
    )
}
