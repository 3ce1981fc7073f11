import { setTimeout as pause } from 'node:timers/promises'
import type { Platform } from '#platform/platform.ts'
import { isOneAtIt } from '#platform/postgres/only-one.ts'
import { buildsOf, type Build } from '../engine/builds/builds.ts'
import type { Projection } from '../engine/definition/projection.ts'
import { threadLock } from '../fill-in-threads.ts'
import { laneLock } from '../lanes/lane-tables.ts'
import { startProjector, type Projector } from '../projector.ts'

export type Goal = {
  /** The builds to wait for. */
  readonly names: readonly string[]
  /** Polled with the current builds. An error ends the wait. */
  readonly isDone: (builds: readonly Build[]) => boolean | Promise<boolean>
  /** Projections that this process runs itself when the builds have not changed for a second. */
  readonly own?: readonly Projection[]
  /** Without limit unless given. */
  readonly withinMs?: number
  /** Gives up when the builds have not changed for this long. */
  readonly idleMs?: number
  readonly signal?: AbortSignal
}

const POLL_MS = 50
/** A running projector is notified of a build and advances it within this time. */
const IDLE_MS = 1_000

/** Changes whenever a process works on the builds. */
const fingerprintOf = (builds: readonly Build[]): string =>
  JSON.stringify(builds.map(({ name, position, resumed, state }) => [name, position, resumed, state]))

/** Returns how long the builds have not changed, in ms. */
const createIdleClock = () => {
  let movedAt = performance.now()
  let seen = ''
  return (builds: readonly Build[]): number => {
    const fingerprint = fingerprintOf(builds)
    if (fingerprint !== seen) movedAt = performance.now()
    seen = fingerprint
    return performance.now() - movedAt
  }
}

/**
 * Waits until `isDone`, and returns false when time is up. Normally a running projector advances the builds. If
 * none seems to run, this process does; two are safe, as only one can move a checkpoint. Throws what `isDone`
 * throws, and an AbortError.
 */
export const waitForBuilds = async (platform: Platform, goal: Goal): Promise<boolean> => {
  const { names, isDone, own = [], withinMs = Infinity, idleMs = Infinity, signal } = goal
  const startedAt = performance.now()
  const idleFor = createIdleClock()
  let helper: Projector | undefined
  const help = async (idleForMs: number) => {
    if (own.length === 0 || (!helper && idleForMs <= IDLE_MS)) return
    // Their checkpoints move when the lanes have ended, or when the thread has started.
    if (!helper && (await isOneAtIt(platform.db, [...names.map(laneLock), ...names.map(threadLock)]))) return
    helper ??= await startProjector(platform, own, names)
    const hasEnded = await Promise.race([helper.ended.then(() => true), pause(0, false)])
    if (hasEnded) throw new Error('The projector of this command stopped.')
  }
  try {
    for (;;) {
      signal?.throwIfAborted()
      const builds = (await buildsOf(platform.db)).filter(({ name }) => names.includes(name))
      if (await isDone(builds)) return true
      const idleForMs = idleFor(builds)
      if (performance.now() - startedAt > withinMs || idleForMs > idleMs) return false
      await help(idleForMs)
      await pause(POLL_MS)
    }
  } finally {
    await helper?.stop()
  }
}
