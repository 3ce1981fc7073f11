import { LIVE_AT_START, LIVE_FOR_WORKSPACE, userLive, type Changed } from '#contract/live.ts'

/** A stream that somebody has open: what it has told since it began, and whether it goes on. */
export type LiveClient = {
  readonly response: Response
  readonly told: Changed[]
  /** How many events it begins with, of all that it tells of. */
  readonly atFirst: number
  /** Everything as it came. */
  text(): string
  isOver(): boolean
  leave(): void
}

export const listenLive = async (base: string, path: string, token: string): Promise<LiveClient> => {
  const leaving = new AbortController()
  const response = await fetch(`${base}${path}`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, br' },
    signal: leaving.signal,
  })
  const told: Changed[] = []
  let all = ''
  let isOver = false
  const read = async () => {
    let parsed = 0
    for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
      all += text
      const end = all.lastIndexOf('\n\n') + 2
      for (const [, data] of all.slice(parsed, end).matchAll(/^data: (.*)$/gm)) told.push(JSON.parse(data!))
      parsed = end
    }
  }
  if (response.ok)
    void read()
      .catch(() => {})
      .finally(() => (isOver = true))
  const atFirst = (path === userLive.path ? LIVE_AT_START : LIVE_FOR_WORKSPACE).length
  return { response, told, atFirst, text: () => all, isOver: () => isOver, leave: () => leaving.abort() }
}
