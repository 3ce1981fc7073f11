import { setTimeout as pause } from 'node:timers/promises'
import { Rejected } from '#contract/errors.ts'
import { createAggregates, type Aggregate, type Known, type Loaded } from './aggregates.ts'
import type { Decider, Fold } from './decider.ts'
import type { Codec } from '../facts/event-codec.ts'
import {
  categoryOf,
  EventIdConflict,
  WrongExpectedRevision,
  type EventStore,
} from '../event-store/event-store.ts'
import type { Actor, AnyEvent, Client } from '../facts/facts.ts'
import type { Fingerprints } from './fingerprints.ts'
import { createCommandQueue } from './command-queue.ts'
import { inSpan, traceOfNow } from '../watch/tracing.ts'

/** Who executes a command, when and from where. One request uses the same context for every stream. */
export type CommandContext = {
  /** Derived from caller, operation and Idempotency-Key; random without a key. */
  readonly commandId: string
  /** The text of the request without secrets. The same id with another content is rejected. Never stored. */
  readonly content: string
  readonly actor: Actor
  readonly at: Date
  readonly requestId: string | null
  readonly client: Client | null
  readonly causationId?: string
  /** Whether access was checked, if it must be. The executor stops a command that forgot to check it. */
  readonly isGuarded?: () => boolean
  /** Called if the command has appended an event, now or in an earlier attempt. */
  readonly tookEffect?: () => void
}

/** The context of a command that the product executes on its own. The same id is the same command. */
export const bySystem = (commandId: string, at: Date): CommandContext => ({
  commandId,
  content: commandId,
  actor: { kind: 'system', userId: null, role: 'system' },
  at,
  requestId: null,
  client: null,
})

export type Execution<State, Command, Event extends AnyEvent> = {
  readonly decider: Decider<State, Command, Event>
  readonly stream: string
  readonly workspaceId: string | null
  /** A function if the actor depends on the state. */
  readonly context: CommandContext | ((state: State) => CommandContext)
  /**
   * Checks access before each decision, on the state that the decision sees. It also runs for a repeated command, so that a
   * caller who has lost access gets no answer. Throws to reject.
   */
  readonly guard?: (state: State, repeated: boolean) => void | Promise<void>
  /**
   * The command, or a function that builds it from the state, and from what it read that state from. The function is not called if
   * the stream already holds this command.
   * It must not execute a command on the same stream, which throws. Throw `Noticed` instead: the executor appends that event in a
   * separate step.
   */
  readonly command: Command | ((state: State, read: Aggregate<State>) => Command | Promise<Command>)
  /**
   * Runs before each append, after the rules have allowed the events, with the state that they saw: counts a rate, stores a token.
   * An error ends the command.
   */
  readonly beforeAppend?: (events: readonly Event[], state: State) => Promise<void>
  /** The state that this request has already read. It is new enough for the first attempt. */
  readonly read?: Aggregate<State>
  /** Reads the state for the first attempt, if that needs a read. */
  readonly load?: Commands['load']
}

export type Executed<State> = Aggregate<State> & {
  /** Empty if the state was already as wanted, or if the command was repeated. */
  readonly events: readonly AnyEvent[]
  readonly repeated: boolean
}

export type Commands = {
  /** Returns the current state. Reads only the events after the cached state. */
  load<S, E extends AnyEvent>(fold: Fold<S, E>, stream: string): Promise<Aggregate<S>>
  /** Returns the state as it was at `since` (by `performance.now()`) or later. Reads nothing if a read that began since then tells it. */
  loadSince<S, E extends AnyEvent>(fold: Fold<S, E>, stream: string, since: number): Promise<Aggregate<S>>
  /** Returns the state that this process knows, without a read. It may be old. */
  lastSeen<S, E extends AnyEvent>(fold: Fold<S, E>, stream: string): Aggregate<S> | undefined
  /** Returns the state at `revision`. Ascending revisions of one stream continue from the last one. */
  loadAt<S, E extends AnyEvent>(fold: Fold<S, E>, stream: string, revision: number): Promise<S>
  /**
   * Loads, folds, decides and appends, and starts again if another event came first. A command id takes effect once. Throws
   * Rejected, and Unavailable or Ambiguous from the store.
   */
  execute<S, C, E extends AnyEvent>(execution: Execution<S, C, E>): Promise<Executed<S>>
}

/** Conflicts are retried at least this often and at least this long. */
const MIN_ATTEMPTS = 12
const CONFLICTS_MS = 5_000
const MAX_PAUSE_MS = 32
const NOTHING_SEEN = { known: undefined, isRead: false }

