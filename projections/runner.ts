import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Codec } from '#platform/event-codec.ts'
import {
  Unavailable,
  type EventStore,
  type Page,
  type Position,
  type StoredEvent,
} from '#platform/event-store/event-store.ts'
import type { Fact } from '#platform/facts.ts'
import type { Logger } from '#platform/logger.ts'
import { isTransient } from '#platform/database.ts'
import { collectChanges } from './changes.ts'
import { CheckpointMoved, moveCheckpoints, openCheckpoint } from './checkpoints.ts'
import { laneName, park, parkedLanes } from './parked.ts'
import type { Projection } from './projection.ts'

/**
 * Feeds facts to projections, in order, for ever. Those that stand at the same place move together: one
 * read, one decoding, one transaction with all their rows and checkpoints. One that falls back (a rebuild)
 * catches up alone and joins again.
 */
export type Runner = {
  /** Ends after the batch at hand. */
  stop(): Promise<void>
  /** Resolves when every projection has reached the head that the store had at the call. */
  caughtUp(): Promise<void>
}

export type RunnerOptions = {
  readonly projections: readonly Projection[]
  readonly eventStore: EventStore
  readonly codec: Codec
  /** Its transactions may commit asynchronously: rows and checkpoint are lost together or not at all. */
  readonly db: Knex
  readonly log: Logger
}

type Member = { readonly projection: Projection; position: Position | null }

const BATCH = 1_000
const POISON_TRIES = 3

