import { createRequire } from 'node:module'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { SQL } from '@event-driven-io/dumbo'
import { CommandHandler, projections, type Event } from '@event-driven-io/emmett'
import { getPostgreSQLEventStore, postgreSQLRawSQLProjection } from '@event-driven-io/emmett-postgresql'
import pg from 'pg'
import { tellParent } from './processes.ts'
import { rowsOf, sessionIn, sessionStatement, workspaceStatement } from './same-rows.ts'

/**
 * The shape of emmett's Express and PostgreSQL sample, for the product's work: its command handler, its store, an inline
 * projection in the transaction of the append. A process of its own: the library changes pg's parsers.
 */
type Renamed = Event<'WorkspaceRenamed', { workspaceId: string; name: string; userId: string }>
type Request = IncomingMessage & {
  readonly params: { readonly id: string }
  readonly body: { readonly name: string }
}
type Response = ServerResponse & { status(code: number): Response; json(body: unknown): void }
type Next = (error?: unknown) => void
type Application = RequestListener & {
  use(handler: unknown): void
  patch(path: string, handler: (request: Request, response: Response, next: Next) => Promise<void>): void
}
type Express = (() => Application) & { json(): unknown }
// It has no types of its own.
const express = createRequire(import.meta.url)('express') as Express

const url = process.env['BENCH_URL']!
const pool = new pg.Pool({ connectionString: url, max: 10 })

/** `rowsStatement` in the library's own words. */
const toRows = ({ data: { workspaceId, name, userId } }: Renamed) => {
  const [, , eventId, hash] = rowsOf(workspaceId, name, userId)
  return [
    SQL`UPDATE workspaces SET name = ${name} WHERE id = ${workspaceId}`,
    SQL`UPDATE request_workspaces SET name = ${name} WHERE id = ${workspaceId}`,
    SQL`INSERT INTO audit_targets (workspace_id, kind, id, label, fields)
      VALUES (${workspaceId}, 'workspace', ${workspaceId}, ${name}, ${JSON.stringify({ name })})
      ON CONFLICT (workspace_id, kind, id) DO UPDATE SET label = excluded.label, fields = excluded.fields`,
    SQL`WITH h AS (INSERT INTO audit_heads (workspace_id, sequence, hash) VALUES (${workspaceId}, 1, ${hash})
      ON CONFLICT (workspace_id) DO UPDATE SET sequence = audit_heads.sequence + 1, hash = excluded.hash
      RETURNING sequence)
      INSERT INTO audit_entries (workspace_id, sequence, id, at, action, actor_user_id, actor_role, target_kind,
        target_id, target_label, changes, outcome, hash)
      SELECT ${workspaceId}::uuid, sequence, ${eventId}::uuid, now(), 'workspace.settings-changed', ${userId}::uuid, 'admin',
        'workspace', ${workspaceId}, ${name}, ${JSON.stringify([{ field: 'name', before: null, after: name }])}::jsonb, 'ok',
        ${hash} FROM h`,
  ]
}

const store = getPostgreSQLEventStore(url, {
  projections: projections.inline([
    postgreSQLRawSQLProjection<Renamed>({ name: 'rows', canHandle: ['WorkspaceRenamed'], evolve: toRows }),
  ]),
  schema: { autoMigration: 'None' },
})
await store.schema.migrate()

type State = { readonly name: string | null }
const handle = CommandHandler<State, Renamed>({
  evolve: (_state, { data }) => ({ name: data.name }),
  initialState: () => ({ name: null }),
})

const app = express()
app.use(express.json())
app.patch('/workspaces/update-settings/:id', async (request, response) => {
  const { sid, sub: userId } = sessionIn(request.headers.authorization)
  const { rows: sessions } = await pool.query({ ...sessionStatement, values: [sid] })
  if (sessions.length === 0) return response.status(401).json({})
  const workspaceId = request.params.id
  const { name } = request.body
  await handle(store, `workspace-${workspaceId}`, () => ({
    type: 'WorkspaceRenamed',
    data: { workspaceId, name, userId },
  }))
  const { rows } = await pool.query({ ...workspaceStatement, values: [workspaceId] })
  response.status(200).json(rows[0])
})
const server = createServer(app)
server.listen(0, '127.0.0.1', () => tellParent({ port: (server.address() as { port: number }).port }))
process.once('SIGTERM', () => process.exit(0))
