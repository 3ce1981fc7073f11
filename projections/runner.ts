import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Codec } from '#platform/event-codec.ts'
import type { EventStore, Page, Position } from '#platform/event-store/event-store.ts'
import type { Listener } from '#platform/listener.ts'
import type { Logger } from '#platform/logger.ts'
import { createApply, type Member } from './apply.ts'
import { CheckpointMoved, openCheckpoint, placesNow } from './checkpoints.ts'
import { lanesAside, type Standing } from './parked.ts'
import { createPatience } from './persist.ts'
import type { Projection } from './projection.ts'
import { createResume } from './resume.ts'

/**
 * Feeds facts to projections, in order, for ever. Those that stand at the same place move together: one
 * read, one decoding, one transaction with all their rows and checkpoints. One that falls back (a rebuild)
 * catches up alone and joins again, and so does one with lanes that an older program held.
 */
export type Runner = {
  /** Resolves when it has stopped, told to or not. */
  readonly ended: Promise<void>
  /** Ends after the batch at hand. */
  stop(): Promise<void>
  /**
   * Resolves when every projection has reached the head that the store had at the call, and has taken up what it can
   * of what was held; rejects when it stops before.
   */
  caughtUp(): Promise<void>
}

export type RunnerOptions = {
  readonly projections: readonly Projection[]
  readonly eventStore: EventStore
  readonly codec: Codec
  /** Its transactions may commit asynchronously: rows and checkpoint are lost together or not at all. */
  readonly db: Knex
  readonly listener: Listener
  readonly log: Logger
}

const BATCH = 1_000

export const startRunner = async (options: RunnerOptions): Promise<Runner> => {
  const { projections, eventStore, codec, db, listener, log } = options
  const stopping = new AbortController()
  const aside = new Map<string, Standing>()
  const patience = createPatience(log, stopping.signal)
  const { persist } = patience
  const parts = { codec, db, log, patience, aside }
  const apply = createApply(parts)
  const resume = createResume(parts, eventStore)
  /** Lanes that were held when their projection was taken up: each is tried once. */
  const toResume = new Map<Member, string[]>()

  const open = async (projection: Projection): Promise<Member> => ({
    projection,
    ...(await openCheckpoint(db, projection, eventStore)),
  })

  /** After the checkpoint: whoever sets something aside meanwhile moves it, and we notice. */
  const openLanes = async (member: Member): Promise<void> => {
    const prefix = `${member.projection.name} `
    const lanes = await lanesAside(db, member.projection.name)
    for (const lane of aside.keys()) if (lane.startsWith(prefix)) aside.delete(lane)
    for (const [lane, standing] of lanes) aside.set(lane, standing)
    const held = [...lanes].flatMap(([lane, standing]) => (standing === 'held' ? lane : []))
    toResume.set(
      member,
      held.map((lane) => lane.slice(prefix.length)),
    )
  }

  /** Takes up the checkpoint as it is now, after somebody else moved it. */
  const reopen = (member: Member): Promise<void> =>
    persist(async () => {
      Object.assign(member, await open(member.projection))
      await openLanes(member)
      log.info({ projection: member.projection.name, position: member.position }, 'goes on from here')
    })

  /** Alone, until it stands at the head; what was held and what is new take turns. */
  const catchUp = async (member: Member): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        const lanes = toResume.get(member)!
        const hadLanes = lanes[0] !== undefined
        if (hadLanes && !(await resume(member, lanes[0]!))) lanes.shift()
        const page = await persist(() => eventStore.readAll({ after: member.position, max: BATCH }))
        const isAtHead = page.next === null || page.next === member.position
        if (isAtHead && !hadLanes) return
        if (!isAtHead) await apply([member], page.events)
      } catch (error) {
        if (!(error instanceof CheckpointMoved)) throw error
        await reopen(member)
      }
    }
  }

  const members = await Promise.all(projections.map(open))
  for (const member of members) await openLanes(member)
  /** Everyone in the pack has had every fact up to here. */
  let at =
    members
      .map(({ position }) => position ?? '')
      .toSorted()
      .at(-1) || null
  const isBehind = ({ position }: Member, goal: Position | null) =>
    goal !== null && (position === null || position < goal)
  const pack = new Set(
    members.filter((member) => !isBehind(member, at) && toResume.get(member)!.length === 0),
  )
  const coming = new Map<Member, Promise<void>>()

  const giveUp = (error: unknown): void => {
    if (stopping.signal.aborted) return
    log.fatal({ error: String(error) }, 'the projector stopped')
    stopping.abort()
  }

  const rejoin = async (member: Member): Promise<void> => {
    do await catchUp(member)
    while (isBehind(member, at) && !stopping.signal.aborted)
    // Nothing was awaited since the pack's place was asked, so no page came between.
    pack.add(member)
    coming.delete(member)
  }
  const comeAfter = (member: Member) => void coming.set(member, rejoin(member).catch(giveUp))
  const fallBack = async (member: Member): Promise<void> => {
    pack.delete(member)
    await reopen(member)
    comeAfter(member)
  }

  /** One after the other: what moves the pack, and what looks whether somebody else has. */
  let turn = Promise.resolve()
  const inTurn = (step: () => Promise<void>): Promise<void> => (turn = turn.then(step).catch(giveUp))

  /** No fact need come after a reset, or after a crash of the database that lost the last commits. */
  const lookBack = async (): Promise<void> => {
    const places = await persist(() => placesNow(db))
    const moved = [...pack].filter(({ projection: { name }, position, build, resumed }) => {
      const place = places.get(name)
      return place?.position !== position || place.build !== build || place.resumed !== resumed
    })
    for (const member of moved) await fallBack(member)
  }
  const stopListening = listener.on('checkpoint', (payload) => {
    if (payload === null || payload.endsWith(' ')) void inTurn(lookBack)
  })
  stopping.signal.addEventListener('abort', stopListening)

  /** Takes the pack over the page, and whoever joins meanwhile; whoever's checkpoint was moved leaves it. */
  const keepPace = async ({ events, next }: Page): Promise<void> => {
    for (;;) {
      const behind = [...pack].filter((member) => isBehind(member, next))
      if (behind.length === 0) {
        at = next
        return
      }
      try {
        await apply(behind, events)
      } catch (error) {
        if (!(error instanceof CheckpointMoved)) throw error
        const moved = behind.filter(({ projection }) => error.names.includes(projection.name))
        for (const member of moved) await fallBack(member)
      }
    }
  }

  const follow = async (): Promise<void> => {
    for (const member of members) if (!pack.has(member)) comeAfter(member)
    const pages = eventStore.subscribeAll({ after: at, max: BATCH, signal: stopping.signal })
    for await (const page of pages) await inTurn(() => keepPace(page))
  }

  const running = follow().catch(giveUp)

  return {
    ended: running,
    async stop() {
      stopping.abort()
      await Promise.all([running, turn, ...coming.values()])
    },
    async caughtUp() {
      const head = await eventStore.head()
      if (head === null) return
      while (coming.size > 0 || members.some((member) => isBehind(member, head))) {
        if (stopping.signal.aborted) throw new Error('the projector has stopped')
        await pause(5)
      }
    },
  }
}
