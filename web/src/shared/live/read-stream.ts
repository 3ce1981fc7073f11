import type { ReadModel } from '#contract/endpoint.ts'
import type { Changed } from '#contract/live.ts'
import { renewToken } from '../api.ts'
import { getToken } from '../session.ts'
import { createEventParser } from './event-parser.ts'

export type Hears = {
  /** The server tells from now on; whatever was read before may be old. */
  readonly onOpen: () => void
  readonly onChanged: (readModel: ReadModel) => void
}

/** The server says something every 20 s: one that is silent for so long is gone, or we slept. */
const SILENCE_MS = 45_000

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
 * Hears what the stream at `path` tells, until it ends: resolves with whether it may be asked again, which is not so
 * where the caller has no access. Throws what `fetch` throws.
 */
export const readStream = async (path: string, hears: Hears, stop: AbortSignal): Promise<boolean> => {
  const gone = new AbortController()
  const giveUp = () => gone.abort()
  const signal = AbortSignal.any([stop, gone.signal])
  let timer = setTimeout(giveUp, SILENCE_MS)
  addEventListener('offline', giveUp)
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
      clearTimeout(timer)
      timer = setTimeout(giveUp, SILENCE_MS)
      for (const data of parse(value)) hears.onChanged((JSON.parse(data) as Changed).readModel)
    }
  } finally {
    removeEventListener('offline', giveUp)
    clearTimeout(timer)
  }
}
