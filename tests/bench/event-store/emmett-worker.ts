import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { STREAM_DOES_NOT_EXIST, type Event } from '@event-driven-io/emmett'
import { getPostgreSQLEventStore } from '@event-driven-io/emmett-postgresql'
import pg from 'pg'
import { measure } from '../measure.ts'
import { benchEvent } from '../payload.ts'

// Runs in its own process, because the library changes pg's parsers.
const { url, inFlight, forMs } = JSON.parse(await text(process.stdin)) as {
  url: string
  inFlight: number
  forMs: number
}
const pool = new pg.Pool({ connectionString: url, max: inFlight })
const store = getPostgreSQLEventStore(url, { connectionOptions: { pool } })
await store.schema.migrate()

const run = async (ms: number) => {
  const streams = Array.from({ length: inFlight }, () => `bench-${randomUUID()}`)
  return measure(inFlight, ms, (lane, turn) => {
    const { type, data, metadata } = benchEvent()
    const expectedStreamVersion = turn === 0 ? STREAM_DOES_NOT_EXIST : BigInt(turn)
    return store.appendToStream(streams[lane]!, [{ type, data, metadata } as unknown as Event], {
      expectedStreamVersion,
    })
  })
}
await run(500)
const measured = await run(forMs)
await store.close()
await pool.end()
process.stdout.write(JSON.stringify(measured))
