import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import { isReadModelAway } from '#contract/errors.ts'
import type { Clock } from '../primitives/clock.ts'
import { UnreadableFact } from '../facts/event-codec.ts'
import type { EventStore, Position, StoredEvent } from '../event-store/event-store.ts'
import { markOf } from '../event-store/misfit.ts'
import type { Logger } from '../watch/logger.ts'
import { isAway } from '../stores/stores.ts'
import { faultOf, nameOfFault } from '../watch/fault.ts'
import {
  moveReactorCheckpoint,
  noteReactorFault,
  openReactorCheckpoint,
  ReactorMismatch,
  ReactorMoved,
} from './reactor-checkpoints.ts'

export type Follower = {
  /** Unique and never renamed: the checkpoint's name. */
  readonly name: string
  readonly types: ReadonlySet<string>
  /**
   * Told the facts of these types in order, at least once. Moves the checkpoint, up to `to` at the end and
   * in between where that saves work; what it throws is tried again from where the checkpoint stands. When it is
   * an UnreadableFact, it is told the facts one by one first, so that it waits at that one with the others done.
   */
  readonly react: (events: readonly StoredEvent[], to: Position, move: Move) => Promise<void>
}

/** Within the transaction of `db`; throws ReactorMoved, which must roll it back. */
export type Move = (db: Knex, to: Position) => Promise<void>

export type FollowOptions = {
  readonly eventStore: EventStore
  readonly db: Knex
  readonly clock: Clock
  readonly log: Logger
  readonly signal: AbortSignal
}

const PAGE = 1_000
const retryAfterMs = { first: 100, longest: 30_000 }

/**
 * Follows all facts for ever, from the stored checkpoint. Resolves when `signal` aborts. Rejects with
 * ReactorMismatch when the checkpoint does not belong to this store; whatever else fails is tried again.
 */
export const followFacts = async (
  { name, types, react }: Follower,
  { eventStore, db, clock, log, signal }: FollowOptions,
): Promise<void> => {
  let retryMs = retryAfterMs.first
  let stored: Position | null = null
  /** Of the page at hand, by position: which facts a checkpoint may come to stand on. */
  let marks: ReadonlyMap<Position, string> = new Map()

  const move: Move = async (transaction, to) => {
    await moveReactorCheckpoint(transaction, name, stored, {
      position: to,
      fact: marks.get(to) ?? null,
    })
    stored = to
  }

  const tell = async (events: readonly StoredEvent[], to: Position) => {
    try {
      await react(events, to, move)
    } catch (error) {
      if (!(error instanceof UnreadableFact) || events.length < 2) throw error
      for (const event of events)
        if (stored === null || event.position > stored) await react([event], event.position, move)
    }
  }

  const follow = async () => {
    stored = await openReactorCheckpoint(db, name, eventStore)
    let unsaved = 0
    for await (const page of eventStore.subscribeAll({ after: stored, max: PAGE, signal, isPatient: true })) {
      const events = page.events.filter(({ type }) => types.has(type))
      unsaved += page.events.length
      // Facts that mean nothing here are read again after a restart rather than saved one by one.
      if (page.next === null || (events.length === 0 && unsaved < PAGE)) continue
      marks = new Map(page.events.map((event) => [event.position, markOf(event)]))
      await tell(events, page.next)
      unsaved = 0
      retryMs = retryAfterMs.first
    }
  }

  while (!signal.aborted) {
    try {
      await follow()
    } catch (error) {
      if (error instanceof ReactorMismatch) throw error
      if (signal.aborted) return
      if (error instanceof ReactorMoved) continue
      const fault = faultOf(error)
      if (isReadModelAway(error))
        log.warn({ reactor: name, retryMs, fault }, 'a reactor waits for a read model')
      else log.error({ reactor: name, retryMs, fault }, 'a reactor failed and tries again')
      if (!isAway(error) && !isReadModelAway(error))
        await noteReactorFault(db, { name, position: stored }, nameOfFault(fault), clock.now()).catch(
          () => {},
        )
      await pause(retryMs, undefined, { signal }).catch(() => {})
      retryMs = Math.min(retryMs * 2, retryAfterMs.longest)
    }
  }
}
