import { entryHash, GENESIS } from '#projections/audit/chain.ts'
import { grownTree } from '#projections/audit/tree.ts'
import type { Knex } from '#platform/postgres/database.ts'
import { auditTables } from '#projections/audit/tables.ts'
import { activeBuildName } from '../read-models/builds.ts'

/** A generated audit log, inserted into the read model's tables. */
export type Filled = {
  readonly workspaceId: string
  readonly entries: number
  /** The newest entry of the log that is there already; 0 by default. */
  readonly after?: number
  /** Number of actors, such as `anna4450@example.com`, with five names. */
  readonly people: number
}

/** As another process leaves a build that it wrote to: the projector forgets what it knows of its rows. */
const writtenElsewhere = (db: Knex): Promise<unknown> =>
  db('checkpoints').where({ model: 'audit' }).increment('resumed')

const uuidOf = (text: string) => `md5(${text})::uuid`

export const fillAuditLog = async (db: Knex, ...logs: readonly Filled[]): Promise<void> => {
  // The last index of the table in projections/audit/tables.ts, on the searched text.
  const index = `${await activeBuildName(db, 'audit')}.audit_entries_${auditTables.audit_entries.indexes.length}`
  const { rows } = await db.raw<{ rows: { made: string }[] }>(`SELECT pg_get_indexdef(?::regclass) AS made`, [
    index,
  ])
  // Updating this index for every entry takes several times as long.
  await db.raw(`DROP INDEX ${index}`)
  for (const log of logs) await fillOne(db, log)
  await db.raw(rows[0]!.made)
  await writtenElsewhere(db)
}

/**
 * The first fiftieth of the log are joining participants. Of every 16 other entries, 3 are approvals, 3 declines, 6 new
 * requests, 3 mails and 1 an expiry; one in 1,024 is refused. Entries are 40 s apart, from 2024 on.
 */
const fillOne = async (db: Knex, { workspaceId, entries, people, after = 0 }: Filled): Promise<void> => {
  await db.raw(
    `INSERT INTO audit_people
     SELECT ${uuidOf(`'person' || n`)},
       (ARRAY['anna', 'ben', 'jürgen', 'søren', 'Zoë'])[1 + n % 5] || n || '@'
         || (ARRAY['example.com', 'acme.example', 'müller.example'])[1 + n % 3]
     FROM generate_series(1, ?::int) n ON CONFLICT DO NOTHING`,
    [people],
  )
  const PER_APPEND = 100_000
  const end = after + entries
  for (let from = after + 1; from <= end; from += PER_APPEND)
    await db.raw(
      `INSERT INTO audit_entries (workspace_id, sequence, id, at, action, actor_user_id, actor_role, target_kind,
         target_id, target_label, changes, outcome, ip, device, request_id, assurance, fact_hash, hash, cause_id, target_label_of,
         owners, subjects)
       SELECT w, s, ${uuidOf(`'entry' || w || s`)}, '2024-01-01'::timestamptz + s * interval '40 seconds', action,
         CASE WHEN kind <> 'mail' THEN ${uuidOf(`'person' || p`)} END,
         CASE WHEN kind <> 'mail' THEN 'regular user' ELSE 'system' END,
         CASE WHEN kind = 'participant' THEN kind ELSE 'request' END,
         ${uuidOf(`'target' || w || s / 3`)}::text,
         (ARRAY['Invoice', 'Rechnung', 'Überweisung', 'Transfer', 'Vertrag', 'Prüfung', '100 % of_it', 'счёт'])[1 + r2 % 8]
           || ' ' || substr(md5('label' || s / 3), 1, 5) || ' ' || s / 3,
         CASE action
           WHEN 'request.approved' THEN '[{"field": "status", "before": "pending", "after": "approved"}]'::jsonb
           WHEN 'request.declined' THEN '[{"field": "status", "before": "pending", "after": "declined"}]'
           WHEN 'request.expired' THEN '[{"field": "closedReason", "before": null, "after": "expired"}]'
           WHEN 'request.approval-refused' THEN '[{"field": "reason", "before": null, "after": "wrong-pin"}]'
           WHEN 'participant.joined' THEN '[{"field": "invite", "before": "pending", "after": "accepted"}]'
           WHEN 'mail.sent' THEN '[{"field": "sent", "before": null, "after": 2}]'
           ELSE jsonb_build_array(
             jsonb_build_object('field', 'status', 'before', null, 'after', 'pending'),
             jsonb_build_object('field', 'approver', 'before', null, 'after', 'x' || p % 500 || '@example.com'),
             jsonb_build_object('field', 'expiresAt', 'before', null, 'after', '2024-01-01'::timestamptz + s * interval '40 s'))
         END,
         CASE action WHEN 'request.approval-refused' THEN 'refused' WHEN 'request.expired' THEN 'closed' ELSE 'ok' END,
         CASE WHEN kind <> 'mail' THEN '10.' || p % 200 || '.' || p % 250 || '.' || p % 7 END,
         CASE WHEN kind <> 'mail' THEN
           'Mozilla/5.0 (' || (ARRAY['Windows NT 10.0; Win64; x64', 'iPhone; CPU iPhone OS 17_5 like Mac OS X', 'X11; Linux x86_64'])[1 + p % 3]
           || ') AppleWebKit/537.36 Version/' || p % 40 END,
         'call-' || s, CASE WHEN r < 6 AND kind = 'request' THEN 'session' END,
         'h1:' || encode(sha256(convert_to('fact' || w::text || s, 'UTF8')), 'hex'),
         encode(sha256(convert_to(w::text || s, 'UTF8')), 'hex'),
         CASE WHEN kind = 'mail' THEN ${uuidOf(`'entry' || w || s - 1`)} END,
         'workspace:' || w, '[]', ARRAY['workspace:' || w]
       FROM (
         SELECT w, s, p, r, r2, action, split_part(action, '.', 1) AS kind
         FROM (
           SELECT ?::uuid AS w, s, 1 + abs(hashtext('p' || s)) % ?::int AS p, abs(hashtext('r' || s)) % 1024 AS r,
             abs(hashtext('t' || s / 3)) AS r2
           FROM generate_series(?::int, ?::int) s
         ) random CROSS JOIN LATERAL (
           SELECT CASE WHEN s < ?::int / 50 THEN 'participant.joined' WHEN r = 0 THEN 'request.approval-refused'
             ELSE (ARRAY['request.approved', 'request.approved', 'request.approved', 'request.declined',
               'request.declined', 'request.declined', 'request.created', 'request.created', 'request.created',
               'request.created', 'request.created', 'request.created', 'mail.sent', 'mail.sent', 'mail.sent',
               'request.expired'])[1 + r % 16] END AS action
         ) chosen
       ) e`,
      [workspaceId, people, from, Math.min(end, from + PER_APPEND - 1), entries],
    )
  await keepValues(db, workspaceId)
}

