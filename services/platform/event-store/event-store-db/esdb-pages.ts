import type { AllStreamRecordedEvent, EventStoreDBClient } from '@eventstore/db-client'
import { closeClient, type Clients } from './esdb-client.ts'
import { isOurs, toEvent } from './esdb-events.ts'
import { logPositionOf } from './esdb-position.ts'
import type { Reader } from './esdb-read.ts'
import type { Page, Position, StoredEvent } from '../event-store.ts'

const silentForMs = 2_500
/** Whoever does not ask for the next page for so long has stopped reading. */
const idleForMs = 10_000
const mostUnfinished = 16

/** One long read after a position, on a client of its own, from which pages are taken. */
const openCursor = (client: EventStoreDBClient, after: Position) => {
  const from = logPositionOf(after)
  const waiting: StoredEvent[] = []
  /** So many are kept ready; the server waits meanwhile. */
  let most = Infinity
  let isOver = false
  let wake = () => {}
  const close = () => {
    if (isOver) return
    isOver = true
    wake()
    void closeClient(client)
  }
  let timer = setTimeout(close, idleForMs)
  const read = client.readAll({ fromPosition: from, requiresLeader: true })
  read.on('data', ({ event }: { readonly event?: AllStreamRecordedEvent }) => {
    timer.refresh()
    if (!event || event.position.commit <= from.commit || !isOurs(event)) return
    if (waiting.push(toEvent(event)) >= most) read.pause()
    wake()
  })
  read.on('error', close)
  read.on('end', close)

  const closeAfter = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(close, ms).unref()
  }
  return {
    close,
    /** Nothing more comes than what `next` gave. */
    isOver: () => isOver && waiting.length === 0,
    /** Up to `max` events; none when the read has come to its end, whatever ended it. */
    async next(max: number): Promise<readonly StoredEvent[]> {
      most = 2 * max
      closeAfter(silentForMs)
      while (waiting.length < max && !isOver) await new Promise<void>((resolve) => (wake = resolve))
      const events = waiting.splice(0, max)
      read.resume()
      closeAfter(idleForMs)
      return events
    },
  }
}

/**
 * Reads all events page by page. Whoever goes on where a page ended gets the next ones from one long read, so the
 * server sends while a page is used; a request for each page would make both wait for each other.
 */
export const createPages = (clients: Pick<Clients, 'open'>, readPage: Reader['readAll']) => {
  /** Where pages ended before the head, and the long read that goes on there, if there is one already. */
  const unfinished = new Map<Position, ReturnType<typeof openCursor> | undefined>()

  let closed = false

  const remember = (position: Position, cursor?: ReturnType<typeof openCursor>) => {
    if (closed || unfinished.has(position)) return cursor?.close()
    unfinished.set(position, cursor)
    for (const [oldest, abandoned] of unfinished) {
      if (unfinished.size <= mostUnfinished) return
      unfinished.delete(oldest)
      abandoned?.close()
    }
  }

  const readOneByOne = async (after: Position | null, max: number): Promise<Page> => {
    const page = await readPage(after, max)
    if (page.next !== null && !page.atHead) remember(page.next)
    return page
  }

  return {
    async readAll(after: Position | null, max: number): Promise<Page> {
      if (after === null || !unfinished.has(after)) return readOneByOne(after, max)
      const cursor = unfinished.get(after) ?? openCursor(clients.open(), after)
      unfinished.delete(after)
      const events = await cursor.next(max)
      const last = events.at(-1)
      // It may have ended a while ago, or have broken: what is there now, another read tells.
      if (!last || cursor.isOver()) return readOneByOne(after, max)
      remember(last.position, cursor)
      return { events, next: last.position, atHead: false }
    },
    close() {
      closed = true
      for (const cursor of unfinished.values()) cursor?.close()
      unfinished.clear()
    },
  }
}
