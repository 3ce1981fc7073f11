import { getHeapStatistics } from 'node:v8'
import { LRUCache } from 'lru-cache'
import type { Fold } from './decider.ts'
import type { Codec } from '../facts/event-codec.ts'
import type { EventStore, Position, StoredEvent } from '../event-store/event-store.ts'
import type { AnyEvent, Fact } from '../facts/facts.ts'

/** A folded stream. */
export type Aggregate<State> = {
  readonly state: State
  /** Of the last event; -1 if there is none. */
  readonly revision: number
  readonly position: Position | null
  /** The first event as stored, with its personal fields sealed. */
  readonly first: StoredEvent | null
}

/** A command that the stream already holds. */
export type Known = { readonly fingerprint: string; readonly position: Position; readonly revision: number }
export type Loaded<State> = Aggregate<State> & {
  readonly hash: string | null
  /** By command id. */
  readonly commands: Map<string, Known>
  /** The estimated size in memory. */
  readonly bytes: number
}

/** Folds streams and caches the results. */
export type Aggregates = {
  /** Returns the current state. Reads only the events after the cached state, and of concurrent loads only one reads them all. */
  load<S, E extends AnyEvent>(fold: Fold<S, E>, stream: string): Promise<Loaded<S>>
  /** Returns the state as it was at `since` (by `performance.now()`) or later. Reads nothing if a read that began since then tells it. */
  loadSince<S, E extends AnyEvent>(fold: Fold<S, E>, stream: string, since: number): Promise<Loaded<S>>
  /**
   * Returns the state at `revision`. Reads nothing if it is the cached one. Ascending revisions of one stream continue from the last one,
   * while its past state is cached.
   */
  loadAt<S, E extends AnyEvent>(fold: Fold<S, E>, stream: string, revision: number): Promise<S>
  /** Returns the cached state without a read. */
  lastSeen<S, E extends AnyEvent>(fold: Fold<S, E>, stream: string): Loaded<S> | undefined
  /** Folds the events that were just appended onto `loaded` and caches the result. */
  add<S, E extends AnyEvent>(
    fold: Fold<S, E>,
    stream: string,
    to: { readonly loaded: Loaded<S>; readonly events: readonly StoredEvent[] },
  ): Loaded<S>
  /** Marks the cached state as suspect: the next `load` keeps it only if the events that it reads continue it. */
  doubt<S, E extends AnyEvent>(fold: Fold<S, E>, stream: string): void
}

const PAGE = 1_000
const MIB = 1024 * 1024
/** Caches that fill a small heap leave its process to the collection of garbage. */
const heapBytes = getHeapStatistics().heap_size_limit
const CACHE_BYTES = Math.min(128 * MIB, Math.floor(heapBytes / 16))
/** Upper bounds for the memory of a folded stream, of each event, and of each item of its lists, measured by the benchmark. */
const STREAM_BYTES = 2_048
const FACT_BYTES = 1_024
const ITEM_BYTES = 512
/** Past states are bounded by their own size: 64 MiB are about 2,600 workspaces with 50 members each. */
const PAST_BYTES = Math.min(64 * MIB, Math.floor(heapBytes / 32))

const bytesOfFact = ({ data }: AnyEvent): number => {
  let bytes = FACT_BYTES
  for (const field in data) if (Array.isArray(data[field])) bytes += data[field].length * ITEM_BYTES
  return bytes
}

/** Counts the items of the collections of a state, which may be persistent ones. */
const itemsIn = (state: unknown): number => {
  if (typeof state !== 'object' || state === null) return 1
  if (Array.isArray(state)) return state.length
  if ('size' in state && typeof state.size === 'number') return state.size
  return Object.values(state).reduce<number>((sum, field) => sum + itemsIn(field), 0)
}

const bytesOfFirst = ({ data }: StoredEvent): number => FACT_BYTES + JSON.stringify(data).length

/** Whether the next events of the stream continue the cached state. For a suspect one, no events means no. */
const continues = (
  { hash }: Pick<Loaded<unknown>, 'hash'>,
  [next]: readonly StoredEvent[],
  isSuspect: boolean,
): boolean => (next ? next.metadata['previousHash'] === hash : !isSuspect)

/** A read of a stream that has not ended. */
type Reading = { readonly began: number; readonly loaded: Promise<Loaded<unknown>> }

