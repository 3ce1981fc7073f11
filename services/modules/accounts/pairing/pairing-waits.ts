import { PAIR_WAIT_SECONDS } from '#contract/accounts/pairing.ts'
import type { Platform } from '#platform/platform.ts'
import { PAIRINGS } from './pairing.store.ts'
import type { SessionCall } from '#modules/accounts/sessions/session-tokens.ts'

/** A screen that waits for the other one asks once and is answered when there is something to say, instead of asking again and again. */
export type PairingWaits = {
  /** What is read once it `isOld` no more, or the time is up, or the one who asks has gone. */
  until<T>(read: () => Promise<T>, isOld: (found: T) => boolean, call: SessionCall): Promise<T>
}

export const createPairingWaits = ({ listener }: Pick<Platform, 'listener'>): PairingWaits => ({
  async until(read, isOld, { raw: { reply } }) {
    const news = createNews()
    const off = listener.on(PAIRINGS, news.come)
    const timer = setTimeout(news.end, PAIR_WAIT_SECONDS * 1_000)
    reply.raw.once('close', news.end)
    try {
      for (;;) {
        const next = news.next()
        const found = await read()
        if (!isOld(found) || !(await next)) return found
      }
    } finally {
      off()
      clearTimeout(timer)
      reply.raw.off('close', news.end)
    }
  },
})

/** Says true to whoever waits when something may be new, and false for good at the end. */
const createNews = () => {
  let hasEnded = false
  let tell = (_isNew: boolean): void => {}
  return {
    next: (): Promise<boolean> =>
      hasEnded ? Promise.resolve(false) : new Promise<boolean>((resolve) => void (tell = resolve)),
    come: () => tell(true),
    end: () => {
      hasEnded = true
      tell(false)
    },
  }
}
