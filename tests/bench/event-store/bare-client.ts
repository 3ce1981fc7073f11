import { once } from 'node:events'
import { EventStoreDBClient, NO_STREAM, type JSONEventData } from '@eventstore/db-client'
import { readAddress } from '#platform/event-store/event-store-db/esdb-address.ts'
import { isOurs, toEvent } from '#platform/event-store/event-store-db/esdb-events.ts'
import type { NewEvent, Page, StoredEvent } from '#platform/event-store/event-store.ts'

const perPage = 1_000

/** The client of EventStoreDB as it comes, without our port: the least that any store on it must do. */
export const openBareClient = (url: string) => {
  const client = EventStoreDBClient.connectionString(url)
  // Given with the call they select the plain path, which the port takes too.
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
    /** Reads everything in order; answers how much of it was ours. */
    async readAll(): Promise<number> {
      let count = 0
      for await (const { event } of client.readAll({ requiresLeader: true, credentials }))
        if (event && isOurs(event)) count += 1
      return count
    },
    /** What feeds a projector from the first fact to the head, and then stands still until `signal` aborts. */
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
