import { setTimeout as pause } from 'node:timers/promises'
import { Rejected } from '#contract/errors.ts'
import type { Decider, Fold } from './decider.ts'
import type { Codec } from './event-codec.ts'
import {
  categoryOf,
  OtherFacts,
  WrongExpectedRevision,
  type EventStore,
  type Position,
  type StoredEvent,
} from './event-store/event-store.ts'
import type { Actor, AnyEvent, Client, Fact } from './facts.ts'
import { inSpan, traceOfNow } from './watch/tracing.ts'

/** Who commands, when and from where; the same for every stream that one request touches. */
export type CommandContext = {
  /** Derived from caller, operation and Idempotency-Key; random without one. */
  readonly commandId: string
  /** HMAC of the request's content: the same id with another content is refused. */
  readonly fingerprint: string
  readonly actor: Actor
  readonly at: Date
  readonly requestId: string | null
  readonly client: Client | null
  readonly causationId?: string
  /** Where access has to be asked: whether it was. A command that forgot to is stopped before it decides. */
  readonly isGuarded?: () => boolean
}

/** A stream's state, and what is needed to append to it and to recognise a command that it already holds. */
export type Aggregate<State> = {
  readonly state: State
  /** of the last fact; -1 when there is none */
  readonly revision: number
  readonly position: Position | null
}

type Loaded<State> = Aggregate<State> & {
  readonly hash: string | null
  readonly commands: Map<string, { fingerprint: string; position: Position; revision: number }>
}

export type Execution<State, Command, Event extends AnyEvent> = {
  readonly decider: Decider<State, Command, Event>
  readonly stream: string
  readonly workspaceId: string | null
  readonly context: CommandContext
  /** Access and the like: asked before each decision, on the state that the decision will see. */
  readonly guard?: (state: State) => void
  /** The command, or how to make it from the state; not asked again when the stream already holds this command. */
  readonly command: Command | ((state: State) => Command | Promise<Command>)
}

export type Executed<State> = Aggregate<State> & {
  /** Empty when the wish was already fulfilled, or the command had been executed before. */
  readonly events: readonly AnyEvent[]
  readonly repeated: boolean
}

export type Commands = {
  /** Folds a stream as it stands now; of a known one it reads only what is new. */
  load<S, E extends AnyEvent>(fold: Fold<S, E>, stream: string): Promise<Aggregate<S>>
  /**
   * Load, fold, decide, append; again from the load when another fact came first. The same command id has
   * its effect once. Throws Rejected for broken rules; Unavailable and Ambiguous of the store.
   */
  execute<S, C, E extends AnyEvent>(execution: Execution<S, C, E>): Promise<Executed<S>>
}

const ATTEMPTS = 12
const CACHED_STREAMS = 5_000
const PAGE = 1_000

