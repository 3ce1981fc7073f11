/** A random generator with a seed (mulberry32). */
export const createRandom = (seed: number) => {
  let state = seed | 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    /** Returns a number >= 0 and < 1. */
    next,
    pick: <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T,
  }
}

export type Random = ReturnType<typeof createRandom>
