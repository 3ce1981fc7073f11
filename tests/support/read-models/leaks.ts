import { openDatabase, type Knex } from '#platform/postgres/database.ts'
import { ownerUrl, RUNTIME_ROLE } from '../servers/runtime-url.ts'

/** Finds secrets in stored texts, in any encoding. */

export type StoredText = { readonly name: string; readonly text: string }

/** The base64 of `text` at any offset in a longer value. */
const base64Cores = (text: string): string[] =>
  [0, 1, 2].flatMap((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)])
    const whole = bytes.subarray(0, bytes.length - (bytes.length % 3))
    const core = whole.toString('base64').slice(offset === 0 ? 0 : offset + 1)
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')]
  })

const encodings = (secret: string): readonly (readonly [name: string, form: string])[] => [
  ['plain', secret],
  ['hex', Buffer.from(secret).toString('hex')],
  ['URL', encodeURIComponent(secret)],
  ['JSON', JSON.stringify(secret).slice(1, -1)],
  ...base64Cores(secret).map((core) => ['base64', core] as const),
]

/** Returns `place: secret (encoding)` for each leak; ignores case. */
export const leaksIn = (places: readonly StoredText[], secrets: Readonly<Record<string, string>>): string[] =>
  Object.entries(secrets).flatMap(([name, secret]) => {
    if (secret.length < 8) throw new Error(`${name} is too short to be told from chance`)
    return places.flatMap(({ name: place, text }) => {
      const lower = text.toLowerCase()
      const found = encodings(secret).find(([, form]) => lower.includes(form.toLowerCase()))
      return found ? [`${place}: ${name} (${found[0]})`] : []
    })
  })

export type Watch = {
  /** Every row that the tables hold or held since the start. */
  dump(): Promise<readonly StoredText[]>
}

/**
 * Records every row of every table except the exempt ones, also rows that are changed or removed later. New tables
 * need no entry here.
 */
export const watchTables = async (db: Knex, exempt: readonly string[]): Promise<Watch> => {
  const { connectionString } = db.client.config.connection as { connectionString: string }
  const owner = openDatabase(ownerUrl(connectionString))
  const { rows } = await owner.raw(
    `SELECT n.nspname AS schema, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
       AND NOT (c.relname = ANY (?) AND (n.nspname = 'public' OR n.nspname IN (SELECT name FROM checkpoints))) ORDER BY 1, 2`,
    [[...exempt]],
  )
  const tables = (rows as { schema: string; name: string }[]).map(
    ({ schema, name }) => `"${schema}"."${name}"`,
  )
  // The triggers need the owner of the tables.
  await owner.raw(`
    CREATE SCHEMA watch;
    CREATE TABLE watch.rows (place text NOT NULL, row text NOT NULL);
    CREATE FUNCTION watch.remember() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      INSERT INTO watch.rows VALUES (tg_table_schema || '.' || tg_table_name, to_jsonb(new)::text);
      RETURN NULL;
    END $$;`)
  for (const table of tables) {
    await owner.raw(`INSERT INTO watch.rows SELECT '${table}', to_jsonb(t)::text FROM ${table} t`)
    await owner.raw(
      `CREATE TRIGGER watch AFTER INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION watch.remember()`,
    )
  }
  await owner.raw(
    `GRANT USAGE ON SCHEMA watch TO ${RUNTIME_ROLE}; GRANT SELECT ON watch.rows TO ${RUNTIME_ROLE}`,
  )
  await owner.destroy()
  return {
    async dump() {
      const remembered = (await db.raw('SELECT place AS name, row AS text FROM watch.rows'))
        .rows as StoredText[]
      return [...remembered, ...tables.map((name) => ({ name, text: '' }))]
    },
  }
}
