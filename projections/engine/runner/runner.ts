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
import { createIsBusy } from './busy.ts'
import { createFill, isBefore, type FillElsewhere } from './fill.ts'
import { blockedLanes, type BlockedBy } from './dead-letters.ts'
import { createRetries } from './retries.ts'
import type { Projection } from '../definition/projection.ts'
import { createResume } from './resume.ts'
import { sweepRetired } from '../builds/retire.ts'

/**
 * Applies facts to builds, in order. Builds at the same position form a group that advances in one read, one
 * decoding and one transaction. A new build, or one with held lanes, catches up alone and then joins the group. A
 * build that is to be promoted is promoted once it has joined.
 */
export type Runner = {
  /** Resolves when it has stopped, for any reason. */
  readonly ended: Promise<void>
  /** Ends after the current batch. */
  stop(): Promise<void>
  /**
   * Resolves when every build has reached the head of the call, has retried its held lanes, and was promoted if it
   * can be. Rejects when the runner stops before.
   */
  caughtUp(): Promise<void>
}

export type RunnerOptions = {
  readonly projections: readonly Projection[]
  readonly eventStore: EventStore
  readonly codec: Codec
  /** May commit asynchronously: rows and checkpoint are lost together or not at all. */
  readonly db: Knex
  readonly listener: Listener
  readonly log: Logger
  /** Advances only these builds, and starts or promotes none. Another process runs the others. */
  readonly beside?: readonly string[] | undefined
  /** Fills long builds; without it they are filled here. */
  readonly elsewhere?: FillElsewhere | undefined
}

const BATCH = 1_000
/** Until then the process that runs the active build may advance it. */
const PROMOTE_AGAIN_MS = 200

const isBehind = ({ position }: Member, goal: Position | null): boolean => isBefore(position, goal)

