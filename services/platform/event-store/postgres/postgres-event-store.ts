import pg from 'pg'
import type { Listener } from '../../postgres/listener.ts'
import type { Logger } from '../../watch/logger.ts'
import { createAppendConnection } from './append-connection.ts'
import { createLocalAppends } from './local-appends.ts'
import { createAppendQueue } from './append-queue.ts'
import { checkAppend, type CheckedAppend } from '../check-append.ts'
import {
  Ambiguous,
  PATIENT_MS,
  Unavailable,
  type EventStore,
  type Page,
  type Position,
  type TypeFilter,
} from '../event-store.ts'
import { inBatches } from '../../primitives/batches.ts'
import { throttleNotifications, coalesceReads } from './coalesce.ts'
import { resolveConflict } from '../resolve-conflict.ts'
import { columns, eventOf, numberOf, positionOf, type EventRow } from './rows.ts'
import { isRefusal, isSilence, rawText } from '../../postgres/postgres-errors.ts'
import { subscribeAll } from './subscribe-all.ts'

type Options = { readonly databaseUrl: string; readonly listener: Listener; readonly log: Logger }

/** Selects matching events among the next positions. Each row, at least one, also has the head. */
const selectMatching = (condition: string) => `select found.*, head.position as head
  from event_store.head left join lateral (
    select ${columns} from event_store.events
    where position > $1 and position <= $1::bigint + $3 and ${condition}
    order by position limit $2
  ) found on true order by found.position`
const statements = {
  readStream: `select ${columns} from event_store.events where stream = $1 and revision >= $2 order by revision limit $3`,
  readStreams: `select found.*, asked.n
    from (
      select * from unnest($1::text[], $2::bigint[], $3::bigint[]) with ordinality limit $4::int
    ) as asked (stream, since, most, n)
    cross join lateral (
      select ${columns} from event_store.events
      where stream = asked.stream and revision >= asked.since order by revision limit asked.most
    ) as found order by asked.n, found.revision`,
  readAll: `select ${columns} from event_store.events where position > $1 order by position limit $2`,
  readOnly: selectMatching('type = any($4)'),
  readExcept: selectMatching('type <> all($4)'),
  factAt: `select ${columns} from event_store.events where position = $1`,
  head: 'select position from event_store.head',
  identity: 'select store_id from event_store.identity',
}

type Asked = { readonly stream: string; readonly from: number; readonly max: number }

/** An event and the head, or the head alone. */
type HeadedRow = EventRow | readonly [null, null, null, null, null, null, null, string]

const defaultTimeoutMs = 5_000
const defaultMax = 1_000
/** A filtered page covers at most this many positions, so that the query stays fast. */
const span = 20_000
const poolSize = 4
/** A statement for each connection, each for many streams. */
const BATCHES = { atOnce: poolSize, most: 64 }
const answerWithinMs = 10_000

