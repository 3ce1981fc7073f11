import type { FastifyReply } from 'fastify'
import type { ReadModel } from '#contract/endpoint.ts'
import type { Changed } from '#contract/live.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import type { PositionTokens } from '#platform/read-models/position-tokens.ts'

/** The answer to somebody who wants to hear of changes, as server-sent events. */
export type Stream = {
  /** While the client takes nothing, what it is owed is told once, with the last position. */
  tell(readModel: ReadModel, position: Position | null): void
  /** Says nothing, so that nobody in between takes the connection for dead. */
  beat(): void
  end(): void
}

const HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  // What has ended shall not keep a server that stops.
  Connection: 'close',
  // Or a proxy would keep events until there are enough of them.
  'X-Accel-Buffering': 'no',
}

/** Takes over the answer; `onClose` is called once, whoever ends it. A client that takes nothing for `silenceMs` is ended by the server. */
export const openStream = (
  reply: FastifyReply,
  { seal }: Pick<PositionTokens, 'seal'>,
  onClose: () => void,
): Stream => {
  const { raw } = reply.hijack()
  const owed = new Map<ReadModel, Position | null>()
  const write = (text: string) => void (raw.writableEnded || raw.destroyed || raw.write(text))
  const end = () => {
    // Who takes nothing does not take the end either.
    if (raw.writableNeedDrain) raw.destroy()
    else raw.end()
  }

  const event = async (readModel: ReadModel, position: Position | null): Promise<string> => {
    const changed: Changed = { readModel, position: position === null ? null : await seal(position) }
    return `event: changed\ndata: ${JSON.stringify(changed)}\n\n`
  }
  const pay = async (): Promise<void> => {
    const events = [...owed].map((each) => event(...each))
    owed.clear()
    write((await Promise.all(events)).join(''))
  }
  const paySoon = () => void pay().catch(end)

  raw.on('error', () => {})
  raw.on('drain', () => owed.size > 0 && paySoon())
  if (raw.destroyed) queueMicrotask(onClose)
  else raw.once('close', onClose)
  raw.writeHead(200, { ...reply.getHeaders(), ...HEADERS } as Record<string, string>)
  return {
    tell(readModel, position) {
      owed.set(readModel, position)
      if (owed.size === 1 && !raw.writableNeedDrain) queueMicrotask(paySoon)
    },
    beat: () => void (raw.writableNeedDrain || write(':\n\n')),
    end,
  }
}
