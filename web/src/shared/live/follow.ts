import type { Changed } from '#contract/live.ts'
import { readSession } from '../session/session.ts'
import { readStream } from './read-stream.ts'

/** Messages from the tab with the stream to the others. A new tab asks for the state. */
type Message =
  | { readonly kind: 'changed'; readonly changed: Changed }
  | { readonly kind: 'open' | 'lost' | 'refused' }
  | { readonly kind: 'asks' }

export type Follows = {
  /** Earlier reads may be outdated. From now on changes arrive. */
  readonly onOpen: () => void
  readonly onChanged: (changed: Changed) => void
  /** No changes arrive until it is open again. */
  readonly onLost: () => void
  /** The caller has lost access. No changes will arrive. */
  readonly onRefused: () => void
}

const LONGEST_MS = 30_000

/** Exponential back-off with jitter, so that clients do not all reconnect to a starting server at once. */
const waitMs = (failures: number): number =>
  Math.min(1_000 * 2 ** failures, LONGEST_MS) * (0.25 + Math.random() * 0.75)

/** Waits `ms`, or until the network returns. */
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

/** Runs `work` in one tab at a time. Without the Web Locks API every tab runs it. */
const inTurn = (name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request(name, { signal }, work) : work()

/**
 * Follows the stream at `path` until the returned function is called. One tab of the browser opens it and passes
 * changes to the others. When that tab stops, another one takes over.
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