/** Fills the projection's other tables. */
const keepValues = (db: Knex, workspaceId: string): Promise<unknown> =>
  db.raw(
    `WITH e AS (SELECT * FROM audit_entries WHERE workspace_id = ?),
       head AS (
         INSERT INTO audit_heads SELECT workspace_id, sequence, hash, '{}' FROM e ORDER BY sequence DESC LIMIT 1
         ON CONFLICT (workspace_id) DO UPDATE SET sequence = excluded.sequence, hash = excluded.hash),
       kept AS (
         SELECT workspace_id, 'action' AS kind, action AS value, NULL::uuid AS whose FROM e
         UNION SELECT workspace_id, 'target', target_kind, NULL FROM e
         UNION SELECT workspace_id, 'actor', actor_user_id::text, actor_user_id FROM e WHERE actor_user_id IS NOT NULL
         UNION SELECT workspace_id, 'device', device, actor_user_id FROM e WHERE device IS NOT NULL)
     INSERT INTO audit_values
     SELECT workspace_id, kind, value, coalesce(whose, '00000000-0000-0000-0000-000000000000') FROM kept ON CONFLICT DO NOTHING`,
    [workspaceId],
  )

const SLICE = 5_000
type Leaf = { readonly sequence: string; readonly hash: string }

/** Gives a filled log the tree of its hashes. */
export const growFilledTree = async (
  db: Knex,
  workspaceId: string,
  given?: readonly Leaf[],
): Promise<void> => {
  const leaves: readonly Leaf[] =
    given ??
    (await db('audit_entries')
      .where({ workspace_id: workspaceId })
      .orderBy('sequence')
      .select('sequence', 'hash'))
  let peaks: readonly string[] = []
  const subtrees: object[] = []
  for (const [sequence, { hash }] of leaves.entries()) {
    const grown = grownTree({ sequence, peaks }, hash)
    peaks = grown.peaks
    subtrees.push(...grown.kept.map((subtree) => ({ workspace_id: workspaceId, ...subtree })))
  }
  await db('audit_subtrees').where({ workspace_id: workspaceId }).delete()
  await db.batchInsert('audit_subtrees', subtrees, SLICE)
  await db('audit_heads')
    .where({ workspace_id: workspaceId })
    .update({ hash: leaves.at(-1)!.hash, peaks })
  await writtenElsewhere(db)
}

/** Replaces the generated hashes with a valid chain and its tree. */
export const chainFilledLog = async (db: Knex, workspaceId: string): Promise<void> => {
  const rows: { sequence: string; id: string; fact_hash: string }[] = await db('audit_entries')
    .where({ workspace_id: workspaceId })
    .orderBy('sequence')
    .select('sequence', 'id', 'fact_hash')
  let before = GENESIS
  const leaves = rows.map(({ sequence, id, fact_hash }): Leaf => {
    before = entryHash(before, Number(sequence), id, fact_hash)
    return { sequence, hash: before }
  })
  // One statement for all would take longer than a query may.
  for (let from = 0; from < leaves.length; from += SLICE) {
    const slice = leaves.slice(from, from + SLICE)
    await db.raw(
      `UPDATE audit_entries e SET hash = made.hash FROM unnest(?::bigint[], ?::text[]) AS made (sequence, hash)
       WHERE e.workspace_id = ? AND e.sequence = made.sequence`,
      [slice.map(({ sequence }) => sequence), slice.map(({ hash }) => hash), workspaceId] as never[],
    )
  }
  await growFilledTree(db, workspaceId, leaves)
}
