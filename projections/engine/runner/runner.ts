import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Codec } from '#platform/facts/event-codec.ts'
import type { EventStore, Page, Position } from '#platform/event-store/event-store.ts'
import type { Listener } from '#platform/postgres/listener.ts'
import type { Logger } from '#platform/watch/logger.ts'
import { addAdditive } from '../builds/additive.ts'
import { createApply, memberOf, type Member } from './apply.ts'
import {
  buildsOf,
  BuildRefused,
  finishBuild,
  openBuilds,
  requireFitting,
  type Build,
} from '../builds/builds.ts'
import { promote } from '../builds/promote.ts'
import { CheckpointMoved } from './checkpoints.ts'
import { createFill, type FillElsewhere } from './fill.ts'
import { blockedLanes, type BlockedBy } from './dead-letters.ts'
import { createRetries } from './retries.ts'
import type { Projection } from '../definition/projection.ts'
import { createResume } from './resume.ts'
import { sweepRetired } from '../builds/retire.ts'

/**
 * Feeds facts to the builds of read models, in order, for ever. Those that stand at the same place move together: one
 * read, one decoding, one transaction with all their rows and checkpoints. A build that is begun, or has lanes that an
 * older program held, catches up alone and joins; one that is to be promoted is, as soon as it stands with the others.
 */
export type Runner = {
  /** Resolves when it has stopped, told to or not. */
  readonly ended: Promise<void>
  /** Ends after the batch at hand. */
  stop(): Promise<void>
  /**
   * Resolves when every build has reached the head that the store had at the call, has taken up what it can of what was
   * held, and is active if it can be that was to be; rejects when it stops before.
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
  /** These builds alone are filled and kept up, and none is begun or promoted: the others are somebody else's. */
  readonly beside?: readonly string[] | undefined
  /** Where long builds are filled; absent: here. */
  readonly elsewhere?: FillElsewhere
}

const BATCH = 1_000
/** Another program may keep up what is read until then. */
const PROMOTE_AGAIN_MS = 200

const isBehind = ({ position }: Member, goal: Position | null): boolean =>
  goal !== null && (position === null || position < goal)

