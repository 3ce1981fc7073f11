import pg from 'pg'
import type { NewEvent } from '#platform/event-store/event-store.ts'

/** The baseline: a plain INSERT with positions from a sequence, with one connection per lane. */
export const openBareSequence = async (url: string, connections: number) => {
  const clients = Array.from({ length: connections }, () => new pg.Client({ connectionString: url }))
  for (const client of clients) await client.connect()
  await clients[0]!.query(`
    drop table if exists bare_events;
    create table bare_events (
      position bigint generated always as identity primary key,
      stream text collate "C" not null,
      revision bigint not null,
      id uuid not null,
      type text not null,
      data text not null,
      metadata text not null,
      recorded_at timestamptz not null default clock_timestamp(),
      unique (stream, revision)
    )`)
  const text = `insert into bare_events (stream, revision, id, type, data, metadata)
    values ($1, $2, $3, $4, $5, $6) returning position`
  return {
    insert: (lane: number, stream: string, revision: number, { id, type, data, metadata }: NewEvent) => {
      const values = [stream, revision, id, type, JSON.stringify(data), JSON.stringify(metadata)]
      return clients[lane]!.query({ name: 'insert', text, values })
    },
    close: () => Promise.all(clients.map((client) => client.end())),
  }
}
