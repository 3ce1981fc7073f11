import Fastify from 'fastify'
import pg from 'pg'
import { sendToParent } from '../processes.ts'
import { sessionIn, sessionStatement } from './baseline-statements.ts'

/** A route that only authenticates: it checks the token and reads the session. */
const pool = new pg.Pool({ connectionString: process.env['BENCH_URL'], max: 10 })
const app = Fastify()
app.patch('/workspaces/update-settings/:id', async (request, reply) => {
  const { rows } = await pool.query({
    ...sessionStatement,
    values: [sessionIn(request.headers.authorization).sid],
  })
  if (rows.length === 0) return reply.code(401).send()
  return {}
})
await app.listen({ port: 0, host: '127.0.0.1' })
process.once('SIGTERM', () => process.exit(0))
sendToParent({ port: (app.server.address() as { port: number }).port })
