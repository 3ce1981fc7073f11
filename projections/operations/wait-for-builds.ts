import { setTimeout as pause } from 'node:timers/promises'
import type { Platform } from '#platform/platform.ts'
import { buildsOf, type Build } from '../engine/builds/builds.ts'
import type { Projection } from '../engine/definition/projection.ts'
import { startProjector, type Projector } from '../projector.ts'

export type Goal = {
  /** Of the builds that are waited for. */
  readonly names: readonly string[]
  /** Asked again and again of the builds as they stand; also whoever throws ends it. */
  readonly isDone: (builds: readonly Build[]) => boolean | Promise<boolean>
  /** What this process may do itself where nobody else does: run these, once nothing has moved for a second. */
  readonly own?: readonly Projection[]
  /** Absent: for as long as it takes. */
  readonly withinMs?: number
  /** Given up when nothing has moved for so long. */
  readonly idleMs?: number
  readonly signal?: AbortSignal
}

const POLL_MS = 50
/** So long nothing moves where nobody moves it: a projector is told of each build, and takes it up at once. */
const IDLE_MS = 1_000

/** What tells that somebody works on them. */
const signOf = (builds: readonly Build[]): string =>
  JSON.stringify(builds.map(({ name, position, resumed, state }) => [name, position, resumed, state]))

/** Says how long nothing has moved, in ms. */
const createStillness = () => {
  let movedAt = performance.now()
  let seen = ''
  return (builds: readonly Build[]): number => {
    const sign = signOf(builds)
    if (sign !== seen) movedAt = performance.now()
    seen = sign
    return performance.now() - movedAt
  }
}

/**
 * Waits until builds are as they are to be. A running projector that has their writer takes them there; only where none
 * seems to, this process does, beside it if there is one after all: their checkpoints let one of two move them. Answers
 * false when the time is over; throws what `isDone` throws, and an AbortError.
 */
export const waitForBuilds = async (platform: Platform, goal: Goal): Promise<boolean> => {
  const { names, isDone, own = [], withinMs = Infinity, idleMs = Infinity, signal } = goal
  const startedAt = performance.now()
  const stillFor = createStillness()
  let helper: Projector | undefined
  const help = async (stillMs: number) => {
    if (own.length === 0 || (!helper && stillMs <= IDLE_MS)) return
    helper ??= await startProjector(platform, own, names)
    const hasEnded = await Promise.race([helper.ended.then(() => true), pause(0, false)])
    if (hasEnded) throw new Error('The projector of this command has stopped.')
  }
  try {
    for (;;) {
      signal?.throwIfAborted()
      const builds = (await buildsOf(platform.db)).filter(({ name }) => names.includes(name))
      if (await isDone(builds)) return true
      const stillMs = stillFor(builds)
      if (performance.now() - startedAt > withinMs || stillMs > idleMs) return false
      await help(stillMs)
      await pause(POLL_MS)
    }
  } finally {
    await helper?.stop()
  }
}
