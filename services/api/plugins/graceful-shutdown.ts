import { Server } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Live } from '../live/live.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Takes no more connections, answers the requests on open ones, and closes them. Call it before `close`. */
    drain(): Promise<void>
  }
}

/** A connection that was idle for this long hardly has a request on its way. */
const IDLE_MS = 1_000
/** Longer than any answered request takes, and shorter than the supervisor waits. */
const MAX_DRAIN_MS = 9_000
const POLL_MS = 20

/**
 * Closing a connection while a request is on its way resets it and loses the request. So for a moment the server
 * still answers, with `Connection: close`.
 */
export const addGracefulShutdown = (app: FastifyInstance, live: Pick<Live, 'close'>): void => {
  let isDraining = false
  let open = 0
  app.server.on('connection', (socket) => {
    open += 1
    socket.once('close', () => (open -= 1))
  })
  const begin = () => {
    isDraining = true
    live.close()
  }
  app.addHook('preClose', async () => begin())
  app.addHook('onSend', async (_, reply) => void (isDraining && reply.header('Connection', 'close')))
  app.decorate('drain', async () => {
    begin()
    // The HTTP server's own `close` would close idle connections at once.
    Server.prototype.close.call(app.server)
    const startedAt = performance.now()
    while (open > 0 && performance.now() < startedAt + MAX_DRAIN_MS) {
      if (performance.now() > startedAt + IDLE_MS) app.server.closeIdleConnections()
      await pause(POLL_MS)
    }
  })
}
