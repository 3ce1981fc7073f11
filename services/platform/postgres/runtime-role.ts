import pg, { type ClientBase } from 'pg'

/**
 * The processes use a role that may change what they keep, owns only what can be made anew (the read models and the queue), and may
 * read and add facts. The owner of everything else migrates.
 */

const quoted = (name: string): string => pg.escapeIdentifier(name)

/** Schemas that the processes make and drop themselves: one for each build of a read model, and the queue. */
const OWN_SCHEMAS = `SELECT oid FROM pg_namespace WHERE nspname = 'queue' OR nspname IN (SELECT name FROM checkpoints)`

/** Statements that give the role what the processes own, as far as another role has it. Earlier versions had one role for all. */
const HAND_OVER = `
  WITH own AS (${OWN_SCHEMAS}), role AS (SELECT oid FROM pg_roles WHERE rolname = $1)
  SELECT statement FROM (
    SELECT 1 AS step, format('ALTER SCHEMA %I OWNER TO %I', nspname, $1) AS statement
      FROM pg_namespace JOIN own USING (oid), role WHERE nspowner <> role.oid
    UNION ALL
    SELECT 2, format('ALTER TABLE %s OWNER TO %I', c.oid::regclass, $1) FROM pg_class c, role
      WHERE relowner <> role.oid
        AND (relnamespace IN (SELECT oid FROM own) AND relkind IN ('r', 'p', 'v', 'm', 'S')
          OR relnamespace = 'public'::regnamespace AND relkind = 'v')
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = c.oid AND classid = 'pg_class'::regclass
          AND deptype IN ('a', 'i', 'e') AND (relkind = 'S' OR deptype = 'e'))
    UNION ALL
    SELECT 3, format('ALTER ROUTINE %s OWNER TO %I', p.oid::regprocedure, $1) FROM pg_proc p, role
      WHERE proowner <> role.oid AND pronamespace IN (SELECT oid FROM own)
    UNION ALL
    SELECT 4, format('ALTER TYPE %s OWNER TO %I', t.oid::regtype, $1) FROM pg_type t, role
      WHERE typowner <> role.oid AND typnamespace IN (SELECT oid FROM own) AND typelem = 0
        AND (typtype IN ('e', 'd') OR typtype = 'c' AND (SELECT relkind FROM pg_class WHERE oid = typrelid) = 'c')
  ) statements ORDER BY step`

const grants = (role: string, database: string): readonly string[] => [
  // Each build of a read model is a schema, and its views are in the schema public.
  `GRANT CONNECT, CREATE, TEMPORARY ON DATABASE ${database} TO ${role}`,
  `GRANT USAGE, CREATE ON SCHEMA public TO ${role}`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`,
  `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${role}`,
  `REVOKE INSERT, UPDATE, DELETE ON knex_migrations, knex_migrations_lock FROM ${role}`,
  `GRANT USAGE ON SCHEMA event_store TO ${role}`,
  `REVOKE ALL ON ALL TABLES IN SCHEMA event_store FROM ${role}`,
  `GRANT SELECT, INSERT ON event_store.events TO ${role}`,
  `GRANT SELECT, UPDATE ON event_store.head TO ${role}`,
  `GRANT SELECT ON event_store.identity TO ${role}`,
]

/** The role of the processes is not there, and the owner may not create it, or may not hand anything over to it. */
export class RoleRefused extends Error {
  constructor(name: string) {
    super(
      `The role ${name} of DATABASE_URL is missing, or that of MIGRATE_DATABASE_URL is not a member of it. As an administrator run: CREATE ROLE ${name} LOGIN PASSWORD …; GRANT ${name} TO the other role`,
    )
  }
}

const asRefused = (name: string) => (error: unknown) => {
  throw (error as { code?: string }).code === '42501' ? new RoleRefused(name) : error
}

/** Creates the role if it is not there, with this password. Lets the owner hand objects over to it. Throws RoleRefused. */
const requireRole = async (owner: ClientBase, name: string, password: string): Promise<void> => {
  const { rowCount } = await owner.query('SELECT FROM pg_roles WHERE rolname = $1', [name])
  if (rowCount === 0)
    await owner
      .query(`CREATE ROLE ${quoted(name)} LOGIN PASSWORD ${pg.escapeLiteral(password)}`)
      .catch(asRefused(name))
  const { rows } = await owner.query<{ is: boolean }>(`SELECT pg_has_role($1, 'USAGE') AS is`, [name])
  if (!rows[0]!.is) await owner.query(`GRANT ${quoted(name)} TO CURRENT_USER`).catch(asRefused(name))
}

/**
 * Gives the role of `runtimeUrl` the rights of the processes in the owner's database, and creates it if the owner may. Can be repeated.
 * Does nothing when the owner has that role itself. Throws RoleRefused.
 */
export const grantRuntimeRole = async (owner: ClientBase, runtimeUrl: string): Promise<void> => {
  const { username, password } = new URL(runtimeUrl)
  const name = decodeURIComponent(username)
  const { rows } = await owner.query<{ user: string; database: string }>(
    'SELECT current_user AS "user", current_database() AS database',
  )
  const { user, database } = rows[0]!
  if (name === user) return
  await requireRole(owner, name, decodeURIComponent(password))
  await owner.query(['BEGIN', ...grants(quoted(name), quoted(database)), 'COMMIT'].join(';\n'))
  const { rows: owned } = await owner.query<{ statement: string }>(HAND_OVER, [name])
  for (const { statement } of owned) await owner.query(statement)
}
