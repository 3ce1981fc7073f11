import type { Changed } from '#contract/live.ts'
import { readSession } from '../session/session.ts'
import { readStream } from './read-stream.ts'

/** What the tab that has the stream tells the others; who has just come asks. */
type Message =
  | { readonly kind: 'changed'; readonly changed: Changed }
  | { readonly kind: 'open' | 'lost' | 'refused' }
  | { readonly kind: 'asks' }

export type Follows = {
  /** Whatever was read before may be old; from now on changes are told. */
  readonly onOpen: () => void
  readonly onChanged: (changed: Changed) => void
  /** Nothing is told until it is open again. */
  readonly onLost: () => void
  /** Nothing will ever be told: the caller has no access any more. */
  readonly onRefused: () => void
}

const LONGEST_MS = 30_000

/** Longer and longer, and not all at the same time: a server that starts has to do with everybody. */
const waitMs = (failures: number): number =>
  Math.min(1_000 * 2 ** failures, LONGEST_MS) * (0.25 + Math.random() * 0.75)

/** Until then, or sooner when there is a network again. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    addEventListener('online', done)
    signal.addEventListener('abort', done)
  })

/** One tab at a time does `work`, of all that ask; without locks each of them does. */
const inTurn = (name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request(name, { signal }, work) : work()

/**
 * Follows the stream at `path` until the returned function is called. Of all tabs of a browser one has it and tells the
 * others; when that one stops, the next takes over.
 */
export const follow = (path: string, follows: Follows): (() => void) => {
  const stopping = new AbortController()
  const { signal } = stopping
  const name = `vieraugen-live ${readSession()?.userId} ${path}`
  const channel = new BroadcastChannel(name)
  let standing: 'open' | 'lost' | 'refused' | null = null
  let isLeading = false

  const tellOthers = (message: Message): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
    channel.postMessage(message)
  }

  const take = (message: Message): void => {
    if (message.kind === 'asks') {
      if (standing && isLeading) tellOthers({ kind: standing })
      return
    }
    if (message.kind === 'changed') return follows.onChanged(message.changed)
    const isNews = standing !== message.kind
    standing = message.kind
    if (message.kind === 'open') return follows.onOpen()
    if (!isNews) return
    if (message.kind === 'lost') follows.onLost()
    else follows.onRefused()
  }
  const say = (message: Message): void => {
    if (signal.aborted) return
    tellOthers(message)
    take(message)
  }

  const lead = async (): Promise<void> => {
    isLeading = true
    let failures = 0
    const hears = {
      onOpen: () => {
        failures = 0
        say({ kind: 'open' })
      },
      onChanged: (changed: Changed) => say({ kind: 'changed', changed }),
    }
    while (!signal.aborted) {
      const mayAsk = await readStream(path, hears, signal).catch(() => true)
      if (!mayAsk) return say({ kind: 'refused' })
      say({ kind: 'lost' })
      await pause(waitMs(failures), signal)
      failures += 1
    }
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => take(data))
  tellOthers({ kind: 'asks' })
  inTurn(name, signal, lead).catch(() => {})
  return () => {
    stopping.abort()
    channel.close()
  }
}
