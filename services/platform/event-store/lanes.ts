import { Unavailable } from './event-store.ts'

/**
 * Appends to one stream go one after the other, in the order of their calls: so they find their revisions, and
 * an identical one never meets the first in flight.
 */
export const createLanes = () => {
  const lanes = new Map<string, Promise<void>>()

  const inLane = async <T>(stream: string, timeoutMs: number, run: () => Promise<T>): Promise<T> => {
    const before = lanes.get(stream)
    const done = Promise.withResolvers<void>()
    const own = before ? before.then(() => done.promise) : done.promise
    lanes.set(stream, own)
    try {
      if (before) await inTime(before, timeoutMs)
      return await run()
    } finally {
      done.resolve()
      void own.then(() => lanes.get(stream) === own && lanes.delete(stream))
    }
  }

  inLane.idle = async () => {
    await Promise.all(lanes.values())
  }
  return inLane
}

const inTime = (turn: Promise<void>, timeoutMs: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Unavailable('earlier appends to the stream are still under way'))
    }, timeoutMs)
    void turn.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
