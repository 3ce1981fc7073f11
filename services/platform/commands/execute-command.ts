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

/** Who commands, when and from where; the same for every stream that one request touches. */
export type CommandContext = {
  /** Derived from caller, operation and Idempotency-Key; random without one. */
  readonly commandId: string
  /** What the request says, without secrets: the same id with another content is refused. In memory alone. */
  readonly content: string
  readonly actor: Actor
  readonly at: Date
  readonly requestId: string | null
  readonly client: Client | null
  readonly causationId?: string
  /** Where access has to be asked: whether it was. A command that forgot to is stopped before it decides. */
  readonly isGuarded?: () => boolean
  /** Told when the command has left a fact, now or before. */
  readonly tookEffect?: () => void
}

/** The product itself commands; the same id is the same command. */
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
  /** Where the state says who commands, as what it makes of them. */
  readonly context: CommandContext | ((state: State) => CommandContext)
  /**
   * Access and the like: asked before each decision, on the state that the decision will see, and of whoever repeats a
   * command: they are answered only if they may still see it.
   */
  readonly guard?: (state: State, repeated: boolean) => void | Promise<void>
  /**
   * The command, or how to make it from the state; not asked again when the stream already holds this command. It must not
   * command this stream, which throws: it would wait in line behind itself. What it notices becomes a fact in a step of its own.
   */
  readonly command: Command | ((state: State) => Command | Promise<Command>)
  /**
   * What has to stand before the facts do, and only if the rules allow them: a rate counted, a token remembered. Each try
   * that leads to facts does it; what it throws ends the command.
   */
  readonly beforeAppend?: (events: readonly Event[]) => Promise<void>
  /** The stream as this request has read it already: new enough to decide on first. */
  readonly read?: Aggregate<State>
}

export type Executed<State> = Aggregate<State> & {
  /** Empty when the wish was already fulfilled, or the command had been executed before. */
  readonly events: readonly AnyEvent[]
  readonly repeated: boolean
}

export type Commands = {
  /** Folds a stream as it stands now; of a known one it reads only what is new. */
  load<S, E extends AnyEvent>(fold: Fold<S, E>, stream: string): Promise<Aggregate<S>>
  /** Folds a stream as it stood at that revision. Asked for revisions that grow, it goes on from the last one. */
  loadAt<S, E extends AnyEvent>(fold: Fold<S, E>, stream: string, revision: number): Promise<S>
  /**
   * Load, fold, decide, append; again from the load when another fact came first. The same command id has
   * its effect once. Throws Rejected for broken rules; Unavailable and Ambiguous of the store.
   */
  execute<S, C, E extends AnyEvent>(execution: Execution<S, C, E>): Promise<Executed<S>>
}

/** So often at least, and so long: other processes write one fact at a time, and each has its turn. */
const ATTEMPTS = 12
const CONFLICTS_MS = 5_000
const LONGEST_PAUSE_MS = 32
const NOTHING_SEEN = { known: undefined, isRead: false }

export const createCommands = (
  eventStore: EventStore,
  codec: Codec,
  fingerprints: Fingerprints,
  { cacheBytes }: { readonly cacheBytes?: number } = {},
): Commands => {
  const aggregates = createAggregates(eventStore, codec, cacheBytes)
  const { load } = aggregates

  /** What a command that the stream holds already is answered, if it is the same. */
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
    const made =
      typeof command === 'function' ? await (command as (state: S) => C | Promise<C>)(loaded.state) : command
    requireGuarded(context, stream)
    const events = decider.decide(made, loaded.state)
    if (events.length === 0) return { ...loaded, events, repeated: false }
    await beforeAppend?.(events)
    const encoded = await codec.encode(events, {
      stream,
      firstRevision: loaded.revision + 1,
      previousHash: loaded.hash,
      metadata: await metadataOf(context, workspaceId),
    })
    const expected = loaded.revision < 0 ? 'no_stream' : loaded.revision
    const { position, deduplicated } = await eventStore.append(stream, expected, encoded)
    context.tookEffect?.()
    // Written by another process, so with another time and hash than ours: only the stream knows what to chain to.
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
   * The stream for a first try without asking the store. What this request has read itself, or somebody after it, is as
   * good as what would be read now. What was seen before is only remembered: an append to a stale revision is refused, and
   * what else a stale state might get wrong is tried again; not for commands that take effort to make.
   */
  const lastSeen = <S, C, E extends AnyEvent>({ decider, stream, command, read }: Execution<S, C, E>) => {
    const known = aggregates.lastSeen(decider, stream)
    const isRead = known !== undefined && read !== undefined && known.revision >= read.revision
    if (isRead) return { known, isRead }
    return { known: typeof command === 'function' ? undefined : known, isRead }
  }

  const queue = createCommandQueue()

  const learn = <S, C, E extends AnyEvent>(
    error: unknown,
    { decider, stream }: Execution<S, C, E>,
    tookMs: number,
  ): void => {
    // Another process wrote, or this is another history: what comes next in the stream tells.
    if (!(error instanceof Rejected)) aggregates.doubt(decider, stream)
    if (error instanceof WrongExpectedRevision) queue.noteConflict(stream, tookMs)
  }

  const untilDecided: Commands['execute'] = async (execution) => {
    const until = performance.now() + CONFLICTS_MS
    for (let tried = 1; ; tried++) {
      const startedAt = performance.now()
      const { known, isRead } = tried === 1 ? lastSeen(execution) : NOTHING_SEEN
      const isRemembered = known !== undefined && !isRead
      try {
        const executed = await attempt(execution, known ?? (await load(execution.decider, execution.stream)))
        if (!isRemembered || executed.events.length > 0) return executed
      } catch (error) {
        throwFinal(error, isRemembered)
        const now = performance.now()
        learn(error, execution, now - startedAt)
        if (tried >= ATTEMPTS && now > until) throw new Rejected('command.conflict')
        if (!known) await pause(Math.random() * Math.min(2 ** tried, LONGEST_PAUSE_MS))
      }
    }
  }

  return {
    load,
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

/** Throws what another try on a newer state would not change; a refusal is final unless it was judged on a remembered one. */
const throwFinal = (error: unknown, isRemembered: boolean): void => {
  // The same command's facts, told with another fingerprint: the stream that is read then says whether it is the same.
  const isOlder = error instanceof WrongExpectedRevision || error instanceof EventIdConflict
  const mayChange = isOlder || (isRemembered && error instanceof Rejected)
  if (!mayChange) throw error
}