/** Opens the event store in a PostgreSQL database that `migrate` has prepared. */
export const openPostgresEventStore = async ({
  databaseUrl,
  listener,
  log,
}: Options): Promise<EventStore> => {
  const connection = createAppendConnection(databaseUrl, log)
  const localAppends = createLocalAppends(listener.local)
  const queue = createAppendQueue(localAppends.publishing(connection))
  const openPool = () => {
    const opened = new pg.Pool({
      connectionString: databaseUrl,
      max: poolSize,
      connectionTimeoutMillis: 5_000,
      query_timeout: answerWithinMs,
      keepAlive: true,
      application_name: 'event reader',
    })
    opened.on('error', (error) => log.warn({ err: error }, 'event reader connection lost'))
    return opened
  }
  let pool = openPool()
  let listened = 0
  const stopListening = listener.on('event_store', (payload) => {
    if (payload === null) listened += 1
  })

  /** Replaces the pool after one connection did not answer, because the others are probably dead too. */
  const replacePool = (silent: pg.Pool) => {
    if (pool !== silent) return
    pool = openPool()
    silent.end().catch(() => {})
  }

  const read = async <Row extends readonly (string | null)[]>(
    name: keyof typeof statements,
    values: unknown[],
  ) => {
    const query = { name, text: statements[name], values, rowMode: 'array' as const, types: rawText }
    for (let attempt = 1; ; attempt += 1) {
      const used = pool
      try {
        return (await used.query<string[]>(query)).rows as unknown as readonly Row[]
      } catch (cause) {
        if (isSilence(cause)) replacePool(used)
        // All pooled connections may be dead. A fresh one tells whether the store is available.
        if (attempt > poolSize || isRefusal(cause))
          throw new Unavailable('the event store cannot be read', { cause })
      }
    }
  }

  const readStored = async ({ stream, expected, events }: CheckedAppend) => {
    try {
      return await store.readStream(stream, { from: expected + 1, max: events.length })
    } catch (cause) {
      throw new Ambiguous('refused, and it cannot be read whether these events are already stored', { cause })
    }
  }

  const readMatching = async (after: Position | null, max: number, types: TypeFilter): Promise<Page> => {
    const [name, list] =
      'only' in types ? (['readOnly', types.only] as const) : (['readExcept', types.except] as const)
    const from = numberOf(after)
    const rows = await read<HeadedRow>(name, [from, max + 1, span, list])
    const events = rows.flatMap((row) => (row[0] === null ? [] : eventOf(row)))
    if (events.length > max) {
      const page = events.slice(0, max)
      return { events: page, next: page.at(-1)?.position ?? after, atHead: false }
    }
    const head = BigInt(rows[0]![7])
    const end = BigInt(from) + BigInt(span)
    const next = end < head ? end : head
    return { events, next: next > BigInt(from) ? positionOf(String(next)) : after, atHead: head <= end }
  }
  const readStreams = inBatches(async (asked: readonly Asked[]) => {
    const [{ stream, from, max }] = asked as [Asked]
    // For both processes, a list costs twice as much as a value.
    if (asked.length === 1) return [(await read<EventRow>('readStream', [stream, from, max])).map(eventOf)]
    const rows = await read<EventRow>('readStreams', [
      asked.map((one) => one.stream),
      asked.map((one) => one.from),
      asked.map((one) => one.max),
      // Without this limit PostgreSQL would estimate ten streams, and plan the statement anew each time.
      asked.length,
    ])
    const byQuestion = Map.groupBy(rows, (row) => row[7])
    return asked.map((_, i) => (byQuestion.get(String(i + 1)) ?? []).map(eventOf))
  }, BATCHES)
  const throttled = throttleNotifications(listener, PATIENT_MS)
  const readTogether = coalesceReads<Page>((options) => store.readAll(options))

  const store: EventStore = {
    async append(stream, expected, events, { timeoutMs = defaultTimeoutMs } = {}) {
      const append = checkAppend(stream, expected, events)
      const { actual, position } = await queue.add(append, timeoutMs)
      if (position !== null)
        return { position, revision: append.expected + events.length, deduplicated: false }
      const stored = await readStored(append)
      return resolveConflict({ stream, expected, actual: actual < 0 ? 'no_stream' : actual, events, stored })
    },
    readStream: (stream, { from = 0, max = defaultMax } = {}) => readStreams({ stream, from, max }),
    async readAll({ after, max = defaultMax, types }) {
      if (types) return readMatching(after, max, types)
      const rows = await read<EventRow>('readAll', [numberOf(after), max + 1])
      const events = (rows.length > max ? rows.slice(0, max) : rows).map(eventOf)
      return { events, next: events.at(-1)?.position ?? after, atHead: rows.length <= max }
    },
    subscribeAll: (options) =>
      subscribeAll({
        ...options,
        readAll: readTogether,
        onAppended: (fn) => (options.isPatient ? throttled : listener).on('event_store', fn),
        ...(!options.isPatient && { localAppends }),
        log,
      }),
    async factAt(position) {
      const [row] = await read<EventRow>('factAt', [numberOf(position)])
      return row ? eventOf(row) : null
    },
    async head() {
      const [row] = await read<[string]>('head', [])
      return row && row[0] !== '0' ? positionOf(row[0]) : null
    },
    async identity() {
      const [row] = await read<[string]>('identity', [])
      if (!row) throw new Error('This event store has lost its identity.')
      return row[0]
    },
    connections: () => listened + connection.opened(),
    async close() {
      stopListening()
      await queue.close()
      await connection.close()
      await pool.end()
    },
  }
  return store
}
