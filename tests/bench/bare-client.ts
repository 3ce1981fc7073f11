import { EventStoreDBClient, NO_STREAM, type JSONEventData } from '@eventstore/db-client'
import { readAddress } from '#platform/event-store/esdb-address.ts'
import type { NewEvent } from '#platform/event-store/event-store.ts'

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
        if (event && !event.type.startsWith('$') && event.streamId !== 'identity-store') count += 1
      return count
    },
    close: () => client.dispose(),
  }
}
