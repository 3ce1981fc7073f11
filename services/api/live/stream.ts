import type { FastifyReply } from 'fastify'
import type { ReadModel } from '#contract/endpoint.ts'
import type { Changed } from '#contract/live.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import type { PositionTokens } from '#platform/read-models/position-tokens.ts'

/** A stream of server-sent events. */
export type Stream = {
  /**
   * While the client does not read, keeps the last position of each read model and sends them once it does.
   * `workspaceId`: the user gets the event as an admin of it.
   */
  send(readModel: ReadModel, position: Position | null, workspaceId?: string): void
  /** Sends an empty comment, so that proxies keep the connection. */
  heartbeat(): void
  end(): void
}

type Pending = Omit<Changed, 'position'> & { readonly position: Position | null }

const HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  // An ended stream must not keep a stopping server open.
  Connection: 'close',
  // Without it a proxy buffers events.
  'X-Accel-Buffering': 'no',
}

/**
 * Hijacks the reply. Calls `onClose` once, whichever side ends the stream. The server's `silenceMs` ends a client
 * that reads nothing.
 */
export const openStream = (
  reply: FastifyReply,
  { seal }: Pick<PositionTokens, 'seal'>,
  onClose: () => void,
): Stream => {
  const { raw } = reply.hijack()
  const pending = new Map<string, Pending>()
  const write = (text: string) => void (raw.writableEnded || raw.destroyed || raw.write(text))
  const end = () => {
    // A client that does not read would not read the end either.
    if (raw.writableNeedDrain) raw.destroy()
    else raw.end()
  }

  const event = async ({ position, ...rest }: Pending): Promise<string> => {
    const changed: Changed = { ...rest, position: position === null ? null : await seal(position) }
    return `event: changed\ndata: ${JSON.stringify(changed)}\n\n`
  }
  const flush = async (): Promise<void> => {
    const events = [...pending.values()].map(event)
    pending.clear()
    write((await Promise.all(events)).join(''))
  }
  const flushSoon = () => void flush().catch(end)

  raw.on('error', () => {})
  raw.on('drain', () => pending.size > 0 && flushSoon())
  if (raw.destroyed) queueMicrotask(onClose)
  else raw.once('close', onClose)
  raw.writeHead(200, { ...reply.getHeaders(), ...HEADERS } as Record<string, string>)
  return {
    send(readModel, position, workspaceId) {
      pending.set(`${readModel} ${workspaceId}`, { readModel, position, ...(workspaceId && { workspaceId }) })
      if (pending.size === 1 && !raw.writableNeedDrain) queueMicrotask(flushSoon)
    },
    heartbeat: () => void (raw.writableNeedDrain || write(':\n\n')),
    end,
  }
}