export const startRunner = async (options: RunnerOptions): Promise<Runner> => {
  const { projections, eventStore, codec, db, log } = options
  const stopping = new AbortController()
  const parked = await parkedLanes(db)

  const open = async (projection: Projection): Promise<Member> => ({
    projection,
    position: await openCheckpoint(db, projection, eventStore),
  })

  /** Writes what the facts mean to these members and moves them to `to`; all or nothing. */
  const commit = (members: readonly Member[], facts: readonly Fact[], to: Position): Promise<void> =>
    db.transaction(async (trx) => {
      const changes = collectChanges(members.map(({ projection }) => projection))
      for (const { projection, position } of members) {
        const news = facts.filter(
          (fact) => (position === null || fact.position > position) && fact.type in projection.handlers,
        )
        const lively = news.filter((fact) => !parked.has(laneName(projection, fact)))
        if (lively.length < news.length)
          await park(
            trx,
            projection,
            news.filter((fact) => parked.has(laneName(projection, fact))),
            'behind a parked fact',
          )
        if (lively.length === 0) continue
        const context = await projection.prepare?.(trx, lively)
        for (const fact of lively) projection.handlers[fact.type]!(fact, changes, context)
      }
      await changes.flush(trx)
      await moveCheckpoints(
        trx,
        members.map(({ projection, position }) => ({ name: projection.name, position })),
        to,
      )
    })

  const advance = async (members: readonly Member[], facts: readonly Fact[], to: Position): Promise<void> => {
    await commit(members, facts, to)
    for (const member of members) member.position = to
  }

  /** Retries while the database is away; a fault that stays is the data's. */
  const persist = async (step: () => Promise<void>): Promise<void> => {
    for (let tried = 0; ; tried++) {
      try {
        return await step()
      } catch (error) {
        const passes = isTransient(error) || error instanceof Unavailable
        if (!passes || stopping.signal.aborted) throw error
        log.warn({ error: String(error) }, 'the projector waits for its stores')
        await pause(Math.min(5_000, 100 * 2 ** tried), undefined, { signal: stopping.signal })
      }
    }
  }

  /** Finds the poison by halving, parks it, and goes on with the rest. */
  const advanceAround = async (member: Member, facts: readonly Fact[], to: Position): Promise<void> => {
    try {
      return await persist(() => advance([member], facts, to))
    } catch (error) {
      if (error instanceof CheckpointMoved || stopping.signal.aborted) throw error
      if (facts.length > 1) {
        const half = facts.length >> 1
        await advanceAround(member, facts.slice(0, half), facts[half - 1]!.position)
        return advanceAround(member, facts.slice(half), to)
      }
      await parkPoison(member, facts[0]!, to, error)
    }
  }

  const parkPoison = async (member: Member, fact: Fact, to: Position, cause: unknown): Promise<void> => {
    for (let tried = 1; tried < POISON_TRIES; tried++) {
      await pause(50 * 2 ** tried, undefined, { signal: stopping.signal })
      const done = await advance([member], [fact], to).then(
        () => true,
        () => false,
      )
      if (done) return
    }
    const { projection } = member
    await persist(async () => {
      await db.transaction(async (trx) => {
        await park(trx, projection, [fact], String(cause))
        await moveCheckpoints(trx, [{ name: projection.name, position: member.position }], to)
      })
      member.position = to
    })
    parked.add(laneName(projection, fact))
    log.error(
      { projection: projection.name, eventType: fact.type, position: fact.position, error: String(cause) },
      'a fact was parked; reads that need it answer 503 until it is repaired',
    )
  }

  const decode = async (events: readonly StoredEvent[]): Promise<readonly Fact[]> => {
    let facts: readonly Fact[] = []
    await persist(async () => {
      facts = await codec.decode(events)
    })
    return facts
  }

  const apply = async (
    members: readonly Member[],
    events: readonly StoredEvent[],
    to: Position,
  ): Promise<void> => {
    const facts = await decode(events)
    try {
      await persist(() => advance(members, facts, to))
    } catch (error) {
      if (error instanceof CheckpointMoved || stopping.signal.aborted) throw error
      for (const member of members) await advanceAround(member, facts, to)
    }
  }

  /** Takes up the checkpoint as it is now, after somebody else moved it. */
  const reopen = (member: Member): Promise<void> =>
    persist(async () => {
      member.position = (await open(member.projection)).position
      for (const lane of parked) if (lane.startsWith(`${member.projection.name} `)) parked.delete(lane)
      for (const lane of await parkedLanes(db)) parked.add(lane)
      log.info({ projection: member.projection.name, position: member.position }, 'goes on from here')
    })

  /** Alone, until it stands at `goal` or at the head. */
  const catchUp = async (member: Member, goal: Position | null): Promise<void> => {
    while (
      !stopping.signal.aborted &&
      (goal === null || member.position === null || member.position < goal)
    ) {
      try {
        let page: Page | undefined
        await persist(async () => {
          page = await eventStore.readAll({ after: member.position, max: BATCH })
        })
        if (!page?.next || page.next === member.position) return
        await apply([member], page.events, page.next)
      } catch (error) {
        if (!(error instanceof CheckpointMoved)) throw error
        await reopen(member)
      }
    }
  }

  const members = await Promise.all(projections.map(open))
  const furthest =
    members
      .map(({ position }) => position ?? '')
      .toSorted()
      .at(-1) || null
  let pack = members.filter(({ position }) => position === furthest)
  const returning: Member[] = []

  /** In the background; the pack takes it in again where both meet. */
  const comeAfter = (member: Member): void => {
    void catchUp(member, null).then(
      () => returning.push(member),
      (error: unknown) => {
        if (!stopping.signal.aborted) log.fatal({ error: String(error) }, `${member.projection.name} stopped`)
      },
    )
  }

  /** Takes the pack over the page; whoever's checkpoint was moved leaves it. */
  const keepPace = async ({ events, next }: Page): Promise<void> => {
    for (;;) {
      // Who came in while this page was on its way may be further on already.
      const behind = pack.filter(({ position }) => position === null || position < next!)
      if (behind.length === 0) return
      try {
        return await apply(behind, events, next!)
      } catch (error) {
        if (!(error instanceof CheckpointMoved)) throw error
        for (const member of pack.filter(({ projection }) => error.names.includes(projection.name))) {
          pack = pack.filter((other) => other !== member)
          await reopen(member)
          comeAfter(member)
        }
      }
    }
  }

  const follow = async (): Promise<void> => {
    for (const member of members) if (!pack.includes(member)) comeAfter(member)
    let at = furthest
    for await (const page of eventStore.subscribeAll({ after: at, max: BATCH, signal: stopping.signal })) {
      for (const member of returning.splice(0)) {
        await catchUp(member, at)
        pack.push(member)
      }
      if (page.events.length > 0) await keepPace(page)
      at = page.next
    }
  }

  const running = follow().catch((error: unknown) => {
    if (!stopping.signal.aborted) log.fatal({ error: String(error) }, 'the projector stopped')
  })

  return {
    async stop() {
      stopping.abort()
      await running
    },
    async caughtUp() {
      const head = await eventStore.head()
      if (head === null) return
      while (members.some(({ position }) => position === null || position < head)) await pause(5)
    },
  }
}
