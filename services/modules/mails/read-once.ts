import type { Aggregate } from '#platform/commands/aggregates.ts'
import type { Fold } from '#platform/commands/decider.ts'
import type { AnyEvent } from '#platform/facts/facts.ts'
import type { Streams } from './mail-kind.ts'

/** The same streams for one piece of work: each is read at most once, as it is at the first look. */
export const readOnce = ({ load, loadAt }: Streams): Streams => {
  const known = new Map<unknown, Map<string, Promise<unknown>>>()
  return {
    loadAt,
    load<S, E extends AnyEvent>(fold: Fold<S, E>, stream: string): Promise<Aggregate<S>> {
      const ofFold = known.get(fold) ?? new Map<string, Promise<unknown>>()
      known.set(fold, ofFold)
      const loaded = (ofFold.get(stream) as Promise<Aggregate<S>> | undefined) ?? load(fold, stream)
      ofFold.set(stream, loaded)
      return loaded
    },
  }
}