export const createCommands = (
  eventStore: EventStore,
  codec: Codec,
  fingerprints: Fingerprints,
  { cacheBytes }: { readonly cacheBytes?: number } = {},
): Commands => {
  const aggregates = createAggregates(eventStore, codec, cacheBytes)
  const { load } = aggregates

  /** Answers a command that the stream already holds. Throws `idempotency.other-body` if its content differs. */
  const repeat = async <S>(
    { stream, context }: { readonly stream: string; readonly context: CommandContext },
    loaded: Loaded<S>,
    done: Known,
  ): Promise<Executed<S>> => {
    requireGuarded(context, stream)
    const isSame = await fingerprints.fits(done.fingerprint, context.content)
    if (!isSame) throw new Rejected('idempotency.other-body')
    context.tookEffect?.()
    return { ...loaded, position: done.position, events: [], repeated: true }
  }

  const metadataOf = async (context: CommandContext, workspaceId: string | null) => ({
    commandId: context.commandId,
    fingerprint: await fingerprints.of(context.content),
    correlationId: context.requestId ?? context.commandId,
    causationId: context.causationId ?? context.commandId,
    actor: context.actor,
    at: context.at.toISOString(),
    requestId: context.requestId,
    client: context.client,
    workspaceId,
    ...traceOfNow(),
  })

  const attempt = async <S, C, E extends AnyEvent>(
    { decider, stream, workspaceId, guard, command, beforeAppend, ...given }: Execution<S, C, E>,
    loaded: Loaded<S>,
  ): Promise<Executed<S>> => {
    const context = typeof given.context === 'function' ? given.context(loaded.state) : given.context
    const done = loaded.commands.get(context.commandId)
    await guard?.(loaded.state, done !== undefined)
    if (done) return repeat({ stream, context }, loaded, done)
    const built =
      typeof command === 'function'
        ? await (command as (state: S, read: Aggregate<S>) => C | Promise<C>)(loaded.state, loaded)
        : command
    requireGuarded(context, stream)
    const events = decider.decide(built, loaded.state)
    if (events.length === 0) return { ...loaded, events, repeated: false }
    await beforeAppend?.(events, loaded.state)
    const encoded = await codec.encode(events, {
      stream,
      firstRevision: loaded.revision + 1,
      previousHash: loaded.hash,
      metadata: await metadataOf(context, workspaceId),
    })
    const expected = loaded.revision < 0 ? 'no_stream' : loaded.revision
    const { position, deduplicated } = await eventStore.append(stream, expected, encoded)
    context.tookEffect?.()
    // The stored events came from an earlier attempt with its own time and hash, so the next hash must chain to those.
    if (deduplicated) return { ...(await load(decider, stream)), position, events: [], repeated: true }
    const stored = encoded.map((event, i) => ({
      ...event,
      stream,
      revision: loaded.revision + 1 + i,
      position,
    }))
    const after = aggregates.add(decider, stream, { loaded, events: stored })
    return { ...after, events, repeated: false }
  }

  /**
   * The state for a first attempt without a read. A state that this request has read, or that was read later, counts as current.
   * An older cached state may be stale: then the store rejects the append, and the executor repeats a rejected decision on a fresh
   * state. Commands that are built by a function do not use it, because building them twice may be expensive.
   */
  const lastSeen = <S, C, E extends AnyEvent>({ decider, stream, command, read }: Execution<S, C, E>) => {
    const known = aggregates.lastSeen(decider, stream)
    const isRead = known !== undefined && read !== undefined && known.revision >= read.revision
    if (isRead) return { known, isRead }
    return { known: typeof command === 'function' ? undefined : known, isRead }
  }

  const readFirst = async <S, C, E extends AnyEvent>(
    execution: Execution<S, C, E>,
  ): Promise<Execution<S, C, E>> => {
    const { decider, stream, command, read, load: loadFirst } = execution
    if (read || !loadFirst || typeof command !== 'function') return execution
    return { ...execution, read: await loadFirst(decider, stream) }
  }

  const queue = createCommandQueue()

  const noteFailure = <S, C, E extends AnyEvent>(
    error: unknown,
    { decider, stream }: Execution<S, C, E>,
    tookMs: number,
  ): void => {
    // Another process has appended, or the store was exchanged. The next events of the stream will tell.
    if (!(error instanceof Rejected)) aggregates.doubt(decider, stream)
    if (error instanceof WrongExpectedRevision) queue.noteConflict(stream, tookMs)
  }

  const untilDecided: Commands['execute'] = async (execution) => {
    const until = performance.now() + CONFLICTS_MS
    for (let attempts = 1; ; attempts++) {
      const startedAt = performance.now()
      const { known, isRead } = attempts === 1 ? lastSeen(await readFirst(execution)) : NOTHING_SEEN
      const isCached = known !== undefined && !isRead
      try {
        const executed = await attempt(execution, known ?? (await load(execution.decider, execution.stream)))
        if (!isCached || executed.events.length > 0) return executed
      } catch (error) {
        throwFinal(error, isCached)
        const now = performance.now()
        noteFailure(error, execution, now - startedAt)
        if (attempts >= MIN_ATTEMPTS && now > until) throw new Rejected('command.conflict')
        if (!known) await pause(Math.random() * Math.min(2 ** attempts, MAX_PAUSE_MS))
      }
    }
  }

  return {
    load,
    loadSince: aggregates.loadSince,
    lastSeen: aggregates.lastSeen,
    loadAt: aggregates.loadAt,
    execute: (execution) =>
      inSpan({ name: `execute ${categoryOf(execution.stream)}` }, () =>
        queue.run(execution.stream, () => untilDecided(execution)),
      ),
  }
}

const requireGuarded = ({ isGuarded }: CommandContext, stream: string): void => {
  if (isGuarded?.() === false) throw new Error(`a command on ${stream} did not ask for access`)
}

/** Throws errors that a fresh state cannot change. A rejection is final unless it was decided on a cached state. */
const throwFinal = (error: unknown, isCached: boolean): void => {
  // EventIdConflict: the same command id with another fingerprint. The fresh stream tells whether it is a repetition.
  const isStale = error instanceof WrongExpectedRevision || error instanceof EventIdConflict
  const mayChange = isStale || (isCached && error instanceof Rejected)
  if (!mayChange) throw error
}
