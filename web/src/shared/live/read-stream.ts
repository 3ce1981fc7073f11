import type { Changed } from '#contract/live.ts'
import { renewToken } from '../api/api.ts'
import { getToken } from '../session/session.ts'
import { createEventParser } from './event-parser.ts'

export type Hears = {
  /** From now on changes arrive. Earlier reads may be outdated. */
  readonly onOpen: () => void
  readonly onChanged: (changed: Changed) => void
}

/** The server sends something every 20 s. After this silence the connection is dead. */
const SILENCE_MS = 45_000
/** A silence up to this length is normal. */
const BEAT_MS = 22_000
/** How often the connection is checked. A check that comes later than `SLEPT_MS` means that the machine slept. */
const LOOK_MS = 2_000
const SLEPT_MS = 10_000

const ask = (path: string, token: string, signal: AbortSignal): Promise<Response> =>
  fetch(path, { headers: { Accept: 'text/event-stream', Authorization: `Bearer ${token}` }, signal })

/** Opens the stream, with a fresh token if the old one has expired. Null if nobody is signed in. */
const open = async (path: string, signal: AbortSignal): Promise<Response | null> => {
  const token = getToken()
  if (!token) return null
  const response = await ask(path, token, signal)
  return response.status === 401 ? ask(path, await renewToken(token), signal) : response
}

/**
 * Calls `giveUp` if `heard` was not called for too long, or at once if the connection may have died unnoticed: during
 * sleep or without a network. Compares clock times, because timers stop during sleep.
 */
const watch = (giveUp: () => void): { readonly heard: () => void; readonly stop: () => void } => {
  let heardAt = Date.now()
  let lookedAt = heardAt
  const isPast = (since: number, ms: number) => Math.abs(Date.now() - since) > ms
  const doubt = () => isPast(heardAt, BEAT_MS) && giveUp()
  const timer = setInterval(() => {
    if (isPast(lookedAt, SLEPT_MS) || isPast(heardAt, SILENCE_MS)) giveUp()
    lookedAt = Date.now()
  }, LOOK_MS)
  addEventListener('offline', giveUp)
  addEventListener('online', doubt)
  return {
    heard() {
      heardAt = Date.now()
    },
    stop() {
      clearInterval(timer)
      removeEventListener('offline', giveUp)
      removeEventListener('online', doubt)
    },
  }
}

/**
 * Reads the stream at `path` to its end. Resolves with whether to reconnect, which is false without access. Throws what
 * `fetch` throws.
 */
export const readStream = async (path: string, hears: Hears, stop: AbortSignal): Promise<boolean> => {
  const gone = new AbortController()
  const signal = AbortSignal.any([stop, gone.signal])
  const server = watch(() => gone.abort())
  try {
    const response = await open(path, signal)
    if (!response) return false
    if (!response.ok || !response.body) return response.status === 429 || response.status >= 500
    hears.onOpen()
    const parse = createEventParser()
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return true
      server.heard()
      for (const data of parse(value)) hears.onChanged(JSON.parse(data) as Changed)
    }
  } finally {
    server.stop()
  }
}
