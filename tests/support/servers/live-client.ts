import {
  LIVE_AT_START,
  LIVE_FOR_OPERATOR,
  LIVE_FOR_WORKSPACE,
  operationsLive,
  userLive,
  type Changed,
} from '#contract/live.ts'

/** An open event stream and its events. */
export type LiveClient = {
  readonly response: Response
  readonly events: Changed[]
  /** Number of initial events. */
  readonly atFirst: number
  /** The raw text. */
  text(): string
  isOver(): boolean
  close(): void
}

export const listenLive = async (base: string, path: string, token: string): Promise<LiveClient> => {
  const closing = new AbortController()
  const response = await fetch(`${base}${path}`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, br' },
    signal: closing.signal,
  })
  const events: Changed[] = []
  let all = ''
  let isOver = false
  const read = async () => {
    let parsed = 0
    for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
      all += text
      const end = all.lastIndexOf('\n\n') + 2
      for (const [, data] of all.slice(parsed, end).matchAll(/^data: (.*)$/gm)) events.push(JSON.parse(data!))
      parsed = end
    }
  }
  if (response.ok)
    void read()
      .catch(() => {})
      .finally(() => (isOver = true))
  const first: Record<string, readonly unknown[]> = {
    [userLive.path]: LIVE_AT_START,
    [operationsLive.path]: LIVE_FOR_OPERATOR,
  }
  const atFirst = (first[path] ?? LIVE_FOR_WORKSPACE).length
  return { response, events, atFirst, text: () => all, isOver: () => isOver, close: () => closing.abort() }
}
