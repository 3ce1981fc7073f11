import { setTimeout as pause } from 'node:timers/promises'
import type { Gate } from './gate.ts'
import type { Logger } from '../watch/logger.ts'
import { isMisplaced } from './stores.ts'
import { Ambiguous, Unavailable, type EventStore } from '../event-store/event-store.ts'

const APPEND_MS = 5_000
/** The longest wait for the gate before a read, and after an append. */
const GATE_MS = 1_000
const RETRY_MS = 200

const asUnavailable = (cause: unknown): Unavailable =>
  cause instanceof Unavailable
    ? cause
    : new Unavailable('the process does not know whether this is its event store', { cause })

/**
 * Returns the store behind the gate. Nothing is read or written before the gate has opened. An append to a store that was
 * exchanged in the meantime throws Ambiguous. The gate itself uses `identity`, `head` and `factAt`, so they pass through.
 */
export const guarded = (store: EventStore, gate: Gate, log: Logger): EventStore => {
  const pass = () =>
    gate.passWithin(GATE_MS).catch((error: unknown) => {
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
      await gate.passWithin(GATE_MS).catch((cause: unknown) => {
        throw new Ambiguous('the event store may have been exchanged during the append', { cause })
      })
      return result
    },
    async readStream(...args) {
      await pass()
      return store.readStream(...args)
    },
    async readAll(options) {
      await pass()
      return store.readAll(options)
    },
    /** Throws StoreExchanged and StoreSetBack. Waits through any other error of the gate. */
    async *subscribeAll(options) {
      const { signal } = options
      const passed = async () => {
        while (!signal.aborted) {
          try {
            return await gate.pass()
          } catch (error) {
            if (isMisplaced(error)) throw error
            log.warn({ err: error }, 'a subscription waits for the stores')
            await pause(RETRY_MS, undefined, { signal }).catch(() => {})
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
