import type { FastifyInstance } from 'fastify'
import { Rejected } from '#contract/errors.ts'
import { live } from '#contract/health.ts'
import type { Platform } from '#platform/platform.ts'
import { withFallback } from '#platform/primitives/timeouts.ts'

/**
 * No operation but `health.live` is served before the stores are known to belong together, nor once they are found not
 * to. While a known store is away, what needs it says so itself.
 */
export const addGate = (app: FastifyInstance, { gate, log }: Pick<Platform, 'gate' | 'log'>): void => {
  const ask = async () => {
    try {
      await gate.pass()
    } catch (error) {
      log.warn({ err: error }, 'nothing is served before the stores are known')
    }
  }
  app.addHook('onRequest', async ({ routeOptions }) => {
    const { endpoint } = routeOptions.config
    if (!endpoint || endpoint.operation === live.operation || gate.isOpen()) return
    await withFallback(ask(), undefined)
    if (!gate.isOpen()) throw new Rejected('store.unavailable')
  })
}
