import type { Fold } from './decider.ts'
import type { Codec } from '../facts/event-codec.ts'
import type { EventStore, Position, StoredEvent } from '../event-store/event-store.ts'
import type { AnyEvent, Fact } from '../facts/facts.ts'

/** A stream's state, and what is needed to append to it and to recognise a command that it already holds. */
export type Aggregate<State> = {
  readonly state: State
  /** of the last fact; -1 when there is none */
  readonly revision: number
  readonly position: Position | null
  /** Its first fact, sealed as it is stored: for whoever needs what is said there and no decision sees. */
  readonly first: StoredEvent | null
}

export type Known = { readonly fingerprint: string; readonly position: Position; readonly revision: number }
export type Loaded<State> = Aggregate<State> & {
  readonly hash: string | null
  /** By command id. */
  readonly commands: Map<string, Known>
  /** What it takes, as estimated. */
  readonly bytes: number
}

/** Streams folded, and the folds remembered. */
export type Aggregates = {
  /** Folds a stream as it stands now; of a known one it reads only what is new. */
  load<S, E extends AnyEvent>(fold: Fold<S, E>, stream: string): Promise<Loaded<S>>
  /** Folds a stream as it stood at that revision. Asked for revisions that grow, it goes on from the last one. */
  loadAt<S, E extends AnyEvent>(fold: Fold<S, E>, stream: string, revision: number): Promise<S>
  /** The stream as it was remembered last, without asking the store. */
  lastSeen<S, E extends AnyEvent>(fold: Fold<S, E>, stream: string): Loaded<S> | undefined
  /** Folds these further facts and remembers the outcome. */
  add<S, E extends AnyEvent>(
    fold: Fold<S, E>,
    stream: string,
    to: { readonly loaded: Loaded<S>; readonly events: readonly StoredEvent[] },
  ): Loaded<S>
  /** The store contradicts what is remembered: it is kept only if the next read goes on from it. */
  doubt<S, E extends AnyEvent>(fold: Fold<S, E>, stream: string): void
}

const PAGE = 1_000
/** What remembered streams may take: the newest is kept whatever it takes, of the others those that were used last. */
const CACHE_BYTES = 128 * 1024 * 1024
/** Upper bounds for what the fold of a stream keeps, as measured by the benchmark: of each fact, and of each item of its lists. */
const STREAM_BYTES = 2_048
const FACT_BYTES = 1_024
const ITEM_BYTES = 512
const PAST_STREAMS = 16
const bytesOfFact = ({ data }: AnyEvent): number => {
  let bytes = FACT_BYTES
  for (const field in data) if (Array.isArray(data[field])) bytes += data[field].length * ITEM_BYTES
  return bytes
}

const bytesOfFirst = ({ data }: StoredEvent): number => FACT_BYTES + JSON.stringify(data).length

/** Whether these facts, the next of the stream, continue what is remembered; in doubt, that there is none says no. */
const goesOn = (
  { hash }: Pick<Loaded<unknown>, 'hash'>,
  [next]: readonly StoredEvent[],
  isDoubted: boolean,
): boolean => (next ? next.metadata['previousHash'] === hash : !isDoubted)

export const createAggregates = (
  eventStore: Pick<EventStore, 'readStream'>,
  codec: Pick<Codec, 'decodeBlind'>,
  cacheBytes: number = CACHE_BYTES,
): Aggregates => {
  const cache = new Map<string, Loaded<unknown>>()
  const folds: unknown[] = []
  /** What one fold made of a stream is nothing to another. */
  const keyOf = <S, E extends AnyEvent>({ evolve }: Fold<S, E>, stream: string): string => {
    if (!folds.includes(evolve)) folds.push(evolve)
    return `${folds.indexOf(evolve)} ${stream}`
  }
  let cachedBytes = 0
  const doubted = new Set<string>()
  /** Of a few streams the state at an older revision, where somebody asked for one. */
  const past = new Map<string, Loaded<unknown>>()

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

  const forget = (key: string): void => {
    const known = cache.get(key)
    if (known && cache.delete(key)) cachedBytes -= known.bytes
    doubted.delete(key)
  }
  /** Keeps, and answers, what is known furthest: answers of the store may overtake each other. */
  const remember = <S>(key: string, loaded: Loaded<S>): Loaded<S> => {
    const known = cache.get(key) as Loaded<S> | undefined
    const newest = known && known.revision > loaded.revision ? known : loaded
    cache.delete(key)
    cache.set(key, newest)
    cachedBytes += newest.bytes - (known?.bytes ?? 0)
    for (const oldest of cache.keys()) {
      if (cachedBytes <= cacheBytes || oldest === key) break
      forget(oldest)
    }
    return newest
  }
  const nothing = <S>({ initialState }: { readonly initialState: S }): Loaded<S> => ({
    state: initialState,
    revision: -1,
    position: null,
    first: null,
    hash: null,
    commands: new Map(),
    bytes: STREAM_BYTES,
  })

  const load = async <S, E extends AnyEvent>(fold: Fold<S, E>, stream: string): Promise<Loaded<S>> => {
    const key = keyOf(fold, stream)
    const known = cache.get(key) as Loaded<S> | undefined
    let loaded = known ?? nothing(fold)
    for (;;) {
      const events = await eventStore.readStream(stream, { from: loaded.revision + 1, max: PAGE })
      if (loaded === known && !goesOn(known, events, doubted.has(key))) {
        if (cache.get(key) === known) forget(key)
        loaded = nothing(fold)
        continue
      }
      loaded = foldOnto(fold, loaded, events)
      if (events.length < PAGE) break
    }
    doubted.delete(key)
    return remember(key, loaded)
  }

  const loadAt = async <S, E extends AnyEvent>(fold: Fold<S, E>, stream: string, revision: number) => {
    const now = await load(fold, stream)
    if (now.revision === revision) return now.state
    const key = keyOf(fold, stream)
    const before = past.get(key) as Loaded<S> | undefined
    let loaded = before && before.revision <= revision ? before : nothing(fold)
    while (loaded.revision < revision) {
      const max = Math.min(PAGE, revision - loaded.revision)
      const events = await eventStore.readStream(stream, { from: loaded.revision + 1, max })
      if (events.length === 0) throw new Error(`${stream} has no revision ${revision}`)
      loaded = foldOnto(fold, loaded, events)
      // Nobody commands the past.
      loaded.commands.clear()
    }
    past.delete(key)
    past.set(key, loaded)
    if (past.size > PAST_STREAMS) past.delete(past.keys().next().value!)
    return loaded.state
  }

  return {
    load,
    loadAt,
    lastSeen: <S, E extends AnyEvent>(fold: Fold<S, E>, stream: string) =>
      cache.get(keyOf(fold, stream)) as Loaded<S> | undefined,
    add(fold, stream, { loaded, events }) {
      const after = foldOnto(fold, loaded, events)
      remember(keyOf(fold, stream), after)
      return after
    },
    doubt: (fold, stream) => void doubted.add(keyOf(fold, stream)),
  }
}