export const startRunner = async (options: RunnerOptions): Promise<Runner> => {
  const { projections, eventStore, codec, db, listener, log, beside, elsewhere } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const blocked = new Map<string, BlockedBy>()
  const retries = createRetries(log, signal)
  const { untilAvailable } = retries
  const parts = { codec, db, log, retries, blocked }
  const apply = createApply(parts)
  const resume = createResume(parts, eventStore)
  const fill = createFill(parts, eventStore, { apply, elsewhere })
  const members = new Map<string, Member>()
  /** Lanes that were held when their build was taken up: each is tried once. */
  const toResume = new Map<Member, string[]>()
  /** Everyone in the pack has had every fact up to `at`. */
  const pack = new Set<Member>()
  let at: Position | null = null
  const coming = new Map<Member, Promise<void>>()
  /** Could not become active; somebody has to look. */
  const refused = new Set<string>()

  /** After the checkpoint: whoever sets something aside meanwhile moves it, and we notice. */
  const openLanes = async (member: Member): Promise<void> => {
    const prefix = `${member.name} `
    const lanes = await blockedLanes(db, member.name)
    for (const lane of blocked.keys()) if (lane.startsWith(prefix)) blocked.delete(lane)
    for (const [lane, by] of lanes) blocked.set(lane, by)
    const held = [...lanes].flatMap(([lane, by]) => (by === 'held' ? lane : []))
    toResume.set(
      member,
      held.map((lane) => lane.slice(prefix.length)),
    )
  }

  const isGone = (member: Member): boolean => members.get(member.name) !== member
  const letGo = (member: Member): void => {
    members.delete(member.name)
    pack.delete(member)
    log.info({ build: member.name }, 'is gone')
  }

  /** Takes up the checkpoint as it is now, after somebody else moved it. */
  const reopen = (member: Member): Promise<void> =>
    untilAvailable(async () => {
      const build = (await buildsOf(db)).find(
        ({ name, state }) => name === member.name && state !== 'retiring',
      )
      if (!build) return letGo(member)
      await requireFitting(eventStore, build)
      Object.assign(member, memberOf(member.projection, build))
      await openLanes(member)
      log.info({ build: member.name, position: member.position }, 'goes on from here')
    })

  /** Alone, up to a head that it has met; what was held and what is new take turns. */
  const catchUp = async (member: Member): Promise<void> => {
    while (!signal.aborted && !isGone(member)) {
      try {
        const lanes = toResume.get(member)!
        const hadLanes = lanes[0] !== undefined
        if (hadLanes && !(await resume(member, lanes[0]!))) lanes.shift()
        if (member.state === 'building') await fill(member, () => signal.aborted || isGone(member))
        const page = await untilAvailable(() => eventStore.readAll({ after: member.position, max: BATCH }))
        const isAtHead = page.next === null || page.next === member.position
        if (!isAtHead) await apply([member], page.events)
        if (page.atHead && !hadLanes) return
      } catch (error) {
        if (!(error instanceof CheckpointMoved)) throw error
        await reopen(member)
      }
    }
  }

  const giveUp = (error: unknown): void => {
    if (signal.aborted) return
    log.fatal({ error: String(error) }, 'the projector stopped')
    stopping.abort()
  }

  /** One after the other: what moves the pack, and what looks whether somebody else has. */
  let turn = Promise.resolve()
  const inTurn = (step: () => Promise<void>): Promise<void> => (turn = turn.then(step).catch(giveUp))

  /** Those that are to be active, once they stand with the others. */
  const isDue = ({ name, promotes, state }: Member) => promotes && state === 'ready' && !refused.has(name)
  const due = (): Member[] => (beside ? [] : [...pack].filter(isDue))

  /** Once for all of them, however many are behind. */
  let later: NodeJS.Timeout | undefined
  const promoteLater = (): void => {
    later ??= setTimeout(() => {
      later = undefined
      void inTurn(promoteDue)
    }, PROMOTE_AGAIN_MS).unref()
  }

  const promoteDue = async (): Promise<void> => {
    for (const member of due()) {
      try {
        await untilAvailable(() => promote(db, member.name, { head: at }))
        Object.assign(member, { state: 'active', promotes: false })
        log.info({ build: member.name }, 'is read from now on')
      } catch (error) {
        if (!(error instanceof BuildRefused)) throw error
        if (error.refusal === 'is behind') promoteLater()
        else if (error.refusal === 'is active' || error.refusal === 'unknown') await lookBack()
        else {
          refused.add(member.name)
          log.error({ build: member.name, why: error.message }, 'a build cannot be read')
        }
      }
    }
  }

  const rejoin = async (member: Member): Promise<void> => {
    await catchUp(member)
    if (member.state === 'building' && !signal.aborted && !isGone(member)) {
      await untilAvailable(() => finishBuild(db, member.name, member.projection))
      member.state = 'ready'
      await catchUp(member)
    }
    // The last of it while the pack stands still, or one would come after the other for as long as facts come.
    await inTurn(async () => {
      if (isBehind(member, at)) await catchUp(member)
      if (!isGone(member)) pack.add(member)
      coming.delete(member)
      if (due().length > 0) await promoteDue()
    })
  }
  const comeAfter = (member: Member) => void coming.set(member, rejoin(member).catch(giveUp))
  const fallBack = async (member: Member): Promise<void> => {
    pack.delete(member)
    await reopen(member)
    if (!isGone(member)) comeAfter(member)
  }

  const takeIn = async (projection: Projection, build: Build): Promise<Member> => {
    const member = memberOf(projection, build)
    await untilAvailable(() => addAdditive(db, build, projection.tables))
    members.set(build.name, member)
    await openLanes(member)
    return member
  }

  const isFilledBy = (projection: Projection, { name, model, version }: Build): boolean =>
    model === projection.name && version === projection.version && beside?.includes(name) !== false

  /** What became of the builds meanwhile: begun, gone, promoted, or moved; no fact need come after that. */
  const lookBack = async (): Promise<void> => {
    const builds = await untilAvailable(() => buildsOf(db))
    const known = new Map(
      builds.flatMap((build) => (build.state === 'retiring' ? [] : [[build.name, build]])),
    )
    for (const member of members.values()) {
      const build = known.get(member.name)
      if (!build) letGo(member)
      else if (!pack.has(member)) continue
      else if (build.position !== member.position || build.resumed !== member.resumed) await fallBack(member)
      else Object.assign(member, { state: build.state, promotes: build.promotes })
    }
    for (const projection of projections)
      for (const build of known.values())
        if (isFilledBy(projection, build) && !members.has(build.name))
          comeAfter(await untilAvailable(() => takeIn(projection, build)))
    if (due().length > 0) await promoteDue()
  }
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
        for (const member of behind.filter(({ name }) => error.names.includes(name))) await fallBack(member)
      }
    }
  }

  const toTakeIn = async (projection: Projection): Promise<Build[]> => {
    if (!beside) return openBuilds(db, projection, eventStore)
    const builds = await buildsOf(db, projection.name)
    const given = builds.filter((build) => isFilledBy(projection, build) && build.state !== 'retiring')
    for (const build of given) await requireFitting(eventStore, build)
    return given
  }

  const open = async (): Promise<void> => {
    await sweepRetired(db)
    for (const projection of projections)
      for (const build of await toTakeIn(projection)) await takeIn(projection, build)
    const places = [...members.values()].map(({ position }) => position ?? '')
    // Nobody is read here: all that was may be read once, by who catches up.
    at = beside ? await eventStore.head() : places.toSorted().at(-1) || null
    for (const member of members.values()) {
      const isWhole = member.state !== 'building' && !isBehind(member, at)
      if (isWhole && toResume.get(member)!.length === 0) pack.add(member)
    }
  }

  const follow = async (): Promise<void> => {
    for (const member of members.values()) if (!pack.has(member)) comeAfter(member)
    const pages = eventStore.subscribeAll({ after: at, max: BATCH, signal })
    for await (const page of pages) await inTurn(() => keepPace(page))
  }

  await open()
  // After a lost connection too: a crash of the database may have lost the last commits.
  const stopListening = listener.on('builds', () => void inTurn(lookBack))
  signal.addEventListener('abort', stopListening)
  const running = follow().catch(giveUp)

  const isUpTo = (head: Position | null): boolean =>
    coming.size === 0 && due().length === 0 && ![...members.values()].some((member) => isBehind(member, head))

  return {
    ended: running,
    async stop() {
      stopping.abort()
      await Promise.all([running, turn, ...coming.values()])
    },
    async caughtUp() {
      const head = await eventStore.head()
      // A build that was begun before the call is known to us after it.
      await inTurn(lookBack)
      // Mostly it is a moment; a long build is no reason to ask again and again.
      for (let ms = 5; !isUpTo(head); ms = Math.min(ms * 1.05, 100)) {
        if (signal.aborted) throw new Error('the projector has stopped')
        await pause(ms)
      }
    },
  }
}
