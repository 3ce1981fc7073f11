import { randomUUID } from 'node:crypto'
import { identityStream } from './esdb-events.ts'
import { WrongExpectedRevision, type EventStore } from '../event-store.ts'

/** Returns the id of the only event in the identity stream. The first call writes it. Throws Unavailable or Ambiguous. */
export const readIdentity = async ({
  append,
  readStream,
}: Pick<EventStore, 'append' | 'readStream'>): Promise<string> => {
  for (;;) {
    const [fact] = await readStream(identityStream, { max: 1 })
    if (fact) return fact.id
    const id = randomUUID()
    const event = { id, type: 'StoreIdentified', data: {}, metadata: { fingerprint: id } }
    try {
      await append(identityStream, 'no_stream', [event])
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision)) throw error
    }
  }
}
