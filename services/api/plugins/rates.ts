import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { callerNetwork } from '#platform/limits/caller-network.ts'
import type { Config } from '#platform/config/config.ts'
import { sessionOf } from './session.ts'

const PER_MINUTE = 300
/** Of sessions and networks that are counted at the same time. */
const COUNTED = 20_000

/**
 * How much anybody may ask in a minute: each session by itself, because a whole office comes from one address, and
 * who has none together with their network. A token that we never signed, or that has run out, is no session.
 */
export const addRates = async (app: FastifyInstance, { RATE_FACTOR }: Config): Promise<void> => {
  await app.register(rateLimit, {
    global: false,
    max: PER_MINUTE * RATE_FACTOR,
    timeWindow: 60_000,
    cache: COUNTED,
    keyGenerator: (request) => sessionOf(app, request) ?? callerNetwork(request.ip),
  })
  // Not beside each route: what has no session would be refused before it is counted.
  app.addHook('onRequest', app.rateLimit())
}
