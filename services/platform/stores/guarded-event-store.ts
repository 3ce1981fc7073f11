import { setTimeout as pause } from 'node:timers/promises'
import type { Gate } from './gate.ts'
import type { Logger } from '../watch/logger.ts'
import { isMisplaced } from './stores.ts'
import { Ambiguous, Unavailable, type EventStore } from '../event-store/event-store.ts'

const APPEND_MS = 5_000
/** A reader, or an answer that is there already: whether it comes from the right store is worth a moment. */
const MOMENT_MS = 1_000
const AGAIN_MS = 200

const asUnavailable = (cause: unknown): Unavailable =>
  cause instanceof Unavailable
    ? cause
    : new Unavailable('the process does not know whether this is its event store', { cause })

/**
 * The same store, behind the gate: nothing is read or written before it has opened, and nothing is acknowledged that a
 * store took which was connected meanwhile. `identity`, `head` and `factAt` are what the gate itself asks.
 */
export const guarded = (store: EventStore, gate: Gate, log: Logger): EventStore => {
  const pass = () =>
    gate.passWithin(MOMENT_MS).catch((error: unknown) => {
      throw asUnavailable(error)
    })
  return {
    ...store,
    async append(stream, expected, events, { timeoutMs = APPEND_MS } = {}) {
      const until = performance.now() + timeoutMs
      await gate.passWithin(timeoutMs).catch((error: unknown) => {
        throw asUnavailable(error)
      })
      const left = Math.max(1, Math.ceil(until - performance.now()))
      const result = await store.append(stream, expected, events, { timeoutMs: left })
      await gate.passWithin(MOMENT_MS).catch((cause: unknown) => {
        throw new Ambiguous('the event store was exchanged meanwhile, or cannot be asked', { cause })
      })
      return result
    },
    async readStream(...asked) {
      await pass()
      return store.readStream(...asked)
    },
    async readAll(asked) {
      await pass()
      return store.readAll(asked)
    },
    /** Throws StoreExchanged and StoreSetBack; for whatever else the gate waits for, it waits. */
    async *subscribeAll(options) {
      const { signal } = options
      const passed = async () => {
        while (!signal.aborted) {
          try {
            return await gate.pass()
          } catch (error) {
            if (isMisplaced(error)) throw error
            log.warn({ err: error }, 'a follower waits for the stores')
            await pause(AGAIN_MS, undefined, { signal }).catch(() => {})
          }
        }
      }
      await passed()
      for await (const page of store.subscribeAll(options)) {
        await passed()
        if (signal.aborted) return
        yield page
      }
    },
  }
}
