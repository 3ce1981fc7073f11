import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Knex } from 'knex'

export const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** The database has migrations that this program does not know. There are no down migrations. */
export class DatabaseIsNewer extends Error {}

export type DatabaseVersion = {
  /** Migrations that the database lacks, in order. */
  readonly missing: readonly string[]
  /** Migrations that this program does not know. */
  readonly unknown: readonly string[]
}

export const databaseVersion = async (db: Knex): Promise<DatabaseVersion> => {
  const { rows } = await db.raw<{ rows: { isThere: boolean }[] }>(
    `select to_regclass('knex_migrations') is not null as "isThere"`,
  )
  const applied = rows[0]?.isThere ? await db('knex_migrations').orderBy('name').pluck<string[]>('name') : []
  const known = readdirSync(migrationsFolder).filter((name) => name.endsWith('.ts'))
  return {
    missing: known.filter((name) => !applied.includes(name)).toSorted(),
    unknown: applied.filter((name) => !known.includes(name)),
  }
}

/** Names up to three migrations, and more of them by the first and the last. */
export const namesOf = (migrations: readonly string[]): string =>
  migrations.length <= 3
    ? migrations.join(', ')
    : `${migrations.length} migrations, ${migrations[0]} to ${migrations.at(-1)}`

/** Throws DatabaseIsNewer. */
export const refuseNewer = ({ unknown }: DatabaseVersion): void => {
  if (unknown.length > 0)
    throw new DatabaseIsNewer(
      `The database is newer than this program: it has ${unknown.join(', ')}. Run the version that brought them.`,
    )
}
