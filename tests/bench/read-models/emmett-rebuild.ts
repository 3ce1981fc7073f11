import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { STREAM_DOES_NOT_EXIST, type Event } from '@event-driven-io/emmett'
import {
  getPostgreSQLEventStore,
  postgreSQLProjection,
  rebuildPostgreSQLProjections,
} from '@event-driven-io/emmett-postgresql'
import pg from 'pg'
import type { AnyEvent } from '#platform/facts/facts.ts'
import { newWorkspaces, requestFacts } from './requests.ts'

/**
 * The same requests in emmett's store, unsealed, and its own rebuild of a table with the same rows. It runs in its own
 * process, because the library changes pg's parsers.
 */
const { url, facts } = JSON.parse(await text(process.stdin)) as { url: string; facts: number }
const pool = new pg.Pool({ connectionString: url, max: 1 })
const store = getPostgreSQLEventStore(url, { connectionOptions: { pool } })
await store.schema.migrate()
await pool.query(`CREATE TABLE rebuilt (id uuid PRIMARY KEY, workspace_id uuid, type text, title text, requester_id uuid,
  requester_email text, status text, closed_reason text, created_at timestamptz, expires_at timestamptz, decided_at timestamptz)`)

const workspaceOwners = newWorkspaces()
// One after the other, because its reads skip events whose transactions end in another order than they began.
for (let written = 0; written < facts; written += 2) {
  const [workspaceId, userId] = workspaceOwners[(written >> 1) % workspaceOwners.length]!
  const requestId = randomUUID()
  const events = requestFacts(requestId, workspaceId, userId) as unknown as Event[]
  await store.appendToStream(`request-${requestId}`, events, { expectedStreamVersion: STREAM_DOES_NOT_EXIST })
}

const at = '2026-01-01T00:00:00.000Z'
const create = `INSERT INTO rebuilt VALUES ($1, $2, $3, $4, $5, $6, 'pending', NULL, $7, $8, NULL) ON CONFLICT (id) DO NOTHING`
const withdraw = `UPDATE rebuilt SET status = 'declined', closed_reason = 'withdrawn', decided_at = $2 WHERE id = $1`
const valuesOf = ({ type, data }: AnyEvent): readonly [string, unknown[]] =>
  type === 'RequestCreated'
    ? [
        create,
        [
          data['requestId'],
          data['workspaceId'],
          data['type'],
          data['title'],
          data['requesterId'],
          data['requesterEmail'],
          at,
          data['expiresAt'],
        ],
      ]
    : [withdraw, [data['requestId'], at]]

const rebuild = rebuildPostgreSQLProjections({
  connectionString: url,
  projections: [
    postgreSQLProjection({
      name: 'rebuilt',
      canHandle: ['RequestCreated', 'RequestWithdrawn'],
      truncate: async ({ connection }) => void (await connection.client.query('TRUNCATE rebuilt')),
      async handle(events, { connection }) {
        for (const event of events) {
          const [sql, values] = valuesOf(event as unknown as AnyEvent)
          await connection.client.query({ name: event.type, text: sql, values })
        }
      },
    }),
  ],
})
const startedAt = performance.now()
await rebuild.start()
const ms = performance.now() - startedAt
await rebuild.close()
const { rows } = await pool.query(`SELECT count(*) FROM rebuilt WHERE status = 'declined'`)
if (Number(rows[0].count) !== facts / 2) throw new Error(`emmett has rebuilt ${rows[0].count} rows`)
await store.close()
await pool.end()
process.stdout.write(JSON.stringify({ ms }))
