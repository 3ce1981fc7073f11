import type { Decode } from '#platform/facts/decode-facts.ts'
import { UnreadableFact, type Codec } from '#platform/facts/event-codec.ts'
import type { StoredEvent } from '#platform/event-store/event-store.ts'
import type { Fact, FactMetadata, Unsealed } from '#platform/facts/facts.ts'
import type { Standing } from './parked.ts'
import type { Projection } from '../definition/projection.ts'

/** A stored fact, decoded or with what kept it from being decoded; its data is then as it is stored. */
export type Read = { readonly event: StoredEvent; readonly fact: Fact; readonly fault?: unknown }

/** All that one of them reads; undefined when one of them reads everything. */
const unsealedOf = (projections: readonly Projection[]): Unsealed | undefined => {
  const all = new Map<string, string[]>()
  for (const { unseals } of projections) {
    if (!unseals) return undefined
    for (const [type, fields] of Object.entries(unseals)) all.set(type, [...(all.get(type) ?? []), ...fields])
  }
  return Object.fromEntries(all)
}

/** Decodes for projections that move together, and opens what one of them reads. */
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

/**
 * Decodes the events, and finds those that cannot be read by halving, so that they spoil no other.
 * Throws what `isOurs` says is not the data's fault.
 */
export const readFacts = async (
  events: readonly StoredEvent[],
  decode: Decode,
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
