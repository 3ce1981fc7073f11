import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import { isReadModelAway, isUpgrading } from '#contract/errors.ts'
import type { Clock } from '../primitives/clock.ts'
import { UnreadableFact } from '../facts/event-codec.ts'
import type { EventStore, Position, StoredEvent } from '../event-store/event-store.ts'
import { hashOrId } from '../event-store/checkpoint-mismatch.ts'
import type { Logger } from '../watch/logger.ts'
import { isAway } from '../stores/stores.ts'
import { faultOf, nameOfFault } from '../watch/fault.ts'
import { ReactorMismatch, ReactorMoved, type Beside } from './reactor-checkpoints.ts'
import type { ReactorProgress } from './reactor-progress.ts'

export type Reactor = {
  /** The checkpoint's name: unique and never renamed. */
  readonly name: string
  readonly types: ReadonlySet<string>
  /**
   * Receives the events of these types in order, at least once, and tells how far it has come. After an error it is called again
   * from there. After an UnreadableFact it first receives the events one by one, so that only the unreadable one and its
   * successors wait.
   */
  readonly react: (events: readonly StoredEvent[], to: Position, steps: Steps) => Promise<void>
}

export type Steps = {
  /** Everything up to `to` is handled. Throws ReactorMoved. */
  reached(to: Position): Promise<void>
  /** The same, and saves it at once: in one statement with `beside`, whose rows it returns. */
  move<Row>(to: Position, beside: Beside<Row>, db?: Knex): Promise<readonly Row[]>
}

export type ReactorOptions = {
  readonly eventStore: EventStore
  readonly progress: ReactorProgress
  readonly clock: Clock
  readonly log: Logger
  readonly signal: AbortSignal
}

const PAGE = 1_000
const retryAfterMs = { first: 100, longest: 30_000 }

/**
 * Passes all events to a reactor for ever, from its checkpoint on. Resolves when `signal` aborts. Rejects with ReactorMismatch if
 * the checkpoint does not belong to this store. Tries again after any other error.
 */
export const runReactor = async (
  { name, types, react }: Reactor,
  { eventStore, progress, clock, log, signal }: ReactorOptions,
): Promise<void> => {
  let retryMs = retryAfterMs.first
  let checkpoint: Position | null = null
  /** By position in the current page: the `fact` of a checkpoint there. */
  let hashes: ReadonlyMap<Position, string> = new Map()

  const placeAt = (position: Position) => ({ position, fact: hashes.get(position) ?? null })
  const steps: Steps = {
    async reached(to) {
      await progress.reached(name, placeAt(to))
      checkpoint = to
    },
    async move(to, beside, db) {
      const rows = await progress.move(name, placeAt(to), beside, db)
      checkpoint = to
      return rows
    },
  }

  const reactTo = async (events: readonly StoredEvent[], to: Position) => {
    try {
      await react(events, to, steps)
    } catch (error) {
      if (!(error instanceof UnreadableFact) || events.length < 2) throw error
      for (const event of events)
        if (checkpoint === null || event.position > checkpoint) await react([event], event.position, steps)
    }
  }

  const subscribe = async () => {
    const moved = new AbortController()
    checkpoint = await progress.open(name, eventStore, () => moved.abort())
    let unsaved = 0
    for await (const page of eventStore.subscribeAll({
      after: checkpoint,
      max: PAGE,
      signal: AbortSignal.any([signal, moved.signal]),
      isPatient: true,
    })) {
      const events = page.events.filter(({ type }) => types.has(type))
      unsaved += page.events.length
      // Reading irrelevant events again after a restart is cheaper than saving a checkpoint for each.
      if (page.next === null || (events.length === 0 && unsaved < PAGE)) continue
      hashes = new Map(page.events.map((event) => [event.position, hashOrId(event)]))
      await reactTo(events, page.next)
      unsaved = 0
      retryMs = retryAfterMs.first
    }
  }

  while (!signal.aborted) {
    try {
      await subscribe()
    } catch (error) {
      if (error instanceof ReactorMismatch) throw error
      if (signal.aborted) return
      if (error instanceof ReactorMoved) continue
      const fault = faultOf(error)
      if (isReadModelAway(error))
        log.warn({ reactor: name, retryMs, fault }, 'a reactor waits for a read model')
      else if (isUpgrading(error))
        log.warn({ reactor: name, retryMs, fault }, 'a reactor waits for the end of an upgrade')
      else log.error({ reactor: name, retryMs, fault }, 'a reactor failed and tries again')
      if (!isAway(error) && !isReadModelAway(error) && !isUpgrading(error))
        await progress.noteFault(name, nameOfFault(fault), clock.now()).catch(() => {})
      await pause(retryMs, undefined, { signal }).catch(() => {})
      retryMs = Math.min(retryMs * 2, retryAfterMs.longest)
    }
  }
}
