import { createRequire } from 'node:module'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { CommandHandler, projections, type Event } from '@event-driven-io/emmett'
import { getPostgreSQLEventStore, postgreSQLProjection } from '@event-driven-io/emmett-postgresql'
import pg from 'pg'
import { sendToParent } from '../processes.ts'
import {
  rowsOf,
  rowsStatement,
  sessionIn,
  sessionStatement,
  workspaceStatement,
} from './baseline-statements.ts'

/**
 * Emmett's Express and PostgreSQL sample with the product's work: its command handler, its store and an inline projection in
 * the transaction of the append. It runs in its own process, because the library changes pg's parsers.
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
  patch(path: string, handler: (request: Request, response: Response, next: Next) => void): void
}
type Express = (() => Application) & { json(): unknown }
// Express has no types here.
const express = createRequire(import.meta.url)('express') as Express

const url = process.env['BENCH_URL']!
const pool = new pg.Pool({ connectionString: url, max: 10 })

const store = getPostgreSQLEventStore(url, {
  projections: projections.inline([
    postgreSQLProjection<Renamed>({
      name: 'rows',
      canHandle: ['WorkspaceRenamed'],
      async handle(events, { connection }) {
        for (const { data } of events)
          await connection.client.query({
            ...rowsStatement,
            values: rowsOf(data.workspaceId, data.name, data.userId),
          })
      },
    }),
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
const change = async (request: Request, response: Response): Promise<void> => {
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
}
app.patch('/workspaces/update-settings/:id', (request, response, next) => {
  change(request, response).catch(next)
})
const server = createServer(app)
server.listen(0, '127.0.0.1', () => sendToParent({ port: (server.address() as { port: number }).port }))
process.once('SIGTERM', () => process.exit(0))