export const createAggregates = (
  eventStore: Pick<EventStore, 'readStream'>,
  codec: Pick<Codec, 'decodeBlind'>,
  cacheBytes: number = CACHE_BYTES,
  pastBytes: number = PAST_BYTES,
): Aggregates => {
  const suspects = new Set<string>()
  /** When the last read began that the cached state is from. */
  const readAt = new Map<string, number>()
  const cache = new LRUCache<string, Loaded<unknown>>({
    maxSize: cacheBytes,
    // A stream that is larger than the cache stays in it alone.
    sizeCalculation: ({ bytes }) => Math.min(bytes, cacheBytes),
    dispose(_, key, reason) {
      if (reason === 'set') return
      suspects.delete(key)
      readAt.delete(key)
    },
  })
  const past = new LRUCache<string, Loaded<unknown>>({
    maxSize: pastBytes,
    sizeCalculation: ({ state }) => Math.min(STREAM_BYTES + itemsIn(state) * ITEM_BYTES, pastBytes),
  })
  const reading = new Map<string, Promise<Loaded<unknown>>>()
  /** The last read of each stream that has not ended. */
  const running = new Map<string, Reading>()
  const folds: unknown[] = []
  /** Different folds of one stream have different entries. */
  const keyOf = <S, E extends AnyEvent>({ evolve }: Fold<S, E>, stream: string): string => {
    if (!folds.includes(evolve)) folds.push(evolve)
    return `${folds.indexOf(evolve)} ${stream}`
  }

  const foldOnto = <S, E extends AnyEvent>(
    fold: Fold<S, E>,
    from: Loaded<S>,
    events: readonly StoredEvent[],
  ): Loaded<S> => {
    if (events.length === 0) return from
    const commands = from.commands
    const first = from.first ?? events[0]!
    let { state, bytes } = from
    if (from.first === null) bytes += bytesOfFirst(first)
    for (const fact of codec.decodeBlind(events) as readonly Fact<E>[]) {
      state = fold.evolve(state, fact)
      bytes += bytesOfFact(fact)
      const { commandId, fingerprint } = fact.metadata
      commands.set(commandId, { fingerprint, position: fact.position, revision: fact.revision })
    }
    const last = events.at(-1)!
    return {
      state,
      revision: last.revision,
      position: last.position,
      first,
      hash: last.metadata['hash'] as string,
      commands,
      bytes,
    }
  }

  /** Caches and returns the state with the highest revision, because reads may overtake each other. */
  const remember = <S>(key: string, loaded: Loaded<S>): Loaded<S> => {
    const known = cache.get(key) as Loaded<S> | undefined
    const newest = known && known.revision > loaded.revision ? known : loaded
    cache.set(key, newest)
    return newest
  }

  const emptyStream = <S>({ initialState }: { readonly initialState: S }): Loaded<S> => ({
    state: initialState,
    revision: -1,
    position: null,
    first: null,
    hash: null,
    commands: new Map(),
    bytes: STREAM_BYTES,
  })

  const readFrom = async <S, E extends AnyEvent>(fold: Fold<S, E>, stream: string): Promise<Loaded<S>> => {
    const key = keyOf(fold, stream)
    const began = performance.now()
    const known = cache.get(key) as Loaded<S> | undefined
    let loaded = known ?? emptyStream(fold)
    for (;;) {
      const events = await eventStore.readStream(stream, { from: loaded.revision + 1, max: PAGE })
      if (loaded === known && !continues(known, events, suspects.has(key))) {
        if (cache.peek(key) === known) cache.delete(key)
        loaded = emptyStream(fold)
        continue
      }
      loaded = foldOnto(fold, loaded, events)
      if (events.length < PAGE) break
    }
    suspects.delete(key)
    const newest = remember(key, loaded)
    readAt.set(key, Math.max(began, readAt.get(key) ?? began))
    return newest
  }

  const readOn = <S, E extends AnyEvent>(fold: Fold<S, E>, stream: string): Promise<Loaded<S>> => {
    const key = keyOf(fold, stream)
    const began = performance.now()
    const loaded: Promise<Loaded<S>> = readFrom(fold, stream).finally(() => {
      if (running.get(key)?.loaded === loaded) running.delete(key)
    })
    running.set(key, { began, loaded })
    return loaded
  }

  const load = <S, E extends AnyEvent>(fold: Fold<S, E>, stream: string): Promise<Loaded<S>> => {
    const key = keyOf(fold, stream)
    const continueReading = () => readOn(fold, stream)
    if (cache.has(key)) return continueReading()
    const first = reading.get(key)
    if (first) return first.then(continueReading, continueReading)
    const whole = continueReading().finally(() => reading.delete(key))
    reading.set(key, whole)
    return whole
  }

  const trusted = <S, E extends AnyEvent>(fold: Fold<S, E>, stream: string): Loaded<S> | undefined => {
    const key = keyOf(fold, stream)
    return suspects.has(key) ? undefined : (cache.get(key) as Loaded<S> | undefined)
  }

  const loadSince = async <S, E extends AnyEvent>(
    fold: Fold<S, E>,
    stream: string,
    since: number,
  ): Promise<Loaded<S>> => {
    const key = keyOf(fold, stream)
    const read = running.get(key)
    if (read && read.began >= since) return read.loaded as Promise<Loaded<S>>
    const isFresh = (readAt.get(key) ?? -Infinity) >= since
    return (isFresh && trusted(fold, stream)) || load(fold, stream)
  }

  const loadAt = async <S, E extends AnyEvent>(fold: Fold<S, E>, stream: string, revision: number) => {
    const cached = trusted(fold, stream)
    if (cached?.revision === revision) return cached.state
    const now = await load(fold, stream)
    if (now.revision === revision) return now.state
    const key = keyOf(fold, stream)
    const before = past.get(key) as Loaded<S> | undefined
    let loaded = before && before.revision <= revision ? before : emptyStream(fold)
    while (loaded.revision < revision) {
      const max = Math.min(PAGE, revision - loaded.revision)
      const events = await eventStore.readStream(stream, { from: loaded.revision + 1, max })
      if (events.length === 0) throw new Error(`${stream} has no revision ${revision}`)
      loaded = foldOnto(fold, loaded, events)
      // No command is executed on a past state, so its command ids are not needed.
      loaded.commands.clear()
    }
    past.set(key, loaded)
    return loaded.state
  }

  return {
    load,
    loadSince,
    loadAt,
    lastSeen: <S, E extends AnyEvent>(fold: Fold<S, E>, stream: string) =>
      cache.get(keyOf(fold, stream)) as Loaded<S> | undefined,
    add(fold, stream, { loaded, events }) {
      const after = foldOnto(fold, loaded, events)
      remember(keyOf(fold, stream), after)
      return after
    },
    doubt: (fold, stream) => void suspects.add(keyOf(fold, stream)),
  }
}
