import { once } from 'node:events'
import { EventStoreDBClient, NO_STREAM, type JSONEventData } from '@eventstore/db-client'
import { readAddress } from '#platform/event-store/event-store-db/esdb-address.ts'
import { isOurs, toEvent } from '#platform/event-store/event-store-db/esdb-events.ts'
import type { NewEvent, Page, StoredEvent } from '#platform/event-store/event-store.ts'

const perPage = 1_000

/** The EventStoreDB client without our port: the minimum for any store on it. */
export const openBareClient = (url: string) => {
  const client = EventStoreDBClient.connectionString(url)
  // Credentials in the call select the same code path that the port uses.
  const { credentials } = readAddress(url)
  return {
    append: ({ id, type, data, metadata }: NewEvent, stream: string, turn: number) => {
      const record: JSONEventData = {
        id,
        type,
        contentType: 'application/json',
        data,
        metadata: { ...metadata, $id: id },
      }
      const expectedRevision = turn === 0 ? NO_STREAM : BigInt(turn - 1)
      return client.appendToStream(stream, record, { expectedRevision, credentials, requiresLeader: true })
    },
    /** Reads everything in order. Returns the number of our own events. */
    async readAll(): Promise<number> {
      let count = 0
      for await (const { event } of client.readAll({ requiresLeader: true, credentials }))
        if (event && isOurs(event)) count += 1
      return count
    },
    /** Feeds a projector from the first event to the head, then waits until `signal` aborts. */
    async *pages(signal: AbortSignal): AsyncGenerator<Page> {
      let events: StoredEvent[] = []
      const page = (): Page => ({ events, next: events.at(-1)!.position, atHead: false })
      for await (const { event } of client.readAll({ requiresLeader: true, credentials })) {
        if (!event || !isOurs(event)) continue
        if (events.push(toEvent(event)) < perPage) continue
        yield page()
        events = []
      }
      if (events.length > 0) yield page()
      if (!signal.aborted) await once(signal, 'abort')
    },
    close: () => client.dispose(),
  }
}
