import type { AllStreamRecordedEvent, EventStoreDBClient } from '@eventstore/db-client'
import { closeClient, type Clients } from './esdb-client.ts'
import { isOurs, logPositionOf, toEvent } from './esdb-events.ts'
import type { Reader } from './esdb-read.ts'
import type { Page, Position, StoredEvent } from '../event-store.ts'

const answerWithinMs = 2_500
/** A cursor is closed if no page is taken for this time. */
const idleForMs = 10_000
const maxUnfinished = 16

/** One long read after a position, on its own client, that delivers pages. */
const openCursor = (client: EventStoreDBClient, after: Position) => {
  const from = logPositionOf(after)
  const waiting: StoredEvent[] = []
  /** The read pauses when this many events are buffered. */
  let limit = Infinity
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
    if (waiting.push(toEvent(event)) >= limit) read.pause()
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
    /** Whether no more events will come. */
    isOver: () => isOver && waiting.length === 0,
    /** Returns up to `max` events; none after the end of the read or an error. */
    async next(max: number): Promise<readonly StoredEvent[]> {
      limit = 2 * max
      closeAfter(answerWithinMs)
      while (waiting.length < max && !isOver) await new Promise<void>((resolve) => (wake = resolve))
      const events = waiting.splice(0, max)
      read.resume()
      closeAfter(idleForMs)
      return events
    },
  }
}

/**
 * Reads all events page by page. A read that continues after a page uses one long read, so that the server sends the next page while
 * the caller handles this one.
 */
export const createPages = (clients: Pick<Clients, 'open'>, readPage: Reader['readAll']) => {
  /** By the position after which a read may continue: its cursor, if there is one already. */
  const unfinished = new Map<Position, ReturnType<typeof openCursor> | undefined>()

  let closed = false

  const remember = (position: Position, cursor?: ReturnType<typeof openCursor>) => {
    if (closed || unfinished.has(position)) return cursor?.close()
    unfinished.set(position, cursor)
    for (const [oldest, abandoned] of unfinished) {
      if (unfinished.size <= maxUnfinished) return
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
      // The cursor has ended or failed. A new read tells what is stored now.
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
