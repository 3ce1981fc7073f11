import { setTimeout as pause } from 'node:timers/promises'
import type { EventStore } from '../event-store/event-store.ts'
import { isAway, isMisplaced } from './stores.ts'

/**
 * Blocks access to the event store until the process has checked that the stores belong together. It starts closed. After a
 * connection was lost or made, it checks again.
 */
export type Gate = {
  /** Checks unless nothing has changed since the last check. Throws like `requireStores` and `requireCheckpoints`. */
  pass(): Promise<void>
  /** Like `pass`, but retries for at most `ms` while a store is unavailable. */
  passWithin(ms: number): Promise<void>
  /** Whether a check has passed and none has found a mismatch since. */
  isOpen(): boolean
}

/** A mismatch is checked twice, because the first answer may come from a deposed leader. */
const CONFIRM_MS = 300
/** The interval between checks while a store is unavailable. */
const RETRY_MS = 100

type Checks = {
  /** Runs until it has passed once. */
  readonly whole: () => Promise<void>
  /** Runs on every check. */
  readonly checkpoints: () => Promise<void>
}

export const createGate = (store: Pick<EventStore, 'connections'>, { whole, checkpoints }: Checks): Gate => {
  let isKnown = false
  let isRefused = false
  /** The store's connection count at the last check; -1 before it. */
  let connections = -1
  let checking: Promise<void> | undefined

  const checkTwice = async () => {
    try {
      await checkpoints()
    } catch (error) {
      if (!isKnown || !isMisplaced(error)) throw error
      await pause(CONFIRM_MS)
      await checkpoints()
    }
  }
  const check = async () => {
    try {
      if (!isKnown) await whole()
      const before = store.connections()
      await checkTwice()
      connections = before
      isKnown = true
      isRefused = false
    } catch (error) {
      if (isMisplaced(error)) isRefused = true
      throw error
    }
  }
  const isFresh = () => isKnown && !isRefused && connections === store.connections()
  const pass = async (): Promise<void> => {
    if (isFresh()) return
    // A check that is already running may meet a fault that is over by now.
    await checking?.catch(() => {})
    if (isFresh()) return
    checking ??= check().finally(() => (checking = undefined))
    await checking
    // If a connection was lost or made in the meantime, it is unknown which store answered.
    if (!isFresh()) await pass()
  }

  return {
    pass,
    async passWithin(ms) {
      const until = performance.now() + ms
      for (;;) {
        try {
          return await pass()
        } catch (error) {
          if (!isAway(error) || performance.now() + RETRY_MS > until) throw error
          await pause(RETRY_MS)
        }
      }
    },
    isOpen: () => isKnown && !isRefused,
  }
}
