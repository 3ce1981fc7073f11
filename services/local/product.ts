import Fastify from 'fastify'
import type { Config } from '#platform/config.ts'
import type { Logger } from '#platform/logger.ts'

/** Api, projector and worker in one process. */
export const startProduct = async (
  config: Config,
  _options: { log: Logger; localMailbox: boolean },
): Promise<{ address: string; close(): Promise<void> }> => {
  const app = Fastify()
  app.get('/health/live', () => ({ status: 'ok' }))
  const address = await app.listen({ host: config.HOST, port: config.PORT })
  return { address, close: () => app.close() }
}
