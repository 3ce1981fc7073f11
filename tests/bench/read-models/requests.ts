import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { AnyEvent } from '#platform/facts/facts.ts'
import type { Platform } from '#platform/platform.ts'
import { copyRows } from '#projections/engine/runner/copy-rows.ts'
import { encodeFacts } from './append-facts.ts'

const WORKSPACES = 50

/** The facts of a request that is created and withdrawn, with a sealed title and address. */
export const requestFacts = (requestId: string, workspaceId: string, userId: string): AnyEvent[] => [
  {
    type: 'RequestCreated',
    data: {
      requestId,
      workspaceId,
      type: 'approval',
      title: 'Transfer 40,000 to ACME',
      requesterId: userId,
      requesterUserId: userId,
      requesterEmail: 'requester@example.com',
      approverId: null,
      salt: 'c2FsdC1vZi1hLXNhbXBsZS0zMi1ieXRlcy1sb25nLWE',
      expiresAt: '2027-01-01T00:00:00.000Z',
      workspaceRevision: 1,
    },
  },
  { type: 'RequestWithdrawn', data: { requestId, workspaceId, participantId: userId } },
]

/** Ids of workspaces, each with one user. */
export const newWorkspaces = () =>
  Array.from({ length: WORKSPACES }, () => [randomUUID(), randomUUID()] as const)

async function* rowsOf({ codec }: Platform, from: number, to: number) {
  const workspaceOwners = newWorkspaces()
  for (let position = from; position < to;) {
    const [workspaceId, userId] = workspaceOwners[(position >> 1) % WORKSPACES]!
    const requestId = randomUUID()
    const stream = `request-${requestId}`
    const place = { stream, workspaceId, expected: 'no_stream' as const }
    const events = await encodeFacts(codec, place, requestFacts(requestId, workspaceId, userId))
    for (const [revision, { id, type, data, metadata }] of events.entries()) {
      position += 1
      const texts = { data: JSON.stringify(data), metadata: JSON.stringify(metadata) }
      yield { position, stream, revision, id, type, ...texts }
    }
  }
}

/** Fills the PostgreSQL store in bulk up to this number of facts. Nothing else may use the store meanwhile. */
export const writeRequests = async (platform: Platform, facts: number): Promise<void> => {
  const client = new pg.Client({ connectionString: platform.config.DATABASE_URL })
  await client.connect()
  const { rows } = await client.query('SELECT position FROM event_store.head')
  const columns = ['position', 'stream', 'revision', 'id', 'type', 'data', 'metadata']
  const from = Number(rows[0].position)
  await copyRows(client, { schema: 'event_store', table: 'events', columns }, rowsOf(platform, from, facts))
  await client.query('UPDATE event_store.head SET position = $1', [facts])
  await client.query('VACUUM ANALYZE event_store.events')
  await client.end()
}
