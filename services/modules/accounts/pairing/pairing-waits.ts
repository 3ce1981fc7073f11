import { PAIR_WAIT_SECONDS } from '#contract/accounts/pairing.ts'
import type { Platform } from '#platform/platform.ts'
import { PAIRINGS } from './pairing.store.ts'
import type { SessionCall } from '#modules/accounts/sessions/session-tokens.ts'

/** Long polling: a screen that waits for the other one gets its answer as soon as the pairing changes. */
export type PairingWaits = {
  /** Reads again on each change until the result is not `isOld`, the time is up, or the client has gone. */
  until<T>(read: () => Promise<T>, isOld: (found: T) => boolean, call: SessionCall): Promise<T>
}

export const createPairingWaits = ({ listener }: Pick<Platform, 'listener'>): PairingWaits => ({
  async until(read, isOld, { raw: { reply } }) {
    const signal = createSignal()
    const off = listener.on(PAIRINGS, signal.change)
    const timer = setTimeout(signal.end, PAIR_WAIT_SECONDS * 1_000)
    reply.raw.once('close', signal.end)
    try {
      for (;;) {
        const next = signal.next()
        const found = await read()
        if (!isOld(found) || !(await next)) return found
      }
    } finally {
      off()
      clearTimeout(timer)
      reply.raw.off('close', signal.end)
    }
  },
})

/** `next` resolves to true on a change, and to false after `end`. */
const createSignal = () => {
  let hasEnded = false
  let resolveNext = (_isNew: boolean): void => {}
  return {
    next: (): Promise<boolean> =>
      hasEnded ? Promise.resolve(false) : new Promise<boolean>((resolve) => void (resolveNext = resolve)),
    change: () => resolveNext(true),
    end: () => {
      hasEnded = true
      resolveNext(false)
    },
  }
}
