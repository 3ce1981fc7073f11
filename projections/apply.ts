import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import { isTransient } from '#platform/database.ts'
import type { Codec } from '#platform/event-codec.ts'
import { Unavailable, type Position, type StoredEvent } from '#platform/event-store/event-store.ts'
import type { Fact, FactMetadata } from '#platform/facts.ts'
import type { Logger } from '#platform/logger.ts'
import { inBatchSpan } from '#platform/watch/tracing.ts'
import { collectChanges, type Changes, type Statement } from './changes.ts'
import { CheckpointMoved, writeBatch } from './checkpoints.ts'
import { laneName, park, parkedTable } from './parked.ts'
import type { Projection } from './projection.ts'

/** A projection at work, and the last position that it has committed in this build. */
export type Member = { readonly projection: Projection; position: Position | null; build: number }

type Parts = {
  readonly codec: Codec
  readonly db: Knex
  readonly log: Logger
  /** Lanes that stand still; grows with what is parked here. */
  readonly parked: Set<string>
  readonly signal: AbortSignal
}

export type Apply = {
  /**
   * Takes the members over the events to `to`: at once if it can be, else around what cannot be applied, which is
   * parked. Throws CheckpointMoved when somebody else moved one of them, and whatever else is not the data's fault.
   */
  apply(members: readonly Member[], events: readonly StoredEvent[], to: Position): Promise<void>
  /** Repeats a step for as long as a store is away. */
  persist<T>(step: () => Promise<T>): Promise<T>
}

/** Before a fact counts as poison. */
const TRIES = 3

export const createApply = ({ codec, db, log, parked, signal }: Parts): Apply => {
  const persist: Apply['persist'] = async (step) => {
    for (let tried = 0; ; tried++) {
      try {
        return await step()
      } catch (error) {
        const passes = isTransient(error) || error instanceof Unavailable
        if (!passes || signal.aborted) throw error
        log.warn({ error }, 'the projector waits for its stores')
        await pause(Math.min(5_000, 100 * 2 ** tried), undefined, { signal })
      }
    }
  }

  const isOurs = (error: unknown): boolean => error instanceof CheckpointMoved || signal.aborted

  /** Rows of one projection; its parked lanes only grow. */
  const project = async ({ projection, position }: Member, facts: readonly Fact[], changes: Changes) => {
    const news = facts.filter(
      (fact) => (position === null || fact.position > position) && fact.type in projection.handlers,
    )
    const lively = news.filter((fact) => {
      const stands = parked.has(laneName(projection, fact))
      if (stands) park(changes, projection, fact, 'behind a parked fact')
      return !stands
    })
    if (lively.length === 0) return
    // Nobody else can write these tables before our checkpoint moves, so reading them first is safe.
    const context = await projection.prepare?.(db, lively)
    for (const fact of lively) projection.handlers[fact.type]!(fact, changes, context)
  }

  const write = async (members: readonly Member[], changes: { statements(): Statement[] }, to: Position) => {
    const from = members.map(({ projection, ...place }) => ({ name: projection.name, ...place }))
    await writeBatch(db, changes.statements(), from, to)
    for (const member of members) member.position = to
  }

  /** All rows, all checkpoints, or nothing. */
  const commit = async (members: readonly Member[], facts: readonly Fact[], to: Position): Promise<void> => {
    const changes = collectChanges([...members.map(({ projection }) => projection), parkedTable])
    await Promise.all(members.map((member) => project(member, facts, changes)))
    await write(members, changes, to)
  }

  const parkPoison = async (member: Member, fact: Fact, to: Position, cause: unknown): Promise<void> => {
    const { projection } = member
    const changes = collectChanges([parkedTable])
    park(changes, projection, fact, String(cause))
    await persist(() => write([member], changes, to))
    parked.add(laneName(projection, fact))
    // The reason may quote a row, so it stands beside the parked fact and not in the log.
    log.error(
      { projection: projection.name, eventType: fact.type, position: fact.position },
      'a fact was parked; reads that need it answer 503 until it is repaired',
    )
  }

  const tryAgain = async (member: Member, fact: Fact, to: Position, cause: unknown): Promise<void> => {
    for (let tried = 1; tried < TRIES; tried++) {
      await pause(50 * 2 ** tried, undefined, { signal })
      try {
        return await commit([member], [fact], to)
      } catch (error) {
        if (isOurs(error)) throw error
      }
    }
    await parkPoison(member, fact, to, cause)
  }

  /** Finds the poison by halving, and goes on with the rest. */
  const applyAround = async (member: Member, facts: readonly Fact[], to: Position): Promise<void> => {
    try {
      await persist(() => commit([member], facts, to))
    } catch (error) {
      if (isOurs(error) || facts.length === 0) throw error
      if (facts.length === 1) return tryAgain(member, facts[0]!, to, error)
      const half = facts.length >> 1
      await applyAround(member, facts.slice(0, half), facts[half - 1]!.position)
      await applyAround(member, facts.slice(half), to)
    }
  }

  /** A fact that this program cannot read is poison to every projection. */
  const parkUnreadable = async (
    members: readonly Member[],
    event: StoredEvent,
    to: Position,
    cause: unknown,
  ) => {
    const fact: Fact = { ...event, metadata: event.metadata as unknown as FactMetadata }
    for (const member of members) await parkPoison(member, fact, to, cause)
  }

  const apply: Apply['apply'] = async (members, events, to) => {
    let facts: readonly Fact[]
    try {
      facts = await persist(() => codec.decode(events))
    } catch (error) {
      if (isOurs(error) || events.length === 0) throw error
      if (events.length === 1) return parkUnreadable(members, events[0]!, to, error)
      const half = events.length >> 1
      await apply(members, events.slice(0, half), events[half - 1]!.position)
      return apply(members, events.slice(half), to)
    }
    try {
      await persist(() => commit(members, facts, to))
    } catch (error) {
      if (isOurs(error)) throw error
      for (const member of members) await applyAround(member, facts, to)
    }
  }

  return {
    apply(members, events, to) {
      const names = members.map(({ projection }) => projection.name)
      const attributes = { 'vieraugen.projections': names, 'vieraugen.events': events.length }
      const span = { name: 'project', kind: 'consumer', attributes } as const
      return inBatchSpan(events, span, () => apply(members, events, to))
    },
    persist,
  }
}
