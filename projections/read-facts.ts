import { UnreadableFact } from '#platform/event-codec.ts'
import type { StoredEvent } from '#platform/event-store/event-store.ts'
import type { Fact, FactMetadata } from '#platform/facts.ts'
import type { Standing } from './parked.ts'

/** A stored fact, decoded or with what kept it from being decoded; its data is then as it is stored. */
export type Read = { readonly event: StoredEvent; readonly fact: Fact; readonly fault?: unknown }

/**
 * Decodes the events, and finds those that cannot be read by halving, so that they spoil no other.
 * Throws what `isOurs` says is not the data's fault.
 */
export const readFacts = async (
  events: readonly StoredEvent[],
  decode: (events: readonly StoredEvent[]) => Promise<readonly Fact[]>,
  isOurs: (error: unknown) => boolean,
): Promise<readonly Read[]> => {
  if (events.length === 0) return []
  try {
    const facts = await decode(events)
    return events.map((event, i) => ({ event, fact: facts[i]! }))
  } catch (fault) {
    if (isOurs(fault)) throw fault
    const [event] = events
    if (events.length === 1) return [{ event: event!, fact: asStored(event!), fault }]
    const half = events.length >> 1
    return [
      ...(await readFacts(events.slice(0, half), decode, isOurs)),
      ...(await readFacts(events.slice(half), decode, isOurs)),
    ]
  }
}

const asStored = (event: StoredEvent): Fact => ({
  ...event,
  metadata: event.metadata as unknown as FactMetadata,
})

export const textOf = (fault: unknown): string => String(fault)

/** A program that knows the fact will read it; whatever else is wrong with it has to be repaired. */
export const standingAfter = (fault: unknown): Standing =>
  fault instanceof UnreadableFact ? 'held' : 'parked'