export const startRunner = async (options: RunnerOptions): Promise<Runner> => {
  const { projections, eventStore, codec, db, listener, log, beside, elsewhere } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const blocked = new Map<string, BlockedBy>()
  const retries = createRetries(log, signal)
  const { untilAvailable } = retries
  const parts = { codec, db, log, retries, blocked, isBusy: createIsBusy(eventStore) }
  const apply = createApply(parts)
  const resume = createResume(parts, eventStore)
  const fill = createFill(parts, eventStore, { apply, elsewhere })
  const members = new Map<string, Member>()
  /** Held lanes of a build that was just opened. Each is tried once. */
  const lanesToResume = new Map<Member, string[]>()
  /** The builds that have applied every fact up to `at`. */
  const group = new Set<Member>()
  let at: Position | null = null
  const catchingUp = new Map<Member, Promise<void>>()
  /** Builds that cannot be promoted until an operator acts. */
  const refused = new Set<string>()

  /** Call it after reading the checkpoint: a process that blocks a lane later also moves the checkpoint. */
  const openLanes = async (member: Member): Promise<void> => {
    const prefix = `${member.name} `
    const lanes = await blockedLanes(db, member.name)
    for (const lane of blocked.keys()) if (lane.startsWith(prefix)) blocked.delete(lane)
    for (const [lane, by] of lanes) blocked.set(lane, by)
    const held = [...lanes].flatMap(([lane, by]) => (by === 'held' ? lane : []))
    lanesToResume.set(
      member,
      held.map((lane) => lane.slice(prefix.length)),
    )
  }

  const isGone = (member: Member): boolean => members.get(member.name) !== member
  const dropMember = (member: Member): void => {
    members.delete(member.name)
    group.delete(member)
    log.info({ build: member.name }, 'the build was retired')
  }

  const reopen = (member: Member): Promise<void> =>
    untilAvailable(async () => {
      const build = (await buildsOf(db)).find(
        ({ name, state }) => name === member.name && state !== 'retiring',
      )
      if (!build) return dropMember(member)
      await requireFitting(eventStore, build)
      Object.assign(member, memberOf(member.projection, build))
      await openLanes(member)
      log.info({ build: member.name, position: member.position }, 'the build continues from another position')
    })

  /** Advances one build alone up to the head. Held lanes and new facts take turns. */
  const catchUp = async (member: Member): Promise<void> => {
    while (!signal.aborted && !isGone(member)) {
      try {
        const lanes = lanesToResume.get(member)!
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

  const fail = (error: unknown): void => {
    if (signal.aborted) return
    log.fatal({ error: String(error) }, 'the projector stopped')
    stopping.abort(error)
  }

  /** Runs one step at a time: the group advances, or the list of builds is refreshed. */
  let turn = Promise.resolve()
  const inTurn = (step: () => Promise<void>): Promise<void> => (turn = turn.then(step).catch(fail))

  const isDue = ({ name, promotes, state }: Member) => promotes && state === 'ready' && !refused.has(name)
  const due = (): Member[] => (beside ? [] : [...group].filter(isDue))

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
        log.info({ build: member.name }, 'the build is active')
      } catch (error) {
        if (!(error instanceof BuildRefused)) throw error
        if (error.refusal === 'is behind') promoteLater()
        else if (error.refusal === 'is active' || error.refusal === 'unknown') await refresh()
        else {
          refused.add(member.name)
          log.error({ build: member.name, why: error.message }, 'a build cannot be promoted')
        }
      }
    }
  }

  const catchUpAndJoin = async (member: Member): Promise<void> => {
    await catchUp(member)
    if (member.state === 'building' && !signal.aborted && !isGone(member)) {
      await untilAvailable(async () => finishBuild(db, member, await parts.isBusy()))
      member.state = 'ready'
      await catchUp(member)
    }
    // The last facts while the group waits. Otherwise the build would stay behind as long as new facts come.
    await inTurn(async () => {
      if (isBehind(member, at)) await catchUp(member)
      if (!isGone(member)) group.add(member)
      catchingUp.delete(member)
      if (due().length > 0) await promoteDue()
    })
  }
  const startCatchUp = (member: Member) => void catchingUp.set(member, catchUpAndJoin(member).catch(fail))
  const fallBack = async (member: Member): Promise<void> => {
    group.delete(member)
    await reopen(member)
    if (!isGone(member)) startCatchUp(member)
  }

  const openMember = async (projection: Projection, build: Build): Promise<Member> => {
    const member = memberOf(projection, build)
    await untilAvailable(() => addAdditive(db, build, projection.tables))
    members.set(build.name, member)
    await openLanes(member)
    return member
  }

  const isFilledBy = (projection: Projection, { name, model, version }: Build): boolean =>
    model === projection.name && version === projection.version && beside?.includes(name) !== false

  /** Opens new builds, drops retired ones, and reloads promoted or moved ones. Waits for no fact. */
  const refresh = async (): Promise<void> => {
    const builds = await untilAvailable(() => buildsOf(db))
    const known = new Map(
      builds.flatMap((build) => (build.state === 'retiring' ? [] : [[build.name, build]])),
    )
    for (const member of members.values()) {
      const build = known.get(member.name)
      if (!build) dropMember(member)
      else if (!group.has(member)) continue
      else if (build.position !== member.position || build.resumed !== member.resumed) await fallBack(member)
      else Object.assign(member, { state: build.state, promotes: build.promotes })
    }
    for (const projection of projections)
      for (const build of known.values())
        if (isFilledBy(projection, build) && !members.has(build.name))
          startCatchUp(await untilAvailable(() => openMember(projection, build)))
    if (due().length > 0) await promoteDue()
  }
  /** Applies a page to the group. A build whose checkpoint was moved leaves the group. */
  const advance = async ({ events, next }: Page): Promise<void> => {
    for (;;) {
      const behind = [...group].filter((member) => isBehind(member, next))
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

  const buildsToOpen = async (projection: Projection): Promise<Build[]> => {
    if (!beside) return openBuilds(db, projection, eventStore)
    const builds = await buildsOf(db, projection.name)
    const given = builds.filter((build) => isFilledBy(projection, build) && build.state !== 'retiring')
    for (const build of given) await requireFitting(eventStore, build)
    return given
  }

  const open = async (): Promise<void> => {
    await sweepRetired(db)
    for (const projection of projections)
      for (const build of await buildsToOpen(projection)) await openMember(projection, build)
    const places = [...members.values()].map(({ position }) => position ?? '')
    // Behind `at`, builds catch up alone.
    at = beside ? await eventStore.head() : places.toSorted().at(-1) || null
    for (const member of members.values()) {
      const isUpToDate = member.state !== 'building' && !isBehind(member, at)
      if (isUpToDate && lanesToResume.get(member)!.length === 0) group.add(member)
    }
  }

  const follow = async (): Promise<void> => {
    for (const member of members.values()) if (!group.has(member)) startCatchUp(member)
    const pages = eventStore.subscribeAll({ after: at, max: BATCH, signal })
    for await (const page of pages) await inTurn(() => advance(page))
  }

  await open()
  // Also after a lost connection: a crash of the database may have lost the last commits.
  const stopListening = listener.on('builds', () => void inTurn(refresh))
  signal.addEventListener('abort', stopListening)
  const running = follow().catch(fail)

  const isUpTo = (head: Position | null): boolean =>
    catchingUp.size === 0 &&
    due().length === 0 &&
    ![...members.values()].some((member) => isBehind(member, head))

  return {
    ended: running,
    async stop() {
      stopping.abort()
      await Promise.all([running, turn, ...catchingUp.values()])
    },
    async caughtUp() {
      const head = await eventStore.head()
      // Includes builds that were started before the call.
      await inTurn(refresh)
      // Usually short; polls less often while a long build runs.
      for (let ms = 5; !isUpTo(head); ms = Math.min(ms * 1.05, 100)) {
        if (signal.aborted) throw new Error('the projector has stopped', { cause: signal.reason })
        await pause(ms)
      }
    },
  }
}
