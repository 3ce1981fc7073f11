import type { FastifyReply } from 'fastify'
import type { ReadModel } from '#contract/endpoint.ts'
import type { Changed } from '#contract/live.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import type { PositionTokens } from '#platform/read-models/position-tokens.ts'

/** The answer to somebody who wants to hear of changes, as server-sent events. */
export type Stream = {
  /** While the client takes nothing, what it is owed is told once, with the last position. `workspaceId`: as one of its admins. */
  tell(readModel: ReadModel, position: Position | null, workspaceId?: string): void
  /** Says nothing, so that nobody in between takes the connection for dead. */
  beat(): void
  end(): void
}

type Told = Omit<Changed, 'position'> & { readonly position: Position | null }

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
  const owed = new Map<string, Told>()
  const write = (text: string) => void (raw.writableEnded || raw.destroyed || raw.write(text))
  const end = () => {
    // Who takes nothing does not take the end either.
    if (raw.writableNeedDrain) raw.destroy()
    else raw.end()
  }

  const event = async ({ position, ...told }: Told): Promise<string> => {
    const changed: Changed = { ...told, position: position === null ? null : await seal(position) }
    return `event: changed\ndata: ${JSON.stringify(changed)}\n\n`
  }
  const pay = async (): Promise<void> => {
    const events = [...owed.values()].map(event)
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
    tell(readModel, position, workspaceId) {
      owed.set(`${readModel} ${workspaceId}`, { readModel, position, ...(workspaceId && { workspaceId }) })
      if (owed.size === 1 && !raw.writableNeedDrain) queueMicrotask(paySoon)
    },
    beat: () => void (raw.writableNeedDrain || write(':\n\n')),
    end,
  }
}
