import type { Logger } from '../../watch/logger.ts'
import { checkAppend } from '../check-append.ts'
import { createAppender } from './esdb-append.ts'
import { createClients } from './esdb-client.ts'
import { readIdentity } from './esdb-identity.ts'
import { createLives } from './esdb-live.ts'
import { createPages } from './esdb-pages.ts'
import { createReader } from './esdb-read.ts'
import { subscribeAll } from './esdb-subscribe.ts'
import { Ambiguous, Unavailable, type EventStore, type TypeFilter } from '../event-store.ts'

const isWanted = (types: TypeFilter, type: string): boolean =>
  'only' in types ? types.only.includes(type) : !types.except.includes(type)

type Options = {
  /** `esdb://…` or `esdb+discover://…`, as for EventStoreDB's own clients. */
  readonly url: string
  readonly log: Logger
}

const defaultTimeoutMs = 5_000
const defaultMax = 1_000

/** Opens the event store in an EventStoreDB 23.10 or later. Connects on first use. */
export const openEsdbEventStore = ({ url, log }: Options): EventStore => {
  const clients = createClients(url)
  const reader = createReader(clients)
  const pages = createPages(clients, reader.readAll)
  const appender = createAppender({ clients, reader, log })
  let closed = false

  const store: EventStore = {
    async append(stream, expected, events, { timeoutMs = defaultTimeoutMs } = {}) {
      const checked = checkAppend(stream, expected, events)
      if (closed) throw new Unavailable('the event store is closed')
      return await appender.append(checked, events, timeoutMs)
    },
    async readStream(stream, { from = 0, max = defaultMax } = {}) {
      const events = await reader.readStream(stream, from, max)
      appender.note(events.at(-1)?.position)
      return events
    },
    // The client can filter subscriptions on the server, but not reads.
    async readAll({ after, max = defaultMax, types }) {
      const page = await pages.readAll(after, max)
      return types ? { ...page, events: page.events.filter(({ type }) => isWanted(types, type)) } : page
    },
    subscribeAll: (options) =>
      subscribeAll({
        ...options,
        readAll: store.readAll,
        openLive,
        log,
      }),
    factAt: (position) => reader.factAt(position),
    connections: clients.connections,
    async head() {
      const head = await reader.head(appender.note(null))
      // A node that is behind must not return a head before our own appends. (null: the identity may be the only event.)
      return head && appender.note(head)
    },
    async identity() {
      try {
        return await readIdentity(store)
      } catch (cause) {
        if (!(cause instanceof Ambiguous)) throw cause
        throw new Unavailable('the event store did not take its identity', { cause })
      }
    },
    async close() {
      closed = true
      pages.close()
      await appender.idle()
      await clients.close()
    },
  }
  const openLive = createLives({
    open: clients.open,
    head: store.head,
    onAccepted: appender.onAccepted,
  })
  return store
}
