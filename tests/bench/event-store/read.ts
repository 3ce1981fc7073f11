import pg from 'pg'
import type { EventStore } from '#platform/event-store/event-store.ts'
import { openStore } from '#support/event-store/open-store.ts'
import { figure, median, type Figure, type Progress } from '../measure.ts'
import { benchEvent } from '../payload.ts'

const events = 50_000
const perPage = 1_000
const rounds = 7

const fill = async (store: EventStore) => {
  const streams = Array.from({ length: events / 50 }, (_, i) => `bench-read${i}_${process.pid}`)
  const write = (stream: string) =>
    store.append(stream, 'no_stream', Array.from({ length: 50 }, benchEvent), { timeoutMs: 60_000 })
  await Promise.all(streams.map(write))
}

const pageQuery = {
  name: 'bare',
  text: `select position, stream, revision, id, type, data, metadata from event_store.events
    where position > $1 order by position limit ${perPage}`,
  rowMode: 'array' as const,
}

/** Few columns in order, rows as arrays, text unparsed: the minimum for any reader. */
const readBare = async (client: pg.Client, onRow?: (row: readonly string[]) => void) => {
  let count = 0
  for (let after = '0'; ;) {
    const { rows } = await client.query<string[]>({ ...pageQuery, values: [after] })
    if (onRow) rows.forEach(onRow)
    count += rows.length
    if (rows.length < perPage) return count
    after = rows.at(-1)![0]!
  }
}

const parse = (row: readonly string[]) => [JSON.parse(row[5]!), JSON.parse(row[6]!)]

const readPort = async (store: EventStore) => {
  let count = 0
  for (let after: string | null = null; ;) {
    const page = await store.readAll({ after, max: perPage })
    count += page.events.length
    if (page.atHead) return count
    after = page.next
  }
}

const rate = async (read: () => Promise<number>) => {
  const start = performance.now()
  const count = await read()
  return (count * 1_000) / (performance.now() - start)
}

/** Reads every event in order through the port, compared with plain SQL. */
export const benchRead = async (url: string, progress: Progress): Promise<Figure[]> => {
  const store = await openStore({ adapter: 'postgres', url })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  progress(`read: writing ${events} events`)
  await fill(store)
  progress('read: all events')
  const bare: number[] = []
  const parsed: number[] = []
  const port: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await rate(() => readBare(client)))
    parsed.push(await rate(() => readBare(client, parse)))
    port.push(await rate(() => readPort(store)))
  }
  await client.end()
  await store.close()
  const name = 'read all events by the port'
  return [
    figure(`${name}, to bare SQL rows as text`, median(port), 'events/s', { baseline: median(bare) }),
    figure(`${name}, to bare SQL rows, JSON parsed`, median(port), 'events/s', {
      baseline: median(parsed),
      goal: 0.8,
    }),
  ]
}
