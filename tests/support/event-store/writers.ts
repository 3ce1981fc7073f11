import {
  WrongExpectedRevision,
  type EventStore,
  type ExpectedRevision,
} from '#platform/event-store/event-store.ts'
import { newEvents, newStream } from './facts.ts'

export type Load = {
  readonly writers: number
  readonly appendsPerWriter: number
  /** The writers compete on these streams with every second append. */
  readonly sharedStreams: readonly string[]
}

/** An acknowledged event with its place. */
export type Acknowledged = { readonly id: string; readonly stream: string; readonly revision: number }

/** On a busy machine the last of all writers waits for longer than a command would. */
const timeoutMs = 30_000

const after = (revision: number | undefined): ExpectedRevision => revision ?? 'no_stream'

const runWriter = async (store: EventStore, { appendsPerWriter, sharedStreams }: Load, writer: number) => {
  const acknowledged: Acknowledged[] = []
  const revisions = new Map<string, number>()
  const own = newStream('writer')
  for (let turn = 0; turn < appendsPerWriter;) {
    const shared = sharedStreams[(writer + turn) % sharedStreams.length]
    const stream = turn % 2 === 1 && shared ? shared : own
    const events = newEvents(1 + (turn % 3))
    try {
      const { revision } = await store.append(stream, after(revisions.get(stream)), events, { timeoutMs })
      revisions.set(stream, revision)
      events.forEach(({ id }, i) =>
        acknowledged.push({ id, stream, revision: revision - events.length + 1 + i }),
      )
      turn += 1
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision) || error.actual === 'no_stream') throw error
      revisions.set(stream, error.actual)
    }
  }
  return acknowledged
}

/** Runs many concurrent writers on one store. Returns all acknowledged events. */
export const runWriters = async (store: EventStore, load: Load): Promise<Acknowledged[]> => {
  const writers = Array.from({ length: load.writers }, (_, writer) => runWriter(store, load, writer))
  return (await Promise.all(writers)).flat()
}
