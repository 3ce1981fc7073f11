import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Codec } from '#platform/event-codec.ts'
import type { EventStore, Page, Position } from '#platform/event-store/event-store.ts'
import type { Logger } from '#platform/logger.ts'
import { createApply, type Member } from './apply.ts'
import { CheckpointMoved, openCheckpoint } from './checkpoints.ts'
import { parkedLanes } from './parked.ts'
import type { Projection } from './projection.ts'

/**
 * Feeds facts to projections, in order, for ever. Those that stand at the same place move together: one
 * read, one decoding, one transaction with all their rows and checkpoints. One that falls back (a rebuild)
 * catches up alone and joins again.
 */
export type Runner = {
  /** Resolves when it has stopped, told to or not. */
  readonly ended: Promise<void>
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

const BATCH = 1_000

export const startRunner = async (options: RunnerOptions): Promise<Runner> => {
  const { projections, eventStore, codec, db, log } = options
  const stopping = new AbortController()
  const parked = await parkedLanes(db)
  const { apply, persist } = createApply({ codec, db, log, parked, signal: stopping.signal })

  const open = async (projection: Projection): Promise<Member> => ({
    projection,
    position: await openCheckpoint(db, projection, eventStore),
  })

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
        const page = await persist(() => eventStore.readAll({ after: member.position, max: BATCH }))
        if (page.next === null || page.next === member.position) return
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
    ended: running,
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
