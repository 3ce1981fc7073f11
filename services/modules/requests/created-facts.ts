import type { StoredEvent } from '#platform/event-store/event-store.ts'
import type { Platform } from '#platform/platform.ts'
import type { Created } from './proof.ts'
import { requestStream } from './request.events.ts'

const REMEMBERED = 1_000

/**
 * The first fact of a request, which there is, with title and details, which no decision sees. It never changes, so it is
 * remembered between the challenge and the approval: sealed as it is stored, for the words may be erased meanwhile.
 */
export const createCreatedFacts = ({ codec, eventStore }: Pick<Platform, 'codec' | 'eventStore'>) => {
  const known = new Map<string, readonly StoredEvent[]>()
  return async (requestId: string): Promise<Created> => {
    const stored = known.get(requestId) ?? (await eventStore.readStream(requestStream(requestId), { max: 1 }))
    known.delete(requestId)
    known.set(requestId, stored)
    if (known.size > REMEMBERED) known.delete(known.keys().next().value!)
    const [created] = await codec.decode(stored)
    return created as unknown as Created
  }
}
