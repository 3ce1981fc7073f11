import type { FastifyInstance } from 'fastify'
import { Rejected } from '#contract/errors.ts'
import { live } from '#contract/health.ts'
import type { Platform } from '#platform/platform.ts'
import { withFallback } from '#platform/primitives/timeouts.ts'

/**
 * Rejects every operation but `health.live` until the stores are known to belong together, and once they do not. An
 * outage of a known store is reported by the operations that need it.
 */
export const addGate = (app: FastifyInstance, { gate, log }: Pick<Platform, 'gate' | 'log'>): void => {
  const ask = async () => {
    try {
      await gate.pass()
    } catch (error) {
      log.warn({ err: error }, 'requests are refused until the stores are checked')
    }
  }
  app.addHook('onRequest', async ({ routeOptions }) => {
    const { endpoint } = routeOptions.config
    if (!endpoint || endpoint.operation === live.operation || gate.isOpen()) return
    await withFallback(ask(), undefined)
    if (!gate.isOpen()) throw new Rejected('store.unavailable')
  })
}
