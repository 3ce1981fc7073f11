import type { Changed } from '#contract/live.ts'
import { renewToken } from '../api/api.ts'
import { getToken } from '../session/session.ts'
import { createEventParser } from './event-parser.ts'

export type Hears = {
  /** The server tells from now on; whatever was read before may be old. */
  readonly onOpen: () => void
  readonly onChanged: (changed: Changed) => void
}

/** The server says something every 20 s: one that is silent for so long is gone. */
const SILENCE_MS = 45_000
/** For so long it may be silent and be there. */
const BEAT_MS = 22_000
/** How often it is looked whether it is there, and how late such a look comes where the machine was asleep. */
const LOOK_MS = 2_000
const SLEPT_MS = 10_000

const ask = (path: string, token: string, signal: AbortSignal): Promise<Response> =>
  fetch(path, { headers: { Accept: 'text/event-stream', Authorization: `Bearer ${token}` }, signal })

/** With a fresh token where the old one has run out; null once nobody is signed in, who has been led away already. */
const open = async (path: string, signal: AbortSignal): Promise<Response | null> => {
  const token = getToken()
  if (!token) return null
  const response = await ask(path, token, signal)
  return response.status === 401 ? ask(path, await renewToken(token), signal) : response
}

/**
 * Calls `giveUp` when nobody was `heard` for too long, or at once where the connection may have gone unnoticed: while the
 * machine slept, or before there was a network again. By the clock, for timers sleep too.
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
 * Hears what the stream at `path` tells, until it ends: resolves with whether it may be asked again, which is not so
 * where the caller has no access. Throws what `fetch` throws.
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
