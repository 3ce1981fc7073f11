import { setTimeout as pause } from 'node:timers/promises'
import type { EventStore } from '../event-store/event-store.ts'
import { isAway, isMisplaced } from './stores.ts'

/**
 * Stands between a process and the event store until the process knows where it is: that the stores belong together and
 * no follower is beyond them. Closed at first; asked again once a connection to the store was lost or made.
 */
export type Gate = {
  /** At once where nothing has changed since it was asked. Throws like `requireStores` and `requireCheckpoints`. */
  pass(): Promise<void>
  /** The same, while a store is away for at most so long. */
  passWithin(ms: number): Promise<void>
  /** Whether it has opened, and nothing was found since that shuts it. */
  isOpen(): boolean
}

/** What was found wrong is looked at once more: a leader that lost its office may have spoken. */
const CONFIRM_MS = 300
/** However many ask while a store is away. */
const AGAIN_MS = 100

type Checks = {
  /** Once, at first. */
  readonly whole: () => Promise<void>
  /** Each time. */
  readonly places: () => Promise<void>
}

export const createGate = (store: Pick<EventStore, 'connections'>, { whole, places }: Checks): Gate => {
  let isKnown = false
  let isRefused = false
  /** Of the store when it was last asked; -1 before. */
  let connections = -1
  let asking: Promise<void> | undefined

  const confirmed = async () => {
    try {
      await places()
    } catch (error) {
      if (!isKnown || !isMisplaced(error)) throw error
      await pause(CONFIRM_MS)
      await places()
    }
  }
  const ask = async () => {
    try {
      if (!isKnown) await whole()
      const asked = store.connections()
      await confirmed()
      connections = asked
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
    // One that began before us may have met what is over now.
    await asking?.catch(() => {})
    if (isFresh()) return
    asking ??= ask().finally(() => (asking = undefined))
    await asking
    // A connection was lost or made meanwhile: nobody knows which one was asked.
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
          if (!isAway(error) || performance.now() + AGAIN_MS > until) throw error
          await pause(AGAIN_MS)
        }
      }
    },
    isOpen: () => isKnown && !isRefused,
  }
}
