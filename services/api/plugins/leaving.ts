import { Server } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Live } from '../live/live.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Takes no more connections, answers what comes on those that are open, and ends them; before `close`. */
    leave(): Promise<void>
  }
}

/** What has not been used for so long is closed with little danger that a request is on its way into it. */
const IDLE_MS = 1_000
/** Longer than any request takes that is answered, shorter than whoever stops us waits. */
const LONGEST_MS = 9_000
const LOOK_MS = 20

/**
 * A connection that is closed just when the next request comes into it is reset, and the request lost. So we answer on
 * for a moment, with the word that each answer is the last on its connection.
 */
export const addLeaving = (app: FastifyInstance, live: Pick<Live, 'leave'>): void => {
  let isLeaving = false
  let open = 0
  app.server.on('connection', (socket) => {
    open += 1
    socket.once('close', () => (open -= 1))
  })
  const begin = () => {
    isLeaving = true
    live.leave()
  }
  app.addHook('preClose', async () => begin())
  app.addHook('onSend', async (_, reply) => void (isLeaving && reply.header('Connection', 'close')))
  app.decorate('leave', async () => {
    begin()
    // As the server of HTTP does it, it would close at once what is idle just now.
    Server.prototype.close.call(app.server)
    const startedAt = performance.now()
    while (open > 0 && performance.now() < startedAt + LONGEST_MS) {
      if (performance.now() > startedAt + IDLE_MS) app.server.closeIdleConnections()
      await pause(LOOK_MS)
    }
  })
}
