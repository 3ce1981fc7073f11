import { createHmac, randomUUID } from 'node:crypto'
import type pg from 'pg'

/** The minimal SQL for a change of settings, on the product's tables. */

/** Reads session and account, as the product does. */
export const sessionStatement = {
  name: 'session',
  text: `SELECT s.user_id, s.cookie_bound, s.counter, s.login_at, u.email, u.role, u.language, u.verified
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id = $1 AND s.revoked_at IS NULL AND s.idle_until > now() AND s.ends_at > now()`,
}

/** Writes the rows of all four read models: workspace, its name for requests, and the entry, head, target and values of the audit log. */
export const rowsStatement = {
  name: 'rows',
  text: `WITH w AS (UPDATE workspaces SET name = $2 WHERE id = $1::uuid),
    r AS (UPDATE request_workspaces SET name = $2 WHERE id = $1::uuid),
    v AS (INSERT INTO audit_values (workspace_id, kind, value, user_id)
      SELECT $1::uuid, v.kind, v.value, '00000000-0000-0000-0000-000000000000'
      FROM (VALUES ('action', 'workspace.settings-changed'), ('target', 'workspace'), ('actor', $5::text)) AS v (kind, value)
      ON CONFLICT DO NOTHING),
    t AS (INSERT INTO audit_targets (workspace_id, kind, id, label, fields, subjects)
      VALUES ($1::uuid, 'workspace', $1::text, $2, jsonb_build_object('name', $2::text), '{}')
      ON CONFLICT (workspace_id, kind, id) DO UPDATE SET label = excluded.label, fields = excluded.fields),
    h AS (INSERT INTO audit_heads (workspace_id, sequence, hash, peaks) VALUES ($1::uuid, 1, $4, ARRAY[$4])
      ON CONFLICT (workspace_id) DO UPDATE SET sequence = audit_heads.sequence + 1, hash = excluded.hash, peaks = excluded.peaks
      RETURNING sequence)
    INSERT INTO audit_entries (workspace_id, sequence, id, at, action, actor_user_id, actor_role, target_kind, target_id,
      target_label, changes, owners, subjects, outcome, hash, fact_hash)
    SELECT $1::uuid, sequence, $3::uuid, now(), 'workspace.settings-changed', $5::uuid, 'admin', 'workspace', $1::text, $2,
      jsonb_build_array(jsonb_build_object('field', 'name', 'before', null, 'after', $2::text)),
      jsonb_build_array(jsonb_build_object('before', null, 'after', null)), ARRAY[$5::text], 'ok', $4, $4 FROM h`,
}

/** Returns the parameters of `rowsStatement`. */
export const rowsOf = (workspaceId: string, name: string, userId: string): string[] => [
  workspaceId,
  name,
  randomUUID(),
  `h1:${'a'.repeat(64)}`,
  userId,
]

export const workspaceStatement = { name: 'workspace', text: 'SELECT * FROM workspaces WHERE id = $1' }

export type Fixture = {
  readonly userId: string
  readonly sessionId: string
  readonly workspaces: readonly string[]
}

/** Inserts a user with a session, and workspaces. */
export const insertFixture = async (db: pg.Client | pg.Pool, count: number): Promise<Fixture> => {
  const [userId, sessionId] = [randomUUID(), randomUUID()]
  await db.query(
    `INSERT INTO users (id, verified, google, microsoft, created_at, updated_at, language, email, address_hash, role, request_mails)
     VALUES ($1, true, false, false, now(), now(), 'en', 'bench@example.org', 'hash', 'admin', 'at-once')`,
    [userId],
  )
  await db.query(
    `INSERT INTO sessions (id, user_id, cookie_bound, login_at, rotated_at, idle_until, ends_at)
     VALUES ($1, $2, false, now(), now(), now() + interval '1 day', now() + interval '1 day')`,
    [sessionId, userId],
  )
  const workspaces = Array.from({ length: count }, () => randomUUID())
  await db.query(
    `INSERT INTO workspaces (id, needs_onboarding, people_protected, break_glass, drill_results_by_person, billing_confirmed, created_at, trial_starts_on, trial_ends_on, name, timezone)
     SELECT id, false, false, false, false, false, now(), '2026-01-01', '2036-01-01', 'Bench', 'Europe/Berlin' FROM unnest($1::uuid[]) AS w (id)`,
    [workspaces],
  )
  await db.query(
    `INSERT INTO request_workspaces (id, name, is_open) SELECT id, name, true FROM workspaces ON CONFLICT DO NOTHING`,
  )
  return { userId, sessionId, workspaces }
}

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const SECRET = 'bench'
const macOf = (text: string) => createHmac('sha256', SECRET).update(text).digest('base64url')

export const tokenOf = ({ userId, sessionId }: Fixture): string => {
  const text = `${base64url({ alg: 'HS256', typ: 'JWT' })}.${base64url({ sub: userId, sid: sessionId, exp: 4e9 })}`
  return `${text}.${macOf(text)}`
}

/** Returns the session of a bearer token. Throws if the token is invalid or expired. */
export const sessionIn = (
  authorization: string | undefined,
): { readonly sid: string; readonly sub: string } => {
  const [head, claims, mac] = (authorization ?? '').slice('Bearer '.length).split('.')
  if (macOf(`${head}.${claims}`) !== mac) throw new Error('the token is invalid')
  const read = JSON.parse(Buffer.from(claims!, 'base64url').toString()) as {
    sid: string
    sub: string
    exp: number
  }
  if (read.exp * 1_000 < Date.now()) throw new Error('the token has expired')
  return read
}
