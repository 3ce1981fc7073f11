import type { Knex } from 'knex'
import type { Config } from '#platform/config/config.ts'
import type { EventStore, Position, StoredEvent } from '#platform/event-store/event-store.ts'
import { asOnlyOne } from '#platform/postgres/only-one.ts'
import type { Logger } from '#platform/watch/logger.ts'
import type { Build } from '../engine/builds/builds.ts'
import { laneOfPart, partOf } from '../engine/definition/parts.ts'
import { handles, type Projection } from '../engine/definition/projection.ts'
import { seenIn, type Seen } from '../engine/runner/bulk.ts'
import { CheckpointMoved } from '../engine/runner/checkpoints.ts'
import { typesOfAll, type FillElsewhere, type Filling } from '../engine/runner/fill.ts'
import { createRetries } from '../engine/runner/retries.ts'
import { projections } from '../index.ts'
import { openLane, type Lane } from './lanes.ts'
import {
  dropLaneTables,
  laneLock,
  laneSchema,
  openLaneTables,
  standing,
  takeLaneTables,
} from './lane-tables.ts'

type Parts = {
  readonly config: Config
  readonly log: Logger
  readonly db: Knex
  readonly eventStore: EventStore
  readonly lanes: number
  /** Facts per page. */
  readonly page?: number
}

/** Shorter builds are done before threads have started. */
const SHORT = 5
const POLL_MS = 50

/** What the lanes have put counts as put. */
const merge = (into: Seen | undefined, from: Seen): void => {
  for (const [table, keys] of from) {
    const all = into?.get(table)
    if (all) for (let i = 0; i < keys.length; i += 1) all[i]! |= keys[i]!
  }
}

/** Which lanes get this event, each for which of the read models: bit i for the ith. */
const takersOf = (
  models: readonly Projection[],
  event: StoredEvent,
  lanes: number,
): ReadonlyMap<number, number> => {
  const takers = new Map<number, number>()
  for (const [i, model] of models.entries()) {
    const part = handles(model, event) ? partOf(model, event) : null
    if (part === null) continue
    const lane = laneOfPart(part, lanes)
    takers.set(lane, (takers.get(lane) ?? 0) | (1 << i))
  }
  return takers
}

/** Until where lanes go: an erasure after the begin of a build must sweep over all rows before it. */
const goalOf = (builds: readonly Build[]): Position | null =>
  builds
    .map(({ begun_at: begunAt }) => begunAt)
    .reduce((a, b) => ((a ?? '') < (b ?? '') ? a : b), builds[0]!.begun_at)

/**
 * Fills builds anew in several threads, up to where the first of them was begun, each thread with some of the parts: see `partOf`.
 * This thread reads every fact once. If a lane fails, such as at a fact that one build cannot apply, its builds stay as they are, and
 * are filled without lanes.
 */
export const fillInLanes = (parts: Parts): FillElsewhere => {
  const { config, log, db, eventStore, lanes: count, page: max = 1_000 } = parts
  /** Builds whose lanes have failed. */
  const refused = new Set<string>()

  /** Gives every fact to the lanes, until all are written. */
  const pour = async (
    builds: readonly Filling[],
    { lanes, goal }: { readonly lanes: readonly Lane[]; readonly goal: Position },
    signal: AbortSignal,
  ): Promise<void> => {
    const { untilAvailable } = createRetries(log, signal)
    const models = builds.map(({ projection }) => projection)
    const types = typesOfAll(models)
    const read = (after: Position | null) => {
      const page = untilAvailable(() => eventStore.readAll({ after, max, types }))
      page.catch(() => {})
      return page
    }
    for (let coming = read(null); ;) {
      signal.throwIfAborted()
      const page = await coming
      const isLast = page.atHead || (page.next ?? '') >= goal
      if (!isLast) coming = read(page.next)
      for (const event of page.events) {
        if (event.position > goal) break
        for (const [lane, takers] of takersOf(models, event, count)) await lanes[lane]!.add(event, takers)
      }
      if (isLast) break
    }
    await Promise.all(lanes.map((lane) => lane.end()))
  }

  const fillAll = async (
    builds: readonly Filling[],
    { from, goal }: { readonly from: readonly Build[]; readonly goal: Position },
    signal: AbortSignal,
  ): Promise<void> => {
    await openLaneTables(db, builds)
    const seen = Array.from({ length: count }, () => builds.map((build) => seenIn(build)))
    const tasksOf = (ofLane: readonly Seen[]) =>
      builds.map(({ name, projection }, i) => ({
        model: projection.name,
        schema: laneSchema(name),
        begunAt: from.find((build) => build.name === name)!.begun_at,
        seen: ofLane[i]!,
      }))
    const lanes = seen.map((ofLane) =>
      openLane({ config, logLevel: log.level, builds: tasksOf(ofLane) }, max),
    )
    try {
      await pour(builds, { lanes, goal }, signal)
      await takeLaneTables(db, { from, to: goal }, eventStore)
      for (const ofLane of seen) for (const [i, keys] of ofLane.entries()) merge(builds[i]!.seen, keys)
    } finally {
      await Promise.all(lanes.map((lane) => lane.kill()))
      await dropLaneTables(
        db,
        builds.map(({ name }) => name),
      )
    }
  }

  return {
    after: SHORT,
    async fill(builds, isDone) {
      const names = builds.map(({ name }) => name)
      const known = builds.every(({ projection }) => projections.includes(projection))
      if (!known || isDone() || names.some((name) => refused.has(name))) return
      const from = await standing(db, names)
      const goal = from.length === builds.length ? goalOf(from) : null
      if (goal === null || from.some(({ position }) => (position ?? '') >= goal)) return
      const stopping = new AbortController()
      const looking = setInterval(() => {
        if (isDone()) stopping.abort()
      }, POLL_MS)
      try {
        await asOnlyOne(db, names.map(laneLock), () => fillAll(builds, { from, goal }, stopping.signal))
      } catch (error) {
        if (error instanceof CheckpointMoved || stopping.signal.aborted) return
        for (const name of names) refused.add(name)
        log.warn({ err: error, builds: names }, 'lanes failed to fill builds; they are filled without lanes')
      } finally {
        clearInterval(looking)
      }
    },
  }
}