export const createCommands = (eventStore: EventStore, codec: Codec): Commands => {
  const cache = new Map<string, Loaded<unknown>>()

  const foldOnto = <S, E extends AnyEvent>(
    fold: Fold<S, E>,
    from: Loaded<S>,
    events: readonly StoredEvent[],
  ): Loaded<S> => {
    if (events.length === 0) return from
    const commands = from.commands
    let state = from.state
    for (const fact of codec.decodeBlind(events) as readonly Fact<E>[]) {
      state = fold.evolve(state, fact)
      const { commandId, fingerprint } = fact.metadata
      commands.set(commandId, { fingerprint, position: fact.position, revision: fact.revision })
    }
    const last = events.at(-1)!
    return {
      state,
      revision: last.revision,
      position: last.position,
      hash: last.metadata['hash'] as string,
      commands,
    }
  }

  /** Keeps, and answers, what is known furthest: answers of the store may overtake each other. */
  const remember = <S>(stream: string, loaded: Loaded<S>): Loaded<S> => {
    const known = cache.get(stream) as Loaded<S> | undefined
    const newest = known && known.revision > loaded.revision ? known : loaded
    cache.delete(stream)
    cache.set(stream, newest)
    if (cache.size > CACHED_STREAMS) cache.delete(cache.keys().next().value!)
    return newest
  }

  const load = async <S, E extends AnyEvent>(fold: Fold<S, E>, stream: string): Promise<Loaded<S>> => {
    let loaded = (cache.get(stream) as Loaded<S> | undefined) ?? {
      state: fold.initialState,
      revision: -1,
      position: null,
      hash: null,
      commands: new Map(),
    }
    for (;;) {
      const events = await eventStore.readStream(stream, { from: loaded.revision + 1, max: PAGE })
      loaded = foldOnto(fold, loaded, events)
      if (events.length < PAGE) break
    }
    return remember(stream, loaded)
  }

  const attempt = async <S, C, E extends AnyEvent>(
    { decider, stream, workspaceId, context, guard, command }: Execution<S, C, E>,
    loaded: Loaded<S>,
  ): Promise<Executed<S>> => {
    const done = loaded.commands.get(context.commandId)
    if (done) {
      if (done.fingerprint !== context.fingerprint) throw new Rejected('idempotency.other-body')
      return { ...loaded, position: done.position, events: [], repeated: true }
    }
    guard?.(loaded.state)
    const made =
      typeof command === 'function' ? await (command as (state: S) => C | Promise<C>)(loaded.state) : command
    if (context.isGuarded?.() === false) throw new Error(`a command on ${stream} did not ask for access`)
    const events = decider.decide(made, loaded.state)
    if (events.length === 0) return { ...loaded, events, repeated: false }
    const encoded = await codec.encode(events, {
      stream,
      firstRevision: loaded.revision + 1,
      previousHash: loaded.hash,
      metadata: {
        commandId: context.commandId,
        fingerprint: context.fingerprint,
        correlationId: context.requestId ?? context.commandId,
        causationId: context.causationId ?? context.commandId,
        actor: context.actor,
        at: context.at.toISOString(),
        requestId: context.requestId,
        client: context.client,
        workspaceId,
        ...traceOfNow(),
      },
    })
    const expected = loaded.revision < 0 ? 'no_stream' : loaded.revision
    const { position, deduplicated } = await eventStore.append(stream, expected, encoded)
    // Written by another process, so with another time and hash than ours: only the stream knows what to chain to.
    if (deduplicated) return { ...(await load(decider, stream)), position, events: [], repeated: true }
    const stored = encoded.map((event, i) => ({
      ...event,
      stream,
      revision: loaded.revision + 1 + i,
      position,
    }))
    const after = foldOnto(decider, loaded, stored)
    remember(stream, after)
    return { ...after, events, repeated: false }
  }

  /**
   * The stream as last seen, for a first try without asking the store: an append to a stale revision is refused,
   * and what else a stale state might get wrong is tried again. Not for commands that take effort to make.
   */
  const lastSeen = <S, C, E extends AnyEvent>({
    stream,
    command,
  }: Execution<S, C, E>): Loaded<S> | undefined =>
    typeof command === 'function' ? undefined : (cache.get(stream) as Loaded<S> | undefined)

  const untilDecided: Commands['execute'] = async (execution) => {
    for (let tried = 1; ; tried++) {
      const seen = tried === 1 ? lastSeen(execution) : undefined
      try {
        const executed = await attempt(execution, seen ?? (await load(execution.decider, execution.stream)))
        if (!seen || executed.repeated || executed.events.length > 0) return executed
      } catch (error) {
        throwFinal(error, seen !== undefined)
        if (tried === ATTEMPTS) throw new Rejected('command.conflict')
        if (!seen) await pause(Math.random() * 2 ** tried)
      }
    }
  }

  return {
    load,
    execute: (execution) =>
      inSpan({ name: `execute ${categoryOf(execution.stream)}` }, () => untilDecided(execution)),
  }
}

/** Throws what another try on a newer state would not change; a refusal is final unless it was judged on a remembered one. */
const throwFinal = (error: unknown, isRemembered: boolean): void => {
  if (error instanceof OtherFacts) throw new Rejected('idempotency.other-body')
  const mayChange = error instanceof WrongExpectedRevision || (isRemembered && error instanceof Rejected)
  if (!mayChange) throw error
}
