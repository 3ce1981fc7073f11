import type { Decode } from '#platform/facts/decode-facts.ts'
import { UnreadableFact, type Codec } from '#platform/facts/event-codec.ts'
import type { StoredEvent } from '#platform/event-store/event-store.ts'
import type { Fact, FactMetadata, Unsealed } from '#platform/facts/facts.ts'
import type { BlockedBy } from './dead-letters.ts'
import type { Projection } from '../definition/projection.ts'

/** A decoded fact, or the stored one with the fault that kept it from being decoded. */
export type Read = { readonly event: StoredEvent; readonly fact: Fact; readonly fault?: unknown }

/** The sealed fields that any of them reads; undefined when one of them reads all. */
const unsealedOf = (projections: readonly Projection[]): Unsealed | undefined => {
  const all = new Map<string, string[]>()
  for (const { unseals } of projections) {
    if (!unseals) return undefined
    for (const [type, fields] of Object.entries(unseals)) all.set(type, [...(all.get(type) ?? []), ...fields])
  }
  return Object.fromEntries(all)
}

/** Returns a decoder for projections that advance together. It opens the sealed fields that any of them reads. */
export const createDecoding = (
  codec: Pick<Codec, 'decode' | 'decoderOf'>,
): ((projections: readonly Projection[]) => Decode) => {
  const decoders = new Map<string, Decode>()
  return (projections) => {
    const names = projections.map(({ name }) => name).join(' ')
    const known = decoders.get(names)
    if (known) return known
    const unsealed = unsealedOf(projections)
    const decode = unsealed ? codec.decoderOf(unsealed) : codec.decode
    decoders.set(names, decode)
    return decode
  }
}

/** Decodes the events. Halves a batch that fails until each unreadable event stands alone. Throws interruptions. */
export const readFacts = async (
  events: readonly StoredEvent[],
  decode: Decode,
  isInterruption: (error: unknown) => boolean,
): Promise<readonly Read[]> => {
  if (events.length === 0) return []
  try {
    const facts = await decode(events)
    return events.map((event, i) => ({ event, fact: facts[i]! }))
  } catch (fault) {
    if (isInterruption(fault)) throw fault
    const [event] = events
    if (events.length === 1) return [{ event: event!, fact: asStored(event!), fault }]
    const half = events.length >> 1
    return [
      ...(await readFacts(events.slice(0, half), decode, isInterruption)),
      ...(await readFacts(events.slice(half), decode, isInterruption)),
    ]
  }
}

const asStored = (event: StoredEvent): Fact => ({
  ...event,
  metadata: event.metadata as unknown as FactMetadata,
})

export const textOf = (fault: unknown): string => String(fault)

/** A newer program can read an unreadable fact. Any other fault needs a repair. */
export const blockedByFault = (fault: unknown): BlockedBy =>
  fault instanceof UnreadableFact ? 'held' : 'dead letter'
